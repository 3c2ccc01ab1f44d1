// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/autosavecontroller.h"

class QMessageBox;

namespace anchorscope::gui {

class StartPage;

/// Asks what only the user can know when files are opened: what of them to compare, where a moved file is now, whether
/// a changed one is meant, whether a session that somebody else wrote to is replaced, and whether work that a crash
/// left behind is wanted. No box waits in a nested event loop.
class SessionQuestions : public QObject
{
    Q_OBJECT

public:
    SessionQuestions(QWidget &window, StartPage &start, SessionController &session, AutosaveController &autosave,
                     Runner &runner);

    /// A session is opened as it is; data are shown first and opened when the user accepts.
    void openFiles(const QStringList &paths);
    /// In place of the work that is there; other spaces of open files beside it (pairRequested()).
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// What other programs left behind is offered on the start page; where files are to be opened, which hides it, it
    /// is asked about first, and the files are opened unless work was recovered.
    void offerRecovery(const QStringList &files = {});

    /// Under the name it has, or asks for one. False: the user changed their mind.
    bool save();
    bool saveAs();
    /// Whether the work may be let go of: all is saved, or the user gives it up. If the user wants it saved first,
    /// `then` is done when the file is complete.
    bool confirmDiscard(const QString &title, const std::function<void()> &then);
    /// Does what lets go of the work, now or after saving or not at all.
    void afterConfirmedDiscard(const QString &title, const std::function<void()> &act);

Q_SIGNALS:
    void leaving(); ///< what is open may be replaced next
    void pairRequested(const anchorscope::gui::DataChoice &choice, const anchorscope::gui::OpenDatasets &more);

private:
    void askWhere(const QString &missing);
    void askAboutChanges(const QStringList &files, const QStringList &changes);
    void askAboutReplacing(const QString &path);
    void askAboutLeftovers(QList<Leftover> leftovers, const QStringList &files);
    void recoverFirst();
    void discardFirst();
    void showLeftovers();
    QMessageBox *box(const QString &title, const QString &text, const QString &detail);

    QWidget &m_window;
    StartPage &m_start;
    SessionController &m_session;
    AutosaveController &m_autosave;
    Runner &m_runner;
    std::function<void()> m_afterSaving;
    QList<Leftover> m_leftovers; ///< on the start page, the first one in sight
};

} // namespace anchorscope::gui
