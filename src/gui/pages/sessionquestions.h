// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/autosave.h"

class QMessageBox;

namespace anchorscope::gui {

/// Asks what only the user can know when files are opened: what of them to compare, where a moved file is now, whether a
/// changed one is meant, and whether work that a crash left behind is wanted. No box waits in a nested event loop.
class SessionQuestions : public QObject
{
    Q_OBJECT

public:
    SessionQuestions(QWidget &window, SessionController &session, Autosave &autosave, Runner &runner);

    /// A session is opened as it is; data are shown first and opened when the user accepts.
    void openFiles(const QStringList &paths);
    /// Asks about what other programs left behind, if there is anything.
    void offerRecovery();

private:
    void askWhere(const QString &missing);
    void askAboutChanges(const QStringList &files);
    void askAboutLeftovers(QList<Leftover> leftovers);
    QMessageBox *box(const QString &title, const QString &text, const QString &detail);

    QWidget &m_window;
    SessionController &m_session;
    Autosave &m_autosave;
    Runner &m_runner;
};

} // namespace anchorscope::gui
