// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"

#include <QStringList>

#include <vector>

namespace anchorscope::cli {

/// Table for a terminal: a heading, a rule and rows. The first column is aligned to the left, the others to the right.
/// Control characters and line breaks of a cell are shown as visible characters; long texts are cut, with an ellipsis.
class Table
{
public:
    explicit Table(const QStringList &heading) { add(heading); }
    explicit Table(const ResultTable &results);
    void add(const QStringList &row);
    QString text() const;

private:
    std::vector<QStringList> m_rows;
};

/// Formats a mean for a cell: "0.874" or "0.874 ± 0.010"; "–" without values.
QString cell(const RepeatedValue &values);

} // namespace anchorscope::cli
