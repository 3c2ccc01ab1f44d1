// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Table of the spaces of the open files, one line each: whether the space is chosen as X or Y, its shape, and the runs
/// of the comparison of the chosen X with this space. The chosen pair of spaces need not be open.
class SpaceModel : public TableModel
{
    Q_OBJECT

public:
    explicit SpaceModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { IsX, IsY, Name, Shape, Work, Columns };

    /// Chooses the space in a row as X or as Y. Returns false if the space is not in the file of X or of Y,
    /// respectively.
    bool choose(Side side, int row);
    const std::string &chosen(Side side) const { return m_chosen[place(side)]; }
    /// Row of a space that can be chosen as X or as Y (`side`); −1: not found.
    int rowOf(const std::string &space, Side side) const;

Q_SIGNALS:
    void chosenChanged();

protected:
    int rows() const override { return static_cast<int>(m_lines.size()); }
    QString text(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    struct Line
    {
        std::shared_ptr<const EmbeddingSet> space;
        std::array<bool, 2> of; ///< whether the file of X contains the space, and whether that of Y does
    };
    /// Numbers of comparisons, runs and seeds of two spaces. Two spaces can have several open comparisons, for example
    /// of a sample and of all items.
    struct Open
    {
        std::size_t pairs = 0, runs = 0, seeds = 0;
    };

    static std::size_t place(Side side) { return side == Side::x ? 0 : 1; }
    const Line &line(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
    void reset();
    void showWork();
    Open workOn(const std::string &spaceX, const std::string &spaceY) const;
    QString about(const Line &line) const;

    const Workspace &m_workspace;
    std::vector<Line> m_lines;
    std::array<std::string, 2> m_chosen;
};

} // namespace anchorscope::gui
