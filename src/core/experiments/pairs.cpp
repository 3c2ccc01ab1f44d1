// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"

#include "core/evaluate/kernelalignment.h"
#include "core/evaluate/representation.h"
#include "core/experiments/experimentof.h"
#include "core/neighbours/mutualneighbours.h"
#include "core/plaintext.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

constexpr const char *methods[] = {"GT", "Absolute", "IRP"};
constexpr const char *measures[] = {"mrr", "accuracy", "weighted_f1", "macro_f1", "mae"};
constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

/// Scores in one direction between two spaces, in the order of the list `measures`.
using Figures = std::array<double, std::size(measures)>;

void take(PairMatrix &matrix, const char *method, Index i, Index j, const Figures &figures)
{
    for (std::size_t m = 0; m < figures.size(); ++m) {
        const auto at = static_cast<std::size_t>(&matrix.table(method, measures[m]) - matrix.tables.data());
        PairTable &table = matrix.tables[at];
        const double distance = figures[m] - table.mean(i, j);
        table.mean(i, j) += distance / matrix.repeats;
        table.squares(i, j) += distance * (figures[m] - table.mean(i, j));
    }
}

Figures figuresOf(const RetrievalScores &found, const ClassificationScores *classes)
{
    if (!classes)
        return {found.mrr.mean, notMeasured, notMeasured, notMeasured, notMeasured};
    return {found.mrr.mean, classes->accuracy, classes->weightedF1, classes->macroF1, classes->mae};
}

struct PairRepeat
{
    Correspondence rows;
    AnchorSet anchors;
    RetrievalOptions retrieval;
    StitchOptions stitching;
    std::optional<StitchSplit> split;
    const ExperimentOptions &options;
};

Status scorePair(PairMatrix &matrix, const char *method, Index i, Index j,
                 const std::optional<RepresentationPair> &pair, const PairRepeat &repeat, const RunContext &context)
{
    Figures there, back;
    there.fill(notMeasured);
    back.fill(notMeasured);
    if (pair) {
        const auto found = retrieveBothWays(*pair, repeat.rows, repeat.retrieval, context.part(0, 0.5));
        if (!found)
            return found.error();
        std::optional<StitchRow> stitched;
        if (repeat.split) {
            auto row = stitch(*pair, repeat.rows, *repeat.split, repeat.stitching, context.part(0.5, 1));
            if (!row)
                return row.error();
            stitched = std::move(*row);
        }
        there = figuresOf(found->xToY, stitched ? &stitched->cells[1].scores : nullptr);
        back = figuresOf(found->yToX, stitched ? &stitched->cells[3].scores : nullptr);
    }
    take(matrix, method, i, j, there);
    if (i != j)
        take(matrix, method, j, i, back);
    return Done{};
}

std::optional<RepresentationPair> encoded(const char *method, const PreparedSpace &x, const PreparedSpace &y,
                                          const PairRepeat &repeat, const RunContext &context)
{
    const auto found = std::ranges::find(representations(), std::string_view(method), &Representation::id);
    const ProtocolOptions &protocol = repeat.options.protocol;
    return found->encode(
        {x, y, repeat.anchors, repeat.rows, *findSimilarity(protocol.similarity), protocol.similarityOptions}, context);
}

/// Adds the scores of one repeat; matrix.repeats already includes it.
Status addRepeat(PairMatrix &matrix, const std::vector<PreparedSpace> &prepared, const ItemTable &items,
                 const ExperimentOptions &options, std::uint64_t seed, const RunContext &context)
{
    const Correspondence rows = Correspondence::byRow(items.count);
    const auto anchors = drawRunAnchors(rows, options.protocol, seed, {});
    if (!anchors)
        return anchors.error();
    const StitchOptions stitching = options.stitchingOf(seed);
    auto split = splitForStitching(items, rows, stitching, anchors->itemsOfX);
    const PairRepeat repeat{rows,
                            *anchors,
                            options.retrievalOf(seed).leavingOut(anchors->itemsOfX),
                            stitching,
                            split ? std::optional(std::move(*split)) : std::nullopt,
                            options};
    const auto count = static_cast<Index>(prepared.size());
    const std::size_t steps = prepared.size() * (prepared.size() + 1) / 2 * std::size(methods);
    std::size_t done = 0;
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count; ++j) {
            for (const char *method : methods) {
                const RunContext part = context.step(done++, steps);
                const auto pair = encoded(method, prepared[static_cast<std::size_t>(i)],
                                          prepared[static_cast<std::size_t>(j)], repeat, part.part(0, 0.3));
                if (context.cancelled())
                    return cancelledError();
                if (const Status scored = scorePair(matrix, method, i, j, pair, repeat, part.part(0.3, 1)); !scored)
                    return scored;
            }
        }
    }
    return Done{};
}

