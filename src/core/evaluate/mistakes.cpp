// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/mistakes.h"

#include "core/data/items.h"
#include "core/neighbours/matches.h"
#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index fifths = 5;
constexpr std::size_t maxValues = 30; ///< maximum number of values of a category, to keep the list short
constexpr std::size_t minOfRegion = 12, maxOfRegion = 150;
constexpr double sizeStep = 1.34;                    ///< ratio of successive sizes of regions that are tried
constexpr Index minCentres = 200, maxCentres = 1000; ///< fewest and most wrong items that serve as centres of regions
constexpr Index maxCompared = 50'000'000; ///< approximate limit of compared pairs; more would take longer than the run
constexpr std::size_t maxRegions = 30;
constexpr double timesTheOdds = 2; ///< minimum odds ratio of mistakes in a region, compared with the other items
constexpr double byChance = 0.05;  ///< approximate probability that any region is listed if mistakes do not cluster
constexpr std::size_t namesOfRegion = 3;

std::vector<ItemIndex> different(std::vector<ItemIndex> items)
{
    std::erase(items, noItem);
    return ascending(std::move(items));
}

std::vector<float> cosines(const AnchoredPair &pair, const std::vector<ItemIndex> &ofX,
                           const std::vector<ItemIndex> &ofY, const RunContext &context)
{
    const std::vector<ItemIndex> x = different(ofX), y = different(ofY);
    const Matrix rowsOfX = alignedRows(pair, Side::x, x, context), rowsOfY = alignedRows(pair, Side::y, y, context);
    std::vector<float> result(ofX.size(), 0);
    for (std::size_t i = 0; i < ofX.size() && !context.cancelled(); ++i) {
        if (ofX[i] != noItem && ofY[i] != noItem)
            result[i] = rowsOfX.row(placeOf(ofX[i], x)).dot(rowsOfY.row(placeOf(ofY[i], y)));
    }
    return result;
}

/// Computes each Mistake::surplus and sorts by it, the greatest first. `claims`: without ground truth, for each mistake
/// the item of Y that has the same match and is nearer to it; otherwise empty.
std::vector<Mistake> measured(std::vector<Mistake> wrong, const std::vector<ItemIndex> &claims,
                              const MatchedItems &matched, const RunContext &context)
{
    std::vector<ItemIndex> y, found, partner;
    for (const Mistake &each : wrong) {
        y.push_back(each.y);
        found.push_back(each.found);
        partner.push_back(each.partner);
    }
    const std::vector<float> own = cosines(matched.pair, found, y, context);
    const std::vector<float> better =
        claims.empty() ? cosines(matched.pair, partner, y, context) : cosines(matched.pair, found, claims, context);
    for (std::size_t i = 0; i < wrong.size(); ++i)
        wrong[i].surplus = claims.empty() ? own[i] - better[i] : better[i] - own[i];
    std::ranges::stable_sort(wrong, std::greater(), &Mistake::surplus);
    return wrong;
}

Mistakes judged(const MatchedItems &matched, const RunContext &context)
{
    Mistakes result;
    result.byTruth = !matched.truth.empty();
    const std::vector<ItemIndex> seeds = different(matched.pair.anchors.seedsOfY);
    const std::vector<ItemIndex> best = partnersOfX(matched.xOfY, matched.scores, matched.pair.x.size());
    std::vector<Mistake> wrong;
    std::vector<ItemIndex> claims;
    for (ItemIndex y = 0; y < static_cast<ItemIndex>(matched.xOfY.size()); ++y) {
        const ItemIndex found = matched.xOfY[static_cast<std::size_t>(y)];
        const ItemIndex partner = result.byTruth ? matched.truth.partnerOfY(y) : noItem;
        if (placeOf(y, seeds) != noItem || (result.byTruth ? partner == noItem : found == noItem))
            continue;
        result.judged.push_back(y);
        const ItemIndex claimed = result.byTruth ? noItem : best[static_cast<std::size_t>(found)];
        if (result.byTruth ? found == partner : claimed == y)
            continue;
        wrong.push_back({y, found, partner, 0});
        if (!result.byTruth)
            claims.push_back(claimed);
    }
    result.wrong = measured(std::move(wrong), claims, matched, context);
    return result;
}

