// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionopening.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Copy of unsaved work, with the files to which the work belongs.
struct WorkCopy
{
    QString path;
    QString original = {};    ///< session file to which the work belongs; empty: never saved
    io::FileStamp stamp = {}; ///< stamp (inode, size, time of change) of the file `original`
    QStringList files = {};   ///< paths of the work's entry in the list of recent files; empty: no entry
    bool isKept = false;      ///< true if the copy is kept after it was opened; the opened work then counts as saved
};

/// Opens and saves datasets, sessions and files of seeds in the background. A failure leaves the current work open.
class SessionController : public QObject
{
    Q_OBJECT

public:
    SessionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Opens one session, one dataset with at least two spaces, or two datasets. A file's content determines its type.
    void open(const QStringList &paths);
    /// Opens a bundled dataset and compares its first two spaces; for the globe “earth” and “atlas”, because its first
    /// two spaces look alike.
    void openExample(const QString &path);
    /// Opens two spaces in place of the current work. `more`: datasets in memory, which are not read again. `frame`:
    /// coordinates of the absolute panels.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {}, PanelFrame frame = PanelFrame::Automatic);
    /// Opens a further comparison with the current seeds, mapped by the ids of items, or switches to it if it is open.
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    /// True if `choice` names two spaces of the open files that are not yet open as a comparison.
    bool joins(const DataChoice &choice) const;
    /// Opens a session again after inputMoved(), with the path `found` for the file `missing`.
    void openWithMoved(const QString &missing, const QString &found);
    /// After inputsChanged(), opens the session if `anyway`; otherwise forgets it.
    void openChanged(bool anyway);
    void recover(const WorkCopy &copy);
    /// Path of the copy from which the open work was recovered; empty: none.
    const QString &recoveredFrom() const { return m_recoveredFrom; }
    /// Saves a session with the state at the time of the call; later changes count as unsaved. If another save is
    /// running, this one starts when that one has ended. If another program has changed the file since it was opened or
    /// saved here, emits changedOnDisk() and writes nothing, unless `anyway`.
    void save(const QString &path, bool anyway = false);
    bool saving() const { return m_saving.running(); }
    /// Names of the two spaces, such as "fasttext-word2vec".
    QString pairName() const;
    const QString &sessionPath() const { return m_sessionPath; }
    /// Sets the number of neighbours K for data that are opened later.
    void setUsualNeighbours(Index k) { m_usualNeighbours = k; }
    bool busy() const { return m_opening.running() || m_saving.running(); }

    void readSeeds(const QString &path);
    void writeSeeds(const QString &path);

    /// Path of an opened file with only one space, for which the user has to choose a second file; empty: none.
    const QString &waitingFile() const { return m_waitingFile; }

Q_SIGNALS:
    void opened(const QStringList &paths);
    void saved(const QString &path);
    void failed(const QString &sentence);
    void warned(const QString &sentence);
    void seedsRead();
    void secondFileNeeded(const QString &path);
    void inputMoved(const QString &path);
    /// Reports that data files have changed since the session was saved; `changes` describe the consequences.
    void inputsChanged(const QStringList &paths, const QStringList &changes);
    /// Reports that a session was not saved because another program has changed the file.
    void changedOnDisk(const QString &path);
    /// Reports that the health of the anchors must be measured again: it was measured when the opened session was
    /// saved, but sessions do not contain the result.
    void healthRequested();

private:
    OpenDatasets openNow() const;
    /// Opens spaces as a job. A file in `open` was read later than the open ones, so that it is taken from there.
    void startOpening(const DataChoice &choice, OpenDatasets open, Runner::Finish<OpenedWork> finish);
    void take(const QStringList &paths, Result<OpenedWork> result);
    void fail(const QStringList &paths, const Error &error);
    int pairOf(const DataChoice &choice) const;
    void takePair(Result<OpenedWork> result);
    void endSaving(const QString &path, const Status &status);

    Workspace &m_workspace;
    JobSlot m_opening, m_saving, m_pairs;
    QString m_sessionPath, m_waitingFile;
    io::FileStamp m_onDisk;
    struct Save
    {
        QString path;
        bool anyway = false;
    };
    std::optional<Save> m_nextSave;
    WorkCopy m_recovering;
    QString m_recoveredFrom;
    QStringList m_openedFrom;
    MovedFiles m_moved;
    Index m_usualNeighbours = Setup().retrieval.k;
    std::optional<OpenedWork> m_pending;
};

} // namespace anchorscope::gui
