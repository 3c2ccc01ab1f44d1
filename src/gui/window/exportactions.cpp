// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/exportactions.h"

#include "gui/pages/exportdialog.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/window/figure.h"
#include "gui/window/messagebar.h"
#include "gui/window/panelgrid.h"

#include <QMainWindow>
#include <QMenu>
#include <QStatusBar>

namespace anchorscope::gui {

ExportActions::ExportActions(QMainWindow &window, const Workspace &workspace, ExportController &exports,
                             TranslationController &translation, const PanelGrid &panels, MessageBar &messages,
                             QMenu &menu)
    : QObject(&window), m_window(window), m_exports(exports), m_translation(translation), m_messages(messages),
      m_figure(*new Figure(workspace, panels, &window))
{
    QAction *plot = menu.addAction(icon("export"), tr("&Plot…"), this, [this] { exportPlot(nullptr); });
    plot->setShortcut(QKeySequence("Ctrl+Shift+E"));
    plot->setObjectName("actionExportPlot");
    plot->setStatusTip(tr("Export a plot as an image or vector graphic"));
    QAction *slide = menu.addAction(tr("Be&fore and after…"), this, &ExportActions::exportBeforeAndAfter);
    slide->setObjectName("actionBeforeAndAfter");
    slide->setStatusTip(tr("A slide of the spaces in their own coordinates and relative to the anchors"));
    connect(&menu, &QMenu::aboutToShow, slide, [this, slide] {
        slide->setEnabled(m_exports.obstacle(ExportContent::Coordinates, Panel::RelativeY).isEmpty());
    });
    menu.addSeparator();
    addContent(menu, tr("Coordinates of X &absolute…"), ExportContent::Coordinates, Panel::AbsoluteX);
    addContent(menu, tr("Coordinates of Y a&bsolute…"), ExportContent::Coordinates, Panel::AbsoluteY);
    addContent(menu, tr("Coordinates of X &relative…"), ExportContent::Coordinates, Panel::RelativeX);
    addContent(menu, tr("Coordinates of Y r&elative…"), ExportContent::Coordinates, Panel::RelativeY);
    menu.addSeparator();
    addContent(menu, tr("Relative vectors of &X…"), ExportContent::RelativeVectors, Panel::RelativeX);
    addContent(menu, tr("Relative vectors of &Y…"), ExportContent::RelativeVectors, Panel::RelativeY);
    addContent(menu, tr("A&nchors…"), ExportContent::Anchors, Panel::AbsoluteX);
    addContent(menu, tr("&Correspondences…"), ExportContent::Correspondences, Panel::AbsoluteY);
    addAdapter(menu, tr("A&dapter from X to Y…"), Side::x);
    addAdapter(menu, tr("Adapter fr&om Y to X…"), Side::y);
    menu.addSeparator();
    addContent(menu, tr("&Selection in X…"), ExportContent::Selection, Panel::AbsoluteX);
    addContent(menu, tr("Selec&tion in Y…"), ExportContent::Selection, Panel::AbsoluteY);
    connect(&menu, &QMenu::aboutToShow, this, [this] {
        for (const Entry &entry : m_entries)
            entry.action->setEnabled(m_exports.obstacle(entry.content, entry.panel).isEmpty());
    });
    connect(&exports, &ExportController::written, this, [this](const QString &path) {
        m_window.statusBar()->showMessage(shownName(tr("Wrote %1").arg(path)), 8000);
    });
    connect(&exports, &ExportController::failed, this,
            [this](const QString &sentence) { m_messages.showMessage(MessageBar::Kind::Error, sentence); });
    connect(&translation, &TranslationController::adapterWritten, this,
            [this](const QString &path, const QString &sentence) {
                m_messages.showMessage(MessageBar::Kind::Good, shownName(tr("Wrote %1. ").arg(path)) + sentence);
            });
    offerInContextMenus(panels);
}

void ExportActions::addContent(QMenu &menu, const QString &text, ExportContent content, Panel panel)
{
    QAction *action = menu.addAction(text, this, [this, content, panel] { save(content, panel); });
    m_entries.push_back({action, content, panel});
}

void ExportActions::addAdapter(QMenu &menu, const QString &text, Side source)
{
    QAction *action = menu.addAction(text, this, [this, source] {
        if (const QString path = askWhereToWriteAdapter(&m_window, "adapter.npz"); !path.isEmpty())
            m_translation.saveAdapter(path, "canonical", source);
    });
    action->setObjectName(source == Side::x ? "actionExportAdapter" : "actionExportAdapterBack");
    action->setStatusTip(tr("A map for new vectors, with its retained recall; other maps are in the Translation dock"));
    connect(&menu, &QMenu::aboutToShow, action, [this, action, tip = action->statusTip()] {
        const QString obstacle = m_translation.adapterObstacle();
        action->setEnabled(obstacle.isEmpty());
        action->setStatusTip(obstacle.isEmpty() ? tip : obstacle);
    });
}

void ExportActions::save(ExportContent content, Panel panel)
{
    static const std::map<ExportContent, QString> names = {{ExportContent::Coordinates, "coordinates"},
                                                           {ExportContent::RelativeVectors, "relative"},
                                                           {ExportContent::Anchors, "anchors"},
                                                           {ExportContent::Correspondences, "correspondences"},
                                                           {ExportContent::Selection, "selection"}};
    const bool asArray = content != ExportContent::Correspondences;
    if (const QString path = askWhereToWriteData(&m_window, names.at(content), asArray); !path.isEmpty())
        m_exports.write(content, panel, path);
}

QList<QWidget *> ExportActions::plots() const
{
    QList<QWidget *> found;
    for (QWidget *widget : m_window.findChildren<QWidget *>()) {
        if (dynamic_cast<ExportablePlot *>(widget))
            found << widget;
    }
    return found;
}

void ExportActions::exportPlot(QWidget *first)
{
    QList<QWidget *> visible;
    bool panels = false;
    for (QWidget *plot : plots()) {
        if (!plot->isVisible() || plot->visibleRegion().isEmpty())
            continue;
        if (m_figure.shows(plot)) // panels are not offered separately, because the figure contains all of them
            panels = true;
        else
            visible << plot;
    }
    if (panels)
        visible.prepend(&m_figure);
    if (visible.isEmpty())
        return m_messages.showMessage(MessageBar::Kind::Information, tr("There is no plot on the screen yet."));
    if (!first)
        first = m_window.focusWidget();
    if (panels && (m_figure.shows(first) || !visible.contains(first))) {
        m_figure.showOnly(m_figure.shows(first) ? first : nullptr);
        first = &m_figure;
    }
    open(*new ExportDialog(visible, first, &m_window));
}

void ExportActions::exportBeforeAndAfter()
{
    m_figure.showBeforeAndAfter();
    auto *dialog = new ExportDialog({&m_figure}, &m_figure, &m_window);
    dialog->useSlide();
    open(*dialog);
}

void ExportActions::open(ExportDialog &dialog)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    connect(&dialog, &ExportDialog::written, &m_exports, &ExportController::written);
    dialog.open();
}

void ExportActions::offerInContextMenus(const PanelGrid &panels)
{
    for (QWidget *plot : plots()) {
        auto *action = new QAction(icon("export"), tr("Export this plot…"), plot);
        connect(action, &QAction::triggered, this, [this, plot] { exportPlot(plot); });
        plot->addAction(action);
        plot->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    for (const Panel panel : allPanels) {
        QWidget *view = panels.view(panel);
        const auto add = [&](const QString &text, ExportContent content) {
            auto *action = new QAction(text, view);
            connect(action, &QAction::triggered, this, [this, content, panel] { save(content, panel); });
            view->addAction(action);
        };
        add(tr("Export coordinates…"), ExportContent::Coordinates);
        if (isRelative(panel))
            add(tr("Export relative vectors…"), ExportContent::RelativeVectors);
        add(tr("Export the selection…"), ExportContent::Selection);
    }
}

} // namespace anchorscope::gui
