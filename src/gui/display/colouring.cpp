// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/colouring.h"

#include "core/statistics.h"
#include "gui/display/ramp.h"
#include "gui/plot/colourmap.h"
#include "gui/plot/contours.h"
#include "gui/style/theme.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace anchorscope::gui {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("Colouring", text);
}

QString whole(double value)
{
    return QLocale().toString(std::llround(value));
}

std::vector<double> unknown(const Workspace &workspace, Side side)
{
    return std::vector<double>(static_cast<std::size_t>(workspace.data()->size(side)), unknownNumber);
}

/// Neutral colours for values that were not measured. The legend shows `text`, which explains how to measure them.
std::shared_ptr<PointColours> advice(const Workspace &workspace, Side side, const char *text)
{
    auto colours = shaded(unknown(workspace, side), {});
    colours->legend = {{translated(text), neutralPoint(), 0}};
    return colours;
}

/// Colour scale for margins: symmetric around zero, and wide enough for 95% of the margins of both directions.
Ramp marginRamp(const RetrievalRow &row)
{
    std::vector<double> sizes{1e-6}; // half width of the colour scale if no item has a margin
    for (const RetrievalScores *scores : {&row.xToY, &row.yToX}) {
        for (const float margin : scores->itemMargin)
            sizes.push_back(std::abs(margin));
    }
    const double limit = quantile(std::move(sizes), 0.95);
    Ramp ramp =
        evenly(-limit, limit, [](double value) { return (value > 0 ? "+" : "") + QLocale().toString(value, 'g', 2); });
    ramp.aroundZero = true;
    return ramp;
}

Ramp scoreRamp(ColourBy meaning, const RetrievalRow &row, const RetrievalScores &scores)
{
    if (meaning == ColourBy::Margin)
        return marginRamp(row);
    if (meaning != ColourBy::Rank)
        return evenly(0, 1, plain);
    // Colour scale for ranks. Its high end is rank 1, the best.
    Ramp ramp{static_cast<double>(std::max<Index>(scores.targets, 2)), 1, true};
    for (Index rank = 1; rank <= scores.targets; rank *= 10)
        ramp.ticks.emplace_back(static_cast<double>(rank), translated("rank %1").arg(whole(static_cast<double>(rank))));
    return ramp;
}

std::vector<double> asDoubles(const Vector &values)
{
    return {values.begin(), values.end()};
}

std::vector<double> lengths(const PreparedSpace &space)
{
    return asDoubles(space.norms / std::max(space.norms.mean(), std::numeric_limits<float>::min()));
}

std::shared_ptr<const PointColours> coloursByLabelNumber(const ItemTable &items)
{
    std::vector<double> numbers(static_cast<std::size_t>(items.count), unknownNumber);
    std::int32_t highest = 0;
    for (std::size_t i = 0; i < items.labels.size(); ++i) {
        if (items.labels[i] >= 0)
            numbers[i] = items.labels[i];
        highest = std::max(highest, items.labels[i]);
    }
    Ramp ramp{0, static_cast<double>(highest)};
    const int step = std::max(1, highest / 4);
    for (int label = 0; label <= highest; label += step)
        ramp.ticks.emplace_back(label, whole(label));
    return shaded(numbers, ramp);
}

/// Score of each item; unknown for items that were not queries. There must be a score for each query.
std::vector<double> scoreOfItems(const Workspace &workspace, Side side, const RetrievalScores &scores, ColourBy meaning)
{
    std::vector<double> numbers = unknown(workspace, side);
    const std::vector<float> &values = itemValues(scores, meaning);
    for (std::size_t i = 0; i < values.size(); ++i)
        numbers[static_cast<std::size_t>(scores.queryItems[i])] = values[i];
    return numbers;
}

/// Flags of the items of a space. In Y, the flag is 1 if the item's match is incorrect or contested. In X, it is 1 for
/// the partner of such an item; if no true pairs are known, for the match.
std::vector<std::int32_t> wrongItems(const Workspace &workspace, Side side, const Mistakes &mistakes)
{
    std::vector<std::int32_t> wrong(static_cast<std::size_t>(workspace.data()->size(side)), 0);
    for (const Mistake &each : mistakes.wrong) {
        const ItemIndex item = side == Side::y ? each.y : mistakes.byTruth ? each.partner : each.found;
        if (item != noItem)
            wrong[static_cast<std::size_t>(item)] = 1;
    }
    return wrong;
}

/// Colourings by numbers that are not columns of the file, and their names in filters.
constexpr std::pair<ColourBy, const char *> measuredColumns[] = {
    {ColourBy::Norm, "length"},   {ColourBy::Rank, "rank"},       {ColourBy::Margin, "margin"},
    {ColourBy::Cosine, "cosine"}, {ColourBy::Jaccard, "jaccard"}, {ColourBy::Coverage, "coverage"}};

