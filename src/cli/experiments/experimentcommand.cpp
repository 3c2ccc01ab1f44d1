// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include "cli/experiments/checkpoint.h"
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/scoring.h"
#include "cli/signals.h"
#include "cli/table.h"
#include "io/files/pngwriter.h"

#include <utility>

namespace anchorscope::cli {

namespace {

constexpr auto strip = "strip";

/// Uses the seeds of the run of --session as known pairs; nothing else of the run is used.
Status takeSeeds(OptionReader &reader, ProtocolOptions &protocol)
{
    const auto run = std::exchange(protocol.existingRun, std::nullopt);
    for (std::size_t s = 0; s < run->anchors.seedsOfY.size(); ++s)
        protocol.seedPairs.push_back({.x = run->anchors.itemsOfX[s], .y = run->anchors.seedsOfY[s]});
    protocol.optimize = {};
    for (const auto &[name, value] :
         {std::pair("method", &protocol.optimize.method), std::pair("start", &protocol.optimize.start)}) {
        if (reader.has(name))
            *value = reader.value(name).toStdString();
    }
    return protocol.seedPairs.empty()
               ? Status(Error(ErrorCode::noSeeds, "Expected a session with seeds, found none in its run."))
               : Done{};
}

/// Reads the options of this experiment alone. `pairs`: number of known pairs; if it is small, so are some defaults.
std::any readOptions(OptionReader &reader, const Experiment &experiment, const ExperimentOptions &base, Index pairs)
{
    std::any options = experiment.makeOptions(base);
    if (experiment.fit)
        experiment.fit(options, pairs);
    ExperimentOptions &own = experiment.baseOf(options);
    if (experiment.reads.seedsOfSession && own.protocol.existingRun)
        reader.keep(takeSeeds(reader, own.protocol));
    for (const Option &option : experiment.ownOptions(options)) {
        if (option.group == ofImage)
            reader.uses(option.id, reader.has(strip), "it is the length of --strip");
        if (*option.id != 0)
            reader.read(option);
    }
    if (experiment.settle) {
        experiment.settle(options);
        for (const Option &option : experiment.ownOptions(options))
            reader.note(option);
    }
    if (const auto subset = own.learning.subset)
        reader.note("param-subset", count(*subset));
    return options;
}

/// After a signal, returns the completed repeats with a warning, or the error if none was completed.
Result<std::any> runUntilSignal(const Experiment &experiment, ExperimentRequest &request, int repeats,
                                std::vector<std::string> &warnings)
{
    std::any kept = request.partialResult;
    request.onStep = [&kept, keep = std::move(request.onStep)](const std::any &result) {
        kept = result;
        if (keep)
            keep(result);
    };
    auto result = experiment.run(request);
    const int done = kept.has_value() ? experiment.repeatsOf(kept) : 0;
    if (result || receivedSignal() == 0 || done == 0)
        return result;
    warnings.push_back("Stopped before the end; only the completed measurements are shown" +
                       (done < repeats ? ": " + std::to_string(done) + " of " + std::to_string(repeats) + " repeats."
                                       : std::string(".")));
    return kept;
}

/// Formats the tables of an experiment, each followed by its sentences, with blank lines between them.
QString textOf(const Outcome &outcome)
{
    QStringList parts;
    for (const ResultTable &table : outcome.tables) {
        if (table.place == ResultTable::Place::window)
            continue;
        QString text = table.columns.empty() ? QString() : Table(table).text();
        for (const std::string &sentence : table.below)
            text += QString::fromStdString(sentence) + '\n';
        parts << text;
    }
    return parts.join('\n');
}

Report reportOf(OptionReader &reader, const Experiment &experiment, const ExperimentInput &prepared,
                const ExperimentRequest &request, const std::any &result)
{
    const std::vector<ProtocolRun> *runs = experiment.runsOf(result);
    Report report = runs ? runsReport(prepared, *runs) : pairReport(prepared);
    // If the result contains repeats but no runs, the experiment chose no anchors, so that their number is 0.
    if (runs && runs->empty() && experiment.repeatsOf(result) > 0)
        noteNoAnchors(reader, report);
    const Outcome outcome = experiment.show(result, request.options);
    report.warnings.insert(report.warnings.end(), outcome.notes.begin(), outcome.notes.end());
    addMembers(report.json, fromCore(experiment.write(result, request.options)));
    report.text = textOf(outcome);
    for (const ResultPlot &plot : outcome.plots) {
        if (experiment.requirements.images && !plot.image.empty())
            saveOutput(reader, strip, report, [&](const std::string &path) { return io::savePng(path, plot.image); });
    }
    return report;
}

} // namespace

void addExperimentOptions(OptionReader &reader, const Experiment &experiment)
{
    if (experiment.reads.split)
        addSplitOption(reader);
    if (experiment.reads.labels)
        addLabelsOption(reader);
    if (experiment.reads.dictionary)
        addDictionaryOption(reader);
    std::any options = experiment.makeOptions({});
    const std::vector<Option> own = experiment.ownOptions(options);
    reader.group("Experiment");
    for (const Option &option : own) {
        if (*option.id != 0 && option.group != ofImage)
            reader.add(option);
    }
    if (experiment.reads.seedsOfSession)
        reader.addOption({"session", "Take the seeds of this session as the known pairs.", "FILE.ascope"});
    if (!experiment.requirements.images)
        return;
    reader.group("Output");
    reader.addOption({strip, "Write the original and the reconstructed pictures.", "FILE.png"});
    for (const Option &option : own) {
        if (option.group == ofImage)
            reader.add(option);
    }
    addForceOption(reader);
}

Result<Report> runExperiment(OptionReader &reader, const QString &data, const RunContext &context)
{
    const Experiment &experiment = *commandOf(reader).experiment;
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    io::SpacePair &pair = prepared->data.pair;
    prepared->options.onPrepared = [&pair] { freeVectors(pair); };
    ExperimentRequest request{.pairing = &pair.pairing,
                              .spaces = prepared->spaces,
                              .options = readOptions(reader, experiment, prepared->options, pair.pairing.pairs()),
                              .context = context.part(0.05, 1)};
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto continuation = continuationOf(experiment, reader, data, prepared->options.repeats, context.communicator);
    if (!continuation)
        return continuation.error();
    request.partialResult = continuation->partialResult;
    request.onStep = continuation->onStep;
    request.x = pair.x.get();
    request.y = pair.y.get();
    const auto result = runUntilSignal(experiment, request, prepared->options.repeats, pair.warnings);
    if (!result)
        return result.error();
    prepared->options.onPrepared = {};
    prepared->options.repeats = experiment.repeatsOf(*result);
    return reportOf(reader, experiment, *prepared, request, *result);
}

} // namespace anchorscope::cli
