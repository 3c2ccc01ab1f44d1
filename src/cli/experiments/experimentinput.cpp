// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"

#include "cli/json.h"
#include "cli/scoring.h"
#include "cli/sessionrun.h"
#include "core/experiments/outcome.h"
#include "core/experiments/protocol.h"
#include "core/optimizers/canonical.h"
#include "core/translate/foreignpairs.h"

#include <QJsonArray>

#include <algorithm>

namespace anchorscope::cli {

QString sideLabel(Side side)
{
    return QString::fromStdString(sideName(side));
}

namespace {

/// Sets the number of anchors, as in the window, if the user does not: the default or, if it is less, half of `items`;
/// but not less than the number of given seeds. Records the numbers for the settings, if the command reads them.
void fitAnchors(OptionReader &reader, Index items, ProtocolOptions &protocol)
{
    if (reader.has("anchors") || protocol.existingRun)
        return;
    protocol.anchors = std::max(anchorsAmong(items, protocol.anchors), std::ssize(protocol.seedPairs));
    if (!reader.has("seeds"))
        protocol.seeds = std::min(protocol.seeds, protocol.anchors);
    const QJsonObject read = reader.used();
    for (const auto &[option, value] : {std::pair("anchors", protocol.anchors), std::pair("seeds", protocol.seeds)}) {
        if (read.contains(option))
            reader.note(option, count(value));
    }
}

} // namespace

Result<PairedData> openFor(OptionReader &reader, const QString &data, ProtocolOptions &protocol,
                           const RunContext &context)
{
    auto opened = openPairedData(reader, data, context);
    if (!opened)
        return opened;
    protocol.seedPairs = opened->seedPairs;
    io::SpacePair &pair = opened->pair;
    const EmptyItems empty = pair.emptyItems();
    const bool fromX = protocol.optimizedSide == Side::y;
    fitAnchors(reader, fromX ? pair.x->size() - std::ssize(empty.x) : pair.y->size() - std::ssize(empty.y), protocol);
    if (const Status hints = readHintsOf(*pair.x->items, *pair.y->items, protocol, pair.warnings); !hints)
        return hints.error();
    return opened;
}

Result<ExperimentInput> prepareExperiment(OptionReader &reader, const QString &data, const RunContext &context)
{
    const Command &command = commandOf(reader);
    auto options = readSettings(reader, command.reads, command.repeats);
    if (!options)
        return options.error();
    if (command.data == Command::Data::manySpaces) {
        auto spaces = openManySpaces(reader, data, context);
        if (!spaces)
            return spaces.error();
        if (!spaces->empty())
            fitAnchors(reader, spaces->front()->size(), options->protocol);
        return ExperimentInput{std::move(*options), {}, command.reads, std::move(*spaces)};
    }
    auto opened = openFor(reader, data, options->protocol, context);
    if (!opened)
        return opened.error();
    if (command.reads.learned && !reader.has("no-learned") && readsLearning(options->methods))
        options->additionalBanks = opened->furtherSpaces;
    if (const Status brought = readBrought(reader, *opened, *options); !brought)
        return brought.error();
    if (const std::vector<ItemIndex> &pool = options->protocol.pool; !pool.empty())
        fitAnchors(reader, std::ssize(pool), options->protocol);
    if (reader.has("session")) {
        if (const Status used = useSession(reader, *opened, options->protocol); !used)
            return used.error();
        if (const Status read = readSimilarityNumbers(reader, command.reads, *options); !read)
            return read.error();
    }
    return ExperimentInput{std::move(*options), std::move(*opened), command.reads};
}

Status holdWhatIsNeeded(PairedData &data, bool canBeInParts, const RunContext &context)
{
    const bool inParts = canBeInParts && std::max(data.pair.x->size(), data.pair.y->size()) > maxItemsOfPath;
    const bool shared = data.pair.x->distributed && data.pair.y->distributed;
    for (auto *set : {&data.pair.x, &data.pair.y}) {
        // A small space becomes one matrix. If it has more dimensions than items, it can then be reduced to its span.
        if (inParts && (context.communicator ? shared : (*set)->size() > maxItemsOfPath))
            continue;
        auto whole = materialized(*set);
        if (!whole)
            return whole.error();
        *set = std::move(*whole);
    }
    return Done{};
}

PreparedSpace preparedInPlace(std::shared_ptr<const EmbeddingSet> &set, Centering centering, const RunContext &context)
{
    PreparedSpace prepared = set->distributed ? prepare(*set->distributed, centering, context)
                             : set->stored    ? prepare(*set->stored, centering, context)
                                              : prepare(set->vectors, centering, context);
    set = std::make_shared<const EmbeddingSet>(EmbeddingSet{set->name, set->model, set->storedType, {}, set->items});
    return prepared;
}

void freeVectors(io::SpacePair &pair)
{
    for (auto *set : {&pair.x, &pair.y}) {
        EmbeddingSet empty{(*set)->name, (*set)->model, (*set)->storedType, Matrix((*set)->size(), 0), (*set)->items};
        *set = std::make_shared<const EmbeddingSet>(std::move(empty));
    }
}

void noteNoAnchors(OptionReader &reader, Report &report)
{
    const QJsonObject read = reader.used();
    for (const char *option : {"anchors", "seeds"}) {
        report.json[option] = 0;
        if (read.contains(option))
            reader.note(option, 0);
    }
}

Report pairReport(const ExperimentInput &prepared)
{
    Report report{protocolJson(prepared.options.protocol, prepared.options.firstSeed, prepared.reads),
                  {},
                  prepared.data.pair.warnings,
                  {}};
    report.json["items"] = count((prepared.spaces.empty() ? prepared.data.pair.x : prepared.spaces.front())->size());
    if (prepared.spaces.empty())
        report.json["items_y"] = count(prepared.data.pair.y->size());
    const EmptyItems empty = prepared.data.pair.emptyItems();
    if (!empty.x.empty() || !empty.y.empty())
        report.json["without_direction"] =
            QJsonObject{{"x", count(std::ssize(empty.x))}, {"y", count(std::ssize(empty.y))}};
    report.json["repeats"] = prepared.options.repeats;
    return report;
}

namespace {

/// Reports how many runs of “adam” found the alignment, according to ground truth. Such a run is either nearly perfect
/// or fails completely, so that the mean of all runs is misleading.
void addConverged(const std::vector<ProtocolRun> &runs, Report &report)
{
    int known = 0, converged = 0;
    for (const ProtocolRun &run : runs) {
        if (run.summary.methodUsed != "adam" || !run.summary.correct)
            continue;
        ++known;
        converged += *run.summary.correct > 0.5;
    }
    if (known == 0)
        return;
    report.json["converged"] = number(static_cast<double>(converged) / known);
    if (converged < known)
        report.warnings.push_back(
            std::to_string(converged) + " of " + std::to_string(known) +
            " runs converged, that is, more than half of their matches are correct. Adam finds nearly everything or "
            "nothing, depending on its random start; --starts tries several.");
}

} // namespace

Report runsReport(const ExperimentInput &prepared, const std::vector<ProtocolRun> &runs)
{
    Report report = pairReport(prepared);
    QJsonArray all;
    for (const ProtocolRun &run : runs) {
        all.append(runJson(run));
        const bool ended =
            run.summary.termination == Termination::converged || run.summary.termination == Termination::iterationLimit;
        if (!ended)
            report.warnings.push_back("Seed " + std::to_string(run.seed) + ": " + run.summary.message);
    }
    report.json["runs"] = all;
    addConverged(runs, report);
    return report;
}

void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context)
{
    constexpr std::size_t named = 5;
    const ForeignPairs foreign = findForeignPairs(from, to, context);
    QJsonArray pairs;
    std::string list;
    for (const Index place : foreign.places) {
        const auto &[x, y] = names[static_cast<std::size_t>(place)];
        if (std::size_t(pairs.size()) < named)
            list += (list.empty() ? "" : ", ") + x + (x == y ? "" : " – " + y);
        pairs.append(QJsonArray{QString::fromStdString(x), QString::fromStdString(y)});
    }
    report.json["suspect_pairs"] = pairs;
    report.json["suspect_pairs_follow_a_map"] = foreign.ownMap;
    if (foreign.places.empty())
        return;
    if (foreign.places.size() > named)
        list += ", …";
    const auto share = 100 * foreign.places.size() / std::min<std::size_t>(names.size(), 2000);
    report.warnings.push_back(
        std::to_string(foreign.places.size()) + " known pairs, " + std::to_string(share) +
        "% of those checked, do not follow the map of the others (" + list + "); " +
        (foreign.ownMap ? "they follow a map of their own: one of the files seems to hold vectors of two models."
                        : "they are suspected to be wrong."));
}

} // namespace anchorscope::cli
