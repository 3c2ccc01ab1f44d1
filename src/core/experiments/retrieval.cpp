// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"

#include "core/data/items.h"
#include "core/evaluate/representation.h"
#include "core/experiments/experimentof.h"

#include <algorithm>

namespace anchorscope {

namespace {

RetrievalExperimentRow &rowOf(RetrievalExperiment &experiment, const std::string &method, Direction direction)
{
    RetrievalExperimentRow fresh;
    fresh.method = method;
    fresh.direction = direction;
    return rowFor(experiment.rows, fresh, [&](const RetrievalExperimentRow &row) {
        return row.method == method && row.direction == direction;
    });
}

void append(RetrievalExperimentRow &row, const RetrievalScores &scores)
{
    row.degenerate = scores.degenerate;
    row.exact = scores.exact;
    row.queries = scores.queries;
    row.excluded = scores.excluded;
    for (const Metric &metric : metrics()) {
        if (metric.input != MetricInput::cslsRanks || scores.hubnessCorrected)
            row.of(metric.score).add((scores.*metric.score).mean);
    }
}

Status listRepresentations(RetrievalExperiment &experiment, const Encoding &encode, MethodPlan &plan,
                           const RunContext &context)
{
    return forEachRepresentation(encode, plan, context,
                                 [&](const Representation &representation,
                                     const std::optional<RepresentationPair> &pair, const RunContext &) -> Status {
                                     for (const Direction direction : {Direction::xToY, Direction::yToX}) {
                                         if (pair)
                                             rowOf(experiment, representation.id, direction);
                                     }
                                     return Done{};
                                 });
}

/// Wraps `encode` so that items that serve as anchors only are excluded, like items whose vector is zero.
Encoding withoutAnchorsOnly(const Encoding &encode, const ExperimentOptions &options)
{
    return [&](const Representation &representation, const RunContext &context) {
        auto pair = encode(representation, context);
        if (pair) {
            pair->emptyX = ascending(std::move(pair->emptyX), options.anchorOnlyOfX);
            pair->emptyY = ascending(std::move(pair->emptyY), options.anchorOnlyOfY);
        }
        return pair;
    };
}

void append(DictionaryRow &row, const DictionaryScores &scores)
{
    row.words = scores.words;
    row.mrr.add(scores.mrr);
    row.pAt1.add(scores.pAt1);
    row.pAt5.add(scores.pAt5);
    row.pAt10.add(scores.pAt10);
    row.cslsMrr.add(scores.cslsMrr);
    row.cslsPAt1.add(scores.cslsPAt1);
    row.cslsPAt5.add(scores.cslsPAt5);
    row.cslsPAt10.add(scores.cslsPAt10);
}

/// Dictionary in one direction: vectors of the words (source) and of the answers (target), with the excluded items.
struct DictionarySides
{
    Direction direction;
    const Matrix &source, &target;
    const std::vector<ItemIndex> &emptyOfSource, &emptyOfTarget;
};

/// Items whose vector is zero are removed from both spaces and from the entries.
Result<DictionaryScores> scoreDirected(const DictionarySides &sides, const std::vector<DictionaryEntry> &entries,
                                       const RunContext &context)
{
    if (sides.emptyOfSource.empty() && sides.emptyOfTarget.empty())
        return scoreDictionary(sides.source, sides.target, entries, context);
    const std::vector<ItemIndex> sources = itemsBut(sides.source.rows(), sides.emptyOfSource),
                                 targets = itemsBut(sides.target.rows(), sides.emptyOfTarget);
    std::vector<DictionaryEntry> directed;
    for (const DictionaryEntry &entry : entries) {
        DictionaryEntry kept{placeOf(entry.word, sources), {}};
        for (const ItemIndex answer : entry.answers) {
            if (const ItemIndex place = placeOf(answer, targets); place != noItem)
                kept.answers.push_back(place);
        }
        if (kept.word != noItem && !kept.answers.empty())
            directed.push_back(std::move(kept));
    }
    return scoreDictionary(rowsOf(sides.source, sources), rowsOf(sides.target, targets), directed, context);
}

Status scoreEntries(RetrievalExperiment &experiment, const char *method, const DictionarySides &sides,
                    const std::vector<DictionaryEntry> &all, const std::vector<ItemIndex> &anchors,
                    const RunContext &context)
{
    std::vector<DictionaryEntry> entries = all;
    std::erase_if(entries, [&](const DictionaryEntry &entry) { return std::ranges::count(anchors, entry.word) > 0; });
    const auto scores = scoreDirected(sides, entries, context);
    if (!scores)
        return scores.error();
    DictionaryRow fresh;
    fresh.method = method;
    fresh.direction = sides.direction;
    DictionaryRow &row = rowFor(experiment.dictionary, fresh, [&](const DictionaryRow &each) {
        return each.method == fresh.method && each.direction == fresh.direction;
    });
    append(row, *scores);
    row.excluded = std::ssize(all) - scores->words;
    return Done{};
}

Status scoreDictionaries(RetrievalExperiment &experiment, const Encoding &encode,
                         const std::vector<ItemIndex> &anchorsOfX, const std::vector<ItemIndex> &anchorsOfY,
                         const ExperimentOptions &options, MethodPlan plan, const RunContext &context)
{
    const bool several = options.dictionary.empty();
    const auto scoreBy = [&](const Representation &representation, const std::optional<RepresentationPair> &pair,
                             const RunContext &part) -> Status {
        if (!pair)
            return Done{};
        const Matrix xAmongY = pair->xAmongY();
        const Status there = scoreEntries(
            experiment, representation.id, {Direction::xToY, xAmongY, pair->y(), pair->emptyX, pair->emptyY},
            several ? options.partnersInY : options.dictionary, anchorsOfX, part.part(0, 0.5));
        if (!there || !several)
            return there;
        const Matrix yAmongX = pair->yAmongX();
        return scoreEntries(experiment, representation.id,
                            {Direction::yToX, yAmongX, pair->x(), pair->emptyY, pair->emptyX}, options.partnersInX,
                            anchorsOfY, part.part(0.5, 1));
    };
    return forEachRepresentation(encode, plan, context, scoreBy);
}

/// Items of X that are anchors or seeds. If anchors were sampled in Y, `anchors` contains their true partners in X. It
/// then lacks seeds that are not known to be true pairs, so all seeds are added.
std::vector<ItemIndex> wordsOf(std::vector<ItemIndex> anchors, const ExperimentOptions &options)
{
    for (const SeedPair &seed : options.protocol.seedPairs)
        anchors.push_back(seed.x);
    return anchors;
}

Status scoreRetrieval(RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                      const ExperimentOptions &options, MethodPlan plan, const RunContext &context)
{
    const Encoding encode = encodingOf(input, run, options);
    const std::vector<ItemIndex> anchors = usedItemsOfX(run, input.truth, options);
    const bool several = !options.partnersInY.empty();
    if (several || !options.dictionary.empty()) {
        std::vector<ItemIndex> words, answers;
        if (!options.retrieval.scoreAnchors && plan.needsAnchors()) {
            words = wordsOf(anchors, options);
            answers = input.truth.partnersOfX(words);
        }
        const Status scored =
            scoreDictionaries(experiment, encode, words, answers, options, plan, context.part(0, 0.5));
        if (!scored)
            return scored;
    }
    if (several)
        return Done{};
    if (input.truth.empty())
        return listRepresentations(experiment, encode, plan, context.part(0.5, 1));
    const RetrievalOptions retrieval = options.retrievalOf(run.seed, options.retrieval.hubnessCorrected);
    const auto rows =
        retrieveByAll(withoutAnchorsOnly(encode, options), input.truth, retrieval.leavingOut(anchors), plan, context);
    addNotes(experiment.notes, plan.notes);
    if (!rows)
        return rows.error();
    addScores(experiment, *rows);
    return Done{};
}

} // namespace

void addScores(RetrievalExperiment &experiment, const std::vector<RetrievalRow> &rows)
{
    for (const RetrievalRow &row : rows) {
        append(rowOf(experiment, row.method, Direction::xToY), row.xToY);
        append(rowOf(experiment, row.method, Direction::yToX), row.yToX);
    }
}

Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context, Resume<RetrievalExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    if (const Status valid = options.retrieval.validate(std::min(x.size(), y.size())); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options, context);
    if (options.onPrepared)
        options.onPrepared();
    const MethodPlan plan = spaces.plan(options);
    addNotes(resume.partialResult.notes, plan.notes);
    resume.partialResult.paired = !pairing.empty() && options.partnersInY.empty();
    std::optional<SpanReduction> spans;
    const bool runs = plan.needsAnchors() && !options.protocol.existingRun;
    if (runs && !findSimilarity(options.protocol.similarity)->dependsOnAxes)
        spans.emplace(spaces.x, spaces.y, context);
    const ProtocolInput reduced{spans ? spans->x() : spaces.x, spans ? spans->y() : spaces.y, pairing,
                                spaces.input(pairing).additionalBanks};
    return scoreRuns(
        std::move(resume), reduced, options, plan.needsAnchors(), context,
        [&](RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
            const RunContext &part) { return scoreRetrieval(experiment, input, run, options, plan, part); });
}

