// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/seedsampler.h"

#include "core/random.h"

namespace anchorscope::gui {

namespace {

using Items = std::shared_ptr<const std::vector<ItemIndex>>;

} // namespace

SeedSampler::SeedSampler(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
{
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_job.drop(); });
}

std::vector<ItemIndex> SeedSampler::freeItems() const
{
    const Correspondence &pairing = m_workspace.data()->pair.pairing;
    std::vector<ItemIndex> free;
    for (const ItemIndex item : pairing.pairedItemsOfX()) {
        if (m_workspace.checkSeed({ItemOfX{item}, ItemOfY{pairing.partnerOfX(item)}}) == Workspace::SeedProblem::None)
            free.push_back(item);
    }
    return free;
}

void SeedSampler::draw(const AnchorSampler &sampler, Index count)
{
    if (!m_workspace.hasData() || !m_workspace.data()->hasTruth())
        return;
    std::vector<ItemIndex> free = freeItems();
    const Index wanted = std::min<Index>(count, static_cast<Index>(free.size()));
    // Another draw for every number of seeds, the same one for the same state.
    Random random(m_workspace.setup().options.seed + 1000003 * m_workspace.setup().seeds.size());
    if (&sampler == &anchorSamplers().front()) {
        add(sampler, random.sample(std::move(free), wanted));
        return;
    }
    if (wanted == 0 || !m_workspace.prepared())
        return;
    m_job.start<Items>(
        tr("Choosing seeds"),
        [space = m_workspace.prepared().x, data = m_workspace.data(), free = std::move(free), chosen = &sampler, random,
         wanted](const RunContext &context) -> Result<Items> {
            Random draws = random;
            auto items = chooseAnchors(*chosen, {*space, data->items(Side::X), free}, wanted, draws, context);
            if (!items)
                return items.error();
            return Items(std::make_shared<const std::vector<ItemIndex>>(std::move(*items)));
        },
        [this, chosen = &sampler](Result<Items> items) {
            if (items)
                add(*chosen, **items);
            else if (items.error().code != "cancelled")
                Q_EMIT failed(QString::fromStdString(items.error().text()));
        });
}

void SeedSampler::add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items)
{
    const Correspondence &pairing = m_workspace.data()->pair.pairing;
    const QString how = QString::fromUtf8(sampler.label).toLower();
    m_workspace.change(tr("Add seed pairs (%1, %2)").arg(items.size()).arg(how), [&](Setup &setup) {
        for (const ItemIndex item : items) {
            const SeedPair pair{ItemOfX{item}, ItemOfY{pairing.partnerOfX(item)}};
            if (m_workspace.checkSeed(pair) == Workspace::SeedProblem::None)
                setup.seeds.push_back(pair);
        }
        setup.anchorCount = std::max(setup.anchorCount, static_cast<Index>(setup.seeds.size()));
    });
}

} // namespace anchorscope::gui