const RetrievalScores &scoresOf(const RetrievalRow &row, Side side)
{
    return side == Side::x ? row.xToY : row.yToX;
}

bool isMeasured(const Workspace &workspace, Side side, ColourBy meaning)
{
    const RetrievalRow *row = workspace.shownScores();
    switch (meaning) {
    case ColourBy::Norm:
        return static_cast<bool>(workspace.prepared());
    case ColourBy::Coverage:
        return workspace.health().of(side).itemCoverage.size() == workspace.data()->size(side);
    default:
        return row && itemValues(scoresOf(*row, side), meaning).size() == scoresOf(*row, side).queryItems.size();
    }
}

/// Numbers of one of measuredColumns; isMeasured() must be true.
std::vector<double> measuredNumbers(const Workspace &workspace, Side side, ColourBy meaning)
{
    switch (meaning) {
    case ColourBy::Norm:
        return lengths(side == Side::x ? *workspace.prepared().x : *workspace.prepared().y);
    case ColourBy::Coverage:
        return asDoubles(workspace.health().of(side).itemCoverage);
    default:
        return scoreOfItems(workspace, side, scoresOf(*workspace.shownScores(), side), meaning);
    }
}

std::shared_ptr<const PointColours> coloursByLength(const Workspace &workspace, Side side)
{
    if (!isMeasured(workspace, side, ColourBy::Norm))
        return advice(workspace, side, "the spaces are being prepared");
    std::vector<double> both = measuredNumbers(workspace, Side::x, ColourBy::Norm);
    const std::vector<double> ofY = measuredNumbers(workspace, Side::y, ColourBy::Norm);
    both.insert(both.end(), ofY.begin(), ofY.end());
    const Ramp ramp = evenly(quantile(both, 0.01), quantile(both, 0.99), [](double value) {
        return translated("%1 × mean").arg(QLocale().toString(value, 'f', 2));
    });
    return shaded(measuredNumbers(workspace, side, ColourBy::Norm), ramp);
}

std::shared_ptr<const PointColours> coloursByScore(const Workspace &workspace, Side side, ColourBy meaning)
{
    const RetrievalRow *row = workspace.shownScores();
    if (!isMeasured(workspace, side, meaning))
        return advice(workspace, side, row ? "measure retrieval again" : "measure retrieval first");
    return shaded(measuredNumbers(workspace, side, meaning), scoreRamp(meaning, *row, scoresOf(*row, side)));
}

/// Draws the points of incorrect or contested matches in the colour of errors, on top of the muted other points.
std::shared_ptr<const PointColours> coloursByFound(const Workspace &workspace, Side side)
{
    const Mistakes *mistakes = workspace.mistakes();
    if (!mistakes)
        return advice(workspace, side, "align the spaces first");
    auto colours = std::make_shared<PointColours>();
    colours->palette = {mutedPoint(), wrongColour()};
    const std::vector<std::int32_t> flags = wrongItems(workspace, side, *mistakes);
    colours->classOfPoint.assign(flags.begin(), flags.end());
    colours->risingOrder = true;
    const auto wrong = static_cast<double>(mistakes->wrong.size()), all = static_cast<double>(mistakes->judged.size());
    const char *names[] = {mistakes->byTruth ? "matched correctly: %1" : "uncontested: %1",
                           mistakes->byTruth ? "matched incorrectly: %1" : "contested: %1"};
    colours->legend = {{translated(names[0]).arg(whole(all - wrong)), colours->palette[0], 0},
                       {translated(names[1]).arg(whole(wrong)), colours->palette[1], 0}};
    return colours;
}

} // namespace

std::vector<ItemColumn> resultColumns(const Workspace &workspace, Side side, const std::string *filter)
{
    const QString text = filter ? QString::fromStdString(*filter).toLower() : QString();
    std::vector<ItemColumn> columns;
    for (const auto &[meaning, name] : measuredColumns) {
        if ((!filter || text.contains(name)) && isMeasured(workspace, side, meaning))
            columns.push_back({name, ColumnKind::number,
                               filter ? measuredNumbers(workspace, side, meaning) : std::vector<double>{1}});
    }
    const Mistakes *mistakes = workspace.mistakes();
    if (mistakes && (!filter || text.contains("match"))) {
        const std::vector<std::string> names = mistakes->byTruth ? std::vector<std::string>{"correct", "incorrect"}
                                                                 : std::vector<std::string>{"uncontested", "contested"};
        columns.push_back({"match",
                           ColumnKind::category,
                           {},
                           names,
                           filter ? wrongItems(workspace, side, *mistakes) : std::vector<std::int32_t>{0}});
    }
    return columns;
}

