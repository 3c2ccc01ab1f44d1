// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/selfsimilaritycontroller.h"

#include "gui/playground/playcontroller.h"

#include <utility>

namespace anchorscope::gui {

SelfSimilarityController::SelfSimilarityController(Workspace &workspace, ProjectionController &projections,
                                                   PlayController &play, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_play(play), m_slot(runner)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(milliseconds);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_pending)
            start();
    });
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_slot.drop();
        m_pending = {};
        m_similarities.reset();
    });
    connect(&workspace, &Workspace::dataChanged, this, &SelfSimilarityController::changed);
    connect(&projections, &ProjectionController::moved, this, &SelfSimilarityController::measure);
    connect(&play, &PlayController::changed, this, [this] {
        // True if the playground was opened or closed since the last measurement.
        if (m_play.isActive() != m_similarities.has_value())
            measure(m_workspace.prepared());
    });
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & SetupChange::Similarity)
            measure(m_workspace.prepared());
    });
}

void SelfSimilarityController::measure(const PreparedPair &spaces)
{
    m_pending = spaces;
    if (!m_play.isActive() || !spaces) {
        m_slot.drop();
        m_pending = {};
        m_similarities.reset();
        return Q_EMIT changed();
    }
    if (!m_pause.isActive())
        start();
}

void SelfSimilarityController::start()
{
    const Similarity *similarity = findSimilarity(m_workspace.setup().similarity);
    if (!similarity)
        return;
    m_pause.start();
    m_slot.start<SelfSimilarities>(
        tr("Comparing items with each other"),
        [spaces = std::exchange(m_pending, {}), data = m_workspace.originalData(), similarity,
         numbers = m_workspace.setup().similarityNumbers](const RunContext &context) {
            return selfSimilarities(*spaces.x, *spaces.y, data->pair.pairing, data->items(Side::x).labels, *similarity,
                                    numbers, maxItems, context);
        },
        [this](Result<SelfSimilarities> found) {
            m_similarities.reset();
            if (found)
                m_similarities = std::move(*found);
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