class Grouping
{
public:
    explicit Grouping(const Mistakes &mistakes, Index items) : m_judged(mistakes.judged)
    {
        m_isWrong.resize(static_cast<std::size_t>(items), 0);
        for (const Mistake &each : mistakes.wrong)
            m_isWrong[static_cast<std::size_t>(each.y)] = 1;
    }

    bool isWrong(ItemIndex item) const { return m_isWrong[static_cast<std::size_t>(item)] != 0; }
    std::size_t size() const { return m_isWrong.size(); }

    std::vector<MistakeGroup> groups(const std::vector<std::int32_t> &groupOfItem, std::size_t count) const
    {
        std::vector<MistakeGroup> groups(count);
        for (const ItemIndex item : m_judged) {
            const std::int32_t group = groupOfItem[static_cast<std::size_t>(item)];
            if (group < 0)
                continue;
            MistakeGroup &of = groups[static_cast<std::size_t>(group)];
            of.items.push_back(item);
            if (m_isWrong[static_cast<std::size_t>(item)])
                of.wrong.push_back(item);
        }
        return groups;
    }

    std::vector<MistakeGroup> byValue(const ItemColumn &column) const
    {
        const ColumnGroups values = groupValues(column, maxValues);
        std::vector<std::int32_t> of = values.of;
        const auto none = static_cast<std::int32_t>(values.names.size() + 1);
        std::ranges::replace(of, -1, none);
        std::vector<MistakeGroup> found = groups(of, values.names.size() + 2);
        for (std::size_t i = 0; i < values.names.size(); ++i)
            found[i].name = values.names[i];
        found[values.names.size()].name = "other values";
        found[values.names.size() + 1].name = "no value";
        std::erase_if(found, [](const MistakeGroup &group) { return group.items.empty(); });
        std::ranges::stable_sort(found, std::greater(), &MistakeGroup::share);
        return found;
    }

    /// Five groups of items of about equal size, by ascending number. Equal numbers share one; NaN and ±∞ are in none.
    std::vector<MistakeGroup> byNumber(const std::vector<double> &numbers,
                                       const std::function<std::string(ItemIndex)> &text) const
    {
        const auto number = [&](ItemIndex item) { return numbers[static_cast<std::size_t>(item)]; };
        std::vector<ItemIndex> order;
        std::ranges::copy_if(m_judged, std::back_inserter(order),
                             [&](auto item) { return std::isfinite(number(item)); });
        std::ranges::stable_sort(order, {}, number);
        std::vector<std::int32_t> of(numbers.size(), -1);
        std::int32_t group = -1;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto fifth = static_cast<std::int32_t>(i * fifths / order.size());
            if (i == 0 || (fifth > group && number(order[i]) > number(order[i - 1]))) {
                group = i == 0 ? 0 : group + 1;
                names.push_back(text(order[i]));
            }
            of[static_cast<std::size_t>(order[i])] = group;
        }
        std::vector<MistakeGroup> found = groups(of, names.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const ItemIndex last = *std::ranges::max_element(found[i].items, {}, number);
            found[i].name = names[i] == text(last) ? names[i] : names[i] + " to " + text(last);
        }
        return found;
    }

private:
    const std::vector<ItemIndex> &m_judged;
    std::vector<char> m_isWrong;
};

/// χ² of the shares of mistakes, divided by its degrees of freedom: about 1 if groups differ only by chance.
double contrast(const std::vector<MistakeGroup> &groups)
{
    double items = 0, wrong = 0, sum = 0;
    for (const MistakeGroup &group : groups) {
        items += static_cast<double>(group.items.size());
        wrong += static_cast<double>(group.wrong.size());
    }
    const double mean = items > 0 ? wrong / items : 0;
    if (groups.size() < 2 || mean <= 0 || mean >= 1)
        return 0;
    for (const MistakeGroup &group : groups) {
        const auto count = static_cast<double>(group.items.size());
        sum += count * (group.share() - mean) * (group.share() - mean) / (mean * (1 - mean));
    }
    return sum / static_cast<double>(groups.size() - 1);
}

