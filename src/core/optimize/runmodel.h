// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Costs of a run of the canonical path on a large set for one process, measured on this machine and these data.
struct RunCosts
{
    double value = 0;      ///< seconds to read and prepare one number
    double path = 0;       ///< seconds of the path, on the part of the items that it is walked on
    double verdict = 0;    ///< seconds
    double pair = 0;       ///< seconds to compare one item of X with one of Y where all are compared
    double comparison = 0; ///< seconds, of IvfWork
    double share = 0;      ///< of the cells that are searched for an item (ivfsearch.h)
};

/// A run of n items of X and as many of Y, d dimensions each, in several processes (ranks) like that one.
struct RunSize
{
    double items = 0, dimensions = 0;
    int ranks = 1;
    double bandwidth = 1e9;   ///< bytes a second from a rank to the next; ranks read at full speed beside each other
    double bytesOfNumber = 4; ///< in the file
    bool exact = true;        ///< all pairs are compared at the end, else likely candidates
    bool scored = false;      ///< matches also get scores and margins (scoreCorrespondence)
};

/// Seconds of each stage; bytes of one rank.
struct PredictedRun
{
    double reading = 0, path = 0, search = 0, verdict = 0, scores = 0;
    double messages = 0; ///< what ranks wait for, beyond what is hidden behind the comparisons
    double bytesHeld = 0, bytesSent = 0;

    double seconds() const { return reading + path + search + verdict + scores + messages; }
};

/// The model (ours); src/mpi/README.md has its measured constants and what it was compared with.
PredictedRun predictRun(const RunCosts &costs, const RunSize &size);

} // namespace anchorscope
