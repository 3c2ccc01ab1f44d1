// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionvalue.h"

#include <QStringList>

namespace anchorscope::gui {

/// Current paths of the files that a session uses, by the paths that the session stores for them.
using MovedFiles = std::map<std::string, std::string>;

/// Result of opening data or a session, before it is shown.
struct OpenedWork
{
    std::vector<OpenComparison> pairs; ///< opened comparisons: all comparisons of a session, or one for opened data
    int current = 0;                   ///< index of the current comparison in `pairs`
    bool isSession = false;
    bool hadHealth = false; ///< true if the session states that the health of the anchors had been measured

    /// Stamp (size, time of modification …) of the session file at the time when it was read.
    io::FileStamp sessionFile;
    QStringList warnings;
    QStringList changedFiles; ///< input files that have been modified since the session was saved
    QStringList changes;      ///< sentences about what was lost or changed because input files have been modified
};

/// Adapts a setup to other spaces of the same file: all settings are retained, and those seeds whose items exist in
/// `now` (found by id or, without ids, by row). Returns `fresh` if `before` and `now` are from different files.
Setup carriedOver(const Setup &setup, const LoadedData &before, const LoadedData &now, const Setup &fresh);

/// Reads data as a new comparison. Errors: those of io::loadPair().
Result<OpenedWork> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context);

/// Reads a session and its data. If the data have been modified since the session was saved, items are found by their
/// ids, the correspondences of runs are recomputed, and everything about missing items is omitted. Errors: those of
/// io::loadSession() and openData(), "input-moved", "bad-session".
Result<OpenedWork> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context);

} // namespace anchorscope::gui
