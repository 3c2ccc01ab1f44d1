// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/notifier.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QWidget>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::seconds messageTime{10};

QString timeTaken(std::chrono::seconds time)
{
    const auto seconds = static_cast<int>(time.count());
    constexpr int minute = 60;
    if (seconds < 2 * minute)
        return Notifier::tr("%1 seconds").arg(seconds);
    return Notifier::tr("%1 minutes").arg((seconds + minute / 2) / minute);
}

} // namespace

Notifier::Notifier(Runner &runner, Hooks hooks, QObject *parent) : QObject(parent), m_hooks(std::move(hooks))
{
    connect(&runner, &Runner::started, this, [this](Job *job) { m_begun[job] = m_hooks.now(); });
    connect(&runner, &Runner::ended, this, &Notifier::ended);
}

void Notifier::ended(Job *job)
{
    const auto begun = m_begun.extract(job);
    if (begun.empty() || job->control()->cancelRequested())
        return;
    const auto taken = std::chrono::duration_cast<std::chrono::seconds>(m_hooks.now() - begun.mapped());
    if (taken >= patience && m_hooks.away())
        m_hooks.tell(job->title(), tr("Finished after %1.").arg(timeTaken(taken)));
}

void showDesktopNotification(QWidget &window, const QString &title, const QString &sentence)
{
    QApplication::alert(&window);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    auto *tray = window.findChild<QSystemTrayIcon *>();
    if (!tray) {
        tray = new QSystemTrayIcon(applicationIcon(), &window);
        QObject::connect(tray, &QSystemTrayIcon::messageClicked, &window, [&window] {
            window.raise();
            window.activateWindow();
        });
        QObject::connect(qApp, &QApplication::applicationStateChanged, tray, [tray](Qt::ApplicationState state) {
            if (state == Qt::ApplicationActive)
                tray->hide();
        });
    }
    tray->show();
    tray->showMessage(shownText(title), sentence, applicationIcon(),
                      static_cast<int>(std::chrono::milliseconds(messageTime).count()));
}

} // namespace anchorscope::gui
