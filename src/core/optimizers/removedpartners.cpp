// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/removedpartners.h"

#include "core/data/items.h"
#include "core/distributed/distributedruns.h"
#include "core/optimizers/canonicalpath.h"
#include "core/optimizers/crossvalidation.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Number of refits, that is, new fits of the maps. Each begins with a fit that omits another third of the matches and
/// seeds.
constexpr std::size_t refitCount = 3;

/// Shares of the matched pairs that lose an item in each refit. `removedAnywhere`: share of the pairs in the omitted
/// third that lose their item of X. `removedTogether`: share of all pairs that lose one of their two items; these are
/// the pairs nearest to a random item of Y.
constexpr double removedAnywhere = 0.25, removedTogether = 0.1;
constexpr std::uint64_t drawOfCentre = 9, drawOfSide = 11, drawOfItem = 7,
                        drawOfPart = 13; ///< identifiers of random streams for hashBits()

enum class Kind : std::uint8_t { none, observed, removed, missing, known, knownFound };
enum class Lacks : std::uint8_t { nothing, match, item };

/// Match that one row of Y got in one refit, and the kind of row: with a known partner, with a removed partner, or
/// neither.
struct Observation
{
    MatchFeatures features;
    Kind kind = Kind::none;
};

/// Refits of the maps for one pair of spaces, with some items removed.
class Refits
{
public:
    Refits(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches)
        : m_spaces(spaces), m_matches(matches), m_rowsOfX(reliableRows(spaces.x, spaces.seeds.x, itemsValidated)),
          m_inPart(marked(spaces.x.size(), m_rowsOfX)), m_partnerOf(matches.size(), noItem)
    {
        for (std::size_t s = 0; s < spaces.seeds.count(); ++s)
            m_partnerOf[static_cast<std::size_t>(spaces.seeds.y[s])] = spaces.seeds.x[s];
        const std::vector<bool> seedsOfX = marked(spaces.x.size(), spaces.seeds.x);
        for (std::size_t row = 0; row < matches.size(); ++row) {
            if (matches[row].mutual && m_partnerOf[row] == noItem && isEligible(row) &&
                !seedsOfX[static_cast<std::size_t>(matches[row].match)])
                m_usable.push_back(static_cast<ItemIndex>(row));
        }
    }

    /// Computes one refit and returns the match of each row of Y in it. `part` is the index of the third of matches and
    /// seeds that the first fit omits. Returns nullopt if cancelled.
    std::optional<std::vector<Observation>> operator()(std::size_t part, double ridge, const RunContext &context) const
    {
        const std::vector<Lacks> lacks = lacking(part);
        const auto [ofX, ofY] = rowsWithout(lacks);
        std::vector<std::size_t> given;
        for (std::size_t s = 0; s < m_spaces.seeds.count(); ++s) {
            if (s % refitCount != part)
                given.push_back(s);
        }
        const PathSpaces some = withSeeds(partOf(m_spaces, ofX, ofY, context), given);
        const auto maps = refitMaps(some, pairsWithout(part, lacks, ofX, ofY, some.seeds), ridge, context);
        if (!maps)
            return std::nullopt;
        const auto features = matchFeatures(canonicalCoordinates(some.x.rows, maps->a, context),
                                            canonicalCoordinates(some.y.rows, maps->b, context), context);
        if (context.cancelled())
            return std::nullopt;
        std::vector<Observation> observations(lacks.size());
        for (std::size_t row = 0; row < lacks.size(); ++row) {
            if (lacks[row] == Lacks::item)
                observations[row].kind = Kind::missing;
        }
        for (std::size_t j = 0; j < features.size(); ++j) {
            const auto row = static_cast<std::size_t>(ofY[j]);
            if (features[j].match == noItem)
                continue;
            const ItemIndex match = ofX[static_cast<std::size_t>(features[j].match)];
            observations[row] = {features[j], kindOf(row, part, lacks[row], match)};
        }
        return observations;
    }

private:
    bool isEligible(std::size_t row) const
    {
        const ItemIndex match = m_matches[row].match;
        return match != noItem && m_inPart[static_cast<std::size_t>(match)];
    }

    static std::size_t partOfRow(std::size_t row) { return hashBits(drawOfPart, 0, 0, row) % refitCount; }

