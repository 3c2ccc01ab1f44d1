// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/adapterreport.h"

#include "core/distributed/distributedruns.h"
#include "core/neighbours/matches.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/anchormaps.h"

#include <algorithm>
#include <array>
#include <map>

namespace anchorscope {

namespace {

/// minimum number of queries, at which the standard error of recall@10 is about 0.1
constexpr Index fewestQueries = 20;
/// maximum number of queries, at which the standard error of recall@10 is below 0.01
constexpr Index maxQueries = 5000;
constexpr Index queriesOfCurve = 1000;
constexpr std::uint64_t drawsOfCurve = 3;
constexpr std::array<Index, 8> countsOfCurve{10, 30, 100, 300, 1000, 3000, 10000, 30000};

constexpr std::array<MapKind, 6> kinds{{{"irp", "Inverse relative projection"},
                                        {"procrustes", "Procrustes"},
                                        {"polar", "Polar"},
                                        {"affine", "Affine"},
                                        {"ridge", "Ridge"},
                                        {"canonical", "Canonical ridge"}}};

struct Pairs
{
    std::vector<ItemIndex> from, to;

    void add(ItemIndex source, ItemIndex target)
    {
        from.push_back(source);
        to.push_back(target);
    }
    Pairs first(std::size_t count, const std::vector<ItemIndex> &order) const
    {
        Pairs some;
        for (std::size_t i = 0; i < count; ++i)
            some.add(from[static_cast<std::size_t>(order[i])], to[static_cast<std::size_t>(order[i])]);
        return some;
    }
};

Result<Adapter> fitOn(const AdapterInput &input, const Pairs &pairs, const TargetForm &form, const RunContext &context)
{
    const auto map = input.fit(rowsOf(input.preparedFrom, pairs.from), rowsOf(input.preparedTo, pairs.to), context);
    if (!map)
        return map.error();
    if (context.cancelled())
        return cancelledError();
    return adapterOf(input.preparedFrom, input.preparedTo, *map, pairs.to, form);
}

/// Split of the known pairs into queries and pairs for fitting; the index has the items of all known pairs.
class AdapterEvaluation
{
public:
    AdapterEvaluation(const AdapterInput &input, const RunContext &context)
        : m_input(input), m_form(formOf(input.to.vectors))
    {
        for (const ItemIndex item : input.truth.pairedItemsOfX())
            m_index.add(item, input.truth.partnerOfX(item));
        std::vector<bool> fitted(static_cast<std::size_t>(input.from.size()));
        std::vector<bool> fittedTo(static_cast<std::size_t>(input.to.size()));
        for (std::size_t p = 0; p < input.pairsFrom.size(); ++p)
            fitted[at(input.pairsFrom[p])] = fittedTo[at(input.pairsTo[p])] = true;
        const std::vector<ItemIndex> order = Random(input.seed).permutation(std::ssize(m_index.from));
        for (const ItemIndex row : order) {
            if (!fitted[at(m_index.from[at(row)])] && !fittedTo[at(m_index.to[at(row)])])
                m_queries.push_back(row);
        }
        const std::size_t fifth = order.size() / 5;
        if (m_queries.size() < fifth)
            m_queries.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(fifth));
        m_queries.resize(std::min(m_queries.size(), at(maxQueries)));
        std::vector<bool> asks(fitted.size()), asked(fittedTo.size());
        for (const ItemIndex row : m_queries)
            asks[at(m_index.from[at(row)])] = asked[at(m_index.to[at(row)])] = true;
        for (std::size_t p = 0; p < input.pairsFrom.size(); ++p) {
            if (!asks[at(input.pairsFrom[p])] && !asked[at(input.pairsTo[p])])
                m_pairs.add(input.pairsFrom[p], input.pairsTo[p]);
        }
        if (std::ssize(m_queries) >= fewestQueries && !m_pairs.from.empty())
            m_search.emplace(
                SearchedItems{input.from.vectors, input.to.vectors, m_index.from, m_index.to, input.similarity},
                m_queries, context);
    }

