// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Table with a line for each run of each comparison (a single line if it has no runs): settings, verdict, and scores
/// that are up to date. The best score of a column is bold.
class ComparisonModel : public TableModel
{
    Q_OBJECT

public:
    explicit ComparisonModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column {
        SpaceX,
        SpaceY,
        Run,
        Seeds,
        Right,
        MrrXToY,
        MrrYToX,
        PAt1XToY,
        PAt1YToX,
        AccuracyXToY,
        AccuracyYToX,
        LikelyRight,
        Verdict,
        Method,
        Items,
        Columns
    };

    /// Chooses the method whose scores are shown. `method`: id as in the first column of the score tables.
    void setMethod(const std::string &method);
    const std::string &method() const { return m_method; }
    std::vector<std::string> measuredMethods() const;

    int pairOf(int row) const { return line(row).pair; }
    /// Run in a row of the table; RunId::none for a comparison without runs.
    io::RunId runOf(int row) const { return line(row).run; }
    int rowOf(int pair, io::RunId run) const; ///< row of this run; −1: not found
    bool hasRuns() const;
    /// True if the scores of at least one run are missing.
    bool hasGaps() const;
    /// True if scores were measured on a sample, so that they have intervals.
    bool hasIntervals() const;

    void sort(int column, Qt::SortOrder order) override;

protected:
    int rows() const override { return static_cast<int>(m_lines.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QString displayed(int row, int column) const override { return deviationBelow(TableModel::displayed(row, column)); }
    bool isBold(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    struct Cell
    {
        QVariant value; ///< value by which the cell is sorted; invalid: unknown
        QString text;
    };
    struct Line
    {
        int pair = 0;
        io::RunId run = io::RunId::none;
        std::array<Cell, Columns> cells;
        QString about; ///< description of how the scores were measured
    };
    const Line &line(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
    const Cell &cell(int row, int column) const { return line(row).cells[static_cast<std::size_t>(column)]; }
    Line lineOf(int pair, io::RunId run) const;
    void fillScores(Line &line) const;
    void take();
    void arrange(std::vector<Line> &lines) const;

    const Workspace &m_workspace;
    std::string m_method = "AO continuous";
    std::vector<Line> m_lines;
    int m_sortedBy = -1; ///< column by which the lines are sorted; −1: by comparison and run
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace anchorscope::gui
