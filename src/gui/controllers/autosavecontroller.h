// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

#include <QDateTime>
#include <QLockFile>
#include <QTimer>

namespace anchorscope::gui {

/// Unsaved work that a program left behind when it ended without closing.
struct Leftover
{
    QString journal;             ///< file that lists the copies
    QString copy;                ///< the newest copy whose size and hash are those of the journal
    QString original;            ///< session file it belongs to; empty: never saved, or the file is another one by now
    io::FileStamp originalStamp; ///< of that file, as it was compared with the journal
    bool originalChanged = false;
    QString data; ///< spaces and files, in words
    QString work; ///< what there was when the copy was made, in words
    QDateTime when;
    std::shared_ptr<QLockFile> lock; ///< so that no other window offers it too
};

/// Keeps a copy of unsaved work in a folder of its own, never in the user's file: a while after a change, in the
/// background, from a snapshot, two copies in turn. A journal names them with size and hash; what is offered after a
/// crash is decided by it alone. Copies go when the work was saved, was given up for other work, or the window was
/// closed. The folder is closed to other users.
class AutosaveController : public QObject
{
    Q_OBJECT

public:
    AutosaveController(Workspace &workspace, SessionController &session, Runner &runner, QObject *parent = nullptr);
    /// A proper end: removes this program's copies.
    ~AutosaveController() override;

    /// A copy is made after `quiet` without a change, but at the latest `most` after the first one.
    void setDelays(std::chrono::milliseconds quiet, std::chrono::milliseconds most);

    /// For programs that nobody works with: no copies are made.
    void disable() { m_disabled = true; }

    /// What programs that are gone left behind, newest first. Locks of programs that left nothing else go.
    QList<Leftover> leftovers() const;
    /// Opens the copy as unsaved work; it stays until that work was saved.
    void recover(const Leftover &leftover);
    static void discard(const Leftover &leftover);

Q_SIGNALS:
    void written(const QString &journal);
    /// Once, until a copy is written again.
    void failed(const QString &sentence);

private:
    struct Journal;
    void changed();
    void opened(const QStringList &paths);
    void saved(const QString &path);
    void write();
    bool prepareFolder();
    void warn(const Error &error);
    void removeOwn();
    QString file(const QString &ending) const { return m_folder + '/' + m_token + ending; }

    Workspace &m_workspace;
    SessionController &m_session;
    JobSlot m_writing;
    const QString m_folder, m_token;
    QLockFile m_lock;
    QTimer m_quiet, m_most;
    std::shared_ptr<Journal> m_journal; ///< of the present work
    int m_turn = 0;
    bool m_failing = false, m_disabled = false;
    std::optional<Leftover> m_recovering; ///< is being opened
    std::optional<Leftover> m_recovered;  ///< what the present work came from
};

} // namespace anchorscope::gui
