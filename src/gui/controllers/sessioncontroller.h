// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionvalue.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Where files of a session are now, by where they were.
using MovedFiles = std::map<std::string, std::string>;

/// Opens and saves, in the background: data sets, sessions, seeds. What is there stays as it was on any error.
class SessionController : public QObject
{
    Q_OBJECT

public:
    SessionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// One session, one data set of at least two spaces, or two data sets of which the first spaces are compared.
    void open(const QStringList &paths);
    /// Other spaces, another pairing or another number of items of what is open or can be opened.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    static bool isSession(const QString &path);
    /// The answer to inputMoved: opens the session again, with a file at its new place.
    void openWithMoved(const QString &missing, const QString &found);
    /// The answer to inputsChanged.
    void openChanged(bool anyway);
    /// Opens an autosaved session as the unsaved work on the session `original` (empty: never saved).
    void recover(const QString &autosave, const QString &original);
    /// Writes a session; the workspace counts as saved only when the file is complete.
    void save(const QString &path);
    /// Path of the session file, empty if it was never saved.
    const QString &sessionPath() const { return m_sessionPath; }
    bool busy() const { return m_opening.running() || m_saving.running(); }

    /// Adds the pairs of a file to the seeds.
    void readSeeds(const QString &path);
    void writeSeeds(const QString &path);

    /// A file of one space that waits for a second one; empty: none.
    const QString &waitingFile() const { return m_waitingFile; }

Q_SIGNALS:
    void opened(const QStringList &paths);
    void saved(const QString &path);
    void failed(const QString &sentence);
    void warned(const QString &sentence);
    void secondFileNeeded(const QString &path);
    /// A session uses a file that is gone.
    void inputMoved(const QString &path);
    /// A session was made from other contents of these files.
    void inputsChanged(const QStringList &paths);
    /// The session that was opened had the anchors' health measured.
    void healthWanted();

private:
    struct Opened
    {
        std::shared_ptr<const LoadedData> data;
        std::optional<io::Session> session;
        Setup setup;
        QStringList warnings, changedFiles;
    };
    static Result<Opened> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context);
    static Result<Opened> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context);
    OpenDatasets openNow() const;
    void take(const QStringList &paths, Result<Opened> result);

    Workspace &m_workspace;
    JobSlot m_opening, m_saving, m_pairs;
    QString m_sessionPath, m_waitingFile;
    QString m_recovering, m_recoveringFrom;
    QStringList m_openedFrom;
    MovedFiles m_moved;
    std::optional<Opened> m_pending; ///< waits for the answer to inputsChanged
};

} // namespace anchorscope::gui
