// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/pointcolouring.h"

#include "gui/style/theme.h"

#include <algorithm>

namespace anchorscope::gui {

PointColouring::PointColouring(const Workspace &workspace, const ItemSight &sight, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_sight(sight), m_job(runner)
{
    connect(&sight, &ItemSight::read, this, [this] {
        if (m_sight.values() != m_values) // else a filter was read
            renew();
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_job.drop(); });
}

void PointColouring::renew(const Both &made)
{
    m_job.drop();
    m_values = m_sight.values();
    const ColourBy meaning = m_workspace.view().colourBy;
    const auto make = [made, source = colourSource(m_workspace, meaning, m_values), dark = isDark()] {
        const FixedTheme theme(dark);
        Both both = made;
        for (const Side side : {Side::x, Side::y}) {
            if (auto &colours = both[static_cast<std::size_t>(side)]; !colours)
                colours = coloursOf(source, side);
        }
        return both;
    };
    // To say that something is not known yet takes no time.
    const bool isUnknown = meaning == ColourBy::Similarity || (meaning == ColourBy::Column && !m_values);
    const LoadedData &data = *m_workspace.data();
    if (isUnknown || std::max(data.size(Side::x), data.size(Side::y)) <= ItemSight::mostAtOnce) {
        Q_EMIT coloured(make());
        return;
    }
    m_job.start<Both>(
        tr("Colouring points"), [make](const RunContext &) -> Result<Both> { return make(); },
        [this](Result<Both> both) {
            if (both)
                Q_EMIT coloured(*both);
        });
}

} // namespace anchorscope::gui