void setBoth(Eigen::MatrixXd &matrix, Index i, Index j, double value)
{
    matrix(i, j) = matrix(j, i) = value;
}

void compareNeighbours(PairMatrix &matrix, const std::vector<PreparedSpace> &prepared, std::uint64_t seed,
                       const RunContext &context)
{
    const auto count = static_cast<Index>(prepared.size());
    const Index items = prepared.front().size(), compared = std::min(items, maxItemsOfNeighbours);
    if (items < 2)
        return;
    Random random(seed);
    const std::vector<ItemIndex> rows = random.sample(items, compared);
    const Index k = std::min(mutualNeighbours, compared - 1);
    std::vector<std::vector<ItemIndex>> lists;
    for (const PreparedSpace &space : prepared)
        lists.push_back(nearestOfEach(rowsOf(space.rows, rows), k, context));
    for (Index i = 0; i < count && !context.cancelled(); ++i) {
        for (Index j = i; j < count && !context.cancelled(); ++j) {
            const auto &ofI = lists[static_cast<std::size_t>(i)], &ofJ = lists[static_cast<std::size_t>(j)];
            const ChanceLevel chance = sharedByChance(ofI, ofJ, k, context);
            setBoth(matrix.neighbours, i, j, sharedNeighbours(ofI, ofJ, k));
            setBoth(matrix.neighboursLow, i, j, chance.low);
            setBoth(matrix.neighboursHigh, i, j, chance.high);
        }
    }
}

void compareKernels(PairMatrix &matrix, const Spaces &spaces, const RunContext &context)
{
    const auto count = static_cast<Index>(spaces.size());
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
    for (Index i = 0; i < count; ++i) {
        for (Index j = i; j < count && !context.cancelled(); ++j) {
            const KernelAlignment found = kernelAlignment(spaces[static_cast<std::size_t>(i)]->vectors,
                                                          spaces[static_cast<std::size_t>(j)]->vectors, rows, context);
            setBoth(matrix.alignment, i, j, found.usual);
            setBoth(matrix.alignmentByChance, i, j, found.usualByChance);
            setBoth(matrix.debiased, i, j, found.debiased);
            setBoth(matrix.debiasedLow, i, j, found.chance.low);
            setBoth(matrix.debiasedHigh, i, j, found.chance.high);
        }
    }
}

Status judgePairs(PairMatrix &matrix, const std::vector<PreparedSpace> &prepared, const PairsOptions &options,
                  const RunContext &context)
{
    const auto count = static_cast<Index>(prepared.size());
    const Correspondence rows = Correspondence::byRow(prepared.front().size());
    ProtocolOptions protocol = options.base.protocol;
    protocol.optimize = {};
    protocol.seeds = options.verdictSeeds;
    const std::size_t pairs = prepared.size() * (prepared.size() - 1) / 2;
    for (Index i = 0; i < count; ++i) {
        for (Index j = i + 1; j < count; ++j) {
            const RunContext part = context.step(matrix.verdicts.size(), pairs);
            const ProtocolInput input{prepared[static_cast<std::size_t>(i)], prepared[static_cast<std::size_t>(j)],
                                      rows};
            const auto run = runProtocol(input, protocol, options.base.firstSeed, part.part(0, 0.2));
            if (!run)
                return run.error();
            const auto verdict = validateRun(input, protocol, *run, part.part(0.2, 1));
            if (!verdict || context.cancelled())
                return cancelledError();
            matrix.verdicts.push_back({i, j, alignmentId(verdict->alignment),
                                       verdict->correct ? verdict->correct->value : notMeasured,
                                       run->summary.correct.value_or(notMeasured)});
        }
    }
    return Done{};
}

PairMatrix compareSpaces(const Spaces &spaces, const std::vector<PreparedSpace> &prepared, std::uint64_t seed,
                         const RunContext &context)
{
    const auto count = static_cast<Index>(spaces.size());
    PairMatrix matrix;
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::MatrixXd *each :
         {&matrix.alignment, &matrix.alignmentByChance, &matrix.debiased, &matrix.debiasedLow, &matrix.debiasedHigh,
          &matrix.neighbours, &matrix.neighboursLow, &matrix.neighboursHigh})
        *each = zero;
    for (const char *method : methods) {
        for (const char *measure : measures)
            matrix.tables.push_back({method, measure, zero, zero});
    }
    for (const auto &space : spaces)
        matrix.spaces.push_back(space->name);
    compareKernels(matrix, spaces, context);
    compareNeighbours(matrix, prepared, seed, context);
    return matrix;
}

