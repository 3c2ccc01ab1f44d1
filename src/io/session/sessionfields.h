// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/optimizers.h"
#include "io/session/outcomefields.h"
#include "io/session/recordingfields.h"
#include "io/session/session.h"
#include "io/session/sessionarchive.h"

#include <array>
#include <limits>

/// Fields of a session file, each listed once for writing and reading (examples/sessions/README.md). `Archive` is
/// SessionWriter or SessionReader; `S` is the struct whose fields are listed, const when writing.
namespace anchorscope::io {

inline constexpr std::array<ChoiceId<PairingRule>, 5> pairingIds{{{PairingRule::automatic, "automatic"},
                                                                  {PairingRule::byId, "id"},
                                                                  {PairingRule::byRow, "row"},
                                                                  {PairingRule::none, "none"},
                                                                  {PairingRule::list, "file"}}};

/// Writes or reads one member of all `records` as a list. NaN stands for an absent number.
template <class Archive, class Records, class Get>
void column(Archive &archive, const char *name, Records &records, const Get &get)
{
    using Member = std::remove_cvref_t<std::invoke_result_t<Get, decltype(*records.begin())>>;
    constexpr bool isOptional = std::is_same_v<Member, std::optional<double>>;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    using Value = std::conditional_t<isOptional, double, Member>;
    std::vector<Value> values;
    if constexpr (!Archive::reading) {
        for (const auto &record : records) {
            if constexpr (isOptional)
                values.push_back(get(record).value_or(none));
            else
                values.push_back(get(record));
        }
        archive.list(name, values);
    } else {
        archive.list(name, values);
        if (values.empty() && !records.empty())
            return; // files of earlier versions may lack the list
        if (values.size() != records.size() && !records.empty())
            archive.fail(name, "a column of " + std::to_string(records.size()) + " values was expected, found " +
                                   std::to_string(values.size()));
        records.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (isOptional)
                get(records[i]) = values[i] == values[i] ? std::optional(values[i]) : std::nullopt;
            else
                get(records[i]) = values[i];
        }
    }
}

template <class Archive, class S, class File> void inputFields(Archive &archive, S &input, File &file)
{
    archive.value("path", input.path);
    archive.value("bytes", file.bytes);
    archive.value("hash", file.hash);
    archive.value("space", input.space);
    archive.value("array", input.array);
    archive.value("columns", input.columns);
    archive.value("items", input.items);
}

/// Options of a run that are numbers, texts and choices, not lists.
template <class Archive, class S> void optionFields(Archive &archive, S &options)
{
    using Options = std::remove_const_t<S>;
    for (const Field<Options> &field : fields<Options>()) {
        if (*field.oldId == 0)
            continue;
        std::visit(
            [&](const auto &member) {
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, EnumMember<Options>>) {
                    int value = member.get(options);
                    choice(archive, field.oldId, value, member.choices);
                    if constexpr (Archive::reading)
                        member.set(options, value);
                } else if constexpr (requires { archive.value(field.oldId, options.*member); }) {
                    archive.value(field.oldId, options.*member);
                }
            },
            field.member);
    }
}

template <class Archive, class S> void optimizeFields(Archive &archive, S &options)
{
    optionFields(archive, options);
    if constexpr (Archive::reading) {
        if (options.method == "robust") // method of early versions; “auto” now includes it
            options.method = "auto";
    }
}

template <class Archive, class S> void historyFields(Archive &archive, S &history)
{
    forEachIterationField([&](const char *name, auto member) {
        column(
            archive, name, history, [member](auto &stats) -> auto & { return stats.*member; });
    });
}

/// History of a run and the way it ended, without its result.
template <class Archive, class S> void traceFields(Archive &archive, S &summary)
{
    choice(archive, "termination", summary.termination, choicesUpTo(Termination::lowConfidence, terminationId));
    archive.value("method_used", summary.methodUsed);
    archive.value("start", summary.start);
    if (Archive::reading || summary.continued)
        archive.value("continued", summary.continued);
    archive.value("message", summary.message);
    archive.group("history", [&] { historyFields(archive, summary.history); });
    startFields(archive, summary.starts);
    archive.value("best_iteration", summary.bestIteration);
    archive.value("loss", summary.loss);
    archive.value("right", summary.correct);
    archive.value("seconds", summary.seconds);
}

