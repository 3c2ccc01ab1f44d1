// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Costs of a run of the canonical path on a large set for one process, measured on this machine and these data.
struct RunCosts
{
    double value = 0;      ///< seconds to read and prepare one number
    double path = 0;       ///< seconds of the path, on the part of the items that it uses
    double verdict = 0;    ///< duration of the verdict in seconds
    double pair = 0;       ///< seconds to compare one item of X with one of Y in an exhaustive search
    double comparison = 0; ///< seconds of one comparison in IvfWork
    double share = 0;      ///< share of the cells that are searched for an item (ivfsearch.h)
};

/// Size of a run: n items of X and of Y, d dimensions each, in several processes (ranks) like the measured one.
struct RunSize
{
    double items = 0, dimensions = 0;
    int ranks = 1;
    double bandwidth = 1e9;   ///< bytes per second from a rank to the next; reads at full speed in parallel
    double bytesOfNumber = 4; ///< bytes of a number in the file
    bool exact = true;        ///< true: the last search compares all pairs; false: likely candidates only
    bool scored = false;      ///< matches also get scores and margins (scoreCorrespondence)
};

/// Seconds of each stage; bytes of one rank.
struct PredictedRun
{
    double reading = 0, path = 0, search = 0, verdict = 0, scores = 0;
    double messages = 0; ///< waiting time for messages that comparisons do not hide
    double bytesHeld = 0, bytesSent = 0;

    double seconds() const { return reading + path + search + verdict + scores + messages; }
};

/// The model (ours); src/mpi/README.md has its measured constants and what it was compared with.
PredictedRun predictRun(const RunCosts &costs, const RunSize &size);

} // namespace anchorscope