Result<PairMatrix> compareOnce(const Spaces &spaces, const std::vector<PreparedSpace> &prepared,
                               const PairsOptions &options, const RunContext &context)
{
    PairMatrix matrix = compareSpaces(spaces, prepared, options.base.firstSeed, context.withoutProgress());
    if (options.verdictSeeds > 0) {
        if (const Status judged = judgePairs(matrix, prepared, options, context); !judged)
            return judged.error();
    }
    if (context.cancelled())
        return cancelledError();
    return matrix;
}

} // namespace

Eigen::MatrixXd PairTable::deviation(int repeats) const
{
    return (squares / std::max(1, repeats - 1)).cwiseSqrt();
}

const PairTable &PairMatrix::table(std::string_view method, std::string_view metric) const
{
    return *std::ranges::find_if(tables,
                                 [&](const PairTable &each) { return each.method == method && each.metric == metric; });
}

const PairVerdict *PairMatrix::verdict(Index i, Index j) const
{
    const auto found = std::ranges::find_if(
        verdicts, [&](const PairVerdict &each) { return each.x == std::min(i, j) && each.y == std::max(i, j); });
    return found == verdicts.end() ? nullptr : &*found;
}

Result<PairMatrix> runPairMatrix(const Spaces &given, const PairsOptions &options, const RunContext &context,
                                 Resume<PairMatrix> resume)
{
    const ExperimentOptions &base = options.base;
    if (given.size() < 2)
        return Error(ErrorCode::tooFewSpaces,
                     "Expected at least 2 spaces over the same items, found " + std::to_string(given.size()) + ".");
    const auto [spaces, excluded] = withDirections(given);
    if (const Status valid = base.validateWithoutRuns(); !valid)
        return valid.error();
    const auto count = static_cast<Index>(spaces.size());
    std::vector<PreparedSpace> prepared;
    for (const auto &space : spaces)
        prepared.push_back(prepare(space->vectors, base.protocol.centering, context));
    const double once = options.verdictSeeds > 0 ? 0.8 : 0.1;
    if (resume.partialResult.repeats == 0) {
        auto compared = compareOnce(spaces, prepared, options, context.part(0, once));
        if (!compared)
            return compared.error();
        resume.partialResult = std::move(*compared);
    }
    if (resume.partialResult.alignment.rows() != count ||
        resume.partialResult.tables.size() != std::size(methods) * std::size(measures))
        return Error(ErrorCode::wrongUsage, "Expected to continue with " + std::to_string(count) + " spaces, found " +
                                                std::to_string(resume.partialResult.alignment.rows()) + ".");
    resume.partialResult.excluded = excluded;
    const auto repeat = [&](PairMatrix &matrix, std::uint64_t seed, const RunContext &part) {
        return addRepeat(matrix, prepared, *spaces.front()->items, base, seed, part);
    };
    return runRepeats(std::move(resume), base.repeats, base.firstSeed, context.part(once, 1), repeat);
}

template <> std::span<const Field<PairsOptions>> fields()
{
    using O = PairsOptions;
    static const Field<O> rows[] = {
        {"verdicts", "Known pairs of verdicts",
         "Also align every pair of spaces from N known pairs with the default method, which is slow, and report the "
         "verdict",
         "N", &O::verdictSeeds, 1, anyCount, "experiments.pairs.verdict_seeds"},
    };
    return rows;
}

std::pair<double, Index> PairTable::meanOfPairs() const
{
    Eigen::ArrayXXd known = mean.array();
    known.matrix().diagonal().setConstant(notMeasured);
    const Index pairs = (!known.isNaN()).count();
    return {known.isNaN().select(0, known).sum() / static_cast<double>(pairs), pairs};
}

