// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/autosavecontroller.h"

class QMessageBox;

namespace anchorscope::gui {

class StartPage;

/// Dialogs for questions that only the user can answer: which data to compare, the new place of a moved file, whether
/// to accept a changed file, whether to overwrite a session that another program has changed, and whether to recover
/// work after a crash. Only confirmDiscard() and file dialogs run a nested event loop.
class SessionQuestions : public QObject
{
    Q_OBJECT

public:
    SessionQuestions(QWidget &window, StartPage &start, SessionController &session, AutosaveController &autosave,
                     Runner &runner);

    /// Opens a session, or shows data files in the import dialog; the data are opened if the user accepts this dialog.
    void openFiles(const QStringList &paths);
    /// Continues the work on an entry of the recent files. Its private copy was written when the user closed the work,
    /// or by the autosave before a crash; without a copy the files are opened.
    void continueWork(const QStringList &files);
    /// Opens data, which replace the current work. If the data are other spaces of the open files, requests instead
    /// that they are added as a comparison (pairRequested()).
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// Offers work that a crash left behind: on the start page, or in a dialog if files are to be opened, which hides
    /// that page. Opens the files afterwards, or continues the work on them, unless work was recovered.
    void offerRecovery(const QStringList &files = {}, bool continues = false);

    /// Saves the work under its current name or, without one, under a name chosen by the user. Returns false if the
    /// user cancels.
    bool save();
    bool saveAs();
    /// Returns true if the current work may be closed, because it has been saved or the user discards it. If the user
    /// chooses to save it first, returns false and calls `then` after saving.
    bool confirmDiscard(const QString &title, const std::function<void()> &then);
    /// Calls `act`, which closes the current work: immediately or after saving, but not if the user cancels.
    void afterConfirmedDiscard(const QString &title, const std::function<void()> &act);

Q_SIGNALS:
    void leaving(); ///< reports that the open data may be about to be replaced
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
    SessionController &m_session;
    AutosaveController &m_autosave;
    Runner &m_runner;
    std::function<void()> m_afterSaving;
    /// Copies of unsaved work that the start page offers to recover, one after the other.
    QList<RecoveryCopy> m_recoveryCopies;
};

} // namespace anchorscope::gui
