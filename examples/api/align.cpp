// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the anchors between two spaces of a dataset from fifteen known pairs and scores them: the whole of Anchorscope
// in one page, without the window.
//
//     align examples/data/words.h5 fasttext word2vec
#include "core/anchors/sampling.h"
#include "core/evaluate/representation.h"
#include "core/optimizers/optimizers.h"
#include "io/dataset/datasetfile.h"

#include <cstdio>

using namespace anchorscope;

namespace {

int fail(const Error &error)
{
    std::fprintf(stderr, "%s\n", error.text().c_str());
    return 2;
}

/// Retrieval of every way to encode the two spaces that is possible with these anchors.
int printScores(const RepresentationInput &input)
{
    for (const Representation &representation : representations()) {
        const auto pair = representation.encode(input, {});
        if (!pair)
            continue;
        const auto scores = retrieveBothWays(*pair, input.pairing, RetrievalOptions{});
        if (!scores)
            return fail(scores.error());
        std::printf("%-26s MRR X to Y %.3f   Y to X %.3f\n", representation.label, scores->xToY.mrr.mean,
                    scores->yToX.mrr.mean);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "Usage: align DATASET SPACE_X SPACE_Y\n");
        return 2;
    }
    const auto dataset = io::openDataset(argv[1]);
    if (!dataset)
        return fail(dataset.error());
    const auto x = dataset->space(argv[2]), y = dataset->space(argv[3]);
    if (!x || !y)
        return fail(Error(ErrorCode::noSuchSpace, "This dataset has no space of that name.")
                        .in(argv[1], x ? argv[3] : argv[2]));
    const Correspondence truth = Correspondence::byRow(x->size());

    // Draw 300 anchors in X, of which 15 have a known partner in Y.
    Random random(0);
    auto anchors = drawAnchors(truth, 300, 15, random);
    if (!anchors)
        return fail(anchors.error());

    // Find the other 285 anchors of Y. The truth is given for the share of right correspondences only.
    const PreparedSpace px = prepare(x->vectors, Centering::center), py = prepare(y->vectors, Centering::center);
    const OptimizeInput input{px, py, anchors->itemsOfX, anchors->seedsOfY, &truth};
    const auto run = optimize(input, OptimizeOptions{}, {}, [](const IterationView &view) {
        std::printf("iteration %2d  loss %.5f  right %.3f\n", view.stats.iteration, view.stats.loss,
                    view.stats.correct.value_or(0));
    });
    if (!run)
        return fail(run.error());
    anchors->continuousY = run->anchorsOfY;
    anchors->discreteY = run->discreteOfY;
    anchors->metric = run->metric;
    return printScores({px, py, *anchors, truth, similarities().front()});
}
