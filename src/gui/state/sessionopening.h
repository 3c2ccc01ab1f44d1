// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/sessionvalue.h"

#include <QStringList>

namespace anchorscope::gui {

/// Where files of a session are now, by where they were.
using MovedFiles = std::map<std::string, std::string>;

/// What was read and is ready to be shown: data, or a session with its data.
struct OpenedWork
{
    std::vector<PairWork> pairs; ///< of spaces: all of a session; of data one
    int current = 0;             ///< that is looked at
    bool isSession = false;
    bool hadHealth = false;    ///< hadHealth() of the current pair
    io::FileStamp sessionFile; ///< of the session, as it was read
    QStringList warnings;
    QStringList changedFiles; ///< inputs that are not what the session was made from
    QStringList changes;      ///< what that means for the session, in sentences
};

/// What the user chose for other spaces of the same file, for these: the seeds whose items there still are, by their
/// ids (by their rows where there are none), and all settings. A fresh setup for other files.
Setup carriedOver(const Setup &setup, const LoadedData &before, const LoadedData &now, const Setup &fresh);

/// Reads data for a new comparison. Errors: those of io::loadPair.
Result<OpenedWork> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context);

/// Reads a session and its data. Where the data are not those that it was made from, its items are found by their ids
/// and the runs' correspondences again; what cannot be found is left out. Errors: those of io::loadSession and
/// openData(), "input-moved", "bad-session".
Result<OpenedWork> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context);

} // namespace anchorscope::gui