ResultColumn metricColumn(const Metric &metric, std::optional<Index> k)
{
    std::string title;
    for (const char *each = metric.label; *each != 0; ++each) {
        if (*each == '@')
            title += '\v';
        title += *each == ' ' ? '\n' : *each;
    }
    if (const std::size_t place = title.find("@K"); k && place != std::string::npos)
        title.replace(place + 1, 1, std::to_string(*k));
    return {title, std::string(metric.about) + " (" + metric.unit + "; " +
                       (metric.higherIsBetter ? "higher is better)" : "lower is better)")};
}

ResultTable resultTable(const RetrievalExperiment &experiment, std::optional<Index> k)
{
    using Row = RetrievalExperimentRow;
    ResultTable table =
        tableOf<Row>(experiment.rows,
                     {{"anchors", "", +[](const Row &row) { return rowLabel(row.method); }},
                      {"queries\n→ index", "Items of the first space are the queries; the second is searched",
                       +[](const Row &row) { return arrowName(sourceOf(row.direction), targetOf(row.direction)); }}});
    for (const Metric &metric : metrics()) {
        table.columns.push_back(metricColumn(metric, k));
        for (std::size_t i = 0; i < experiment.rows.size(); ++i)
            table.rows[i].push_back(repeatedCell(experiment.rows[i].of(metric.score)));
    }
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
        if (experiment.rows[i].degenerate)
            table.rows[i][2] = {"too few anchors"}; // replaces scores, which mean nothing with fewer than 3 anchors
    }
    return table;
}

