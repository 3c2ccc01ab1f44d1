// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionvalue.h"

#include <QStringList>

namespace anchorscope::gui {

/// Current paths of a session's files, by the paths stored in the session.
using MovedFiles = std::map<std::string, std::string>;

/// Result of opening data or a session, ready to be shown.
struct OpenedWork
{
    std::vector<OpenComparison> pairs; ///< opened comparisons: all of a session, or a single one
    int current = 0;                   ///< position of the current comparison
    bool isSession = false;
    bool hadHealth = false;    ///< true if the session contained anchor health of the current comparison
    io::FileStamp sessionFile; ///< stamp of the session file when it was read
    QStringList warnings;
    QStringList changedFiles; ///< input files that were modified after the session was saved
    QStringList changes;      ///< consequences for the session of the modified input files, in sentences
};

/// Adapts a setup to other spaces of the same file: keeps all settings, and those seeds whose items exist in `now`
/// (found by id or, without ids, by row). Returns `fresh` if the files are different.
Setup carriedOver(const Setup &setup, const LoadedData &before, const LoadedData &now, const Setup &fresh);

/// Reads data for a new comparison. Errors: those of io::loadPair.
Result<OpenedWork> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context);

/// Reads a session and its data. If the data have changed, items are found by their ids, correspondences of runs are
/// recomputed, and data about missing items are omitted. Errors: those of io::loadSession() and openData(),
/// "input-moved", "bad-session".
Result<OpenedWork> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context);

} // namespace anchorscope::gui
