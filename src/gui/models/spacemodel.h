// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// The spaces of the open files, one line each: which are chosen as X and as Y, their shapes, and the work that there
/// is on the pair of the chosen X with each of them. What is chosen need not be open yet.
class SpaceModel : public TableModel
{
    Q_OBJECT

public:
    explicit SpaceModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { IsX, IsY, Name, Shape, Work, Columns };

    /// Chooses the space of a line as X or Y. False: it is in the file of the other side.
    bool choose(Side side, int row);
    const std::string &chosen(Side side) const { return m_chosen[place(side)]; }
    int rowOf(const std::string &space, Side side) const; ///< −1: there is none

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
        std::array<bool, 2> of; ///< the file of X, of Y, has it
    };
    /// What is open of a pair of spaces, which may be open several times (of some items, of all).
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
