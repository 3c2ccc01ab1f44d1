// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/seedcontroller.h"

#include "core/random.h"
#include "gui/display/verdicttext.h"
#include "gui/state/edits.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

using Items = std::shared_ptr<const std::vector<ItemIndex>>;
using Proposal = std::shared_ptr<const SeedProposal>;

} // namespace

SeedController::SeedController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
{
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_job.drop(); });
}

std::vector<ItemIndex> SeedController::freeItems() const
{
    const Correspondence &pairing = m_workspace.data()->pair.pairing;
    std::vector<ItemIndex> free;
    for (const ItemIndex item : pairing.pairedItemsOfX()) {
        if (m_workspace.checkSeed({.x = item, .y = pairing.partnerOfX(item)}) == Workspace::SeedProblem::None)
            free.push_back(item);
    }
    return free;
}

void SeedController::draw(const AnchorSampler &sampler, Index count)
{
    if (!m_workspace.hasData() || !m_workspace.data()->hasTruth())
        return;
    std::vector<ItemIndex> free = freeItems();
    const Index drawn = std::min<Index>(count, static_cast<Index>(free.size()));
    // The random numbers depend on the number of seed pairs, so that each draw gives other pairs but can be reproduced.
    Random random(m_workspace.setup().options.seed + 1000003 * m_workspace.setup().seeds.size());
    if (&sampler == &anchorSamplers().front())
        return add(sampler, random.sample(std::move(free), drawn));
    if (drawn == 0 || !m_workspace.prepared())
        return;
    m_job.start<Items>(
        tr("Choosing seeds"),
        [space = m_workspace.prepared().x, data = m_workspace.data(), free = std::move(free), chosen = &sampler, random,
         drawn](const RunContext &context) -> Result<Items> {
            Random draws = random;
            auto items = chooseAnchors(*chosen, {*space, data->items(Side::x), free}, drawn, draws, context);
            if (!items)
                return items.error();
            return Items(std::make_shared<const std::vector<ItemIndex>>(std::move(*items)));
        },
        orFailed(this, [this, chosen = &sampler](const Items &items) { add(*chosen, *items); }));
}

void SeedController::propose(Index count)
{
    if (!m_workspace.prepared())
        return;
    m_job.start<Proposal>(
        tr("Proposing seeds"),
        [pair = m_workspace.prepared(), count,
         seed = m_workspace.setup().options.seed](const RunContext &context) -> Result<Proposal> {
            auto proposal = proposeSeeds(*pair.x, *pair.y, count, seed, context);
            if (!proposal)
                return proposal.error();
            return Proposal(std::make_shared<const SeedProposal>(std::move(*proposal)));
        },
        orFailed(this, [this](const Proposal &proposal) { addProposed(*proposal); }));
}

void SeedController::addProposed(const SeedProposal &proposal)
{
    const QString agreement = wholePercent(proposal.agreement);
    if (proposal.pairs.empty() || proposal.agreement < SeedProposal::minAgreement)
        return Q_EMIT failed(
            tr("These spaces could not be aligned without known pairs (three runs agree on %1 of the items), "
               "so no pair is proposed. Add a few pairs that you know.")
                .arg(agreement));
    addPairs(tr("Add proposed seed pairs (%1)").arg(proposal.pairs.size()), proposal.pairs);
    Q_EMIT proposed(tr("Proposed pairs: %1. Three runs agree on %2 of the items, but no known pairs were available to "
                       "verify them: check the pairs and remove wrong ones.")
                        .arg(proposal.pairs.size())
                        .arg(agreement));
}

void SeedController::add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items)
{
    const Correspondence &pairing = m_workspace.data()->pair.pairing;
    std::vector<SeedPair> pairs(items.size());
    std::transform(items.begin(), items.end(), pairs.begin(),
                   [&](ItemIndex item) { return SeedPair{.x = item, .y = pairing.partnerOfX(item)}; });
    addPairs(tr("Add seed pairs (%1, %2)").arg(items.size()).arg(QString::fromUtf8(sampler.label).toLower()), pairs);
}

void SeedController::addPairs(const QString &name, const std::vector<SeedPair> &pairs)
{
    m_workspace.change(name, [&](Setup &setup) { appendSeeds(setup, unpairedItems(m_workspace, pairs)); });
}

} // namespace anchorscope::gui
