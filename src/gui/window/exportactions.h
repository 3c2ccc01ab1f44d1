// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/exportcontroller.h"
#include "gui/controllers/translationcontroller.h"

class QMainWindow;
class QMenu;

namespace anchorscope::gui {

class Figure;
class MessageBar;
class PanelGrid;

/// Actions of File → Export, and of the context menus of all plots.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// Creates the actions. Call after the window has all its plots.
    ExportActions(QMainWindow &window, const Workspace &workspace, ExportController &exports,
                  TranslationController &translation, const PanelGrid &panels, MessageBar &messages, QMenu &menu);

    void exportPlot(QWidget *first);
    void save(ExportContent content, Panel panel);

private:
    void addContent(QMenu &menu, const QString &text, ExportContent content, Panel panel);
    void addAdapter(QMenu &menu, const QString &text, Side source);
    QList<QWidget *> plots() const;
    void offerInContextMenus(const PanelGrid &panels);

    QMainWindow &m_window;
    ExportController &m_exports;
    TranslationController &m_translation;
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