namespace {

const std::string &nameOf(const PairMatrix &matrix, Index space)
{
    return matrix.spaces[static_cast<std::size_t>(space)];
}

/// Table for the terminal with spaces as rows and columns; without standard deviations if these are 0.
ResultTable squareTable(const PairMatrix &matrix, const std::string &title, const Eigen::MatrixXd &values,
                        const Eigen::MatrixXd &deviation)
{
    ResultTable table{.columns = {{title, {}, false}}, .rows = {}, .place = ResultTable::Place::terminal};
    for (Index i = 0; i < values.rows(); ++i) {
        table.columns.push_back({nameOf(matrix, i)});
        std::vector<ResultCell> &cells = table.rows.emplace_back(std::vector<ResultCell>{{nameOf(matrix, i)}});
        for (Index j = 0; j < values.cols(); ++j) {
            ResultCell &cell = cells.emplace_back(numberCell(values(i, j)));
            if (cell.value && deviation(i, j) > 0)
                cell.text += " ± " + fixedText(deviation(i, j), 3);
        }
    }
    return table;
}

ResultTable meanTable(const PairMatrix &matrix)
{
    ResultTable table{.columns = {{"mean over pairs", {}, false}, {"MRR"}, {"accuracy"}, {"F1"}, {"pairs"}},
                      .rows = {},
                      .place = ResultTable::Place::terminal};
    for (const char *method : methods) {
        std::vector<ResultCell> &cells = table.rows.emplace_back(std::vector<ResultCell>{{rowLabel(method)}});
        for (const char *metric : {"mrr", "accuracy", "weighted_f1"})
            cells.push_back(numberCell(matrix.table(method, metric).meanOfPairs().first));
        cells.push_back({std::to_string(matrix.table(method, "mrr").meanOfPairs().second)});
    }
    return table;
}

ResultTable verdictTable(const PairMatrix &matrix)
{
    ResultTable table{.columns = {{"X"}, {"Y"}, {"verdict"}, {"estimated correct"}, {"correct"}},
                      .rows = {},
                      .place = ResultTable::Place::terminal};
    for (const PairVerdict &verdict : matrix.verdicts)
        table.rows.push_back({{nameOf(matrix, verdict.x)},
                              {nameOf(matrix, verdict.y)},
                              {verdict.alignment},
                              numberCell(verdict.estimate),
                              numberCell(verdict.correct)});
    return table;
}

/// Cell such as “-0.004 (by chance -0.047 to 0.052)”; the interval is omitted if it is not finite.
ResultCell chanceCell(double value, double low, double high)
{
    ResultCell cell = numberCell(value);
    if (std::isfinite(low) && std::isfinite(high))
        cell.text += " (by chance " + fixedText(low, 3) + " to " + fixedText(high, 3) + ")";
    return cell;
}
double entry(const Eigen::MatrixXd &values, Index i, Index j)
{
    return values.size() > 0 ? values(i, j) : notMeasured;
}

ResultCell debiasedCell(const PairMatrix &matrix, Index i, Index j)
{
    return chanceCell(entry(matrix.debiased, i, j), entry(matrix.debiasedLow, i, j), entry(matrix.debiasedHigh, i, j));
}

ResultCell neighboursCell(const PairMatrix &matrix, Index i, Index j)
{
    return chanceCell(entry(matrix.neighbours, i, j), entry(matrix.neighboursLow, i, j),
                      entry(matrix.neighboursHigh, i, j));
}

ResultTable similarityTable(const PairMatrix &matrix)
{
    ResultTable table{.columns = {{"similarity of", {}, false},
                                  {"and", {}, false},
                                  {"debiased CKA"},
                                  {"usual CKA"},
                                  {"mutual 10-NN"}},
                      .rows = {},
                      .place = ResultTable::Place::terminal};
    for (Index i = 0; i < matrix.alignment.rows(); ++i) {
        for (Index j = i + 1; j < matrix.alignment.cols(); ++j) {
            ResultCell usual = numberCell(matrix.alignment(i, j));
            usual.text += " (by chance " + numberCell(entry(matrix.alignmentByChance, i, j)).text + ")";
            table.rows.push_back({{nameOf(matrix, i)},
                                  {nameOf(matrix, j)},
                                  debiasedCell(matrix, i, j),
                                  usual,
                                  neighboursCell(matrix, i, j)});
        }
    }
    return table;
}

std::vector<std::string> notesOnChance(const PairMatrix &matrix)
{
    std::vector<std::string> notes;
    for (Index i = 0; i < matrix.debiased.rows(); ++i) {
        for (Index j = i + 1; j < matrix.debiased.cols(); ++j) {
            const bool kernels = matrix.debiased(i, j) <= matrix.debiasedHigh(i, j);
            const bool neighbours = matrix.neighbours(i, j) <= entry(matrix.neighboursHigh, i, j);
            if (!kernels && !neighbours)
                continue;
            std::string note = "“" + nameOf(matrix, i) + "” and “" + nameOf(matrix, j) +
                               "” are no more alike than if their items were paired at random, by ";
            if (kernels)
                note += "debiased CKA: " + debiasedCell(matrix, i, j).text;
            if (neighbours)
                note += (kernels ? ", and by " : "") + ("mutual 10-NN: " + neighboursCell(matrix, i, j).text);
            notes.push_back(note + ".");
        }
    }
    return notes;
}

std::vector<ResultTable> tablesOfTerminal(const PairMatrix &matrix, bool judged)
{
    std::vector<ResultTable> tables;
    for (const PairTable &table : matrix.tables) {
        const char *places =
            table.metric == "mrr" ? " (rows: queries, columns: index)" : " (rows: classifier, columns: vectors)";
        if (!table.mean.array().isNaN().all())
            tables.push_back(squareTable(matrix, rowLabel(table.method) + ", " + table.metric + places, table.mean,
                                         table.deviation(matrix.repeats)));
    }
    tables.push_back(meanTable(matrix));
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(matrix.alignment.rows(), matrix.alignment.cols());
    tables.push_back(squareTable(matrix, "linear CKA, debiased",
                                 matrix.debiased.size() > 0 ? matrix.debiased : matrix.alignment, none));
    tables.push_back(similarityTable(matrix));
    if (judged)
        tables.push_back(verdictTable(matrix));
    return tables;
}

ResultCell meanCell(const PairMatrix &matrix, const char *method, const char *metric, Index i, Index j)
{
    const PairTable &table = matrix.table(method, metric);
    ResultCell cell = numberCell(table.mean(i, j));
    if (matrix.repeats > 1 && cell.value)
        cell.text += " ± " + numberCell(table.deviation(matrix.repeats)(i, j)).text;
    return cell;
}

std::vector<ResultCell> lineOf(const PairMatrix &matrix, const char *method, Index i, Index j)
{
    std::vector<ResultCell> line{{nameOf(matrix, i)}, {nameOf(matrix, j)}, {rowLabel(method)}};
    for (const char *metric : {"mrr", "accuracy", "weighted_f1", "mae"})
        line.push_back(meanCell(matrix, method, metric, i, j));
    line.push_back(debiasedCell(matrix, i, j));
    line.push_back(numberCell(matrix.alignment(i, j)));
    line.push_back(neighboursCell(matrix, i, j));
    if (matrix.verdicts.empty())
        return line;
    const PairVerdict *verdict = matrix.verdict(i, j);
    line.push_back({verdict ? verdict->alignment : "–"});
    line.push_back(numberCell(verdict ? verdict->estimate : notMeasured));
    return line;
}

ResultTable tableOfWindow(const PairMatrix &matrix)
{
    ResultTable table{
        .columns = {{"queries,\nclassifier", "Space of the queries (MRR) and of the classifier (accuracy, F1, MAE)",
                     false},
                    {"index,\nvectors", "Space that is searched (MRR) and whose vectors are classified", false},
                    {"encoded by", "True anchors, the vectors as they were read, or translated", false},
                    {"MRR"},
                    {"accuracy"},
                    {"F1", "Weighted by the numbers of test items"},
                    {"MAE", "Mean absolute error, if the labels are numbers"},
                    {"CKA,\ndebiased",
                     "Linear centred kernel alignment of the vectors as read, from the unbiased HSIC: 0 on average for "
                     "unrelated spaces; by chance: the range of 95% of random pairings"},
                    {"CKA,\nusual", "The usual estimate, which is high for unrelated spaces if they have few items "
                                    "and many dimensions"},
                    {"mutual 10-NN", "Share of an item’s 10 nearest neighbours that both spaces agree on; by chance: "
                                     "the range of 95% of random pairings"}},
        .rows = {},
        .place = ResultTable::Place::window};
    if (!matrix.verdicts.empty())
        table.columns.insert(table.columns.end(),
                             {{"verdict", "Verdict of a run from a few known pairs", false},
                              {"estimated correct", "Share of correct matches that the verdict estimates"}});
    for (Index i = 0; i < matrix.alignment.rows(); ++i) {
        for (Index j = 0; j < matrix.alignment.cols(); ++j) {
            for (const char *method : methods)
                table.rows.push_back(lineOf(matrix, method, i, j));
        }
    }
    return table;
}

/// Estimated share of correct matches of two spaces; NaN on the diagonal and if the verdict is not “aligned”.
Eigen::MatrixXd estimates(const PairMatrix &matrix)
{
    Eigen::MatrixXd shares = Eigen::MatrixXd::Constant(matrix.alignment.rows(), matrix.alignment.cols(), notMeasured);
    for (const PairVerdict &verdict : matrix.verdicts)
        shares(verdict.x, verdict.y) = shares(verdict.y, verdict.x) = verdict.estimate;
    return shares;
}

Outcome showPairs(const PairMatrix &matrix, const PairsOptions &options)
{
    Outcome outcome{tablesOfTerminal(matrix, options.verdictSeeds > 0)};
    outcome.tables.push_back(tableOfWindow(matrix));
    outcome.notes = notesOnChance(matrix);
    if (matrix.excluded > 0)
        outcome.notes.push_back(excludedNote(matrix.excluded));
    const auto add = [&](const char *title, const char *unit, const Eigen::MatrixXd &values, const char *rows = "space",
                         const char *columns = "space") {
        outcome.plots.push_back({.title = title, .xTitle = columns, .yTitle = rows, .map = values});
        ResultPlot &plot = outcome.plots.back();
        plot.rows = plot.columns = matrix.spaces;
        plot.unit = unit;
        plot.ofSpaces = true;
    };
    const Eigen::MatrixXd &f1 = matrix.table("GT", "weighted_f1").mean;
    add("Retrieval with relative vectors", "MRR", matrix.table("GT", "mrr").mean, "queries", "index");
    if (f1.allFinite())
        add("Zero-shot stitching", "F1", f1, "classifier of", "vectors of");
    if (matrix.debiased.size() > 0)
        add("Debiased linear CKA of the spaces", "CKA", matrix.debiased);
    else
        add("Linear CKA of the spaces", "CKA", matrix.alignment);
    add("Mutual nearest neighbours", "share", matrix.neighbours);
    if (!matrix.verdicts.empty())
        add("Aligned from a few pairs", "estimated correct", estimates(matrix));
    outcome.summary = "Click a cell to open the comparison.";
    return outcome;
}

JsonObject writePairs(const PairMatrix &matrix, const PairsOptions &options)
{
    JsonArray tables, verdicts;
    for (const PairTable &table : matrix.tables)
        tables.push_back(JsonObject{{"method", table.method},
                                    {"metric", table.metric},
                                    {"mean", table.mean},
                                    {"std", table.deviation(matrix.repeats)},
                                    {"mean_of_pairs", table.meanOfPairs().first},
                                    {"pairs", table.meanOfPairs().second}});
    for (const PairVerdict &verdict : matrix.verdicts)
        verdicts.push_back(JsonObject{{"x", nameOf(matrix, verdict.x)},
                                      {"y", nameOf(matrix, verdict.y)},
                                      {"verdict", verdict.alignment},
                                      {"estimated_right", verdict.estimate},
                                      {"right", verdict.correct}});
    return {{"spaces", matrix.spaces},
            {"score_anchors", options.base.retrieval.scoreAnchors},
            {"mrr", matrix.table("GT", "mrr").mean},
            {"accuracy", matrix.table("GT", "accuracy").mean},
            {"cka", matrix.alignment},
            {"cka_by_chance", matrix.alignmentByChance},
            {"cka_debiased", matrix.debiased},
            {"cka_debiased_chance_low", matrix.debiasedLow},
            {"cka_debiased_chance_high", matrix.debiasedHigh},
            {"mutual_knn", matrix.neighbours},
            {"mutual_knn_chance_low", matrix.neighboursLow},
            {"mutual_knn_chance_high", matrix.neighboursHigh},
            {"left_out", matrix.excluded},
            {"tables", tables},
            {"verdicts", options.verdictSeeds > 0 ? JsonValue(verdicts) : JsonValue()}};
}

} // namespace

Experiment pairsEntry()
{
    return experimentOf<runPairMatrix, showPairs, writePairs>(
        {.id = "pairs",
         .label = "All pairs of spaces",
         .about = "Compare every space of a file with every other.",
         .papers = "RR Tables 5, 13–16; IRP Table 2",
         .requirements = {.manySpaces = true},
         .reads = {.anchors = true,
                   .similarity = true,
                   .exact = true,
                   .scoreAnchors = true,
                   .head = true,
                   .headInput = true,
                   .trainShare = true},
         .repeats = 1});
}

} // namespace anchorscope
