// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/sessionopening.h"

#include "core/alignment/restored.h"
#include "core/data/toys.h"
#include "core/filter/itemfilter.h"
#include "core/projection/preprocess.h"
#include "gui/style/filename.h"
#include "gui/style/tr.h"
#include "io/files/atomicfile.h"
#include "io/session/sessionitems.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace anchorscope::gui {

namespace {

/// Replaces the path of a session's file by its current path: the path in `moved`, the stored path if it exists, or a
/// path in the session's folder. Error "input-moved" if no file is found.
Status locate(std::string &path, const std::string &sessionPath, const MovedFiles &moved)
{
    if (const auto said = moved.find(path); said != moved.end())
        path = said->second;
    std::error_code ignored;
    if (isToyName(path) || std::filesystem::exists(path, ignored))
        return Done{};
    const auto beside = std::filesystem::path(sessionPath).parent_path() / std::filesystem::path(path).filename();
    if (!std::filesystem::exists(beside, ignored))
        return Error(ErrorCode::inputMoved, "The session uses this file, which is no longer there. Locate it, put it "
                                            "back, or put it beside the session.")
            .in(path);
    path = beside.string();
    return Done{};
}

Status locateAll(io::Session &session, const std::string &sessionPath, const MovedFiles &moved)
{
    std::vector<std::string *> paths{&session.data.x.path, &session.data.y.path};
    if (session.data.rule == PairingRule::list)
        paths.push_back(&session.data.pairingFile);
    for (std::string *path : paths) {
        if (Status found = locate(*path, sessionPath, moved); !found)
            return found;
    }
    return Done{};
}

QStringList changedFiles(const io::Session &session, const LoadedData &data)
{
    QStringList files;
    const auto add = [&](const io::SpaceChoice &space, const io::FileContent &then, const Dataset &now) {
        const bool changed = !then.hash.empty() && (now.hash != then.hash || now.bytes != then.bytes);
        if (const QString path = pathText(space.path); changed && !files.contains(path))
            files << path;
    };
    add(session.data.x, session.fileX, *data.datasetX);
    add(session.data.y, session.fileY, *data.datasetY);
    return files;
}

Status rebuild(io::RunRecord &run, const LoadedData &data, const RunContext &context)
{
    const PreparedSpace x = prepare(data.set(Side::x).vectors, run.centering, context);
    const Matrix &vectors = data.set(Side::y).vectors;
    const auto transform = transformOf(run.transform, data, run.name);
    if (!transform)
        return transform.error();
    const PreparedSpace y = prepare(transformed(vectors, *transform, context), run.centering, context);
    const OptimizeInput input{x, y, run.anchorsOfX, run.seedsOfY, &data.pair.pairing};
    const int last = run.summary.history.empty() ? run.summary.bestIteration : run.summary.history.back().iteration;
    const RecordedIteration at{last, run.summary.anchorsOfY, run.summary.metric};
    auto summary = restoredAt(at, std::move(run.summary), input, run.options, context);
    if (!summary)
        return summary.error();
    run.summary = std::move(*summary);
    return Done{};
}

/// Adapts a session to data that were modified since it was saved. Appends a sentence about each loss to `changes`.
Status adapt(io::Session &session, const LoadedData &data, const io::Relocation &relocation, QStringList &changes,
             const RunContext &context)
{
    for (const std::string &sentence : relocation.sentences())
        changes << QString::fromStdString(sentence);
    if (!relocation.byId && !session.seeds.empty())
        changes << tr("Its items are identified by row only, and the rows may now contain other items.");
    const int chosenBefore = session.chosenRun;
    std::vector<io::RunRecord> kept;
    std::vector<io::RunScores> scores;
    session.chosenRun = -1;
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        io::RunRecord &run = session.runs[i];
        const bool fits = io::runFits(run, *data.pair.x, *data.pair.y);
        if (!fits && !io::anchorsFit(run, *data.pair.x, *data.pair.y)) {
            changes << tr("“%1” was left out because its anchors do not fit these spaces.")
                           .arg(QString::fromStdString(run.name));
            continue;
        }
        if (Status rebuilt = fits ? Status(Done{}) : rebuild(run, data, context); !rebuilt)
            return rebuilt;
        if (chosenBefore == static_cast<int>(i))
            session.chosenRun = static_cast<int>(kept.size());
        for (io::RunScores &of : session.otherScores) {
            if (of.run == static_cast<int>(i))
                scores.emplace_back(std::move(of)).run = static_cast<int>(kept.size());
        }
        kept.push_back(std::move(run));
    }
    session.runs = std::move(kept);
    session.otherScores = std::move(scores);
    return Done{};
}

