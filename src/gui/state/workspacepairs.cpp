// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs of spaces that are open: which one is looked at, and what becomes of the others.
#include "gui/state/workspace.h"

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

Workspace::Workspace(QObject *parent) : QObject(parent), m_now(&append({})) {}

void Workspace::setData(std::shared_ptr<const LoadedData> data, const Setup &setup, std::vector<io::RunRecord> runs)
{
    std::vector<PairWork> pairs(1);
    pairs[0].data = std::move(data);
    pairs[0].setup = setup;
    pairs[0].view = view();
    pairs[0].view.axes = {}; // new data are seen along their first components
    pairs[0].runs = std::move(runs);
    setPairs(std::move(pairs), 0);
}

void Workspace::setPairs(std::vector<PairWork> pairs, int current)
{
    const ViewState before = view();
    const auto gone = std::exchange(m_pairs, {}); // stays until nobody looks at it any more
    for (PairWork &pair : pairs)
        append(std::move(pair));
    show(*m_pairs[static_cast<std::size_t>(current)], before);
    setModified(false);
}

PairWork &Workspace::append(PairWork pair)
{
    constexpr int mostSteps = 1000;
    pair.history = std::make_unique<QUndoStack>();
    pair.history->setUndoLimit(mostSteps);
    pair.read = pair.data;
    pair.data = pair.asKnown(pair.data);
    m_histories.addStack(pair.history.get());
    return *m_pairs.emplace_back(std::make_unique<PairWork>(std::move(pair)));
}

/// `before`: how the pair before was looked at.
void Workspace::show(PairWork &pair, const ViewState &before)
{
    m_now = &pair;
    m_histories.setActiveStack(pair.history.get());
    m_prepared = {};
    m_suspects.clear();
    m_retrievalCurrent.reset();
    rememberRunPartners();
    Q_EMIT dataChanged();
    if (before != view())
        Q_EMIT viewChanged(before);
    Q_EMIT runsChanged();
    Q_EMIT retrievalChanged();
    Q_EMIT batchChanged();
    Q_EMIT healthChanged();
    Q_EMIT stitchingChanged();
    Q_EMIT pairsChanged();
}

int Workspace::pairOf(const LoadedData *data) const
{
    const auto holds = [&](const auto &pair) { // its Y may have been changed since
        return pair->read && pair->read->pair.x == data->pair.x && pair->read->pair.y->name == data->pair.y->name;
    };
    const auto found = data ? std::ranges::find_if(m_pairs, holds) : m_pairs.end();
    return data && found != m_pairs.end() ? static_cast<int>(found - m_pairs.begin()) : -1;
}

void Workspace::addPair(std::shared_ptr<const LoadedData> data, const Setup &setup)
{
    if (!hasData()) {
        setData(std::move(data), setup);
        return;
    }
    PairWork pair;
    pair.data = std::move(data);
    pair.setup = setup;
    pair.view = view();
    pair.view.axes = {};
    show(append(std::move(pair)), ViewState(view()));
    const auto hasWork = [](const auto &each) { return !each->setup.seeds.empty() || !each->runs.empty(); };
    if (std::ranges::any_of(m_pairs, hasWork))
        setModified(true);
}

void Workspace::choosePair(int index)
{
    PairWork &pair = *m_pairs[static_cast<std::size_t>(index)];
    if (&pair != m_now)
        show(pair, ViewState(view()));
}

void Workspace::removePair(int index)
{
    if (m_pairs.size() < 2)
        return;
    const auto at = m_pairs.begin() + index;
    const std::unique_ptr<PairWork> gone = std::move(*at);
    m_pairs.erase(at);
    if (gone.get() == m_now)
        show(*m_pairs[std::min(static_cast<std::size_t>(index), m_pairs.size() - 1)], gone->view);
    else
        Q_EMIT pairsChanged();
    setModified(true);
}

} // namespace anchorscope::gui
