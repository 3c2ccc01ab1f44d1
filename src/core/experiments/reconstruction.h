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

/// Reconstruction stitching (RR Table 3, Fig. 4): a decoder is trained to reconstruct the items' images from one
/// space's vectors and is then applied to the other's.
struct ReconstructionOptions
{
    ExperimentOptions base;
    Index hidden = 128;       ///< units of the decoder's hidden layer
    TrainingOptions training; ///< random seed set by each run
    Index stripItems = 12;    ///< number of images in a row of the strip
    Status validate() const;
};

struct ReconstructionRow
{
    std::string representation;
    Side encoder = Side::x, decoder = Side::x; ///< space of the encoder, and space that the decoder was trained on
    bool possible = false;
    RepeatedValue mse; ///< mean squared error over test items and pixels, with pixels in [0, 1]
};

template <class Visitor> void describe(Visitor &visit, ReconstructionRow &row)
{
    visit("representation", row.representation)("encoder", row.encoder)("decoder", row.decoder);
    visit("possible", row.possible)("mse", row.mse);
}

/// Strip of images in rows: the originals first, then a row for each possible (representation, encoder, decoder).
struct ImageStrip
{
    std::vector<std::string> rows; ///< names of the rows: "Original", "GT: X → Y", …
    Thumbnails image;              ///< pixels of all rows as one image
};

struct ReconstructionExperiment
{
    std::vector<ReconstructionRow> rows;
    ImageStrip strip; ///< strip of images from the first repeat
    std::vector<ProtocolRun> runs;
    Index trainItems = 0, testItems = 0;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
    std::vector<std::string> notes = {}; ///< sentences about methods that were left out; not stored in sessions
};

template <class Visitor> void describe(Visitor &visit, ReconstructionExperiment &experiment)
{
    visit("rows", experiment.rows)("strip_rows", experiment.strip.rows)("strip", experiment.strip.image);
    visit("runs", experiment.runs)("train_items", experiment.trainItems)("test_items", experiment.testItems);
    visit("repeats", experiment.repeats)("seconds", experiment.seconds)("notes", experiment.notes);
}

/// Runs the experiment. Errors: "no-images" if neither space has images, "too-few-pairs", "cancelled", those of
/// runProtocol().
Result<ReconstructionExperiment> runReconstructionExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                             const Correspondence &pairing,
                                                             const ReconstructionOptions &options,
                                                             const RunContext &context = {},
                                                             Resume<ReconstructionExperiment> resume = {});

/// Table with a row for each representation, encoder and decoder.
ResultTable resultTable(const ReconstructionExperiment &experiment);

template <> std::span<const Field<TrainingOptions>> fields();
template <> std::span<const Field<ReconstructionOptions>> fields();
Experiment reconstructionEntry();

} // namespace anchorscope
