// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/session/sessionitems.h"

#include "io/files/atomicfile.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace anchorscope::io {

namespace {

NamedItems named(const std::set<ItemIndex> &rows, const ItemTable &items)
{
    NamedItems result;
    for (const ItemIndex row : rows) {
        if (!items.hasIds() || row < 0 || row >= items.count)
            continue;
        result.rows.push_back(row);
        result.ids.push_back(shortened(items.ids[static_cast<std::size_t>(row)]));
    }
    return result;
}

struct Rows
{
    std::set<ItemIndex> x, y;
};

Rows rowsOf(const Session &session)
{
    Rows rows;
    for (const SeedPair &seed : session.seeds) {
        rows.x.insert(seed.x);
        rows.y.insert(seed.y);
    }
    for (const RunRecord &run : session.runs) {
        rows.x.insert(run.anchorsOfX.begin(), run.anchorsOfX.end());
        rows.y.insert(run.seedsOfY.begin(), run.seedsOfY.end());
        rows.y.insert(run.summary.discreteOfY.begin(), run.summary.discreteOfY.end());
    }
    return rows;
}

/// Table that converts row numbers at the time of saving to those in the current data.
class RowMap
{
public:
    RowMap(const std::set<ItemIndex> &rows, const NamedItems &then, const ItemTable &now)
        : m_known(!then.rows.empty() && now.hasIds())
    {
        if (!m_known)
            return;
        std::unordered_map<ItemIndex, std::string_view> ids;
        for (std::size_t i = 0; i < then.rows.size(); ++i)
            ids.emplace(then.rows[i], then.ids[i]);
        std::unordered_map<std::string_view, ItemIndex> missing;
        for (const ItemIndex row : rows) {
            const auto id = ids.find(row);
            if (id == ids.end())
                m_lost.push_back("row " + std::to_string(row));
            else if (row < now.count && shortened(now.ids[static_cast<std::size_t>(row)]) == id->second)
                m_rows[row] = row;
            else
                missing[id->second] = row;
        }
        search(missing, now);
    }

    bool known() const { return m_known; }
    Index moved() const { return m_moved; }
    const std::vector<std::string> &lost() const { return m_lost; }
    /// Replaces row numbers by those in the current data; returns false if these lack an item.
    bool apply(std::vector<ItemIndex> &rows) const
    {
        return std::ranges::all_of(rows, [this](ItemIndex &row) { return apply(row); });
    }
    bool apply(ItemIndex &row) const
    {
        const auto found = m_rows.find(row);
        if (found == m_rows.end())
            return !m_known;
        row = found->second;
        return true;
    }

private:
    void search(std::unordered_map<std::string_view, ItemIndex> &missing, const ItemTable &now)
    {
        for (std::size_t row = 0; row < now.ids.size() && !missing.empty(); ++row) {
            const auto found = missing.find(shortened(now.ids[row]));
            if (found == missing.end())
                continue;
            m_rows[found->second] = static_cast<ItemIndex>(row);
            missing.erase(found);
            ++m_moved;
        }
        for (const auto &[id, row] : missing)
            m_lost.emplace_back(id);
    }

    bool m_known;
    std::unordered_map<ItemIndex, ItemIndex> m_rows;
    Index m_moved = 0;
    std::vector<std::string> m_lost;
};

void relocateRuns(Session &session, const RowMap &x, const RowMap &y, Relocation &result)
{
    std::vector<RunRecord> kept;
    int chosen = -1;
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        RunRecord run = std::move(session.runs[i]);
        if (!x.apply(run.anchorsOfX) || !y.apply(run.seedsOfY) || !y.apply(run.summary.discreteOfY)) {
            result.runsLost.push_back(run.name);
            continue;
        }
        run.summary.correspondence.clear();
        run.summary.hint.correspondence.clear();
        run.summary.correspondenceScore.clear();
        if (session.chosenRun == static_cast<int>(i))
            chosen = static_cast<int>(kept.size());
        kept.push_back(std::move(run));
    }
    session.runs = std::move(kept);
    session.chosenRun = chosen;
}

void dropScores(Session &session, Relocation &result)
{
    result.scoresLost = !session.scores.retrieval.empty() || !session.scores.stitching.rows.empty() ||
                        !session.otherScores.empty() || !session.batch.experiment.runs.empty();
    session.scores = {};
    session.otherScores.clear();
    session.batch = {};
}

} // namespace

void choosePair(Session &session, const std::string &spaceX, const std::string &spaceY)
{
    const auto isRequested = [&](const Session &pair) {
        return pair.data.x.space == spaceX && pair.data.y.space == spaceY;
    };
    if (isRequested(session))
        return;
    std::vector<Session> all = std::move(session.otherPairs);
    const auto before = all.begin() + std::exchange(session.position, 0);
    session.otherPairs.clear();
    const auto back = all.insert(before, std::move(session));
    auto requested = std::ranges::find_if(all, isRequested);
    requested = requested == all.end() ? back : requested;
    session = std::move(*requested);
    session.position = static_cast<int>(requested - all.begin());
    all.erase(requested);
    session.otherPairs = std::move(all);
}

void nameItems(Session &session, const ItemTable &x, const ItemTable &y)
{
    const Rows rows = rowsOf(session);
    session.itemsX = named(rows.x, x);
    session.itemsY = named(rows.y, y);
}

Relocation relocate(Session &session, const ItemTable &x, const ItemTable &y)
{
    const Rows rows = rowsOf(session);
    const RowMap ofX(rows.x, session.itemsX, x), ofY(rows.y, session.itemsY, y);
    Relocation result;
    result.byId = ofX.known() && ofY.known();
    result.moved = ofX.moved() + ofY.moved();
    result.lost = ofX.lost();
    result.lost.insert(result.lost.end(), ofY.lost().begin(), ofY.lost().end());
    std::ranges::sort(result.lost);
    if (!result.changed())
        return result;
    result.seedsLost = static_cast<Index>(
        std::erase_if(session.seeds, [&](SeedPair &seed) { return !ofX.apply(seed.x) || !ofY.apply(seed.y); }));
    relocateRuns(session, ofX, ofY, result);
    dropScores(session, result);
    nameItems(session, x, y);
    return result;
}

std::vector<std::string> Relocation::sentences() const
{
    std::vector<std::string> said;
    if (moved > 0)
        said.push_back(counted(moved, "item") +
                       " of its seeds and anchors are in other rows now and were found by their ids.");
    if (!lost.empty())
        said.push_back(
            counted(std::ssize(lost), "item of its seeds and anchors is", "items of its seeds and anchors are") +
            " not in these data (such as “" + lost.front() + "”).");
    if (seedsLost > 0)
        said.push_back(counted(seedsLost, "seed pair was", "seed pairs were") + " left out because of that.");
    for (const std::string &run : runsLost)
        said.push_back("“" + run + "” was left out because of that.");
    if (scoresLost)
        said.push_back("Its scores were left out, as they belong to other rows.");
    return said;
}

} // namespace anchorscope::io
