// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/heads/network.h"

namespace anchorscope {

/// Reconstruction stitching (RR Table 3, Fig. 4): a decoder learns to draw the items' pictures from one space's
/// vectors and is then fed with the other's.
struct ReconstructionOptions
{
    ExperimentOptions base;
    Index hidden = 128;       ///< units of the decoder's hidden layer
    TrainingOptions training; ///< its seed is set by each run
    Index stripItems = 12;    ///< pictures side by side in the strip
    Status validate() const;
};

struct ReconstructionRow
{
    std::string representation;
    Side encoder = Side::x, decoder = Side::x; ///< decoder: the space it was trained on
    bool possible = false;
    Repeated mse; ///< mean over test items and pixels, pixels in [0, 1]
};

/// Pictures in rows: the originals first, then one row for each (representation, encoder, decoder) that is possible.
struct PictureStrip
{
    std::vector<std::string> rows; ///< "Original", "GT: X → Y", …
    Thumbnails picture;            ///< one picture
};

struct ReconstructionExperiment
{
    std::vector<ReconstructionRow> rows;
    PictureStrip strip; ///< of the first repeat
    std::vector<ProtocolRun> runs;
    Index trainItems = 0, testItems = 0;
    int repeats = 0; ///< that were measured
    double seconds = 0;
    std::vector<std::string> notes = {}; ///< sentences: methods that were left out; sessions do not keep them
};

/// Errors: "no-images" if neither space's items have pictures, "too-few-pairs", "cancelled", those of runProtocol.
Result<ReconstructionExperiment> runReconstructionExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                             const Correspondence &pairing,
                                                             const ReconstructionOptions &options,
                                                             const RunContext &context = {},
                                                             Resume<ReconstructionExperiment> resume = {});

} // namespace anchorscope
