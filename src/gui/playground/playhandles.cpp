// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/playhandles.h"

#include "gui/playground/playcontroller.h"
#include "gui/scatter/scatterview.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope::gui {

namespace {

/// First id and number of ids for undo steps by handles; these ids differ from those of the sliders.
constexpr int firstGrip = 600000, grips = 300000;
/// Radius of the ring with the handles. The unit is the radius of the cloud of points, most of which the ring encloses.
constexpr double ringRadii = 2;
constexpr double degree = std::numbers::pi / 180;

QPointF direction(double degrees)
{
    return {std::cos(degrees * degree), std::sin(degrees * degree)};
}

double dot(QPointF a, QPointF b)
{
    return a.x() * b.x() + a.y() * b.y();
}

double angleOf(QPointF at)
{
    return std::atan2(at.y(), at.x()) / degree;
}

double wrapped(double degrees)
{
    return std::remainder(degrees, 360.0);
}

double rounded(double value, double unit)
{
    return std::round(value / unit) * unit;
}

void set(Transform &transform, double Transform::*value, double number)
{
    const auto field = std::ranges::find(transformFields(), value, &TransformField::value);
    const double unit = field->max > 100 ? 1 : 0.01;
    transform.*value = std::clamp(rounded(number, unit), field->min, field->max);
}

} // namespace

PlayHandles::PlayHandles(Workspace &workspace, ProjectionController &projections, PlayController &play,
                         ScatterView &panel)
    : QObject(&panel), m_workspace(workspace), m_projections(projections), m_play(play), m_handles(*panel.handles())
{
    connect(&play, &PlayController::changed, this, &PlayHandles::show);
    connect(&projections, &ProjectionController::projectionsChanged, this, &PlayHandles::show);
    connect(&workspace, &Workspace::setupChanged, this, &PlayHandles::show);
    connect(&m_handles, &Handles::taken, this, &PlayHandles::take);
    connect(&m_handles, &Handles::dragged, this, &PlayHandles::drag);
    connect(&m_handles, &Handles::released, this, &PlayHandles::release);
}

PanelFrame PlayHandles::frame() const
{
    const PanelPlot &plot = m_projections.plot(Panel::AbsoluteY);
    const bool ofVectors = plot.coordinates && plot.frame != PanelFrame::Own && plot.frame != PanelFrame::Neighbours;
    return ofVectors ? plot.frame : PanelFrame::Components;
}

/// Handles with their positions. Those on the ring turn with Y, so that the handle for stretching is always on the
/// rotated first dimension, along which it stretches Y.
std::vector<Handle> PlayHandles::handlesFor(PanelFrame frame) const
{
    using Look = Handle::Look;
    const Transform &now = m_workspace.setup().transform;
    const QString mirror = tr("Mirror: click");
    if (frame == PanelFrame::Map)
        return {{Look::Mirror, {0.45, 0}, mirror}, {Look::Turn, {0, 0}, tr("Drag the background to rotate the globe")}};
    return {{Look::Bend, direction(now.turn - 90), tr("Bend: drag")},
            {Look::Mirror, direction(now.turn + 135), mirror},
            {Look::Scale, direction(now.turn - 45), tr("Scale: drag")},
            {Look::Stretch, direction(now.turn), tr("Stretch: drag; with Alt, shear")},
            {Look::Turn, direction(now.turn + 90), tr("Turn: drag")},
            {Look::Shift, {0, 0}, tr("Shift: drag")}};
}

void PlayHandles::show()
{
    const PanelFrame shown = frame();
    if (!m_play.hasHandles() || !m_workspace.hasData() || shown == PanelFrame::Components)
        return m_handles.setHandles({}, 1, false);
    if (m_data != m_workspace.originalData()) {
        m_data = m_workspace.originalData();
        m_radius = radiusOf(m_data->pair.y->vectors);
    }
    const bool map = shown == PanelFrame::Map;
    constexpr double mapRing = 90; // radius of the ring with the handles on a world map, in degrees
    const double radius = map ? mapRing : ringRadii * m_radius * m_workspace.setup().transform.scale;
    m_handles.setHandles(handlesFor(shown), radius, !map);
}

void PlayHandles::take()
{
    ++m_drag;
    m_before = m_workspace.setup().transform;
}

/// Transform of Y after a handle was dragged from `from` to `to` (positions in radii of the ring), starting from
/// m_before.
Transform PlayHandles::after(Handle::Look look, QPointF from, QPointF to, bool other) const
{
    Transform next = m_before;
    const QPointF along = direction(m_before.turn), across = direction(m_before.turn + 90);
    switch (look) {
    case Handle::Look::Turn:
        if (frame() == PanelFrame::Map) {
            constexpr double degreesPerRadius = 90;
            set(next, &Transform::turn, wrapped(m_before.turn + degreesPerRadius * (to - from).x()));
            set(next, &Transform::tilt, wrapped(m_before.tilt + degreesPerRadius * (to - from).y()));
        } else
            set(next, &Transform::turn, wrapped(m_before.turn + angleOf(to) - angleOf(from)));
        break;
    case Handle::Look::Mirror:
        next.mirror = 1 - m_before.mirror;
        break;
    case Handle::Look::Scale:
        set(next, &Transform::scale, m_before.scale * std::hypot(to.x(), to.y()) / std::hypot(from.x(), from.y()));
        break;
    case Handle::Look::Shift:
        set(next, &Transform::shift, m_before.shift + ringRadii * m_before.scale * (to - from).x());
        break;
    case Handle::Look::Stretch:
        if (other)
            set(next, &Transform::shear, m_before.shear + dot(to - from, across));
        else
            set(next, &Transform::stretch, m_before.stretch * dot(to, along) / dot(from, along));
        break;
    case Handle::Look::Bend:
        set(next, &Transform::bend, m_before.bend + dot(to - from, across));
        break;
    }
    return next;
}

void PlayHandles::drag(int handle, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
{
    const Handle::Look look = m_handles.handles()[static_cast<std::size_t>(handle)].look;
    if (look == Handle::Look::Mirror)
        return; // a drag of this handle has no effect, because Y is mirrored by a click
    const Transform next = after(look, from, to, modifiers & Qt::AltModifier);
    m_workspace.change(
        tr("Change Y with its handles"), [&](Setup &setup) { setup.transform = next; }, firstGrip + m_drag % grips);
}

void PlayHandles::release(int handle, bool moved)
{
    const Handle::Look look = m_handles.handles()[static_cast<std::size_t>(handle)].look;
    if (look != Handle::Look::Mirror || moved)
        return;
    m_workspace.change(tr("Mirror Y"), [&](Setup &setup) { setup.transform = after(look, {}, {}, false); });
}

} // namespace anchorscope::gui
