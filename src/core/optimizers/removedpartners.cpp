// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/removedpartners.h"

#include "core/data/items.h"
#include "core/distributed/distributedruns.h"
#include "core/optimizers/crossvalidation.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/translate/canonicalmap.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr std::size_t fitCount = 3; ///< number of fits, each of which excludes another third of matches and seeds
constexpr std::uint64_t drawOfPart = 13;

enum class Kind : std::uint8_t { none, observed, observedMutual, known, knownFound };

/// Features of the match of a row of Y, found by maps that exclude this row. `ifRemoved`: features of the match that
/// replaces it if it is removed; set for mutual matches and found seeds only. `kind`: whether the row has a known
/// partner, a mutual match in the result, or neither.
struct Observation
{
    MatchFeatures features, ifRemoved;
    Kind kind = Kind::none;
};

class PartialFits
{
public:
    PartialFits(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches, const RunContext &context)
        : m_spaces(spaces), m_matches(matches), m_rowsOfX(reliableRows(spaces.x, spaces.seeds.x, itemsValidated)),
          m_x(rowsOf(spaces.x.rows, m_rowsOfX, context)), m_seedOf(matches.size(), noSeed)
    {
        for (std::size_t s = 0; s < spaces.seeds.count(); ++s)
            m_seedOf[static_cast<std::size_t>(spaces.seeds.y[s])] = s;
        const std::vector<bool> seedsOfX = marked(spaces.x.size(), spaces.seeds.x);
        for (std::size_t row = 0; row < matches.size(); ++row) {
            const ItemIndex match = matches[row].match;
            const bool free = m_seedOf[row] == noSeed && match != noItem && !seedsOfX[static_cast<std::size_t>(match)];
            m_placeOfMatch.push_back(free ? placeIn(match) : noItem);
        }
    }

    /// Matches of the rows of Y that one fit excludes; other rows of Y get Kind::none. Returns nullopt if cancelled.
    std::optional<std::vector<Observation>> operator()(std::size_t part, double ridge, const RunContext &context) const
    {
        const auto maps = canonicalMaps(m_x, m_spaces.y.rows, pairsOutside(part), ridge, context);
        if (!maps)
            return std::nullopt;
        const auto candidates = MatchCandidates::of(canonicalCoordinates(m_x, maps->a, context),
                                                    canonicalCoordinates(m_spaces.y.rows, maps->b, context), context);
        if (!candidates || context.cancelled())
            return std::nullopt;
        std::vector<Observation> observations(m_matches.size());
        for (std::size_t row = 0; row < observations.size(); ++row) {
            const MatchFeatures best = candidates->best(static_cast<Index>(row));
            const Kind kind = kindOf(row, part, best.match);
            if (kind == Kind::none)
                continue;
            observations[row] = {best, {}, kind};
            if (kind == Kind::observedMutual || kind == Kind::knownFound)
                observations[row].ifRemoved = candidates->bestWithout(static_cast<Index>(row), best.match);
        }
        return observations;
    }

private:
    static constexpr std::size_t noSeed = std::numeric_limits<std::size_t>::max();

    bool isSeed(std::size_t row) const { return m_seedOf[row] != noSeed; }
    std::size_t partOf(std::size_t row) const
    {
        return isSeed(row) ? m_seedOf[row] % fitCount : hashBits(drawOfPart, 0, 0, row) % fitCount;
    }
    ItemIndex placeIn(ItemIndex row) const { return placeOf(row, m_rowsOfX); }

    WeightedPairs pairsOutside(std::size_t part) const
    {
        WeightedPairs pairs;
        for (std::size_t row = 0; row < m_matches.size(); ++row) {
            if (partOf(row) == part)
                continue;
            if (isSeed(row))
                pairs.add(placeIn(m_spaces.seeds.x[m_seedOf[row]]), static_cast<ItemIndex>(row), 1);
            else if (m_matches[row].mutual && m_placeOfMatch[row] != noItem)
                pairs.add(m_placeOfMatch[row], static_cast<ItemIndex>(row), 1);
        }
        return pairs;
    }

    Kind kindOf(std::size_t row, std::size_t part, ItemIndex match) const
    {
        if (partOf(row) != part || match == noItem)
            return Kind::none;
        if (isSeed(row))
            return placeIn(m_spaces.seeds.x[m_seedOf[row]]) == match ? Kind::knownFound : Kind::known;
        if (m_matches[row].match == noItem || placeIn(m_matches[row].match) == noItem)
            return Kind::none;
        return m_matches[row].mutual && m_placeOfMatch[row] != noItem ? Kind::observedMutual : Kind::observed;
    }

    const PathSpaces &m_spaces;
    const std::vector<MatchFeatures> &m_matches;
    const std::vector<ItemIndex> m_rowsOfX;
    const Matrix m_x;
    std::vector<std::size_t> m_seedOf;     ///< index of the seed that each row of Y belongs to, or noSeed
    std::vector<ItemIndex> m_placeOfMatch; ///< match of each row of Y, as row of m_x; noItem if one is in a seed
};

MatchSample sampleOf(const std::vector<Observation> &observations)
{
    MatchSample sample;
    for (const Observation &each : observations) {
        if (each.kind == Kind::observed || each.kind == Kind::observedMutual) {
            sample.observed.push_back(each.features);
            if (each.kind == Kind::observedMutual)
                sample.ifRemoved.push_back({each.features, each.ifRemoved});
        } else if (each.kind != Kind::none) {
            sample.known.push_back(each.features);
            sample.found.push_back(each.kind == Kind::knownFound);
            if (each.kind == Kind::knownFound) // a seed that is not found may be wrong, so it is left out
                sample.knownIfRemoved.push_back(each.ifRemoved);
        }
    }
    return sample;
}

} // namespace

std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context)
{
    const PartialFits fits(spaces, matches, context);
    const std::size_t items = matches.size();
    std::vector<Observation> all(fitCount * items);
    const DistributedRuns schedule(context.communicator);
    for (std::size_t part = 0; part < fitCount; ++part) {
        if (!schedule.isOwn(part))
            continue;
        const auto own = fits(part, ridge, context.withoutProgress().withoutRanks());
        if (!own)
            return std::nullopt;
        std::ranges::copy(*own, all.begin() + static_cast<std::ptrdiff_t>(part * items));
    }
    schedule.gather(all, [&](std::size_t place) { return place / items; });
    return sampleOf(all);
}

} // namespace anchorscope