namespace {

/// True if the rows are scores of items with several partners (in both directions), not of a dictionary (X to Y).
bool hasSeveralPartners(const RetrievalExperiment &experiment)
{
    return std::ranges::any_of(experiment.dictionary,
                               [](const DictionaryRow &row) { return row.direction == Direction::yToX; });
}

ResultTable dictionaryTable(const RetrievalExperiment &experiment)
{
    using Row = DictionaryRow;
    std::vector<ColumnOf<Row>> columns{{"dictionary", "", +[](const Row &row) { return rowLabel(row.method); }},
                                       {"words", "", &Row::words},
                                       {"MRR", "", &Row::mrr},
                                       {"P@1", "", &Row::pAt1},
                                       {"P@5", "", &Row::pAt5},
                                       {"P@10", "", &Row::pAt10},
                                       {"CSLS MRR", "", &Row::cslsMrr},
                                       {"CSLS P@1", "", &Row::cslsPAt1},
                                       {"CSLS P@5", "", &Row::cslsPAt5},
                                       {"CSLS P@10", "", &Row::cslsPAt10}};
    if (hasSeveralPartners(experiment))
        columns.insert(columns.begin() + 1,
                       {"queries\n→ index", "Items of the first space are the queries; the second is searched",
                        +[](const Row &row) { return arrowName(sourceOf(row.direction), targetOf(row.direction)); }});
    return tableOf<Row>(experiment.dictionary, columns);
}

const char *whyOmitted(const Representation &representation)
{
    const std::string_view id = representation.id;
    if (!representation.needsAnchors)
        return "the spaces differ in their number of dimensions";
    if (id == "Seed")
        return "there are no seeds";
    if (id.starts_with("AO "))
        return "the run found no anchors";
    return representation.needsMetric ? "the run learned no canonical maps" : "some anchors have no known partner";
}

/// Returns a sentence for each representation that the user requested and that has neither a row nor another note.
std::vector<std::string> omissions(const RetrievalExperiment &experiment, const MethodChoice &requested)
{
    std::vector<std::string> notes;
    if (!experiment.paired && experiment.dictionary.empty())
        return notes; // another note states that nothing can be scored
    for (const Representation &each : representations()) {
        const std::string name = std::string("“") + each.label + "”";
        const auto isOfThis = [&](const auto &row) { return row.method == each.id; };
        const auto namesThis = [&](const std::string &note) { return note.find(name) != std::string::npos; };
        if (std::ranges::count(requested.ids, each.id) == 0 || std::ranges::any_of(experiment.rows, isOfThis) ||
            std::ranges::any_of(experiment.dictionary, isOfThis) || std::ranges::any_of(experiment.notes, namesThis))
            continue;
        notes.push_back(name + " was left out: " + whyOmitted(each) + '.');
    }
    return notes;
}

std::vector<std::string> notesOf(const RetrievalExperiment &experiment, const MethodChoice &requested)
{
    std::vector<std::string> notes = experiment.notes;
    addNotes(notes, omissions(experiment, requested));
    if (hasSeveralPartners(experiment))
        notes.push_back("Items have several partners: a query is answered by any of them.");
    else if (!experiment.paired)
        notes.push_back(experiment.dictionary.empty()
                            ? "No pairs of items are known, so nothing can be scored."
                            : "No pairs of items are known, so only the dictionary is scored.");
    if (!experiment.rows.empty() && !experiment.rows.front().exact)
        notes.push_back("Used " + std::to_string(experiment.rows.front().queries) +
                        " random items as queries, not all of them, and left out CSLS; --exact uses all items.");
    return notes;
}

Outcome showRetrieval(const RetrievalExperiment &experiment, const ExperimentOptions &options)
{
    Outcome outcome{.tables = {ResultTable()}, .notes = notesOf(experiment, options.methods)};
    ResultTable &table = outcome.tables.front();
    if (experiment.paired || experiment.dictionary.empty())
        table = resultTable(experiment, options.retrieval.k);
    if (!experiment.rows.empty() && experiment.rows.front().excluded > 0)
        table.below.push_back(
            std::to_string(experiment.rows.front().excluded) +
            (options.learning.subset ? " anchors and items that learned anchors are mixtures of" : " anchors") +
            " are candidates but not queries (--score-anchors includes them).");
    if (!experiment.dictionary.empty()) {
        outcome.tables.push_back(dictionaryTable(experiment));
        if (const Index excluded = experiment.dictionary.front().excluded; excluded > 0)
            outcome.tables.back().below.push_back(
                std::to_string(excluded) +
                " words are not queries: they are anchors, or have no direction (--score-anchors includes anchors).");
    }
    MethodMap map({arrowName(Side::x, Side::y), arrowName(Side::y, Side::x)});
    for (const RetrievalExperimentRow &row : experiment.rows)
        map.add(rowLabel(row.method), row.direction == Direction::xToY ? 0 : 1, row.of(&RetrievalScores::mrr));
    outcome.plots.push_back(map.plot("Mean reciprocal rank", "queries → index", "MRR"));
    return outcome;
}

JsonObject writeRetrieval(const RetrievalExperiment &experiment, const ExperimentOptions &options)
{
    JsonObject json{{"k", options.retrieval.k},
                    {"rows", JsonFields::reported(experiment.rows)},
                    {"score_anchors", options.retrieval.scoreAnchors}};
    JsonArray rows;
    for (const DictionaryRow &row : experiment.dictionary)
        rows.emplace_back(JsonFields::reported(row));
    if (!rows.empty())
        json["dictionary"] = rows;
    return json;
}

} // namespace

Experiment retrievalEntry()
{
    UsedOptions reads = foundAnchors;
    reads.k = reads.exact = reads.scoreAnchors = reads.split = reads.dictionary = true;
    return experimentOf<runRetrievalExperiment, showRetrieval, writeRetrieval>(
        {.id = "retrieval",
         .label = "Retrieval",
         .about = "Find anchors in every repeat, and measure retrieval with them.",
         .papers = "AO Tables 1, 4, 5, 7",
         .requirements = {},
         .reads = reads});
}

} // namespace anchorscope
