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
    /// Journal file, which lists the recovery copies.
    QString journal;
    /// Path of the newest recovery copy whose size and hash match the journal.
    QString copy;
    /// Session file that the unsaved work belongs to; empty if the work was never saved or the file has changed.
    QString original;
    /// Stamp (inode, size, time of change) of the session file when it was compared with the journal.
    io::FileStamp originalStamp;
    bool originalChanged = false;
    QStringList files; ///< entry of the recent files that the work belongs to; empty: none
    QPixmap picture;   ///< thumbnail of the panels; null: none
    QString data;      ///< description of the spaces and files, for the user
    QString work;      ///< description of the state of the work when the copy was made, for the user
    QDateTime when;
    std::shared_ptr<QLockFile> lock; ///< lock of the recovery copy, which prevents other windows from offering it too
};

/// Autosaves unsaved work as recovery copies, in a separate folder that is closed to other users, never in the user's
/// file. Some time after a change, a copy is written in the background, alternately to two files. A journal lists the
/// copies with size and hash; after a crash, only listed copies are offered to the user. The copies are removed when
/// the work is saved or replaced by other work, or the window is closed.
class AutosaveController : public QObject
{
    Q_OBJECT

public:
    AutosaveController(Workspace &workspace, SessionController &session, Runner &runner, QObject *parent = nullptr);
    /// Removes the recovery copies of this process; they are not needed, because it ends normally.
    ~AutosaveController() override;

    /// Sets when recovery copies are made: after a period `quiet` without a change, but at the latest `most` after the
    /// first change that is not in a copy.
    void setDelays(std::chrono::milliseconds quiet, std::chrono::milliseconds most);

    /// Sets the entry of the recent files that the open work belongs to.
    void setFiles(const QStringList &files) { m_files = files; }
    /// Saves work that was never saved as a session to a copy from which it can be continued: in the background, or
    /// before returning if the window `closes`. Does not replace a copy if the open work has not been changed.
    void keep(const QString &copy, bool closes);
    /// Writes a last copy, which stays when the process ends, and calls `then` when it is complete.
    void endWithCopy(const std::function<void()> &then);

    /// Turns autosaving off, for a program that runs without a user.
    void disable() { m_disabled = true; }

    /// Recovery copies that ended processes have left, newest first. Also removes the locks of processes that have left
    /// only a lock.
    QList<RecoveryCopy> recoveryCopies() const;
    /// Opens a recovery copy as unsaved work. The copy is removed only when this work is saved or discarded.
    void recover(const RecoveryCopy &recoveryCopy);
    static void discard(const RecoveryCopy &recoveryCopy);

Q_SIGNALS:
    /// Reports that a copy was written; a thumbnail of the work may be saved as `picture`.
    void written(const QString &journal, const QString &picture);
    /// Reports that no recovery copy could be written. After that it is not emitted again until a copy has been
    /// written.
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
    /// Journal of the recovery copies of the current work.
    std::shared_ptr<Journal> m_journal;
    int m_turn = 0;
    bool m_failing = false, m_disabled = false, m_stays = false;
    QStringList m_files;                      ///< entry of the recent files that the open work belongs to
    std::optional<RecoveryCopy> m_recovering; ///< recovery copy that is being opened
    std::optional<RecoveryCopy> m_recovered;  ///< recovery copy that the current work started from
};

} // namespace anchorscope::gui