    bool canJudge() const { return m_search.has_value(); }
    const TargetForm &form() const { return m_form; }
    const Pairs &pairs() const { return m_pairs; }
    const Pairs &index() const { return m_index; }
    const std::vector<ItemIndex> &queries() const { return m_queries; }

    Result<Retained> retained(const Pairs &pairs, Index queries, const RunContext &context) const
    {
        const auto adapter = fitOn(m_input, pairs, m_form, context.part(0, 0.4));
        if (!adapter)
            return adapter.error();
        Retained retained = m_search->retainedBy(*adapter, queries, context.part(0.4, 1));
        if (context.cancelled())
            return cancelledError();
        return retained;
    }

private:
    static std::size_t at(Index place) { return static_cast<std::size_t>(place); }

    const AdapterInput &m_input;
    const TargetForm m_form;
    Pairs m_index, m_pairs;
    std::vector<ItemIndex> m_queries;     ///< positions of the queries in the index
    std::optional<NativeSearch> m_search; ///< native search of the target; nullopt with too few queries or pairs
};

std::vector<RecallOfClass> byClass(const AdapterInput &input, const AdapterEvaluation &evaluation,
                                   const Retained &retained)
{
    const ItemTable &items = *input.from.items;
    if (!items.hasLabels())
        return {};
    std::map<std::string, Retained> parts;
    for (std::size_t q = 0; q < evaluation.queries().size(); ++q) {
        const ItemIndex item = evaluation.index().from[static_cast<std::size_t>(evaluation.queries()[q])];
        Retained &part = parts[items.labelName(item)];
        part.translatedIndex.push_back(retained.translatedIndex[q]);
        part.translatedQueries.push_back(retained.translatedQueries[q]);
    }
    std::vector<RecallOfClass> classes;
    for (const auto &[label, part] : parts)
        classes.push_back(
            {label, std::ssize(part.translatedIndex), {meanOf(part.translatedIndex), meanOf(part.translatedQueries)}});
    return classes;
}

/// Point of the learning curve: a map fitted to the first `count` pairs of a random order, and its recall.
struct Draw
{
    Index count = 0;
    std::uint64_t order = 0;
    double ofIndex = 0, ofQueries = 0; ///< recall@10 of the translated index, and of translated queries
    bool failed = false;
};

std::vector<Draw> drawsOf(Index pairs)
{
    std::vector<Draw> draws;
    for (const Index count : countsOfCurve) {
        for (std::uint64_t order = 0; order < drawsOfCurve && count < pairs; ++order)
            draws.push_back({count, order});
    }
    return draws;
}

Status measure(Draw &draw, const AdapterInput &input, const AdapterEvaluation &evaluation, const RunContext &context)
{
    const Pairs &pairs = evaluation.pairs();
    const auto order = Random(hashBits(input.seed, 1, draw.order, 0)).permutation(std::ssize(pairs.from));
    const auto retained =
        evaluation.retained(pairs.first(static_cast<std::size_t>(draw.count), order), queriesOfCurve, context);
    draw.failed = !retained;
    if (!retained)
        return retained.error();
    draw.ofIndex = meanOf(retained->translatedIndex).recallAt10;
    draw.ofQueries = meanOf(retained->translatedQueries).recallAt10;
    return Done{};
}

/// Divides the draws among the MPI ranks; all ranks get all results, or the error of the first draw that failed.
Status measureAll(std::vector<Draw> &draws, const AdapterInput &input, const AdapterEvaluation &evaluation,
                  const RunContext &context)
{
    const DistributedRuns schedule(context.communicator);
    const RunContext alone = context.withoutRanks();
    const std::vector<std::size_t> own = schedule.own(draws.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!measure(draws[own[i]], input, evaluation, alone.step(i, own.size())))
            break;
    }
    for (std::size_t run = 0; run < draws.size(); ++run) {
        schedule.broadcast(run, &draws[run]);
        if (!draws[run].failed)
            continue;
        if (const Status found = measure(draws[run], input, evaluation, alone.withoutProgress()); !found)
            return found;
    }
    return Done{};
}

