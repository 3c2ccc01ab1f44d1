// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/reconstruction.h"

#include "core/evaluate/representation.h"
#include "core/experiments/experimentof.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace anchorscope {

namespace {

/// Training and test items with their images. Row trainX[i] of X and row trainY[i] of Y are partners, and row i of
/// trainImages is their image. Test items are stored in the same way.
struct Task
{
    const Thumbnails *thumbnails = nullptr;
    std::vector<ItemIndex> trainX, trainY, testX, testY;
    Matrix trainImages, testImages; ///< images as rows, one per item, pixels in [0, 1]
};

Matrix pixelsOf(const Thumbnails &thumbnails, const std::vector<ItemIndex> &items)
{
    Matrix images(static_cast<Index>(items.size()), thumbnails.bytesPerItem());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::uint8_t *pixels = thumbnails.of(items[i]);
        for (Index p = 0; p < images.cols(); ++p)
            images(static_cast<Index>(i), p) = static_cast<float>(pixels[p]) / 255.0f;
    }
    return images;
}

/// Splits the paired items at random, regardless of class. Anchors are training items.
Result<Task> makeTask(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing,
                      const StitchOptions &options, std::uint64_t seed, const std::vector<ItemIndex> &anchors = {})
{
    const bool ofX = !x.items->thumbnails.empty();
    Task task;
    task.thumbnails = ofX ? &x.items->thumbnails : &y.items->thumbnails;
    if (task.thumbnails->empty())
        return Error(ErrorCode::noImages,
                     "Expected items with pictures (/items/image), found none. Reconstruction draws them.");
    auto order = Random(seed).sample(pairing.pairedItemsOfX(), pairing.pairs());
    const std::set<ItemIndex> anchored(anchors.begin(), anchors.end());
    const auto others =
        std::stable_partition(order.begin(), order.end(), [&](ItemIndex item) { return anchored.contains(item); });
    const auto trained =
        std::max(static_cast<std::size_t>(std::lround(options.trainShare * static_cast<double>(order.size()))),
                 static_cast<std::size_t>(others - order.begin()));
    if (trained < 1 || trained >= order.size())
        return Error(ErrorCode::tooFewPairs,
                     "Expected paired items to train on and others, which are not anchors, to test on, found " +
                         std::to_string(order.size()) + " paired items and " + std::to_string(anchored.size()) +
                         " anchors.");
    for (std::size_t i = 0; i < order.size(); ++i) {
        (i < trained ? task.trainX : task.testX).push_back(order[i]);
        (i < trained ? task.trainY : task.testY).push_back(pairing.partnerOfX(order[i]));
    }
    task.trainImages = pixelsOf(*task.thumbnails, ofX ? task.trainX : task.trainY);
    task.testImages = pixelsOf(*task.thumbnails, ofX ? task.testX : task.testY);
    return task;
}

ReconstructionRow &rowOf(ReconstructionExperiment &experiment, const std::string &representation, Side encoder,
                         Side decoder)
{
    return rowFor(experiment.rows, ReconstructionRow{representation, encoder, decoder, false, {}},
                  [&](const ReconstructionRow &row) {
                      return row.representation == representation && row.encoder == encoder && row.decoder == decoder;
                  });
}

void addToStrip(ImageStrip &strip, const std::string &name, const Matrix &images, const Thumbnails &format)
{
    const Index count = images.rows(), h = format.height, w = format.width, c = format.channels;
    strip.rows.push_back(name);
    strip.image.width = count * w;
    strip.image.channels = c;
    const auto begin = strip.image.pixels.size();
    strip.image.pixels.resize(begin + static_cast<std::size_t>(h * count * w * c));
    strip.image.height += h;
    for (Index item = 0; item < count; ++item) {
        for (Index line = 0; line < h; ++line) {
            for (Index p = 0; p < w * c; ++p) {
                const float value = std::clamp(images(item, line * w * c + p), 0.0f, 1.0f);
                strip.image.pixels[begin + static_cast<std::size_t>((line * count + item) * w * c + p)] =
                    static_cast<std::uint8_t>(std::lround(255 * value));
            }
        }
    }
}

