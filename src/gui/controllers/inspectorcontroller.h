// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/inspection.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

struct Inspection : ItemInspection
{
    Selection::Hover item = {};
};

/// Finds the neighbours of the item in focus in both spaces, and its relative vectors, in the background.
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
