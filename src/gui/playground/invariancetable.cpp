// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/invariancetable.h"

#include "core/random.h"
#include "gui/state/edits.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Number of anchors if the user has no seeds: as many as in the smallest set of anchors in the lessons.
constexpr Index drawnAnchors = 10;

} // namespace

InvarianceTable::InvarianceTable(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_measuring(runner), m_following(runner)
{
    connect(&workspace, &Workspace::dataChanged, this, &InvarianceTable::clear);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (isMeasured() && changes & (SetupChange::Transform | SetupChange::Anchors))
            follow();
    });
}

int InvarianceTable::rows()
{
    return static_cast<int>(invarianceCases().size());
}

int InvarianceTable::columns()
{
    return static_cast<int>(perturbations().size());
}

InvarianceTable::Guess InvarianceTable::guess(int cell) const
{
    const auto found = m_guesses.find(cell);
    return found == m_guesses.end() ? Guess::none : found->second;
}

void InvarianceTable::setGuess(int cell, Guess guess)
{
    if (isMeasured() || cell < 0 || cell >= cells() || guess == this->guess(cell))
        return;
    if (guess == Guess::none)
        m_guesses.erase(cell);
    else
        m_guesses[cell] = guess;
    Q_EMIT changed();
}

QString InvarianceTable::obstacle() const
{
    if (const QString why = gui::obstacle(m_workspace); !why.isEmpty())
        return why;
    return m_workspace.originalData()->pair.y->size() > drawnAnchors ? QString() : tr("There are too few items.");
}

/// Anchors with which the table of invariances is measured: the items of the seeds; without seeds, items drawn at
/// random.
std::vector<ItemIndex> InvarianceTable::anchors() const
{
    std::vector<ItemIndex> items;
    for (const SeedPair &seed : m_workspace.setup().seeds)
        items.push_back(seed.y);
    if (!items.empty())
        return items;
    items.resize(static_cast<std::size_t>(m_workspace.originalData()->pair.y->size()));
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i] = static_cast<ItemIndex>(i);
    Random random(m_workspace.setup().options.seed);
    return random.sample(std::move(items), drawnAnchors);
}

void InvarianceTable::measure()
{
    if (!obstacle().isEmpty())
        return;
    using Cells = std::vector<InvarianceCell>;
    m_measuring.start<Cells>(
        tr("Measuring the truth table"),
        [data = m_workspace.originalData(), anchors = anchors(), seed = m_workspace.setup().options.seed](
            const RunContext &context) { return measureInvariance(data->pair.y->vectors, anchors, seed, context); },
        [this](Result<Cells> measured) {
            if (!measured)
                return;
            m_cells = std::move(*measured);
            Q_EMIT changed();
            follow();
        });
    Q_EMIT changed();
}

void InvarianceTable::follow()
{
    using Moved = std::vector<double>;
    const Transform transform = m_workspace.setup().transform;
    m_following.start<Moved>(
        tr("Measuring which similarities are invariant"),
        [data = m_workspace.originalData(), anchors = anchors(), transform](const RunContext &context) {
            return relativeChanges(data->pair.y->vectors, anchors, transform, context);
        },
        [this, transform](Result<Moved> moved) {
            if (!moved || !isMeasured())
                return;
            m_currentChanges = std::move(*moved);
            m_currentTransform = transform;
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

std::optional<double> InvarianceTable::moved(int cell) const
{
    return isMeasured() ? m_cells[static_cast<std::size_t>(cell)].moved : std::nullopt;
}

std::optional<Invariance> InvarianceTable::invariance(int cell) const
{
    const auto by = moved(cell);
    return by ? std::optional(invarianceOf(*by)) : std::nullopt;
}

bool InvarianceTable::isHit(int cell) const
{
    const auto found = invariance(cell);
    const Guess said = guess(cell);
    return found && said != Guess::none && (said == Guess::holds) == (*found == Invariance::holds);
}

int InvarianceTable::hits() const
{
    return static_cast<int>(
        std::ranges::count_if(m_guesses, [this](const auto &guessed) { return isHit(guessed.first); }));
}

std::optional<Invariance> InvarianceTable::currentInvariance(int row) const
{
    if (m_currentChanges.empty() || m_currentTransform != m_workspace.setup().transform)
        return std::nullopt;
    return invarianceOf(m_currentChanges[static_cast<std::size_t>(row)]);
}

std::optional<int> InvarianceTable::currentlyHolding() const
{
    if (!currentInvariance(0))
        return std::nullopt;
    return static_cast<int>(
        std::ranges::count_if(m_currentChanges, [](double moved) { return invarianceOf(moved) == Invariance::holds; }));
}

void InvarianceTable::clear()
{
    m_measuring.drop();
    m_following.drop();
    m_guesses.clear();
    m_cells.clear();
    m_currentChanges.clear();
    Q_EMIT changed();
}

} // namespace anchorscope::gui