std::string stripName(const std::string &representation, Side encoder, Side decoder)
{
    return representation + ": " + arrowName(encoder, decoder);
}

/// Vectors for a decoder: training and test items in its own space, and test items in the other space.
struct Codes
{
    Side decoder;
    Matrix train, ownTest, otherTest;
};

Status decode(ReconstructionExperiment &experiment, const RepresentationPair &pair, const Task &task,
              const ReconstructionOptions &options, std::uint64_t seed, bool draw, const RunContext &context)
{
    const HeadInput input = options.base.stitching.input;
    const Matrix x = headInput(pair.x(), input), y = headInput(pair.y(), input);
    const Codes sides[] = {
        {Side::x, rowsOf(x, task.trainX), rowsOf(x, task.testX), rowsOf(headInput(pair.yAmongX(), input), task.testY)},
        {Side::y, rowsOf(y, task.trainY), rowsOf(y, task.testY), rowsOf(headInput(pair.xAmongY(), input), task.testX)}};
    for (const Codes &side : sides) {
        Random random(seed);
        Network decoder = startNetwork({side.train.cols(), options.hidden, task.trainImages.cols()}, random);
        TrainingOptions training = options.training;
        training.seed = seed;
        const double done = side.decoder == Side::x ? 0 : 0.5;
        if (!trainNetwork(decoder, side.train, squaredLoss(task.trainImages), training, context.part(done, done + 0.5)))
            return cancelledError();
        for (const bool own : {true, false}) {
            const Side encoder = own ? side.decoder : other(side.decoder);
            const Matrix drawn = decoder.apply(own ? side.ownTest : side.otherTest, context.withoutProgress());
            ReconstructionRow &row = rowOf(experiment, pair.method, encoder, side.decoder);
            row.possible = true;
            row.mse.add((drawn - task.testImages).cast<double>().squaredNorm() / static_cast<double>(drawn.size()));
            if (draw)
                addToStrip(experiment.strip, stripName(pair.method, encoder, side.decoder),
                           drawn.topRows(std::min(options.stripItems, drawn.rows())), *task.thumbnails);
        }
    }
    return Done{};
}

Status scoreRun(ReconstructionExperiment &experiment, const Task &task, const ProtocolInput &input,
                const ProtocolRun &run, const ReconstructionOptions &options, MethodPlan plan,
                const RunContext &context)
{
    const bool first = experiment.strip.rows.empty();
    if (first)
        addToStrip(experiment.strip, "Original",
                   task.testImages.topRows(std::min(options.stripItems, task.testImages.rows())), *task.thumbnails);
    const auto draw = [&](const Representation &representation, const std::optional<RepresentationPair> &pair,
                          const RunContext &part) -> Status {
        for (const auto &[encoder, decoder] :
             {std::pair(Side::x, Side::x), {Side::y, Side::x}, {Side::y, Side::y}, {Side::x, Side::y}})
            rowOf(experiment, representation.id, encoder, decoder);
        if (!pair)
            return Done{};
        // decodes into a copy of the result, so that it can be discarded if the decoder exceeds the time limit
        ReconstructionExperiment decoded = experiment;
        const Status done = decode(decoded, *pair, task, options, run.seed, first, part);
        if (done)
            experiment = std::move(decoded);
        return done;
    };
    ExperimentOptions learning = options.base;
    learning.learning.pool = task.trainX;
    const Status done = forEachRepresentation(encodingOf(input, run, learning), plan, context, draw);
    addNotes(experiment.notes, plan.notes);
    return done;
}

} // namespace

Status ReconstructionOptions::validate() const
{
    if (hidden < 1 || stripItems < 1 || training.batch < 1 || training.epochs < 1 || !(training.learningRate > 0))
        return Error(ErrorCode::wrongUsage,
                     "Expected units, pictures, batch, epochs and learning rate of the decoder to be positive.");
    return base.validate();
}

