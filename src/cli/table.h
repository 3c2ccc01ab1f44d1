// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"

#include <QStringList>

#include <vector>

namespace anchorscope::cli {

/// Table of text for a terminal: a heading, a line of dashes, and rows. The first column is aligned to the left, the
/// others to the right. Control characters and line breaks in a cell are replaced by visible characters; long texts are
/// cut and end with an ellipsis.
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

/// Formats the mean of repeated values for a cell of a table: "0.874", or "0.874 ± 0.010" with the standard deviation;
/// "–" without values.
QString cell(const RepeatedValue &values);

} // namespace anchorscope::cli
