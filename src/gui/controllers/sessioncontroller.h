// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionopening.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Opens and saves, in the background: data sets, sessions, seeds. What is there stays as it was on any error.
class SessionController : public QObject
{
    Q_OBJECT

public:
    SessionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// One session, one data set of at least two spaces, or two data sets of which the first spaces are compared. What
    /// a file is, its content says.
    void open(const QStringList &paths);
    /// Spaces of what is open or can be opened, in place of the work that is there.
    void openChoice(const DataChoice &choice, const OpenDatasets &more = {});
    /// The same beside the pairs of spaces that are open, or that pair where it is open already. Seeds of the pair
    /// before are kept by the ids of their items.
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    /// Whether these are other spaces of files that are open.
    bool joins(const DataChoice &choice) const;
    /// The answer to inputMoved: opens the session again, with a file at its new place.
    void openWithMoved(const QString &missing, const QString &found);
    /// The answer to inputsChanged.
    void openChanged(bool anyway);
    /// Opens an autosaved session as the unsaved work on the session `original` (empty: never saved), a file of that
    /// stamp.
    void recover(const QString &autosave, const QString &original, const io::FileStamp &stamp);
    /// Writes a session. The workspace as it is now counts as saved when the file is complete; what is done meanwhile
    /// stays unsaved. A save that is asked for during another one follows it. If somebody else wrote to the session
    /// since it was opened or saved here, nothing is written (changedOnDisk()), unless that file is meant to be
    /// replaced
    /// (`anyway`).
    void save(const QString &path, bool anyway = false);
    bool saving() const { return m_saving.running(); }
    /// Path of the session file, empty if it was never saved.
    QString pairName() const; ///< "fasttext-word2vec"
    const QString &sessionPath() const { return m_sessionPath; }
    void setUsualNeighbours(Index k) { m_usualNeighbours = k; } ///< K of data that are opened from now on
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
    void seedsRead();
    void secondFileNeeded(const QString &path);
    /// A session uses a file that is gone.
    void inputMoved(const QString &path);
    /// A session was made from other contents of these files; what that means for it.
    void inputsChanged(const QStringList &paths, const QStringList &changes);
    /// A session was not saved, because another file stands under its name by now.
    void changedOnDisk(const QString &path);
    /// The session that was opened had the anchors' health measured.
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
    io::FileStamp m_onDisk; ///< the session file as it was opened or saved here
    struct Save
    {
        QString path;
        bool anyway = false;
    };
    std::optional<Save> m_nextSave;
    QString m_recovering, m_recoveringFrom;
    io::FileStamp m_recoveringStamp;
    QStringList m_openedFrom;
    MovedFiles m_moved;
    Index m_usualNeighbours = Setup().retrieval.k;
    std::optional<OpenedWork> m_pending; ///< waits for the answer to inputsChanged
};

} // namespace anchorscope::gui