Result<ReconstructionExperiment> runReconstructionExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                             const Correspondence &pairing,
                                                             const ReconstructionOptions &options,
                                                             const RunContext &context,
                                                             Resume<ReconstructionExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    if (const auto task = makeTask(x, y, pairing, options.base.stitching, options.base.firstSeed); !task)
        return task.error(); // errors of the items or images are reported before the optimizer runs
    const ExperimentSpaces spaces(x, y, options.base, context);
    const MethodPlan plan = spaces.plan(options.base);
    addNotes(resume.partialResult.notes, plan.notes);
    const auto score = [&](ReconstructionExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                           const RunContext &part) -> Status {
        const auto task = makeTask(x, y, pairing, options.base.stitching, run.seed, anchorsOfX(run, pairing));
        if (!task)
            return task.error();
        experiment.trainItems = static_cast<Index>(task->trainX.size());
        experiment.testItems = static_cast<Index>(task->testX.size());
        return scoreRun(experiment, *task, input, run, options, plan, part);
    };
    return scoreRuns(std::move(resume), spaces.input(pairing), options.base, plan.needsAnchors(), context, score);
}

ResultTable resultTable(const ReconstructionExperiment &experiment)
{
    using Row = ReconstructionRow;
    return tableOf<Row>(experiment.rows,
                        {{"representation", "", +[](const Row &row) { return rowLabel(row.representation); }},
                         {"encoder\n→ decoder", "Space that encodes the pictures → space the decoder was trained on",
                          +[](const Row &row) { return arrowName(row.encoder, row.decoder); }},
                         {"mean squared\nerror", "Over test items and pixels, pixels from 0 to 1", +[](const Row &row) {
                              return row.possible ? repeatedCell(row.mse, 4) : ResultCell{"not possible"};
                          }}});
}

template <> std::span<const Field<TrainingOptions>> fields()
{
    using O = TrainingOptions;
    static const Field<O> rows[] = {
        {"epochs", "Epochs", "Epochs of the decoder's training", "N", &O::epochs, 1, 1e6},
    };
    return rows;
}

template <> std::span<const Field<ReconstructionOptions>> fields()
{
    using O = ReconstructionOptions;
    static const Field<O> rows[] = {
        {"hidden", "Hidden units", "Hidden units of the decoder", "N", &O::hidden, 1, 65536},
        {"pictures", "Pictures", "Pictures side by side in the strip", "N", &O::stripItems, 1, 1000, "", ofImage},
    };
    return rows;
}

namespace {

Outcome showReconstruction(const ReconstructionExperiment &experiment, const ReconstructionOptions &)
{
    ResultPlot plot{.title = "Pictures from the decoders, below the originals"};
    plot.image = experiment.strip.image;
    for (const std::string &row : experiment.strip.rows) {
        // end of the representation's id in the name of a row; npos for the row “Original”
        const std::size_t method = row.find(": ");
        plot.rows.push_back(method == std::string::npos ? row : rowLabel(row.substr(0, method)) + row.substr(method));
    }
    return {{resultTable(experiment)}, {plot}, {}, experiment.notes};
}

JsonObject writeReconstruction(const ReconstructionExperiment &experiment, const ReconstructionOptions &)
{
    return {{"train_items", experiment.trainItems},
            {"test_items", experiment.testItems},
            {"rows", JsonFields::reported(experiment.rows)},
            {"strip_rows", experiment.strip.rows}};
}

} // namespace

Experiment reconstructionEntry()
{
    UsedOptions reads = foundAnchors;
    reads.headInput = reads.trainShare = true;
    Experiment experiment = experimentOf<runReconstructionExperiment, showReconstruction, writeReconstruction>(
        {.id = "reconstruction",
         .label = "Reconstruction",
         .about = "Reconstruct the pictures of one space with a decoder of the other.",
         .papers = "RR Table 3, Fig. 4",
         .requirements = {.images = true},
         .reads = reads});
    experiment.ownOptions = [](std::any &options) {
        auto &own = *std::any_cast<ReconstructionOptions>(&options);
        std::vector<Option> all = optionsOf(own);
        all.insert(all.begin() + 1, optionOf(fieldOf<TrainingOptions>("epochs"), own.training));
        return all;
    };
    return experiment;
}

} // namespace anchorscope
