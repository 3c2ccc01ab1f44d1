// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace anchorscope::cli {

/// The largest whole number that an option takes. What counts items is limited by the data, and by their type here.
qlonglong largestInteger(const QString &option);

/// The range of a number with a fraction, both ends included.
struct NumberRange
{
    double least, most;
};
/// The range of an option's number, or of each number in its list; none where any number will do.
std::optional<NumberRange> rangeOf(const QString &option);

} // namespace anchorscope::cli
