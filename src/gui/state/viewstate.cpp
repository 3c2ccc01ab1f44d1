// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/viewstate.h"

#include <charconv>
#include <optional>

namespace anchorscope::gui {

namespace {

constexpr auto keyOfColour = "panels.colour";
constexpr std::array keysOfAxes{"panels.axes.x", "panels.axes.y", "panels.axes.relative"};
/// View settings that are on or off, with their keys in sessions.
constexpr std::array<std::pair<const char *, bool ViewState::*>, 4> keysOfFlags{
    {{"panels.anchors", &ViewState::anchors},
     {"panels.names", &ViewState::names},
     {"panels.density", &ViewState::density},
     {"panels.partner_lines", &ViewState::partnerLines}}};
constexpr std::array<std::pair<ColourBy, const char *>, 12> colourIds{{{ColourBy::Label, "label"},
                                                                       {ColourBy::Number, "label-number"},
                                                                       {ColourBy::Row, "row"},
                                                                       {ColourBy::Norm, "norm"},
                                                                       {ColourBy::Found, "found"},
                                                                       {ColourBy::Rank, "rank"},
                                                                       {ColourBy::Margin, "margin"},
                                                                       {ColourBy::Cosine, "cosine"},
                                                                       {ColourBy::Jaccard, "jaccard"},
                                                                       {ColourBy::Coverage, "coverage"},
                                                                       {ColourBy::Similarity, "true-distance"},
                                                                       {ColourBy::Column, "column"}}};

constexpr auto keyOfShown = "panels.shown";
constexpr std::array<std::pair<Shown, const char *>, 4> shownIds{{{Shown::Automatic, "automatic"},
                                                                  {Shown::AsRead, "read"},
                                                                  {Shown::Centred, "centred"},
                                                                  {Shown::AsCompared, "compared"}}};
constexpr auto keyOfFrame = "panels.frame";
constexpr std::array<std::pair<PanelFrame, const char *>, 6> frameIds{{{PanelFrame::Automatic, "automatic"},
                                                                       {PanelFrame::Components, "components"},
                                                                       {PanelFrame::Dimensions, "dimensions"},
                                                                       {PanelFrame::Map, "map"},
                                                                       {PanelFrame::Own, "own"},
                                                                       {PanelFrame::Neighbours, "neighbours"}}};
constexpr auto keyOfOverlay = "overlay.frame";
constexpr std::array<std::pair<OverlayFrame, const char *>, 3> overlayIds{{{OverlayFrame::Automatic, "automatic"},
                                                                           {OverlayFrame::Components, "components"},
                                                                           {OverlayFrame::Neighbours, "neighbours"}}};

constexpr auto keyOfLink = "selection.link";
constexpr std::array<std::pair<LinkMode, const char *>, 3> linkIds{
    {{LinkMode::ByPair, "pair"}, {LinkMode::ByLabel, "label"}, {LinkMode::Off, "off"}}};
/// View settings that are texts, with their keys in sessions; written unless empty.
constexpr std::array<std::pair<const char *, std::string ViewState::*>, 3> keysOfTexts{
    {{"panels.own_frame", &ViewState::ownFrame},
     {"panels.column", &ViewState::column},
     {"panels.filter", &ViewState::filter}}};
constexpr auto keyOfAppearances = "panels.looks";
constexpr auto keyOfTurn = "panels.relative_turn";

std::string valueOf(const std::map<std::string, std::string> &from, const char *key)
{
    const auto found = from.find(key);
    return found == from.end() ? std::string() : found->second;
}

/// Parses the numbers of two different components, e.g. "0,2".
std::optional<Axes> readAxes(const std::string &text)
{
    Axes axes;
    const char *end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, axes.horizontal);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, axes.vertical);
    const bool good = second.ec == std::errc() && second.ptr == end && axes.horizontal >= 0 && axes.vertical >= 0;
    return good && axes.horizontal != axes.vertical ? std::optional(axes) : std::nullopt;
}

} // namespace

ViewState ViewState::forOtherData() const
{
    ViewState other;
    for (bool ViewState::*flag :
         {&ViewState::anchors, &ViewState::names, &ViewState::density, &ViewState::partnerLines})
        other.*flag = this->*flag;
    other.linkMode = linkMode;
    other.overlayFrame = overlayFrame;
    return other;
}

