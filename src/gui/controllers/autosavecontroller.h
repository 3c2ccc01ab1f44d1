// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

#include <QDateTime>
#include <QLockFile>
#include <QPixmap>
#include <QTimer>

namespace anchorscope::gui {

/// Recovery copy of unsaved work, left by a process that ended abnormally.
struct RecoveryCopy
{
    QString journal;
    /// Path of the newest recovery copy whose size and hash match the journal.
    QString copy;
    /// Session file to which the unsaved work belongs; empty: none, or the file was changed after the copy.
    QString original;
    /// Stamp (inode, size, time of change) of the session file when it was compared with the journal.
    io::FileStamp originalStamp;
    bool originalChanged = false;
    QStringList files; ///< paths of the work's entry in the list of recent files; empty: no entry
    QPixmap picture;   ///< thumbnail of the panels; null: none
    QString data;      ///< description of the spaces and files, for the user
    QString work;      ///< description of the work when the copy was made, for the user
    QDateTime when;
    std::shared_ptr<QLockFile> lock; ///< lock that prevents other windows from offering this recovery copy
};

/// Autosaves unsaved work in the background, alternately to two files. Other users cannot read the folder of these
/// files. A journal lists the files with size and hash; after a crash, the user is offered only files that the journal
/// lists. The files are removed when the work is saved or replaced, or the window is closed.
class AutosaveController : public QObject
{
    Q_OBJECT

public:
    AutosaveController(Workspace &workspace, SessionController &session, Runner &runner, QObject *parent = nullptr);
    ~AutosaveController() override;

    /// Sets when a recovery copy is made: as soon as the work has not changed for the time `quiet`, but at the latest
    /// when the time `most` has passed since the first change that the previous copy does not contain.
    void setDelays(std::chrono::milliseconds quiet, std::chrono::milliseconds most);

    void setFiles(const QStringList &files) { m_files = files; }
    /// Saves work that has no session file to the file `copy`, so that the user can continue it later. Saves in the
    /// background; if the window is closing (`closes`), saves before returning. Unchanged work is not saved again.
    void keep(const QString &copy, bool closes);
    /// Writes a last recovery copy, which is kept when the process ends; then calls `then`.
    void endWithCopy(const std::function<void()> &then);

    /// Turns autosaving off; used if the program runs without a user.
    void disable() { m_disabled = true; }

    /// Recovery copies of ended processes, newest first. Also removes lock files of ended processes that have no copy.
    QList<RecoveryCopy> recoveryCopies() const;
    /// Opens a recovery copy as unsaved work. The copy is removed when this work is saved or discarded.
    void recover(const RecoveryCopy &recoveryCopy);
    static void discard(const RecoveryCopy &recoveryCopy);

Q_SIGNALS:
    /// Reports that a recovery copy was written; the receiver can save a thumbnail of the work to the file `picture`.
    void written(const QString &journal, const QString &picture);
    /// Reports that no recovery copy could be written. Not emitted again until a copy has been written.
    void failed(const QString &sentence);

private:
    struct Journal;
    void changed();
    void opened();
    void saved(const QString &path);
    void write();
    bool prepareFolder();
    void warn(const Error &error);
    void removeOwn();
    QString file(const QString &ending) const { return m_folder + '/' + m_token + ending; }

    Workspace &m_workspace;
    SessionController &m_session;
    JobSlot m_writing, m_keeping;
    const QString m_folder, m_token;
    QLockFile m_lock;
    QTimer m_quiet, m_most;
    std::shared_ptr<Journal> m_journal;
    int m_turn = 0;
    bool m_failing = false, m_disabled = false, m_stays = false;
    QStringList m_files; ///< paths of the work's entry in the list of recent files
    std::optional<RecoveryCopy> m_recovering;
    std::optional<RecoveryCopy> m_recovered; ///< recovery copy that the current work started from
};

} // namespace anchorscope::gui