    /// Returns for each row of Y what is removed in a refit: nothing, its match in X, or the item of Y itself.
    std::vector<Lacks> lacking(std::size_t part) const
    {
        std::vector<Lacks> lacks(m_matches.size(), Lacks::nothing);
        if (m_usable.empty())
            return lacks;
        const ItemIndex centre = m_usable[hashBits(drawOfCentre, part, 0, 0) % m_usable.size()];
        const Vector similarity = m_spaces.y.rows * m_spaces.y.rows.row(centre).transpose();
        std::vector<ItemIndex> near = m_usable;
        std::ranges::stable_sort(near, [&](ItemIndex a, ItemIndex b) { return similarity[a] > similarity[b]; });
        near.resize(static_cast<std::size_t>(removedTogether * static_cast<double>(near.size())));
        for (const ItemIndex row : near) {
            const bool ofX = hashBits(drawOfSide, part, 0, static_cast<std::uint64_t>(row)) & 1;
            lacks[static_cast<std::size_t>(row)] = ofX ? Lacks::match : Lacks::item;
        }
        for (const ItemIndex row : m_usable) {
            const auto place = static_cast<std::size_t>(row);
            if (lacks[place] == Lacks::nothing && partOfRow(place) == part &&
                hashUniform(drawOfItem, 0, 0, place) < removedAnywhere)
                lacks[place] = Lacks::match;
        }
        return lacks;
    }

    std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> rowsWithout(const std::vector<Lacks> &lacks) const
    {
        std::vector<bool> stays = m_inPart;
        std::vector<ItemIndex> ofX, ofY;
        for (std::size_t row = 0; row < lacks.size(); ++row) {
            if (lacks[row] == Lacks::match)
                stays[static_cast<std::size_t>(m_matches[row].match)] = false;
            if (lacks[row] != Lacks::item)
                ofY.push_back(static_cast<ItemIndex>(row));
        }
        std::ranges::copy_if(m_rowsOfX, std::back_inserter(ofX),
                             [&](ItemIndex row) { return stays[static_cast<std::size_t>(row)]; });
        return {ofX, ofY};
    }

    /// Returns the pairs for the first fit: the mutual matches outside of the omitted third, and the given seeds. Items
    /// are numbered by their position in `ofX` and `ofY`.
    WeightedPairs pairsWithout(std::size_t part, const std::vector<Lacks> &lacks, const std::vector<ItemIndex> &ofX,
                               const std::vector<ItemIndex> &ofY, const WeightedPairs &seeds) const
    {
        const auto placeIn = [](const std::vector<ItemIndex> &rows, ItemIndex row) {
            return static_cast<ItemIndex>(std::ranges::lower_bound(rows, row) - rows.begin());
        };
        WeightedPairs pairs;
        for (const ItemIndex row : m_usable) {
            const auto place = static_cast<std::size_t>(row);
            if (lacks[place] == Lacks::nothing && partOfRow(place) != part)
                pairs.add(placeIn(ofX, m_matches[place].match), placeIn(ofY, row), 1);
        }
        for (std::size_t s = 0; s < seeds.count(); ++s)
            pairs.add(seeds.x[s], seeds.y[s], seeds.weights[s]);
        return pairs;
    }

    Kind kindOf(std::size_t row, std::size_t part, Lacks lacks, ItemIndex match) const
    {
        if (m_partnerOf[row] != noItem) {
            const auto seed = static_cast<std::size_t>(
                std::ranges::find(m_spaces.seeds.y, static_cast<ItemIndex>(row)) - m_spaces.seeds.y.begin());
            return seed % refitCount != part ? Kind::none : m_partnerOf[row] == match ? Kind::knownFound : Kind::known;
        }
        if (lacks == Lacks::match)
            return Kind::removed;
        return partOfRow(row) == part && isEligible(row) ? Kind::observed : Kind::none;
    }

    const PathSpaces &m_spaces;
    const std::vector<MatchFeatures> &m_matches;
    const std::vector<ItemIndex> m_rowsOfX;
    const std::vector<bool> m_inPart;
    std::vector<ItemIndex> m_partnerOf; ///< for each row of Y, the row of X with which it is a known pair, or noItem

    /// rows of Y that have a mutual match among the used rows of X and are not in a seed
    std::vector<ItemIndex> m_usable;
};

MatchSample sampleOf(const std::vector<Observation> &observations)
{
    MatchSample sample;
    for (const Observation &each : observations) {
        sample.missing += each.kind == Kind::removed || each.kind == Kind::missing;
        if (each.kind == Kind::observed)
            sample.observed.push_back(each.features);
        else if (each.kind == Kind::removed)
            sample.removed.push_back(each.features);
        else if (each.kind == Kind::known || each.kind == Kind::knownFound) {
            sample.known.push_back(each.features);
            sample.found.push_back(each.kind == Kind::knownFound);
        }
    }
    return sample;
}

} // namespace

std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context)
{
    const Refits refits(spaces, matches);
    const std::size_t items = matches.size();
    std::vector<Observation> all(refitCount * items);
    const DistributedRuns schedule(context.communicator);
    for (std::size_t part = 0; part < refitCount; ++part) {
        if (!schedule.isOwn(part))
            continue;
        const auto own = refits(part, ridge, context.withoutProgress().withoutRanks());
        if (!own)
            return std::nullopt;
        std::ranges::copy(*own, all.begin() + static_cast<std::ptrdiff_t>(part * items));
    }
    schedule.gather(all, [&](std::size_t place) { return place / items; });
    return sampleOf(all);
}

} // namespace anchorscope