/// Finds the items of one table in another, by id or, without ids, by row.
class ItemsAgain
{
public:
    ItemsAgain(const ItemTable &before, const ItemTable &now) : m_before(before), m_now(now)
    {
        for (std::size_t i = 0; before.hasIds() && i < now.ids.size(); ++i)
            m_places.emplace(now.ids[i], static_cast<ItemIndex>(i));
    }

    ItemIndex of(ItemIndex item) const
    {
        if (!m_before.hasIds() && !m_now.hasIds())
            return item < m_now.count ? item : noItem;
        const auto found =
            m_before.hasIds() ? m_places.find(m_before.ids[static_cast<std::size_t>(item)]) : m_places.end();
        return found == m_places.end() ? noItem : found->second;
    }

private:
    const ItemTable &m_before, &m_now;
    std::unordered_map<std::string_view, ItemIndex> m_places;
};

} // namespace

Setup carriedOver(const Setup &setup, const LoadedData &before, const LoadedData &now, const Setup &fresh)
{
    if (before.choice.x.path != now.choice.x.path || before.choice.y.path != now.choice.y.path)
        return fresh;
    const ItemsAgain x(before.items(Side::x), now.items(Side::x)), y(before.items(Side::y), now.items(Side::y));
    Setup carried = setup;
    carried.run = io::RunId::none;
    carried.seeds.clear();
    for (const SeedPair &pair : setup.seeds) {
        if (const SeedPair there{.x = x.of(pair.x), .y = y.of(pair.y)}; there.x != noItem && there.y != noItem)
            carried.seeds.push_back(there);
    }
    carried.anchorCount =
        std::max(anchorsAmong(now.size(Side::x), setup.anchorCount), static_cast<Index>(carried.seeds.size()));
    if (!canUse(carried.similarity, {}, io::RunId::none))
        carried.similarity = fresh.similarity;
    return carried;
}

Result<OpenedWork> openData(const DataChoice &choice, const OpenDatasets &open, const RunContext &context)
{
    auto loaded = io::loadPair(choice, open, context);
    if (!loaded)
        return loaded.error();
    const auto data = std::make_shared<const LoadedData>(std::move(*loaded));
    OpenedWork work;
    work.pairs.emplace_back().data = data;
    work.pairs[0].setup.anchorCount = anchorsAmong(data->size(Side::x), Setup().anchorCount);
    for (const std::string &warning : data->pair.warnings)
        work.warnings << QString::fromStdString(warning);
    return work;
}