Status addCurve(AdapterReport &report, const AdapterInput &input, const AdapterEvaluation &evaluation,
                const RunContext &context)
{
    std::vector<Draw> draws = drawsOf(report.pairs);
    if (const Status measured = measureAll(draws, input, evaluation, context); !measured)
        return measured;
    for (const Draw &draw : draws) {
        if (draw.order == 0)
            report.learning.push_back({draw.count, {}, {}});
        report.learning.back().index.add(draw.ofIndex);
        report.learning.back().queries.add(draw.ofQueries);
    }
    AdapterPoint all{report.pairs, {}, {}};
    all.index.add(report.retained.translatedIndex.recallAt10);
    all.queries.add(report.retained.translatedQueries.recallAt10);
    report.learning.push_back(std::move(all));
    return Done{};
}

} // namespace

std::span<const MapKind> mapKinds()
{
    return kinds;
}

FitMap fitOfMap(std::string_view id, const InverseProjectionOptions &irp)
{
    const auto kind = std::ranges::find(kinds, id, &MapKind::id);
    const auto map = std::ranges::find(anchorMaps(), std::string_view(kind->label), &AnchorMap::id);
    if (map != anchorMaps().end())
        return [map](const Matrix &from, const Matrix &to, const RunContext &context) -> Result<LinearMap> {
            const SpannedPairs pairs = inSpans(from, to, context);
            if (context.cancelled())
                return cancelledError();
            return pairs.between(map->fit(pairs.a, pairs.b, context));
        };
    return [irp](const Matrix &from, const Matrix &to, const RunContext &context) -> Result<LinearMap> {
        const SpannedPairs pairs = inSpans(from, to, context);
        if (context.cancelled())
            return cancelledError();
        const auto fitted = fitInverseProjection(pairs.a, pairs.b, irp, context);
        return fitted ? Result<LinearMap>(pairs.between({fitted->matrix})) : fitted.error();
    };
}

std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> foundPairs(const std::vector<ItemIndex> &xOfY,
                                                                     const std::vector<float> &scores, Index itemsOfX)
{
    Pairs pairs;
    const auto yOfX = partnersOfX(xOfY, scores, itemsOfX);
    for (std::size_t x = 0; x < yOfX.size(); ++x) {
        if (yOfX[x] != noItem)
            pairs.add(static_cast<ItemIndex>(x), yOfX[x]);
    }
    return {std::move(pairs.from), std::move(pairs.to)};
}

void drawPairsOfMap(std::vector<ItemIndex> &from, std::vector<ItemIndex> &to)
{
    const Index count = std::ssize(from);
    if (count <= maxPairsOfMap)
        return;
    std::vector<ItemIndex> drawn = Random(0).permutation(count);
    drawn.resize(static_cast<std::size_t>(maxPairsOfMap));
    std::ranges::sort(drawn);
    for (std::vector<ItemIndex> *items : {&from, &to}) {
        for (std::size_t i = 0; i < drawn.size(); ++i)
            (*items)[i] = (*items)[static_cast<std::size_t>(drawn[i])];
        items->resize(drawn.size());
    }
}

Result<Adapter> fitAdapter(const AdapterInput &input, const RunContext &context)
{
    return fitOn(input, {input.pairsFrom, input.pairsTo}, formOf(input.to.vectors), context);
}

Result<std::optional<AdapterReport>> reportOfAdapter(const AdapterInput &input, const RunContext &context)
{
    const AdapterEvaluation evaluation(input, context.part(0, 0.1));
    if (!evaluation.canJudge())
        return std::optional<AdapterReport>();
    const auto retained = evaluation.retained(evaluation.pairs(), maxQueries, context.part(0.1, 0.4));
    if (!retained)
        return retained.error();
    AdapterReport report{
        std::ssize(evaluation.queries()),      std::ssize(evaluation.pairs().from),
        std::ssize(evaluation.index().from),   {meanOf(retained->translatedIndex), meanOf(retained->translatedQueries)},
        byClass(input, evaluation, *retained), {}};
    report.similarity = input.similarity;
    report.form = evaluation.form();
    const Status added = addCurve(report, input, evaluation, context.part(0.4, 1));
    return added ? Result<std::optional<AdapterReport>>(std::move(report)) : added.error();
}

} // namespace anchorscope
