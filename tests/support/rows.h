// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace anchorscope::test {

/// Adds a row to the table of a data function: one value for each column.
template <class... Values> void row(const char *name, const Values &...values)
{
    (QTest::newRow(name) << ... << values);
}

} // namespace anchorscope::test
