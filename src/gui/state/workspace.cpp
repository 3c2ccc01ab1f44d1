// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/workspace.h"

#include "core/anchors/sampling.h"
#include "core/optimizers/optimizers.h"
#include "gui/state/setupcommand.h"
#include "gui/style/plaintext.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

void Workspace::change(const QString &name, const std::function<void(Setup &)> &edit, int merge)
{
    Setup after = m_now->setup;
    edit(after);
    const SetupChanges changes = difference(m_now->setup, after);
    if ((changes & (SetupChange::Centering | SetupChange::Anchors | SetupChange::Transform)) &&
        !changes.testFlag(SetupChange::Run))
        after.chosenRun = -1;
    if (!canUse(after.similarity, m_now->runs, after.chosenRun))
        after.similarity = Setup().similarity;
    const int left = after.chosenRun < 0 ? m_now->setup.chosenRun : -1;
    if (difference(m_now->setup, after))
        m_now->history->push(new SetupCommand(*this, name, m_now->setup, std::move(after), merge));
    if (left >= 0)
        Q_EMIT runLeft(left);
}

void Workspace::setView(const ViewState &view)
{
    const QScopedValueRollback<bool> applying(m_applying, true);
    if (view != m_now->view)
        Q_EMIT viewChanged(std::exchange(m_now->view, view));
}

void Workspace::changeView(const QString &name, const std::function<void(ViewState &)> &edit)
{
    ViewState view = m_now->view;
    edit(view);
    if (view != m_now->view)
        m_now->history->push(new ViewCommand(*this, name, m_now->view, view));
}

void Workspace::apply(const Setup &setup)
{
    const QScopedValueRollback<bool> applying(m_applying, true);
    const SetupChanges changes = difference(m_now->setup, setup);
    m_now->setup = setup;
    m_retrievalCurrent.reset();
    if (changes & (SetupChange::Centering | SetupChange::Transform))
        m_prepared = {};
    if (changes.testFlag(SetupChange::Run))
        rememberRunPartners();
    if (changes.testFlag(SetupChange::Names))
        m_now->data = m_now->asKnown(m_now->data);
    setModified(true);
    Q_EMIT setupChanged(changes);
    if (changes.testFlag(SetupChange::Names) && m_prepared)
        Q_EMIT preparedChanged();
    bringBackScores();
}

Workspace::SeedProblem Workspace::checkSeed(const SeedPair &pair) const
{
    if (seedOf(Side::x, pair.x) >= 0)
        return SeedProblem::XTaken;
    return seedOf(Side::y, pair.y) >= 0 ? SeedProblem::YTaken : SeedProblem::None;
}

int Workspace::seedOf(Side side, ItemIndex item) const
{
    const auto &seeds = m_now->setup.seeds;
    const auto found = std::find_if(seeds.begin(), seeds.end(),
                                    [&](const SeedPair &pair) { return (side == Side::x ? pair.x : pair.y) == item; });
    return found == seeds.end() ? -1 : static_cast<int>(found - seeds.begin());
}

void Workspace::setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data)
{
    m_now->data = m_now->asKnown(data ? std::move(data) : m_now->read);
    m_now->transformed = setup().transform;
    m_prepared = std::move(prepared);
    Q_EMIT preparedChanged();
}

AnchorSet Workspace::knownAnchors() const
{
    if (const io::RunRecord *run = chosenRun())
        return AnchorSet{run->anchorsOfX, run->seedsOfY, run->summary.anchorsOfY, run->summary.discreteOfY,
                         run->summary.metric};
    AnchorSet set;
    for (const SeedPair &pair : m_now->setup.seeds) {
        set.itemsOfX.push_back(pair.x);
        set.seedsOfY.push_back(pair.y);
    }
    return set;
}

Result<AnchorSet> Workspace::anchors() const
{
    if (chosenRun())
        return knownAnchors();
    Random random(m_now->setup.options.seed);
    return completeAnchors(m_now->setup.seeds, m_now->data->size(Side::x), m_now->setup.anchorCount, random);
}

void Workspace::setRetrieval(RetrievalResult result)
{
    keep(m_now->measured.first, std::exchange(m_now->retrieval, std::move(result)));
    m_retrievalCurrent.reset();
    setModified(true);
    Q_EMIT retrievalChanged();
}

bool Workspace::isRetrievalCurrent() const
{
    // Asked for every item of a list.
    if (!m_retrievalCurrent)
        m_retrievalCurrent = m_now->data && m_now->retrieval.provenance == provenance(Scoring::Retrieval);
    return *m_retrievalCurrent;
}

const RetrievalRow *Workspace::shownScores() const
{
    if (!isRetrievalCurrent())
        return nullptr;
    for (const std::string &method : {m_shownScores, std::string("AO continuous"), std::string("Seed")}) {
        for (const RetrievalRow &row : m_now->retrieval.rows) {
            if (row.method == method)
                return &row;
        }
    }
    return nullptr;
}

void Workspace::showScores(const std::string &method)
{
    if (method == m_shownScores)
        return;
    m_shownScores = method;
    Q_EMIT shownScoresChanged();
}

void Workspace::setBatch(BatchResult result)
{
    m_now->batch = std::move(result);
    setModified(true);
    Q_EMIT batchChanged();
}

void Workspace::setHealth(HealthResult result)
{
    m_now->health = std::move(result);
    Q_EMIT healthChanged();
}

void Workspace::setSuspects(std::vector<Index> suspects)
{
    if (suspects == m_suspects)
        return;
    m_suspects = std::move(suspects);
    Q_EMIT suspectsChanged();
}

ProtocolOptions Workspace::protocol() const
{
    ProtocolOptions options;
    options.anchors = m_now->setup.anchorCount;
    options.seeds = static_cast<Index>(m_now->setup.seeds.size());
    options.seedPairs = m_now->setup.seeds;
    options.centering = m_now->setup.centering;
    options.similarity = m_now->setup.similarity;
    options.similarityOptions = m_now->setup.similarityNumbers;
    options.optimize = m_now->setup.options;
    return options;
}

void Workspace::setStitching(StitchingResult result)
{
    keep(m_now->measured.second, std::exchange(m_now->stitching, std::move(result)));
    setModified(true);
    Q_EMIT stitchingChanged();
}

bool Workspace::isStitchingCurrent() const
{
    return hasData() && m_now->stitching.provenance == provenance(Scoring::Stitching);
}

ItemIndex Workspace::partner(Side side, ItemIndex item) const
{
    if (!m_now->data || item == noItem)
        return noItem;
    if (m_now->data->hasTruth())
        return m_now->data->partner(side, item);
    if (const int seed = seedOf(side, item); seed >= 0) {
        const SeedPair &pair = m_now->setup.seeds[static_cast<std::size_t>(seed)];
        return side == Side::x ? pair.y : pair.x;
    }
    const io::RunRecord *run = chosenRun();
    if (!run)
        return noItem;
    const auto &partners = side == Side::x ? m_runPartnerOfX : run->summary.correspondence;
    return static_cast<std::size_t>(item) < partners.size() ? partners[static_cast<std::size_t>(item)] : noItem;
}

void Workspace::setModified(bool modified)
{
    if (!modified) {
        markSaved(m_revision);
        return;
    }
    const bool first = !isModified();
    ++m_revision;
    if (first)
        Q_EMIT modifiedChanged(true);
    Q_EMIT revised();
}

void Workspace::markSaved(quint64 revision)
{
    const bool before = isModified();
    m_savedRevision = std::max(m_savedRevision, revision);
    if (before != isModified())
        Q_EMIT modifiedChanged(!before);
}

} // namespace anchorscope::gui
