// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// One place in the two lists of neighbours of an item: its neighbour in X, and the neighbour of its partner in Y.
struct NeighbourPair
{
    ItemIndex x = noItem, y = noItem;
    float similarityX = 0, similarityY = 0;
    bool sharedX = false; ///< the neighbour's partner is in the other list
    bool sharedY = false;
};

/// How an anchor sees the item in X and its partner in Y.
struct AnchorBar
{
    ItemIndex anchorOfX = noItem;
    float x = 0, y = 0;
    bool seed = false;
};

/// What is known of the item in focus.
struct Inspection
{
    Selection::Hover item;
    std::vector<NeighbourPair> neighbours;
    std::vector<AnchorBar> fingerprint; ///< largest disagreement first; empty without anchors in both spaces
    double overlap = 0;                 ///< Jaccard index of the two lists
    std::optional<double> cosine;       ///< of the two relative vectors
};

/// Looks at the item in focus: its neighbours in both spaces side by side, and its relative vectors. In the background.
class InspectorController : public QObject
{
    Q_OBJECT

public:
    InspectorController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    const Inspection &inspection() const { return m_inspection; }

    enum class Space { Absolute, Relative };
    Space space() const { return m_space; }
    void setSpace(Space space);
    Index k() const { return m_k; }
    void setK(Index k);

Q_SIGNALS:
    void changed();

private:
    void inspect();

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_job;
    Inspection m_inspection;
    Space m_space = Space::Absolute;
    Index m_k = 12;
};

} // namespace anchorscope::gui
