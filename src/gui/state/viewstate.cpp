// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/viewstate.h"

#include "core/field.h"

#include <charconv>
#include <optional>

namespace anchorscope::gui {

namespace {

constexpr std::array keysOfAxes{"panels.axes.x", "panels.axes.y", "panels.axes.relative"};

constexpr FieldChoice storedAs(auto value, const char *id)
{
    return {static_cast<int>(value), id};
}

constexpr std::array colourIds{storedAs(ColourBy::Label, "label"),
                               storedAs(ColourBy::Number, "label-number"),
                               storedAs(ColourBy::Row, "row"),
                               storedAs(ColourBy::Norm, "norm"),
                               storedAs(ColourBy::Found, "found"),
                               storedAs(ColourBy::Rank, "rank"),
                               storedAs(ColourBy::Margin, "margin"),
                               storedAs(ColourBy::Cosine, "cosine"),
                               storedAs(ColourBy::Jaccard, "jaccard"),
                               storedAs(ColourBy::Coverage, "coverage"),
                               storedAs(ColourBy::Similarity, "true-distance"),
                               storedAs(ColourBy::Column, "column")};
constexpr std::array shownIds{storedAs(Shown::Automatic, "automatic"), storedAs(Shown::AsRead, "read"),
                              storedAs(Shown::Centred, "centred"), storedAs(Shown::AsCompared, "compared")};
constexpr std::array frameIds{storedAs(PanelFrame::Automatic, "automatic"),
                              storedAs(PanelFrame::Components, "components"),
                              storedAs(PanelFrame::Dimensions, "dimensions"),
                              storedAs(PanelFrame::Map, "map"),
                              storedAs(PanelFrame::Own, "own"),
                              storedAs(PanelFrame::Neighbours, "neighbours")};
constexpr std::array overlayIds{storedAs(OverlayFrame::Automatic, "automatic"),
                                storedAs(OverlayFrame::Components, "components"),
                                storedAs(OverlayFrame::Neighbours, "neighbours")};
constexpr std::array linkIds{storedAs(LinkMode::ByPair, "pair"), storedAs(LinkMode::ByLabel, "label"),
                             storedAs(LinkMode::Off, "off")};

/// View settings with their keys in sessions, except for the axes and the appearances. An empty text is not written.
const Field<ViewState> storedFields[] = {
    {"", "", "", "", &ViewState::anchors, 0, 1, "panels.anchors"},
    {"", "", "", "", &ViewState::names, 0, 1, "panels.names"},
    {"", "", "", "", &ViewState::density, 0, 1, "panels.density"},
    {"", "", "", "", &ViewState::partnerLines, 0, 1, "panels.partner_lines"},
    {"", "", "", "", enumMember<ViewState, &ViewState::colourBy>(colourIds), 0, 0, "panels.colour"},
    {"", "", "", "", enumMember<ViewState, &ViewState::shown>(shownIds), 0, 0, "panels.shown"},
    {"", "", "", "", enumMember<ViewState, &ViewState::frame>(frameIds), 0, 0, "panels.frame"},
    {"", "", "", "", enumMember<ViewState, &ViewState::overlayFrame>(overlayIds), 0, 0, "overlay.frame"},
    {"", "", "", "", enumMember<ViewState, &ViewState::linkMode>(linkIds), 0, 0, "selection.link"},
    {"", "", "", "", &ViewState::ownFrame, 0, 0, "panels.own_frame"},
    {"", "", "", "", &ViewState::column, 0, 0, "panels.column"},
    {"", "", "", "", &ViewState::filter, 0, 0, "panels.filter"},
};
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
    for (const Field<ViewState> &field : storedFields) {
        if (const std::string text = valueText(field, view); !text.empty())
            to[field.oldId] = text;
    }
    if (const std::string appearances = appearanceText(view.appearances); !appearances.empty())
        to[keyOfAppearances] = appearances;
}

ViewState readView(const std::map<std::string, std::string> &from)
{
    ViewState view;
    for (std::size_t i = 0; i < keysOfAxes.size(); ++i)
        view.axes[i] = readAxes(valueOf(from, keysOfAxes[i])).value_or(Axes());
    for (const Field<ViewState> &field : storedFields)
        setText(field, view, valueOf(from, field.oldId));
    view.appearances = readAppearances(valueOf(from, keyOfAppearances));
    return view;
}

} // namespace anchorscope::gui