void addColumns(Mistakes &mistakes, const Grouping &grouping, const ItemTable &items)
{
    const auto add = [&](const std::string &name, std::vector<MistakeGroup> groups) {
        if (groups.size() > 1)
            mistakes.columns.push_back({name, std::move(groups)});
    };
    if (items.hasLabels()) {
        if (const auto label = findColumn(items, "label"))
            mistakes.label.groups = grouping.byValue(*label);
        const auto none = std::ranges::find(mistakes.label.groups, "no value", &MistakeGroup::name);
        if (none != mistakes.label.groups.end())
            none->name = "no label";
    }
    for (const ItemColumn &column : items.columns) {
        if (isOrdered(column))
            add(column.name, grouping.byNumber(numbersOf(column), [&](ItemIndex item) { return column.text(item); }));
        else if (column.kind == ColumnKind::category)
            add(column.name, grouping.byValue(column));
    }
    std::vector<double> rows(static_cast<std::size_t>(items.count));
    std::iota(rows.begin(), rows.end(), 0);
    add(rowColumn, grouping.byNumber(rows, [](ItemIndex item) { return std::to_string(item); }));
    std::ranges::stable_sort(mistakes.columns, std::greater(),
                             [](const MistakesByColumn &column) { return contrast(column.groups); });
}

std::string centralNames(const MistakeGroup &group, const Matrix &rows, const std::vector<ItemIndex> &judged,
                         const ItemTable &items)
{
    std::vector<ItemIndex> wrong = group.wrong;
    const auto row = [&](ItemIndex item) { return rows.row(placeOf(item, judged)); };
    Vector middle = Vector::Zero(rows.cols());
    for (const ItemIndex item : wrong)
        middle += row(item).transpose();
    std::ranges::stable_sort(wrong, std::greater(), [&](ItemIndex item) { return row(item).dot(middle); });
    return joinedText(std::span(wrong).first(std::min(namesOfRegion, wrong.size())), ", ",
                      [&](ItemIndex item) { return items.name(item); });
}

struct WrongCount
{
    double items = 0, wrong = 0;

    double share() const { return items > 0 ? wrong / items : 0; }
    WrongCount without(const WrongCount &others) const { return {items - others.items, wrong - others.wrong}; }
    /// Logarithm of the likelihood of the wrong items, if each item is wrong with the same probability.
    double logLikelihood() const
    {
        const double p = share();
        return p > 0 && p < 1 ? wrong * std::log(p) + (items - wrong) * std::log1p(-p) : 0;
    }
};

/// Finds regions with more mistakes than elsewhere among the surroundings of wrong items (Kulldorff, Communications in
/// Statistics 1997). A region is left out of the search for the next one (Zhang, Assunção and Kulldorff, Journal of
/// Applied Statistics 2010).
class RegionScan
{
public:
    RegionScan(const Mistakes &mistakes, const Grouping &grouping, const Matrix &rows, const RunContext &context)
        : m_mistakes(mistakes), m_grouping(grouping),
          m_isTaken(mistakes.judged.size(), false), m_left{static_cast<double>(mistakes.judged.size()),
                                                           static_cast<double>(mistakes.wrong.size())}
    {
        std::vector<ItemIndex> wrong;
        for (const Mistake &each : mistakes.wrong)
            wrong.push_back(placeOf(each.y, mistakes.judged));
        std::ranges::sort(wrong);
        const Index most = std::clamp<Index>(maxCompared / rows.rows(), minCentres, maxCentres);
        const Index step = (std::ssize(wrong) + most - 1) / most;
        m_near.resize(static_cast<std::size_t>((std::ssize(wrong) + step - 1) / step));
        const Index among = std::min<Index>(maxOfRegion, rows.rows() / 2);
        forBlocks(
            std::ssize(m_near), 8,
            [&](Index begin, Index end) {
                for (Index i = begin; i < end; ++i)
                    m_near[i] = nearest(rows.row(wrong[i * step]), rows, among);
            },
            context.withoutRanks());
    }

