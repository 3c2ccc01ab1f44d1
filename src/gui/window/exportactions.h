// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/exportcontroller.h"

class QMainWindow;
class QMenu;

namespace anchorscope::gui {

class Figure;
class MessageBar;

/// File → Export, and the context menus of all plots.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// The window has its panels, docks and message bar.
    ExportActions(QMainWindow &window, const Workspace &workspace, ExportController &exports, QMenu &menu);

    void exportPlot(QWidget *first);

private:
    void addContent(QMenu &menu, const QString &text, ExportContent content, Panel panel);
    QList<QWidget *> plots() const;
    void offerInContextMenus();
    void save(ExportContent content, Panel panel);

    QMainWindow &m_window;
    ExportController &m_exports;
    MessageBar &m_messages;
    Figure &m_figure;
    struct Entry
    {
        QAction *action;
        ExportContent content;
        Panel panel;
    };
    std::vector<Entry> m_entries;
};

} // namespace anchorscope::gui
