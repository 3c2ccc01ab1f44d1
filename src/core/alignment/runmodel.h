// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Measured costs of a run of the canonical path on a large set in one process, valid for one machine and one data set.
struct RunCosts
{
    double value = 0;      ///< seconds to read and prepare one number of a vector
    double path = 0;       ///< seconds of the canonical path itself, on the subset of items that it uses
    double verdict = 0;    ///< seconds to compute the verdict
    double pair = 0;       ///< seconds to compare one item of X with one item of Y in an exhaustive search
    double comparison = 0; ///< seconds for one unit of IvfWork, a comparison of an approximate search
    double share = 0;      ///< share of the cells that an approximate search visits for each item (ivfsearch.h)
};

/// Size of a run: n items of X and n of Y with d dimensions each, on a number of MPI ranks. Each rank is assumed to be
/// as fast as the process in which the RunCosts were measured.
struct RunSize
{
    double items = 0, dimensions = 0;
    int ranks = 1;
    /// Bytes per second from one rank to the next; ranks read the file in parallel at full speed.
    double bandwidth = 1e9;
    double bytesOfNumber = 4; ///< bytes of a number in the file: 4 for float32
    bool exact = true;        ///< whether the final search compares all pairs of items, not only likely candidates
    bool scored = false;      ///< whether matches also get scores and margins (scoreCorrespondence)
};

/// Predicted seconds of each stage of a run, and bytes that one MPI rank holds and sends.
struct PredictedRun
{
    double reading = 0, path = 0, search = 0, verdict = 0, scores = 0;
    double messages = 0; ///< seconds by which transfers take longer than the simultaneous comparisons
    double bytesHeld = 0, bytesSent = 0;

    double seconds() const { return reading + path + search + verdict + scores + messages; }
};

/// Predicts time and memory of a run by formulas that are not from a paper; src/mpi/README.md has their measured
/// constants and the measurements that the predictions were compared with.
PredictedRun predictRun(const RunCosts &costs, const RunSize &size);

} // namespace anchorscope
