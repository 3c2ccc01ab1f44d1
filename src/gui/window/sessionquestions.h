// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"

class QMessageBox;

namespace anchorscope::gui {

class StartPage;

/// Questions about the data to compare, moved and changed files, a session that another program has changed, and work
/// to recover. Only confirmDiscard() and file dialogs run a nested event loop.
class SessionQuestions : public QObject
{
    Q_OBJECT

public:
    SessionQuestions(QWidget &window, StartPage &start, AppModel &model);

    /// Opens a session, or shows data files in the import dialog.
    void openFiles(const QStringList &paths);
    /// Continues the work of an entry of the recent files from its copy; without a copy, opens the files.
    void continueWork(const QStringList &files);
    /// Opens data in place of the current work. For other spaces of the open files, emits pairRequested() instead.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// Offers work that a crash left behind: on the start page or, if files are to be opened, in a dialog. Afterwards
    /// opens the files, or continues their work, unless the user recovered work.
    void offerRecovery(const QStringList &files = {}, bool continues = false);

    /// Saves under the current name or one that the user chooses; false if the user cancels.
    bool save();
    bool saveAs();
    /// True if the work is saved or the user discards it. If the user saves it now, returns false and calls `then`
    /// later.
    bool confirmDiscard(const QString &title, const std::function<void()> &then);
    /// Calls `act`, which closes the work, immediately or after saving; does not call it if the user cancels.
    void afterConfirmedDiscard(const QString &title, const std::function<void()> &act);

Q_SIGNALS:
    void leaving(); ///< reports that the open data will possibly be replaced
    void pairRequested(const anchorscope::gui::DataChoice &choice, const anchorscope::gui::OpenDatasets &more);

private:
    void askWhere(const QString &missing);
    void askAboutChanges(const QStringList &files, const QStringList &changes);
    void askAboutReplacing(const QString &path);
    void askAboutRecoveryCopies(QList<RecoveryCopy> recoveryCopies, const std::function<void()> &open);
    void recoverFirst();
    void discardFirst();
    void showRecoveryCopies();
    QMessageBox *box(const QString &title, const QString &text, const QString &detail);

    QWidget &m_window;
    StartPage &m_start;
    const AppModel &m_model;
    SessionController &m_session;
    AutosaveController &m_autosave;
    Runner &m_runner;
    std::function<void()> m_afterSaving;
    /// Recovery copies of sessions, which the start page offers one after the other.
    QList<RecoveryCopy> m_recoveryCopies;
};

} // namespace anchorscope::gui
