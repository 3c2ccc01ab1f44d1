// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionvalue.h"

#include <QStringList>

namespace anchorscope::gui {

/// Current paths of a session's files, by the paths in the session.
using MovedFiles = std::map<std::string, std::string>;

/// Data or a session that has been opened, but is not shown yet.
struct OpenedWork
{
    std::vector<OpenComparison> pairs; ///< all comparisons of a session, or one for opened data
    int current = 0;
    bool isSession = false;
    bool hadHealth = false; ///< true if the anchors' health had been measured when the session was saved

    /// Identity, size and time of change of the session file when it was read.
    io::FileStamp sessionFile;
    QStringList warnings;
    QStringList changedFiles; ///< input files modified since the session was saved
    QStringList changes;      ///< sentences about losses and changes because of modified input files
};

/// Adapts a setup to other spaces of the same file. Keeps all settings, and the seeds whose items exist in `now`, found
/// by id or, without ids, by row. If the files differ, returns `fresh`, a setup with default settings.
Setup carriedOver(const Setup &setup, const LoadedData &before, const LoadedData &now, const Setup &fresh);

/// Reads data as a new comparison. Errors as for io::loadPair().
Result<OpenedWork> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context);

/// Reads a session and its data. If the data were modified since the session was saved, items are found by their ids,
/// correspondences of runs are computed again, and missing items are omitted. Errors of io::loadSession() and
/// openData(), "input-moved", "bad-session".
Result<OpenedWork> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context);

} // namespace anchorscope::gui
