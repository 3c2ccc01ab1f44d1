// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QUndoCommand>

namespace anchorscope::gui {

/// One step of the history: the setup before and after.
class SetupCommand final : public QUndoCommand
{
public:
    SetupCommand(Workspace &workspace, const QString &name, Setup before, Setup after, int merge)
        : QUndoCommand(name), m_workspace(workspace), m_before(std::move(before)), m_after(std::move(after)),
          m_merge(merge)
    {
    }

    void undo() override { m_workspace.apply(m_before); }
    void redo() override { m_workspace.apply(m_after); }
    int id() const override { return m_merge; }
    bool mergeWith(const QUndoCommand *next) override
    {
        m_after = static_cast<const SetupCommand *>(next)->m_after;
        return true;
    }

private:
    Workspace &m_workspace;
    Setup m_before, m_after;
    const int m_merge;
};

/// One step of the history: how the spaces were looked at before and after.
class ViewCommand final : public QUndoCommand
{
public:
    ViewCommand(Workspace &workspace, const QString &name, const ViewState &before, const ViewState &after)
        : QUndoCommand(name), m_workspace(workspace), m_before(before), m_after(after)
    {
    }

    void undo() override { m_workspace.setView(m_before); }
    void redo() override { m_workspace.setView(m_after); }
    int id() const override { return 1 << 20; } // apart from those of SetupCommand
    bool mergeWith(const QUndoCommand *next) override
    {
        if (next->text() != text())
            return false;
        m_after = static_cast<const ViewCommand *>(next)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Workspace &m_workspace;
    ViewState m_before, m_after;
};

} // namespace anchorscope::gui
