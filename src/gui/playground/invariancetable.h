// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/invariance.h"
#include "gui/state/workspace.h"
#include "jobs/newestslot.h"

#include <map>

namespace anchorscope::gui {

/// Table of similarities (rows) and transforms of Y (columns): whether each similarity is invariant to each transform.
/// The user predicts this, then it is measured on the current Y, and from then on also for its current transform.
class InvarianceTable : public QObject
{
    Q_OBJECT

public:
    InvarianceTable(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    enum class Guess { none, holds, breaks };
    static int rows();    ///< size of invarianceCases()
    static int columns(); ///< size of perturbations()
    static int cells() { return rows() * columns(); }

    Guess guess(int cell) const; ///< cell = row · columns() + column
    /// Sets a prediction. Has no effect once the table is measured.
    void setGuess(int cell, Guess guess);
    int guessed() const { return static_cast<int>(m_guesses.size()); }

    /// Reason why nothing can be measured now; empty if it can.
    QString obstacle() const;
    void measure();
    bool isMeasured() const { return !m_cells.empty(); }
    bool busy() const { return m_measuring.running() || m_following.running(); }
    /// Measured result of a cell; nullopt if not measured, or if the space has too few dimensions.
    std::optional<Invariance> invariance(int cell) const;
    std::optional<double> moved(int cell) const;
    bool isHit(int cell) const; ///< true if the prediction was correct
    int hits() const;
    /// Result for the current transform of Y; nullopt if not measured.
    std::optional<Invariance> currentInvariance(int row) const;
    std::optional<int> currentlyHolding() const; ///< number of rows with Invariance::holds
    void clear();                                ///< clears predictions and measurements

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
    std::vector<double> m_currentChanges; ///< relative change by m_currentTransform, for each row
    Transform m_currentTransform;
};

} // namespace anchorscope::gui
