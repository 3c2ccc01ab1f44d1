// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/invariance.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <map>

namespace anchorscope::gui {

/// Table of similarities (rows) and transforms of Y (columns). A cell shows whether the similarity is invariant to the
/// transform. The user predicts the cells; then each transform is applied to the current Y, and the cells are measured.
/// After that, the transform that the user has given Y is measured as well.
class InvarianceTable : public QObject
{
    Q_OBJECT

public:
    InvarianceTable(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    enum class Guess { none, holds, breaks };
    static int rows();    ///< number of rows of the table: one for each of invarianceCases()
    static int columns(); ///< number of columns of the table: one for each of perturbations()
    static int cells() { return rows() * columns(); }

    Guess guess(int cell) const; ///< prediction of a cell; the number of a cell is row · columns() + column

    /// Sets the user's prediction of a cell. Has no effect after the table has been measured.
    void setGuess(int cell, Guess guess);
    int guessed() const { return static_cast<int>(m_guesses.size()); }

    /// Reason why the table cannot be measured now; empty if it can.
    QString obstacle() const;
    void measure();
    bool isMeasured() const { return !m_cells.empty(); }
    bool busy() const { return m_measuring.running() || m_following.running(); }
    /// Measured degree of invariance in a cell; nullopt if it is not measured, or if the space has too few dimensions.
    std::optional<Invariance> invariance(int cell) const;
    std::optional<double> moved(int cell) const;
    bool isHit(int cell) const; ///< true if the user's prediction of this cell was correct
    int hits() const;
    /// Degree to which the similarity of a row is invariant to the current transform of Y; nullopt if not measured.
    std::optional<Invariance> currentInvariance(int row) const;
    /// Number of similarities (rows) that are invariant to the current transform of Y (Invariance::holds).
    std::optional<int> currentlyHolding() const;
    void clear();

Q_SIGNALS:
    void changed();

private:
    void follow();
    std::vector<ItemIndex> anchors() const;

    Workspace &m_workspace;
    JobSlot m_measuring;
    NewestSlot m_following;
    std::map<int, Guess> m_guesses;
    std::vector<InvarianceCell> m_cells;
    std::vector<double> m_currentChanges; ///< relative change of each similarity (row) caused by m_currentTransform
    Transform m_currentTransform;
};

} // namespace anchorscope::gui
