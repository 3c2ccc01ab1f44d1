// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/invariance.h"
#include "gui/state/workspace.h"
#include "jobs/newestslot.h"

#include <map>

namespace anchorscope::gui {

/// Which way to compare bears which change of Y: guessed by the user, then measured on the Y that is open, and from
/// then on also for the change that Y has at the moment.
class InvarianceTable : public QObject
{
    Q_OBJECT

public:
    InvarianceTable(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    enum class Guess { none, holds, breaks };
    static int rows();    ///< of invarianceCases()
    static int columns(); ///< of perturbations()
    static int cells() { return rows() * columns(); }

    Guess guess(int cell) const; ///< cell = row · columns() + column
    /// Nothing once the table is measured: a guess comes before.
    void setGuess(int cell, Guess guess);
    int guessed() const { return static_cast<int>(m_guesses.size()); }

    /// Why nothing can be measured now, or an empty string.
    QString obstacle() const;
    void measure();
    bool isMeasured() const { return !m_cells.empty(); }
    bool busy() const { return m_measuring.running() || m_following.running(); }
    /// None: not measured, or the space has too few dimensions.
    std::optional<Invariance> invariance(int cell) const;
    std::optional<double> moved(int cell) const;
    bool isHit(int cell) const; ///< the guess was right
    int hits() const;
    /// Of the change that Y has now; none where it is not measured.
    std::optional<Invariance> currentInvariance(int row) const;
    std::optional<int> currentlyHolding() const; ///< rows that bear it
    void clear();                                ///< guesses and measurements

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
    std::vector<double> m_now; ///< moved by m_nowOf, one for each row
    Transform m_nowOf;
};

} // namespace anchorscope::gui
