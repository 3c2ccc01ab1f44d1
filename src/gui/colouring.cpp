// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/colouring.h"

#include "gui/itemtext.h"
#include "gui/plot/colourmap.h"
#include "gui/plot/pointshape.h"
#include "gui/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items)
{
    auto colours = std::make_shared<PointColours>();
    colours->classOfPoint.assign(static_cast<std::size_t>(items.count), 0);
    const auto highest = items.hasLabels() ? *std::max_element(items.labels.begin(), items.labels.end()) : -1;
    const int classes =
        static_cast<int>(std::max<std::int64_t>(highest + 1, static_cast<std::int64_t>(items.labelNames.size())));
    if (!items.hasLabels() || classes == 0 || classes > 65000) {
        colours->palette = {accent()};
        return colours;
    }
    colours->palette = categoricalPalette(classes);
    for (int label = 0; label < classes; ++label) {
        const auto position = static_cast<std::size_t>(label);
        const QString name = position < items.labelNames.size() ? QString::fromStdString(items.labelNames[position])
                                                                : QString::number(label);
        colours->legend.push_back({name, colours->palette[position], label % pointShapes});
    }
    colours->shaped = classes;
    const auto neutral = static_cast<std::uint16_t>(classes);
    colours->palette.push_back(neutralPoint());
    bool someUnlabelled = false;
    for (std::size_t i = 0; i < items.labels.size(); ++i) {
        const bool labelled = items.labels[i] >= 0;
        colours->classOfPoint[i] = labelled ? static_cast<std::uint16_t>(items.labels[i]) : neutral;
        someUnlabelled = someUnlabelled || !labelled;
    }
    if (someUnlabelled)
        colours->legend.push_back({QCoreApplication::translate("Colouring", "no label"), neutralPoint(), 0});
    return colours;
}

namespace {

constexpr int shades = 64;

/// The place of a value on the scale from bad (0) to good (1).
double goodness(ColourBy meaning, double value, Index items)
{
    if (meaning == ColourBy::Rank)
        return 1 - std::log(std::max(value, 1.0)) / std::log(static_cast<double>(std::max<Index>(items, 2)));
    return value;
}

std::vector<LegendEntry> scoreLegend(ColourBy meaning, Index items)
{
    std::vector<LegendEntry> legend;
    const auto add = [&](double value, const QString &name) {
        legend.push_back({name, viridis(goodness(meaning, value, items)), 0});
    };
    if (meaning == ColourBy::Rank) {
        for (Index rank = 1; rank <= items; rank *= 10)
            add(static_cast<double>(rank), QCoreApplication::translate("Colouring", "rank %1").arg(rank));
    } else {
        for (const double value : {0.0, 0.25, 0.5, 0.75, 1.0})
            add(value, QString::number(value));
    }
    return legend;
}

} // namespace

namespace {

/// All points neutral, with room for shades from bad (0) to good (1).
std::shared_ptr<PointColours> neutralShades(Index items)
{
    auto colours = std::make_shared<PointColours>();
    for (int shade = 0; shade < shades; ++shade)
        colours->palette.push_back(viridis(shade / (shades - 1.0)));
    colours->palette.push_back(neutralPoint());
    colours->classOfPoint.assign(static_cast<std::size_t>(items), shades);
    return colours;
}

std::uint16_t shadeOf(double share)
{
    return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * (shades - 1)));
}

/// Cosines from low to 1.
std::shared_ptr<const PointColours> byCosine(const Vector &cosines, double low)
{
    auto colours = neutralShades(cosines.size());
    for (Index i = 0; i < cosines.size(); ++i) {
        if (std::isfinite(cosines(i)))
            colours->classOfPoint[static_cast<std::size_t>(i)] = shadeOf((cosines(i) - low) / (1 - low));
    }
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
        colours->legend.push_back({QString::number(low + share * (1 - low)), viridis(share), 0});
    return colours;
}

} // namespace

std::shared_ptr<const PointColours> coloursByScore(const Workspace &workspace, Side side, ColourBy meaning)
{
    auto colours = neutralShades(workspace.data()->size(side));
    const RetrievalRow *row = workspace.shownScores();
    if (!row) {
        colours->legend = {
            {QCoreApplication::translate("Colouring", "measure retrieval first"), neutralPoint(), 0}};
        return colours;
    }
    const RetrievalScores &scores = side == Side::X ? row->xToY : row->yToX;
    const std::vector<float> &values = itemValues(scores, meaning);
    for (std::size_t i = 0; i < std::min(values.size(), scores.queryItems.size()); ++i)
        colours->classOfPoint[static_cast<std::size_t>(scores.queryItems[i])] =
            shadeOf(goodness(meaning, values[i], scores.targets));
    colours->legend = scoreLegend(meaning, scores.targets);
    return colours;
}

std::shared_ptr<const PointColours> coloursByCoverage(const Workspace &workspace, Side side)
{
    const Vector &coverage = workspace.health().of(side).itemCoverage;
    if (coverage.size() == workspace.data()->size(side))
        return byCosine(coverage, 0);
    auto colours = neutralShades(workspace.data()->size(side));
    colours->legend = {{QCoreApplication::translate("Colouring", "measure the anchors' health first"), neutralPoint(), 0}};
    return colours;
}

std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines)
{
    constexpr double lowest = -0.2; // few items point away from each other
    return byCosine(cosines, lowest);
}

const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning)
{
    return meaning == ColourBy::Rank ? scores.itemRank
                                     : meaning == ColourBy::Cosine ? scores.itemCosine : scores.itemJaccard;
}

std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors)
{
    std::vector<Mark> marks;
    const Setup &setup = workspace.setup();
    if (withAnchors) {
        const Result<AnchorSet> anchors = workspace.anchors();
        if (anchors) {
            const auto &items = side == Side::X ? anchors->itemsOfX : anchors->discreteY;
            for (std::size_t i = setup.seeds.size(); i < items.size(); ++i)
                marks.push_back({items[i], MarkKind::Anchor, 0});
        }
    }
    for (std::size_t i = 0; i < setup.seeds.size(); ++i) {
        const ItemIndex item = side == Side::X ? row(setup.seeds[i].x) : row(setup.seeds[i].y);
        const bool suspect = workspace.isSuspect(static_cast<Index>(i));
        marks.push_back({item, suspect ? MarkKind::Suspect : MarkKind::Seed, static_cast<int>(i) + 1});
    }
    return marks;
}

} // namespace anchorscope::gui
