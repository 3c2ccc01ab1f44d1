// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"

#include "cli/json.h"
#include "core/neighbours/matches.h"
#include "io/text/itemfinder.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

Result<ProtocolRun> seedsAlone(const ExperimentInput &prepared)
{
    ProtocolOptions protocol = prepared.options.protocol;
    const Index seeds = protocol.seedPairs.empty() ? protocol.seeds : static_cast<Index>(protocol.seedPairs.size());
    protocol.anchors = std::max<Index>(1, seeds);
    const std::uint64_t seed = prepared.options.firstSeed;
    const auto &pair = prepared.data.pair;
    const Result<AnchorSet> anchors = protocol.existingRun
                                          ? protocol.existingRun->anchors
                                          : drawRunAnchors(pair.pairing, protocol, seed, pair.emptyItems());
    if (!anchors)
        return anchors.error();
    ProtocolRun run;
    run.seed = seed;
    run.anchors.seedsOfY = anchors->seedsOfY;
    run.anchors.itemsOfX.assign(anchors->itemsOfX.begin(), anchors->itemsOfX.begin() + anchors->seeds());
    if (run.anchors.count() == 0)
        return Error(ErrorCode::noSeeds,
                     "Expected seeds to take as anchors, found none: give --seeds or --seed-pairs.");
    return run;
}

} // namespace

AnchoredPair AnchoredData::pair() const
{
    const ProtocolOptions &protocol = prepared.options.protocol;
    return {x, y, run.anchors, *findSimilarity(protocol.similarity), protocol.similarityOptions};
}

const ItemTable &AnchoredData::items(Side side) const
{
    return side == Side::x ? *prepared.data.pair.x->items : *prepared.data.pair.y->items;
}

QString AnchoredData::name(Side side, ItemIndex item) const
{
    return item == noItem ? QString("–") : QString::fromStdString(items(side).name(item));
}

Report AnchoredData::report() const
{
    const bool optimized = run.anchors.optimized();
    Report report = optimized ? runsReport(prepared, {run}) : pairReport(prepared);
    report.json["anchors"] = count(run.anchors.count());
    report.json["seeds"] = count(run.anchors.seeds());
    if (!optimized) {
        report.json["method"] = QJsonValue();
        report.json["runs"] = QJsonArray();
    }
    return report;
}

AnchoredData withoutAnchors(ExperimentInput prepared, const RunContext &context)
{
    const Centering centering = prepared.options.protocol.centering;
    PreparedSpace x = prepare(prepared.data.pair.x->vectors, centering, context);
    PreparedSpace y = prepare(prepared.data.pair.y->vectors, centering, context);
    return {std::move(prepared), std::move(x), std::move(y), {}};
}

Result<AnchoredData> withFoundAnchors(ExperimentInput prepared, const RunContext &context)
{
    AnchoredData data = withoutAnchors(std::move(prepared), context);
    const ExperimentOptions &options = data.prepared.options;
    auto run = runProtocol({data.x, data.y, data.truth()}, options.protocol, options.firstSeed, context);
    if (!run)
        return run.error();
    if (!run->anchors.optimized())
        return Error(ErrorCode::noResult, run->summary.message);
    data.run = std::move(*run);
    return data;
}

Result<AnchoredData> withAnchors(OptionReader &reader, ExperimentInput prepared, const RunContext &context)
{
    if (!reader.flag("seeds-only"))
        return withFoundAnchors(std::move(prepared), context);
    if (const Similarity &chosen = *findSimilarity(prepared.options.protocol.similarity); chosen.learned)
        return needsMetric(chosen, "the seeds alone");
    AnchoredData data = withoutAnchors(std::move(prepared), context);
    auto run = seedsAlone(data.prepared);
    if (!run)
        return run.error();
    data.run = std::move(*run);
    return data;
}

Result<AnchoredData> prepareRun(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    return prepared ? withFoundAnchors(std::move(*prepared), context.part(0.1, 0.9)) : prepared.error();
}

KnownPartners knownPartners(const AnchoredData &data)
{
    if (!data.truth().empty())
        return {data.truth().yOfX(), data.truth().xOfY()};
    const OptimizeSummary &summary = data.run.summary;
    KnownPartners known{partnersOfX(summary.correspondence, summary.correspondenceScore, data.x.size()),
                        summary.correspondence};
    known.xOfY.resize(static_cast<std::size_t>(data.y.size()), noItem);
    const AnchorSet &anchors = data.run.anchors;
    for (std::size_t i = 0; i < anchors.seedsOfY.size(); ++i) {
        known.yOfX[static_cast<std::size_t>(anchors.itemsOfX[i])] = anchors.seedsOfY[i];
        known.xOfY[static_cast<std::size_t>(anchors.seedsOfY[i])] = anchors.itemsOfX[i];
    }
    return known;
}

Result<ItemChoice> readItem(OptionReader &reader, const PairedData &data)
{
    const QString from = reader.choice("from", {"x", "y"});
    if (const Status read = reader.status(); !read)
        return read.error();
    const Side side = from == "x" ? Side::x : Side::y;
    const std::string text = reader.positionalArguments().last().toStdString();
    const io::ItemFinder finder(side == Side::x ? *data.pair.x->items : *data.pair.y->items);
    const ItemIndex item = finder.find(text);
    if (item == noItem)
        return Error(ErrorCode::unknownItem, "Expected an item of " + from.toUpper().toStdString() + ", " +
                                                 finder.expected() + "; found “" + text + "”.");
    return ItemChoice{side, item};
}

Result<AnchoredItem> prepareItem(OptionReader &reader, const QString &data, const RunContext &context)
{
    if (reader.has("session")) {
        if (const Status used = reader.refuse({"first-seed"}, "with --session nothing is drawn"); !used)
            return used.error();
    }
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    if (!prepared)
        return prepared.error();
    const auto choice = readItem(reader, prepared->data);
    if (!choice)
        return choice.error();
    auto anchored = withAnchors(reader, std::move(*prepared), context.part(0.1, 1));
    if (!anchored)
        return anchored.error();
    return AnchoredItem{std::move(*anchored), *choice};
}

QJsonValue nameJson(const AnchoredData &data, Side side, ItemIndex item)
{
    return item == noItem ? QJsonValue() : QJsonValue(data.name(side, item));
}

} // namespace anchorscope::cli
