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

/// Opens and saves datasets, sessions and seeds in the background. After an error, the current work is unchanged.
class SessionController : public QObject
{
    Q_OBJECT

public:
    SessionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Opens one session, one dataset with at least two spaces, or two datasets, whose first spaces are compared. The
    /// type of a file is detected by its content.
    void open(const QStringList &paths);
    /// Opens a bundled dataset: of the globe, the Earth and an atlas, as the first two spaces look alike.
    void openExample(const QString &path);
    /// Opens two spaces in place of the current work. `more`: datasets that have already been read.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// Opens a further comparison, or switches to it if it is open already. Carries the current seeds over by item id.
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    /// True if a choice names other spaces of files that are already open.
    bool joins(const DataChoice &choice) const;
    /// Continues opening after inputMoved(): opens the session again with the new path of a file.
    void openWithMoved(const QString &missing, const QString &found);
    /// Continues opening after inputsChanged(), or discards the session.
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
    QString pairName() const; ///< name of the pair of spaces, such as "fasttext-word2vec"
    /// Path of the session file; empty if it was never saved.
    const QString &sessionPath() const { return m_sessionPath; }
    /// Sets the number of neighbours K for data that are opened later.
    void setUsualNeighbours(Index k) { m_usualNeighbours = k; }
    bool busy() const { return m_opening.running() || m_saving.running(); }

    /// Adds the pairs of a file to the seeds.
    void readSeeds(const QString &path);
    void writeSeeds(const QString &path);

    /// File with a single space that waits for a second file; empty: none.
    const QString &waitingFile() const { return m_waitingFile; }

Q_SIGNALS:
    void opened(const QStringList &paths);
    void saved(const QString &path);
    void failed(const QString &sentence);
    void warned(const QString &sentence);
    void seedsRead();
    void secondFileNeeded(const QString &path);
    /// Reports that a file of the session was not found.
    void inputMoved(const QString &path);
    /// Reports that the contents of these files have changed since the session was saved; `changes` describe the
    /// effects.
    void inputsChanged(const QStringList &paths, const QStringList &changes);
    /// Reports that a session was not saved, because another program has changed the file.
    void changedOnDisk(const QString &path);
    /// Reports that the opened session contained the anchors' health, which is to be measured again.
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
    io::FileStamp m_onDisk; ///< stamp of the session file when it was opened or saved here
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
    std::optional<OpenedWork> m_pending; ///< work that waits for the answer to inputsChanged()
};

} // namespace anchorscope::gui