    /// Returns the regions, those that are least likely by chance first; no item is in two of them.
    std::vector<MistakeGroup> regions(const RunContext &context)
    {
        std::vector<MistakeGroup> found;
        while (found.size() < maxRegions && !context.cancelled()) {
            Candidate best;
            for (const std::vector<Neighbour> &near : m_near)
                search(near, best);
            if (!best.near || !isSignificant(best.count))
                break;
            take(best, found);
        }
        return found;
    }

private:
    struct Candidate
    {
        double ratio = 0;
        const std::vector<Neighbour> *near = nullptr;
        WrongCount count = {};
    };

    /// Replaces the best region if items nearest to a centre give a greater likelihood ratio. `near`: nearest first.
    void search(const std::vector<Neighbour> &near, Candidate &best) const
    {
        WrongCount count;
        double next = minOfRegion;
        for (const Neighbour &each : near) {
            if (m_isTaken[static_cast<std::size_t>(each.item)])
                continue;
            ++count.items;
            count.wrong += m_grouping.isWrong(m_mistakes.judged[static_cast<std::size_t>(each.item)]);
            if (count.items < next)
                continue;
            next = std::floor(next * sizeStep);
            const WrongCount others = m_left.without(count);
            const double ratio = count.logLikelihood() + others.logLikelihood() - m_left.logLikelihood();
            if (ratio > best.ratio && hasWorseOdds(count, others))
                best = {ratio, &near, count};
        }
    }

    static bool hasWorseOdds(const WrongCount &of, const WrongCount &others)
    {
        return of.share() * (1 - others.share()) > timesTheOdds * others.share() * (1 - of.share());
    }

    /// True if a region has more mistakes than by chance, corrected for the number of possible centres. The centre is
    /// not counted, because it was chosen as a wrong item.
    bool isSignificant(const WrongCount &count) const
    {
        return count.wrong >= 2 && binomialTail(static_cast<Index>(count.wrong) - 1,
                                                static_cast<Index>(count.items) - 1, m_left.without(count).share()) *
                                           m_left.items <
                                       byChance;
    }

    void take(const Candidate &region, std::vector<MistakeGroup> &found)
    {
        std::vector<std::int32_t> regionOf(m_grouping.size(), -1);
        double items = 0;
        for (const Neighbour &near : *region.near) {
            const auto place = static_cast<std::size_t>(near.item);
            if (items == region.count.items || m_isTaken[place])
                continue;
            m_isTaken[place] = true;
            regionOf[static_cast<std::size_t>(m_mistakes.judged[place])] = 0;
            ++items;
        }
        m_left = m_left.without(region.count);
        found.push_back(m_grouping.groups(regionOf, 1)[0]);
    }

    const Mistakes &m_mistakes;
    const Grouping &m_grouping;
    std::vector<std::vector<Neighbour>> m_near; ///< evaluated items nearest to each centre, nearest first
    std::vector<bool> m_isTaken;
    WrongCount m_left; ///< count of the evaluated items that are in no region yet
};

void addRegions(Mistakes &mistakes, const Grouping &grouping, const MatchedItems &matched, const RunContext &context)
{
    if (mistakes.wrong.empty() || mistakes.judged.size() < 4 * minOfRegion)
        return;
    const Matrix rows = alignedRows(matched.pair, Side::y, mistakes.judged, context);
    if (context.cancelled())
        return;
    mistakes.regions = RegionScan(mistakes, grouping, rows, context).regions(context);
    for (MistakeGroup &group : mistakes.regions)
        group.name = centralNames(group, rows, mistakes.judged, matched.itemsOfY);
    std::ranges::stable_sort(mistakes.regions, std::greater(), &MistakeGroup::share);
}

} // namespace

Result<Mistakes> findMistakes(const MatchedItems &matched, const RunContext &context)
{
    context.report(0, "checking the matches");
    Mistakes mistakes = judged(matched, context);
    if (context.cancelled())
        return cancelledError();
    const Grouping grouping(mistakes, matched.pair.y.size());
    addColumns(mistakes, grouping, matched.itemsOfY);
    context.report(0.2, "finding regions");
    addRegions(mistakes, grouping, matched, context);
    if (context.cancelled())
        return cancelledError();
    return mistakes;
}

} // namespace anchorscope
