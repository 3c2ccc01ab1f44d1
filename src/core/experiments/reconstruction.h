// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/heads/network.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, Thumbnails &image)
{
    visit("height", image.height)("width", image.width)("channels", image.channels)("pixels", image.pixels);
}

/// Options of reconstruction stitching (paper RR, Table 3, Fig. 4): a decoder learns to reconstruct the images of items
/// from their vectors in one space and is then applied to vectors of the other space.
struct ReconstructionOptions
{
    ExperimentOptions base;
    Index hidden = 128;
    TrainingOptions training;
    Index stripItems = 12; ///< number of images in each row of the image strip
    Status validate() const;
};

struct ReconstructionRow
{
    std::string representation;
    /// Space of the decoded vectors, and space that the decoder was trained on.
    Side encoder = Side::x, decoder = Side::x;
    bool possible = false;
    RepeatedValue mse; ///< mean squared error over the pixels of the test images; pixels are in [0, 1]
};

template <class Visitor> void describe(Visitor &visit, ReconstructionRow &row)
{
    visit("representation", row.representation)("encoder", row.encoder)("decoder", row.decoder);
    visit("possible", row.possible)("mse", row.mse);
}

/// Rows of images: the originals, then reconstructions, one row for each possible representation, encoder and decoder.
struct ImageStrip
{
    std::vector<std::string> rows; ///< names of the rows: "Original", "GT: X → Y", …
    Thumbnails image;
};

struct ReconstructionExperiment
{
    std::vector<ReconstructionRow> rows;
    ImageStrip strip; ///< images of the first repeat
    std::vector<ProtocolRun> runs;
    Index trainItems = 0, testItems = 0;
    int repeats = 0;
    double seconds = 0;
    std::vector<std::string> notes = {}; ///< notes on omitted representations; not stored in sessions
};

template <class Visitor> void describe(Visitor &visit, ReconstructionExperiment &experiment)
{
    visit("rows", experiment.rows)("strip_rows", experiment.strip.rows)("strip", experiment.strip.image);
    visit("runs", experiment.runs)("train_items", experiment.trainItems)("test_items", experiment.testItems);
    visit("repeats", experiment.repeats)("seconds", experiment.seconds)("notes", experiment.notes);
}

/// Runs the experiment. Errors: "no-images" (in neither space), "too-few-pairs", "cancelled", those of runProtocol().
Result<ReconstructionExperiment> runReconstructionExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                             const Correspondence &pairing,
                                                             const ReconstructionOptions &options,
                                                             const RunContext &context = {},
                                                             Resume<ReconstructionExperiment> resume = {});

ResultTable resultTable(const ReconstructionExperiment &experiment);

template <> std::span<const Field<TrainingOptions>> fields();
template <> std::span<const Field<ReconstructionOptions>> fields();

} // namespace anchorscope