std::shared_ptr<const PointColours> coloursOf(const Workspace &workspace, Side side, ColourBy meaning,
                                              const ColumnValues *column)
{
    const ItemTable &items = workspace.data()->items(side);
    switch (meaning) {
    case ColourBy::Label:
        return coloursByLabel(items, shownView(workspace).appearance());
    case ColourBy::Column:
        return column ? coloursByColumn(workspace, side, *column) : advice(workspace, side, "the column is being read");
    case ColourBy::Number:
        return items.hasLabels() ? coloursByLabelNumber(items) : advice(workspace, side, "there are no labels");
    case ColourBy::Row: {
        std::vector<double> rows(static_cast<std::size_t>(items.count));
        std::iota(rows.begin(), rows.end(), 0);
        return shaded(rows, evenly(0, static_cast<double>(items.count - 1), whole));
    }
    case ColourBy::Norm:
        return coloursByLength(workspace, side);
    case ColourBy::Coverage:
        return isMeasured(workspace, side, meaning)
                   ? shaded(measuredNumbers(workspace, side, meaning), evenly(0, 1, plain))
                   : advice(workspace, side, "measure the anchors' health first");
    case ColourBy::Found:
        return coloursByFound(workspace, side);
    case ColourBy::Similarity:
        return advice(workspace, side, "Point at an item or select it: similar items are bright");
    default:
        return coloursByScore(workspace, side, meaning);
    }
}

QString contourNote()
{
    return translated("thick line: %1% of a class, thin line: %2%")
        .arg(100 * contourShares.back())
        .arg(100 * contourShares.front());
}

std::vector<LegendEntry> densityLegend()
{
    std::vector<LegendEntry> legend;
    const std::pair<const char *, double> shades[] = {
        {"few items in one place", 0.25}, {"", 0.5}, {"", 0.75}, {"most", 1}};
    for (const auto &[name, share] : shades)
        legend.push_back({*name ? translated(name) : QString(), heat(share, isDark()), 1});
    return legend;
}

std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines)
{
    // Colours points by ranks of cosines, because most cosines are almost equal.
    std::vector<double> sorted = asDoubles(cosines);
    std::sort(sorted.begin(), sorted.end());
    const auto share = [&](double value) {
        const auto above = std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
        return static_cast<double>(above) / static_cast<double>(std::max<std::size_t>(1, sorted.size()));
    };
    std::vector<double> ranks;
    for (const double value : asDoubles(cosines))
        // The fourth power gives more than half of the colour scale to the nearest fifth of the points.
        ranks.push_back(std::pow(share(value), 4));
    Ramp ramp;
    for (const double at : {0.0, 0.5, 0.8, 0.95, 1.0}) {
        const auto place =
            static_cast<std::size_t>(at * static_cast<double>(std::max<std::size_t>(1, sorted.size()) - 1));
        if (!sorted.empty())
            ramp.ticks.emplace_back(std::pow(at, 4), plain(sorted[place]));
    }
    auto colours = shaded(ranks, ramp);
    colours->risingOrder = true;
    return colours;
}

std::shared_ptr<const PointColours> coloursByDistance(const Vector &distances)
{
    const std::vector<double> values = asDoubles(distances);
    std::vector<double> known;
    std::copy_if(values.begin(), values.end(), std::back_inserter(known), [](double value) { return value >= 0; });
    return shaded(values, evenly(0, known.empty() ? 1 : quantile(std::move(known), 0.99),
                                 [](double value) { return QLocale().toString(value, 'g', 2); }));
}

const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning)
{
    switch (meaning) {
    case ColourBy::Rank:
        return scores.itemRank;
    case ColourBy::Cosine:
        return scores.itemCosine;
    case ColourBy::Margin:
        return scores.itemMargin;
    default:
        return scores.itemJaccard;
    }
}

void addSeedEntry(std::vector<LegendEntry> &legend, const Workspace &workspace)
{
    if (const std::size_t seeds = workspace.setup().seeds.size(); seeds > 0)
        legend.push_back({translated("known pairs: %1").arg(seeds), seedColour(), 0, {}, false, true});
}

std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors)
{
    std::vector<Mark> marks;
    const Setup &setup = workspace.setup();
    if (withAnchors) { // marks the anchors of the chosen run, not those that the next run would draw
        const AnchorSet anchors = workspace.knownAnchors();
        const auto &items = side == Side::x ? anchors.itemsOfX : anchors.discreteY;
        for (std::size_t i = anchors.seedsOfY.size(); i < items.size(); ++i)
            marks.push_back({items[i], MarkKind::Anchor, 0});
    }
    for (std::size_t i = 0; i < setup.seeds.size(); ++i) {
        const ItemIndex item = side == Side::x ? setup.seeds[i].x : setup.seeds[i].y;
        const bool suspect = workspace.isSuspect(static_cast<Index>(i));
        marks.push_back({item, suspect ? MarkKind::Suspect : MarkKind::Seed, static_cast<int>(i) + 1});
    }
    return marks;
}

} // namespace anchorscope::gui
