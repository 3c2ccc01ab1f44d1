// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/desktopactions.h"

#include "core/parallel.h"
#include "gui/desktop/crashlog.h"
#include "gui/desktop/handbookwindow.h"
#include "gui/desktop/help.h"
#include "gui/desktop/notifier.h"
#include "gui/desktop/preferencesdialog.h"
#include "gui/desktop/whatsthis.h"
#include "gui/lessons/lessonsui.h"
#include "gui/models/appmodel.h"
#include "gui/style/theme.h"
#include "ui_mainwindow.h"

#include <QDesktopServices>
#include <QDir>
#include <QGuiApplication>
#include <QUrl>
#include <QWhatsThis>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

DesktopActions::DesktopActions(QMainWindow &window, AppModel &model, LessonsUi &lessons, Ui::MainWindow &ui)
    : QObject(&window), m_window(window), m_model(model), m_lessons(lessons)
{
    ui.actionHandbook->setIcon(icon("help"));
    ui.actionPreferences->setIcon(icon("settings"));
    connectHelp(ui);
    connect(ui.actionPreferences, &QAction::triggered, this, &DesktopActions::openPreferences);
    apply(savedPreferences());
    new Notifier(
        model.runner,
        {[] { return Notifier::Clock::now(); },
         [this] { return m_notify && QGuiApplication::applicationState() != Qt::ApplicationActive; },
         [&window](const QString &title, const QString &text) { showDesktopNotification(window, title, text); }},
        this);
    explainControls(window);
}

DesktopActions::~DesktopActions() = default;

void DesktopActions::connectHelp(Ui::MainWindow &ui)
{
    connect(ui.actionHandbook, &QAction::triggered, this, [this] { openHandbook(handbookPageFor(m_window)); });
    connect(ui.actionShortcuts, &QAction::triggered, this, [this] { openHandbook("shortcuts"); });
    connect(ui.actionWhatsThis, &QAction::triggered, this, [] { QWhatsThis::enterWhatsThisMode(); });
    connect(ui.actionLicenses, &QAction::triggered, this, [this] { openHandbook("licenses"); });
    connect(ui.actionAbout, &QAction::triggered, this, [this] { showAbout(&m_window); });
    connect(ui.actionCrashReports, &QAction::triggered, this,
            [] { QDesktopServices::openUrl(QUrl::fromLocalFile(crashFolder())); });
    const auto offer = [action = ui.actionCrashReports] { action->setEnabled(!QDir(crashFolder()).isEmpty()); };
    connect(ui.menuHelp, &QMenu::aboutToShow, this, offer);
    offer();
}

void DesktopActions::openHandbook(const QString &page)
{
    if (!m_handbook)
        m_handbook = new HandbookWindow(m_window);
    m_handbook->open(page);
}

void DesktopActions::openPreferences()
{
    auto *dialog = new PreferencesDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreferencesDialog::changed, this, &DesktopActions::apply);
    dialog->open();
}

void DesktopActions::apply(const Preferences &preferences)
{
    using namespace std::chrono_literals;
    // A ThreadLimit restores the earlier limit when destroyed, so the old one is destroyed before a new one is made.
    m_threads.reset();
    if (preferences.threads > 0)
        m_threads = std::make_unique<ThreadLimit>(preferences.threads);
    m_model.autosave.setDelays(20s, std::chrono::minutes(preferences.autosaveMinutes));
    m_model.session.setUsualNeighbours(preferences.neighbours);
    m_notify = preferences.notify;
    if (std::exchange(m_lessonFolder, preferences.lessons) != preferences.lessons)
        m_lessons.setOwnFolder(preferences.lessons);
}

} // namespace anchorscope::gui
