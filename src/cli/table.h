// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"

#include <QStringList>

#include <vector>

namespace anchorscope::cli {

/// Text table for a terminal: a heading, a line of dashes, and rows; the first column is left-aligned, the others are
/// right-aligned. In cells, control characters and line breaks become visible, and long texts end with an ellipsis.
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

/// Formats the mean of repeated values: "0.874", or "0.874 ± 0.010" with the standard deviation; "–" without values.
QString cell(const RepeatedValue &values);

} // namespace anchorscope::cli
