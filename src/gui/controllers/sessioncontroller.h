// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionopening.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Copy of work that was left without saving it, and what it belongs to.
struct WorkCopy
{
    QString path;             ///< session file that contains the work
    QString original = {};    ///< session file that the work belongs to; empty: never saved
    io::FileStamp stamp = {}; ///< stamp of `original`
    QStringList files = {};   ///< entry of the recent files that the work belongs to; empty: none
    bool isKept = false;      ///< true if the copy stays where it is, so that opening it leaves nothing to be saved
};

/// Opens and saves datasets, sessions and files of seeds in the background. If opening fails, the current work is
/// unchanged.
class SessionController : public QObject
{
    Q_OBJECT

public:
    SessionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Opens one session, one dataset with at least two spaces, or two datasets; their first spaces are compared. The
    /// type of a file is recognized by its content.
    void open(const QStringList &paths);
    /// Opens a bundled dataset. Of the dataset of the globe, the spaces “earth” and “atlas” are opened, because its
    /// first two spaces look alike.
    void openExample(const QString &path);
    /// Opens two spaces, which replace the current work. `more`: datasets that are in memory already, so that they need
    /// not be read.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// Opens a further comparison, or switches to it if it is open already. The current seeds are copied to it, by the
    /// ids of their items.
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    /// True if `choice` names files that are open already, but a pair of spaces in them that is not open.
    bool joins(const DataChoice &choice) const;
    /// Continues opening a session after inputMoved(): opens it again, with the path `found` for the file `missing`.
    void openWithMoved(const QString &missing, const QString &found);
    /// Continues opening a session after inputsChanged() if `anyway` is true; otherwise does not open it.
    void openChanged(bool anyway);
    /// Opens an autosaved session as work on its original session file.
    void recover(const WorkCopy &copy);
    /// Path of the copy from which the open work was recovered; empty: it was not.
    const QString &recoveredFrom() const { return m_recoveredFrom; }
    /// Saves a session. When the file is complete, the state at the time of the call counts as saved; later changes do
    /// not. A request during another save is performed after it. If another program has changed the file since it was
    /// opened or saved here, emits changedOnDisk() and writes nothing, unless `anyway`.
    void save(const QString &path, bool anyway = false);
    bool saving() const { return m_saving.running(); }
    /// Names of the two spaces, such as "fasttext-word2vec".
    QString pairName() const;
    /// Path of the session file; empty if the work was never saved.
    const QString &sessionPath() const { return m_sessionPath; }
    /// Sets the number of neighbours K that data opened later begin with.
    void setUsualNeighbours(Index k) { m_usualNeighbours = k; }
    bool busy() const { return m_opening.running() || m_saving.running(); }

    /// Reads the pairs of a file and adds them to the seeds.
    void readSeeds(const QString &path);
    void writeSeeds(const QString &path);

    /// Path of an opened file with a single space, for which the user has to choose a second file; empty: none.
    const QString &waitingFile() const { return m_waitingFile; }

Q_SIGNALS:
    void opened(const QStringList &paths);
    void saved(const QString &path);
    void failed(const QString &sentence);
    void warned(const QString &sentence);
    void seedsRead();
    void secondFileNeeded(const QString &path);
    /// Reports that a data file of the session was not found under its path.
    void inputMoved(const QString &path);
    /// Reports that the contents of data files (`paths`) have changed since the session was saved; `changes` describe
    /// the consequences.
    void inputsChanged(const QStringList &paths, const QStringList &changes);
    /// Reports that a session was not saved, because another program has changed the file.
    void changedOnDisk(const QString &path);
    /// Reports that the opened session contained measurements of the anchors' health, which have to be repeated.
    void healthRequested();

private:
    OpenDatasets openNow() const;
    void take(const QStringList &paths, Result<OpenedWork> result);
    void fail(const QStringList &paths, const Error &error);
    int pairOf(const DataChoice &choice) const;
    void takePair(Result<OpenedWork> result);
    void endSaving(const QString &path, const Status &status);

    Workspace &m_workspace;
    JobSlot m_opening, m_saving, m_pairs;
    QString m_sessionPath, m_waitingFile;
    /// Stamp (inode, size, time of change) that the session file had when this program last opened or saved it.
    io::FileStamp m_onDisk;
    struct Save
    {
        QString path;
        bool anyway = false;
    };
    std::optional<Save> m_nextSave;
    WorkCopy m_recovering; ///< copy that recover() was called for last
    QString m_recoveredFrom;
    QStringList m_openedFrom;
    MovedFiles m_moved;
    Index m_usualNeighbours = Setup().retrieval.k;
    /// Opened session that waits for the user's answer to inputsChanged().
    std::optional<OpenedWork> m_pending;
};

} // namespace anchorscope::gui
