// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/exportcontroller.h"
#include "gui/controllers/translationcontroller.h"

class QMainWindow;
class QMenu;

namespace anchorscope::gui {

class ExportDialog;
class Figure;
class MessageBar;
class PanelGrid;

/// Actions of File → Export, and of the context menus of plots.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// Creates the actions; the window must already have all its plots.
    ExportActions(QMainWindow &window, const Workspace &workspace, ExportController &exports,
                  TranslationController &translation, const PanelGrid &panels, MessageBar &messages, QMenu &menu);

    void exportPlot(QWidget *first);
    /// Exports the panels as a slide: the spaces before and after they are made relative to anchors.
    void exportBeforeAndAfter();
    void save(ExportContent content, Panel panel);

private:
    void open(ExportDialog &dialog);
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
