// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/inspectorcontroller.h"

#include "gui/state/anchoredinput.h"

namespace anchorscope::gui {

InspectorController::InspectorController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_job(runner)
{
    connect(&selection, &Selection::focusChanged, this, &InspectorController::inspect);
    connect(&workspace, &Workspace::preparedChanged, this, &InspectorController::inspect);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run))
            inspect();
    });
    connect(&workspace, &Workspace::itemsReplaced, this, [this] { m_inspection = {}; });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_job.drop();
        Q_EMIT changed();
    });
}

void InspectorController::setSpace(Space space)
{
    m_space = space;
    inspect();
}

void InspectorController::setK(Index k)
{
    m_k = k;
    inspect();
}

void InspectorController::inspect()
{
    m_job.drop();
    AnchoredInput input = anchoredInput(m_workspace);
    if (m_selection.focus().item == noItem || !input.ready()) {
        m_inspection = {};
        Q_EMIT changed();
        return;
    }
    std::vector<ItemIndex> partnerOfX;
    const auto items = static_cast<ItemIndex>(m_workspace.data()->size(Side::x));
    for (ItemIndex item = 0; item < items; ++item)
        partnerOfX.push_back(m_workspace.partner(Side::x, item));
    m_job.start<Inspection>(
        tr("Inspecting an item"),
        [input = std::move(input), item = m_selection.focus(), partnerOfX = std::move(partnerOfX),
         options =
             InspectionOptions{m_space == Space::Relative, m_k}](const RunContext &context) -> Result<Inspection> {
            auto seen = inspectItem(input.pair(), item.of(Side::x), item.of(Side::y), partnerOfX, options, context);
            if (!seen)
                return seen.error();
            return Inspection{std::move(*seen), item};
        },
        [this](Result<Inspection> result) {
            if (!result)
                return;
            m_inspection = std::move(*result);
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
