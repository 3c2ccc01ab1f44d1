// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/experiments/outcome.h"

namespace anchorscope::gui {

/// Collects a map: methods in rows, directions in columns; what is not possible has no row.
class MethodMap
{
public:
    explicit MethodMap(const QStringList &columns) { m_picture.columns = columns; }

    /// The mean of the values, if there are any. The rows of a method come one after the other.
    void add(const QString &method, qsizetype column, const Repeated &values);
    /// columns: what they are, for their axis.
    OutcomePicture picture(const QString &title, const QString &columns, const QString &unit);

private:
    OutcomePicture m_picture;
    std::vector<std::vector<double>> m_values;
};

} // namespace anchorscope::gui