template <class Archive, class S> void summaryFields(Archive &archive, S &summary)
{
    traceFields(archive, summary);
    archive.matrix("anchors_of_y", summary.anchorsOfY);
    archive.list("discrete_of_y", summary.discreteOfY);
    archive.value("discrete_duplicates", summary.discreteDuplicates);
    archive.list("correspondence", summary.correspondence);
    archive.list("correspondence_score", summary.correspondenceScore);
    metricFields(archive, summary.metric);
    verdictFields(archive, summary.verdict);
    archive.value("subset_start", summary.subsetStart);
    archive.value("subset_end", summary.subsetEnd);
    archive.value("candidate_recall", summary.recall);
    hintFields(archive, summary.hint);
}

/// Id of a run; RunId::none is not written.
template <class Archive, class S> void runIdField(Archive &archive, S &id)
{
    auto number = static_cast<std::uint64_t>(id);
    if (Archive::reading || number > 0)
        archive.value("id", number);
    if constexpr (Archive::reading)
        id = static_cast<RunId>(number);
}

template <class Archive, class S> void runFields(Archive &archive, S &run)
{
    archive.value("name", run.name);
    archive.group("options", [&] { optimizeFields(archive, run.options); });
    choice(archive, "centering", run.centering, centeringChoices());
    archive.value("transform", run.transform);
    archive.list("anchors_of_x", run.anchorsOfX);
    archive.list("seeds_of_y", run.seedsOfY);
    archive.group("summary", [&] { summaryFields(archive, run.summary); });
    recordingFields(archive, run);
    runIdField(archive, run.id);
}

template <class Archive, class S> void scoreFields(Archive &archive, const char *name, S &score)
{
    archive.group(name, [&] {
        archive.value("mean", score.mean);
        archive.value("interval", score.interval);
    });
}

template <class Archive, class S> void retrievalFields(Archive &archive, S &scores)
{
    for (const Metric &metric : metrics())
        scoreFields(archive, metric.id, scores.*metric.score);
    archive.value("queries", scores.queries);
    archive.value("targets", scores.targets);
    archive.value("left_out", scores.excluded);
    archive.value("hubness_corrected", scores.hubnessCorrected);
    archive.value("exact", scores.exact);
    archive.value("degenerate", scores.degenerate);
    archive.value("seconds", scores.seconds);
    archive.list("query_items", scores.queryItems);
    archive.list("item_jaccard", scores.itemJaccard);
    archive.list("item_rank", scores.itemRank);
    archive.list("item_cosine", scores.itemCosine);
    archive.list("item_margin", scores.itemMargin);
    archive.list("item_other", scores.itemOther);
}

inline constexpr std::array<ChoiceId<Direction>, 2> directionIds{
    {{Direction::xToY, "x_to_y"}, {Direction::yToX, "y_to_x"}}};

template <class Archive, class S> void batchRowFields(Archive &archive, S &row)
{
    archive.value("method", row.method);
    choice(archive, "direction", row.direction, directionIds);
    archive.value("degenerate", row.degenerate);
    archive.value("exact", row.exact);
    archive.value("queries", row.queries);
    archive.value("left_out", row.excluded);
    for (const Metric &metric : metrics())
        archive.list(metric.id, row.of(metric.score).values);
}

template <class Archive, class S> void batchFields(Archive &archive, S &batch)
{
    if (!Archive::reading && batch.experiment.runs.empty())
        return;
    archive.group("batch", [&] {
        archive.value("first_seed", batch.firstSeed);
        archive.value("repeats", batch.experiment.repeats);
        archive.value("seconds", batch.experiment.seconds);
        elements(archive, "rows", batch.experiment.rows, [&](auto &row) { batchRowFields(archive, row); });
        elements(archive, "runs", batch.experiment.runs, [&](auto &run) {
            archive.value("seed", run.seed);
            traceFields(archive, run.summary);
        });
    });
}

/// Space that a value concerns, as the character code of "x" or "y".
template <class Archive, class S> void sideField(Archive &archive, const char *name, S &side)
{
    char letter = *sideId(side);
    archive.value(name, letter);
    if constexpr (Archive::reading) {
        if (letter != 'x' && letter != 'y')
            archive.fail(name, "x or y was expected");
        side = letter == 'x' ? Side::x : Side::y;
    }
}

template <class Archive, class S> void stitchCellFields(Archive &archive, S &cell)
{
    sideField(archive, "train_space", cell.trainSpace);
    sideField(archive, "test_space", cell.testSpace);
    archive.value("accuracy", cell.scores.accuracy);
    archive.value("weighted_f1", cell.scores.weightedF1);
    archive.value("macro_f1", cell.scores.macroF1);
    archive.value("mae", cell.scores.mae);
    archive.matrix("confusion", cell.scores.confusion);
    archive.list("predicted", cell.predicted);
}