ColumnAppearance ViewState::appearance() const
{
    const auto found = appearances.find(colourColumn());
    const bool ofColumn = colourBy == ColourBy::Label || colourBy == ColourBy::Column;
    return ofColumn && found != appearances.end() ? found->second : ColumnAppearance();
}

void writeRotation(const Matrix &turn, std::map<std::string, std::string> &to)
{
    if (turn.rows() < 2)
        return;
    std::string text;
    const auto add = [&](float value) {
        char number[32];
        text.append(text.empty() ? "" : ",").append(number, std::to_chars(number, std::end(number), value).ptr);
    };
    for (const auto &[row, column] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)})
        add(turn(row, column));
    for (Index axis = 2; axis < turn.rows(); ++axis)
        add(turn(axis, axis));
    to[keyOfTurn] = text;
}

Matrix readRotation(const std::map<std::string, std::string> &from)
{
    const std::string text = valueOf(from, keyOfTurn);
    std::vector<float> values;
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        const auto [next, error] = std::from_chars(at, end, values.emplace_back());
        if (error != std::errc() || (next < end && *next != ','))
            return {};
        at = next + 1;
    }
    if (values.size() < 4)
        return {};
    const auto axes = static_cast<Index>(values.size() - 2);
    Matrix turn = Matrix::Zero(axes, axes);
    turn.topLeftCorner(2, 2) << values[0], values[1], values[2], values[3];
    for (Index axis = 2; axis < axes; ++axis)
        turn(axis, axis) = values[static_cast<std::size_t>(axis + 2)];
    constexpr float roundOff = 1e-3F;
    return (turn * turn.transpose()).isIdentity(roundOff) ? turn : Matrix();
}

void writeView(const ViewState &view, std::map<std::string, std::string> &to)
{
    for (std::size_t i = 0; i < keysOfAxes.size(); ++i) {
        std::string axes = std::to_string(view.axes[i].horizontal);
        axes.append(",").append(std::to_string(view.axes[i].vertical));
        to[keysOfAxes[i]] = axes;
    }
    for (const auto &[key, flag] : keysOfFlags)
        to[key] = std::to_string(static_cast<int>(view.*flag));
    for (const auto &[meaning, id] : colourIds) {
        if (meaning == view.colourBy)
            to[keyOfColour] = id;
    }
    for (const auto &[mode, id] : linkIds) {
        if (mode == view.linkMode)
            to[keyOfLink] = id;
    }
    for (const auto &[shown, id] : shownIds) {
        if (shown == view.shown)
            to[keyOfShown] = id;
    }
    for (const auto &[frame, id] : frameIds) {
        if (frame == view.frame)
            to[keyOfFrame] = id;
    }
    for (const auto &[frame, id] : overlayIds) {
        if (frame == view.overlayFrame)
            to[keyOfOverlay] = id;
    }
    for (const auto &[key, text] : keysOfTexts) {
        if (!(view.*text).empty())
            to[key] = view.*text;
    }
    if (const std::string appearances = appearanceText(view.appearances); !appearances.empty())
        to[keyOfAppearances] = appearances;
}

ViewState readView(const std::map<std::string, std::string> &from)
{
    ViewState view;
    for (std::size_t i = 0; i < keysOfAxes.size(); ++i)
        view.axes[i] = readAxes(valueOf(from, keysOfAxes[i])).value_or(Axes());
    for (const auto &[key, flag] : keysOfFlags) {
        if (const std::string value = valueOf(from, key); !value.empty())
            view.*flag = value == "1";
    }
    for (const auto &[meaning, id] : colourIds) {
        if (valueOf(from, keyOfColour) == id)
            view.colourBy = meaning;
    }
    for (const auto &[mode, id] : linkIds) {
        if (valueOf(from, keyOfLink) == id)
            view.linkMode = mode;
    }
    for (const auto &[shown, id] : shownIds) {
        if (valueOf(from, keyOfShown) == id)
            view.shown = shown;
    }
    for (const auto &[frame, id] : frameIds) {
        if (valueOf(from, keyOfFrame) == id)
            view.frame = frame;
    }
    for (const auto &[frame, id] : overlayIds) {
        if (valueOf(from, keyOfOverlay) == id)
            view.overlayFrame = frame;
    }
    for (const auto &[key, text] : keysOfTexts)
        view.*text = valueOf(from, key);
    view.appearances = readAppearances(valueOf(from, keyOfAppearances));
    return view;
}

} // namespace anchorscope::gui
