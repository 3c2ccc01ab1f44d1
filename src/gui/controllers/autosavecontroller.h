// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

#include <QDateTime>
#include <QLockFile>
#include <QPixmap>
#include <QTimer>

namespace anchorscope::gui {

/// Recovery copy of unsaved work, left by a process that ended without closing.
struct RecoveryCopy
{
    QString journal;             ///< file that lists the copies
    QString copy;                ///< path of the newest copy whose size and hash match the journal
    QString original;            ///< session file that the work belongs to; empty: never saved, or the file has changed
    io::FileStamp originalStamp; ///< stamp of the session file when it was compared with the journal
    bool originalChanged = false;
    QStringList files; ///< entry of the recent files that the work belongs to; empty: none
    QPixmap picture;   ///< thumbnail of the panels; null: none
    QString data;      ///< description of the spaces and files, for the user
    QString work;      ///< description of the state of the work when the copy was made, for the user
    QDateTime when;
    std::shared_ptr<QLockFile> lock; ///< lock that prevents other windows from offering the same copy
};

/// Keeps copies of unsaved work in a separate folder that is closed to other users, never in the user's file. A copy is
/// written in the background some time after a change, from a snapshot, alternately to two files. A journal lists the
/// copies with size and hash; only listed copies are offered after a crash. Copies are removed when the work is saved,
/// replaced by other work, or the window is closed.
class AutosaveController : public QObject
{
    Q_OBJECT

public:
    AutosaveController(Workspace &workspace, SessionController &session, Runner &runner, QObject *parent = nullptr);
    /// Removes the recovery copies of this process, because it ends normally.
    ~AutosaveController() override;

    /// Sets when copies are made: after `quiet` without a change, but at the latest `most` after the first change.
    void setDelays(std::chrono::milliseconds quiet, std::chrono::milliseconds most);

    /// Sets the entry of the recent files that the open work belongs to.
    void setFiles(const QStringList &files) { m_files = files; }
    /// Saves work that was never saved as a session to a copy from which it can be continued: in the background, or
    /// before returning if the window `closes`. Does not replace a copy if the open work has not been changed.
    void keep(const QString &copy, bool closes);
    /// Writes a last copy, which stays when the process ends, and calls `then` when it is complete.
    void endWithCopy(const std::function<void()> &then);

    /// Turns autosaving off, for programs without a user.
    void disable() { m_disabled = true; }

    /// Recovery copies left behind by ended processes, newest first. Also removes locks of processes that left nothing
    /// else.
    QList<RecoveryCopy> recoveryCopies() const;
    /// Opens a recovery copy as unsaved work. The copy is kept until that work is saved.
    void recover(const RecoveryCopy &recoveryCopy);
    static void discard(const RecoveryCopy &recoveryCopy);

Q_SIGNALS:
    /// Reports that a copy was written; a thumbnail of the work may be saved as `picture`.
    void written(const QString &journal, const QString &picture);
    /// Reports that no copy could be written. Emitted once, and again only after a copy was written.
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
    std::shared_ptr<Journal> m_journal; ///< journal of the copies of the current work
    int m_turn = 0;
    bool m_failing = false, m_disabled = false, m_stays = false;
    QStringList m_files;                      ///< entry of the recent files that the open work belongs to
    std::optional<RecoveryCopy> m_recovering; ///< recovery copy that is being opened
    std::optional<RecoveryCopy> m_recovered;  ///< recovery copy that the current work started from
};

} // namespace anchorscope::gui