namespace {

RetrievalResult retrievalOf(std::vector<RetrievalRow> rows, const Setup &setup, const OpenComparison &work)
{
    if (rows.empty())
        return {};
    return {std::move(rows), setup.retrieval.k, work.provenance(setup, Scoring::Retrieval)};
}

StitchingResult stitchingOf(io::SavedStitching saved, const Setup &setup, const OpenComparison &work)
{
    if (saved.rows.empty())
        return {};
    StitchingResult result{std::move(saved)};
    result.testItems = result.rows.front().cells[0].scores.confusion.sum();
    result.testY = work.data->pair.pairing.partnersOfX(result.testX);
    result.provenance = work.provenance(setup, Scoring::Stitching);
    return result;
}

/// Converts a session with one comparison to an OpenComparison. Error "bad-session".
Result<OpenComparison> workOf(io::Session session, std::shared_ptr<const LoadedData> data)
{
    auto setup = setupOf(session, *data);
    if (!setup)
        return setup.error();
    OpenComparison work;
    work.data = std::move(data);
    work.setup = std::move(*setup);
    work.view = viewOf(session);
    work.relativeRotation = readRotation(session.view);
    work.runs = std::move(session.runs);
    work.retrieval = retrievalOf(std::move(session.scores.retrieval), work.setup, work);
    work.stitching = stitchingOf(std::move(session.scores.stitching), work.setup, work);
    if (!session.batch.experiment.runs.empty())
        work.batch = {std::move(session.batch.experiment), session.batch.firstSeed,
                      work.provenance(work.setup, Scoring::Batch)};
    for (auto &[run, scores] : session.otherScores) {
        const Setup with = work.setupWith(work.runs[static_cast<std::size_t>(run)]);
        if (!scores.retrieval.empty())
            work.measured.first.push_back(retrievalOf(std::move(scores.retrieval), with, work));
        if (!scores.stitching.rows.empty())
            work.measured.second.push_back(stitchingOf(std::move(scores.stitching), with, work));
    }
    return work;
}

/// Removes entries of a session's view that are longer than any that the program writes. Returns a sentence for each.
QStringList cutView(std::map<std::string, std::string> &view)
{
    constexpr std::size_t maxOfAppearances = 1 << 22, mostOfOthers = 1 << 16;
    constexpr qsizetype mostSaid = 5;
    QStringList sentences;
    std::erase_if(view, [&](const auto &entry) {
        const auto &[key, value] = entry;
        const std::size_t most = key == "panels.filter"  ? longestFilter
                                 : key == "panels.looks" ? maxOfAppearances
                                                         : mostOfOthers;
        const bool isLong = value.size() > most;
        if (isLong && sentences.size() < mostSaid)
            sentences << tr("“%1” of the session was left out: it has %2 bytes; at most %3 are expected.")
                             .arg(QString::fromStdString(key.substr(0, 40)))
                             .arg(value.size())
                             .arg(most);
        return isLong;
    });
    return sentences;
}

Status openPair(io::Session session, OpenDatasets &open, OpenedWork &work, const RunContext &context)
{
    const auto opened = openData(session.data, open, context.part(0, 0.9));
    if (!opened)
        return opened.error();
    const std::shared_ptr<const LoadedData> data = opened->pairs[0].data;
    open.entries.push_back({data->datasetX, data->choice.optionsOf(Side::x)});
    open.entries.push_back({data->datasetY, data->choice.optionsOf(Side::y)});
    QStringList changed = changedFiles(session, *data);
    const auto relocation = io::relocate(session, data->items(Side::x), data->items(Side::y));
    if (relocation.changed() && changed.isEmpty())
        changed << pathText(session.data.x.path);
    if (!changed.isEmpty()) {
        if (Status adapted = adapt(session, *data, relocation, work.changes, context.part(0.9, 1)); !adapted)
            return adapted;
    }
    work.warnings << opened->warnings << cutView(session.view);
    work.changedFiles << changed;
    auto pair = workOf(std::move(session), data);
    if (!pair)
        return pair.error();
    work.pairs.push_back(std::move(*pair));
    return Done{};
}

/// Assigns new ids to all runs, unless all are valid and different. Sessions of the command line have no valid ids.
void giveIds(std::vector<io::Session> &pairs)
{
    std::vector<io::RunId *> ids;
    for (io::Session &pair : pairs) {
        for (io::RunRecord &run : pair.runs)
            ids.push_back(&run.id);
    }
    constexpr auto most =
        // exclusive upper limit of valid ids of runs
        static_cast<io::RunId>(std::numeric_limits<std::int64_t>::max());
    std::set<io::RunId> different;
    const auto isOwn = [&](const io::RunId *id) {
        return *id != io::RunId::none && *id < most && different.insert(*id).second;
    };
    if (std::ranges::all_of(ids, isOwn))
        return;
    for (std::size_t i = 0; i < ids.size(); ++i)
        *ids[i] = static_cast<io::RunId>(i + 1);
}

} // namespace

Result<OpenedWork> openSession(const std::string &path, const MovedFiles &moved, const RunContext &context)
{
    const std::filesystem::path file(path);
    io::removeStaleTemporaries(file.parent_path().string(), file.filename().string());
    OpenedWork work;
    auto session = io::loadSession(path, context.part(0, 0.2), &work.sessionFile);
    if (!session)
        return session.error();
    work.isSession = true;
    work.current = session->position;
    work.hadHealth = hadHealth(*session);
    std::vector<io::Session> pairs = std::exchange(session->otherPairs, {});
    pairs.insert(pairs.begin() + work.current, std::move(*session));
    giveIds(pairs);
    for (io::Session &pair : pairs) {
        if (const Status located = locateAll(pair, path, moved); !located)
            return located.error();
    }
    OpenDatasets open;
    const RunContext opening = context.part(0.2, 1);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Status opened = openPair(std::move(pairs[i]), open, work, opening.step(i, pairs.size()));
        if (opened)
            continue;
        Error error = opened.error();
        if (error.file.empty())
            error.file = path;
        return error;
    }
    for (QStringList *sentences : {&work.warnings, &work.changedFiles, &work.changes})
        sentences->removeDuplicates(); // removes repeated sentences, because several comparisons may use the same files
    return work;
}

} // namespace anchorscope::gui
