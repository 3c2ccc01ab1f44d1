// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Measured costs of a run of the canonical path in one process, for one machine and one data set.
struct RunCosts
{
    double value = 0; ///< seconds to read and prepare one number of a vector
    double path = 0;  ///< seconds of the canonical path, on the subset of items that it uses
    double verdict = 0;
    double pair = 0;       ///< seconds to compare one item of X with one of Y in an exhaustive search
    double comparison = 0; ///< seconds for one unit of IvfWork, a comparison of an approximate search
    double share = 0;      ///< share of the cells that an approximate search visits per item (ivfsearch.h)
};

/// Size of a run: n items of X and n of Y, and MPI ranks, each as fast as the process that measured RunCosts.
struct RunSize
{
    double items = 0, dimensions = 0;
    int ranks = 1;
    /// Speed of the network between two ranks, in bytes per second. The time of reading files does not depend on it.
    /// Each rank is assumed to read its part of the file as fast as one machine does (RunCosts::value).
    double bandwidth = 1e9;
    double bytesOfNumber = 4; ///< bytes of a number in the file: 4 for float32
    bool exact = true;
    bool scored = false;
};

/// Predicted seconds of each stage of a run, and bytes that one MPI rank holds and sends.
struct PredictedRun
{
    double reading = 0, path = 0, search = 0, verdict = 0, scores = 0;
    double messages = 0; ///< seconds by which transfers take longer than the simultaneous comparisons
    double bytesHeld = 0, bytesSent = 0;

    double seconds() const { return reading + path + search + verdict + scores + messages; }
};

/// Predicts time and memory of a run by our own formulas; src/mpi/README.md has measurements for comparison.
PredictedRun predictRun(const RunCosts &costs, const RunSize &size);

} // namespace anchorscope