template <class Archive, class S> void stitchFields(Archive &archive, S &row)
{
    archive.value("representation", row.representation);
    archive.value("possible", row.possible);
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        archive.group(std::to_string(i), [&] { stitchCellFields(archive, row.cells[i]); });
}

template <class Archive, class First, class Second>
void pairedLists(Archive &archive, const char *first, First &ofFirst, const char *second, Second &ofSecond)
{
    archive.list(first, ofFirst);
    archive.list(second, ofSecond);
    if constexpr (Archive::reading) {
        if (ofFirst.size() != ofSecond.size())
            archive.fail(second, "as many entries as in “" + std::string(first) + "” were expected");
    }
}

template <class Archive, class S> void seedFields(Archive &archive, S &seeds)
{
    std::vector<ItemIndex> x, y;
    if constexpr (!Archive::reading) {
        for (const SeedPair &seed : seeds) {
            x.push_back(seed.x);
            y.push_back(seed.y);
        }
    }
    pairedLists(archive, "x", x, "y", y);
    if constexpr (Archive::reading) {
        seeds.clear();
        for (std::size_t i = 0; i < x.size(); ++i)
            seeds.push_back({.x = x[i], .y = y[i]});
    }
}

template <class Archive, class S> void viewFields(Archive &archive, S &view)
{
    std::vector<std::string> keys, values;
    if constexpr (!Archive::reading) {
        for (const auto &[key, value] : view) {
            keys.push_back(key);
            values.push_back(value);
        }
    }
    pairedLists(archive, "keys", keys, "values", values);
    if constexpr (Archive::reading) {
        view.clear();
        for (std::size_t i = 0; i < keys.size(); ++i)
            view[keys[i]] = values[i];
    }
}

template <class Archive, class S> void resultFields(Archive &archive, S &of)
{
    elements(archive, "retrieval", of.retrieval, [&](auto &scores) {
        archive.value("method", scores.method);
        archive.group("x_to_y", [&] { retrievalFields(archive, scores.xToY); });
        archive.group("y_to_x", [&] { retrievalFields(archive, scores.yToX); });
    });
    elements(archive, "stitching", of.stitching.rows, [&](auto &scores) { stitchFields(archive, scores); });
    archive.list("stitch_classes", of.stitching.classes);
    archive.group("stitch_test", [&] {
        archive.value("train_items", of.stitching.trainItems);
        archive.list("items", of.stitching.testX);
        archive.list("labels", of.stitching.testLabels);
    });
}

template <class Archive, class S> void pairFields(Archive &archive, S &session)
{
    archive.value("program_version", session.programVersion);
    archive.value("isa", session.isa);
    archive.group("x", [&] { inputFields(archive, session.data.x, session.fileX); });
    archive.group("y", [&] { inputFields(archive, session.data.y, session.fileY); });
    choice(archive, "pairing", session.data.rule, pairingIds);
    archive.value("pairing_file", session.data.pairingFile);
    archive.value("max_items", session.data.maxItems);
    archive.value("sample", session.data.sample);
    archive.value("sample_seed", session.data.sampleSeed);
    archive.value("skip_bad_rows", session.data.skipBadRows);
    choice(archive, "centering", session.centering, centeringChoices());
    archive.value("transform", session.transform);
    archive.value("similarity", session.similarity);
    archive.group("seeds", [&] { seedFields(archive, session.seeds); });
    archive.group("items", [&] {
        archive.group("x", [&] { pairedLists(archive, "rows", session.itemsX.rows, "ids", session.itemsX.ids); });
        archive.group("y", [&] { pairedLists(archive, "rows", session.itemsY.rows, "ids", session.itemsY.ids); });
    });
    archive.value("anchor_count", session.anchorCount);
    archive.value("random_seed", session.randomSeed);
    archive.group("options", [&] { optimizeFields(archive, session.options); });
    elements(archive, "runs", session.runs, [&](auto &run) { runFields(archive, run); });
    archive.value("chosen_run", session.chosenRun);
    resultFields(archive, session.scores);
    elements(archive, "other_scores", session.otherScores, [&](auto &of) {
        archive.value("run", of.run);
        resultFields(archive, of.scores);
    });
    batchFields(archive, session.batch);
    archive.group("view", [&] { viewFields(archive, session.view); });
}

template <class Archive, class S> void sessionFields(Archive &archive, S &session)
{
    pairFields(archive, session);
    archive.value("position", session.position);
    elements(archive, "other_pairs", session.otherPairs, [&](auto &pair) { pairFields(archive, pair); });
}

} // namespace anchorscope::io
