// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// Table of the spaces of the open files. A row shows whether the space is chosen as X or Y, its shape, and the runs of
/// its comparison with the chosen X. The chosen spaces may be two that are not yet open as a comparison.
class SpaceModel : public TableModel
{
    Q_OBJECT

public:
    explicit SpaceModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { IsX, IsY, Name, Shape, Work, Columns };

    /// Chooses a space as X or Y. Returns false if the file of X (or Y) does not contain the space.
    bool choose(Side side, int row);
    const std::string &chosen(Side side) const { return m_chosen[place(side)]; }
    /// Row of a space that can be chosen as `side`; −1: none.
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
        std::array<bool, 2> of; ///< true if the file of X, or that of Y, contains the space
    };
    /// Number of open comparisons of two spaces, number of their runs, and largest number of seeds in one of them.
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
