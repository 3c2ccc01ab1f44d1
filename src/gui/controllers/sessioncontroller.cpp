// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/sessioncontroller.h"

#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "io/dataset/pairfile.h"

#include <QFileInfo>

#include <tuple>

namespace anchorscope::gui {

namespace {

QString sentence(const Error &error)
{
    return QString::fromStdString(error.text());
}

} // namespace

SessionController::SessionController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_opening(runner), m_saving(runner), m_pairs(runner)
{
}

OpenDatasets SessionController::openNow() const
{
    OpenDatasets open;
    for (int pair = 0; pair < m_workspace.pairs(); ++pair) {
        const LoadedData &data = *m_workspace.pair(pair).data;
        open.entries.push_back({data.datasetX, data.choice.optionsOf(Side::x)});
        open.entries.push_back({data.datasetY, data.choice.optionsOf(Side::y)});
    }
    return open;
}

void SessionController::open(const QStringList &paths)
{
    QStringList files = paths;
    if (files.size() == 1 && !m_waitingFile.isEmpty() && files.first() != m_waitingFile)
        files.prepend(m_waitingFile);
    if (files.isEmpty() || files.size() > 2)
        return Q_EMIT failed(tr("Expected one or two files, found %1.").arg(files.size()));
    m_pending.reset();
    if (paths != m_openedFrom)
        m_moved.clear();
    m_openedFrom = paths;
    m_opening.start<OpenedWork>(
        tr("Opening %1").arg(QFileInfo(files.first()).fileName()),
        [first = filePath(files.first()), last = filePath(files.last()), alone = paths.size() == 1,
         moved = m_moved](const RunContext &context) {
            DataChoice choice;
            choice.x.path = first;
            choice.y.path = last;
            auto data = openData(choice, {}, context);
            // A single file that is not a dataset is tried as a session, regardless of its suffix.
            if (alone && !data && data.error().code == ErrorCode::otherData && data.error().file == last)
                return openSession(last, moved, context);
            return data;
        },
        [this, files, paths](Result<OpenedWork> result) {
            if (result && !result->changedFiles.isEmpty()) {
                m_pending = std::move(*result);
                Q_EMIT inputsChanged(m_pending->changedFiles, m_pending->changes);
            } else {
                const bool session = result && result->isSession;
                take(session ? paths : files, std::move(result));
            }
        });
}

void SessionController::openWithMoved(const QString &missing, const QString &found)
{
    m_moved[filePath(missing)] = filePath(found);
    open(m_openedFrom);
}

void SessionController::openChanged(bool anyway)
{
    std::optional<OpenedWork> pending = std::exchange(m_pending, std::nullopt);
    if (pending && anyway)
        take(m_openedFrom, std::move(*pending));
}

void SessionController::recover(const WorkCopy &copy)
{
    m_recovering = copy;
    open({copy.path});
}

void SessionController::openExample(const QString &path)
{
    if (!path.endsWith("globe.h5"))
        return open({path});
    DataChoice choice;
    choice.x.path = choice.y.path = filePath(path);
    choice.x.space = "earth";
    choice.y.space = "atlas";
    openChoice(choice, {}, PanelFrame::Map);
}

void SessionController::openChoice(const DataChoice &choice, const OpenDatasets &more, PanelFrame frame)
{
    QStringList files{pathText(choice.x.path)};
    if (choice.y.path != choice.x.path)
        files << pathText(choice.y.path);
    startOpening(choice, more, [this, files, frame](Result<OpenedWork> result) {
        const bool isOpened = result.ok();
        take(files, std::move(result));
        ViewState view = m_workspace.view();
        view.frame = frame;
        if (isOpened && frame != PanelFrame::Automatic)
            m_workspace.setView(view);
    });
}

void SessionController::startOpening(const DataChoice &choice, OpenDatasets open, Runner::Finish<OpenedWork> finish)
{
    const OpenDatasets present = openNow();
    open.entries.insert(open.entries.end(), present.entries.begin(), present.entries.end());
    m_opening.start<OpenedWork>(
        tr("Opening the spaces"),
        [choice, open = std::move(open)](const RunContext &context) { return openData(choice, open, context); },
        std::move(finish));
}

bool SessionController::joins(const DataChoice &choice) const
{
    const auto named = [](const DataChoice &of) { return std::tie(of.x.path, of.y.path, of.x.space, of.y.space); };
    const auto files = [](const DataChoice &of) { return std::tie(of.x.path, of.y.path); };
    bool known = false, same = false;
    for (int pair = 0; pair < m_workspace.pairs(); ++pair) {
        const DataChoice &open = m_workspace.pair(pair).data->choice;
        known = known || files(open) == files(choice);
        same = same || named(open) == named(choice);
    }
    return known && !same;
}

int SessionController::pairOf(const DataChoice &choice) const
{
    for (int pair = 0; pair < m_workspace.pairs(); ++pair) {
        if (m_workspace.pair(pair).data->choice == choice)
            return pair;
    }
    return -1;
}

void SessionController::openPair(const DataChoice &choice, const OpenDatasets &more)
{
    if (const int known = pairOf(choice); known >= 0)
        return m_workspace.choosePair(known);
    startOpening(choice, more, std::bind_front(&SessionController::takePair, this));
}

void SessionController::takePair(Result<OpenedWork> result)
{
    if (!result) {
        fail({}, result.error());
        return;
    }
    const auto &[data, fresh] = std::tie(result->pairs[0].data, result->pairs[0].setup);
    if (const int known = pairOf(data->choice); known >= 0)
        m_workspace.choosePair(known);
    else if (m_workspace.hasData())
        m_workspace.addPair(data, carriedOver(m_workspace.setup(), *m_workspace.data(), *data, fresh));
    if (!result->warnings.isEmpty())
        Q_EMIT warned(result->warnings.join('\n'));
}

void SessionController::fail(const QStringList &paths, const Error &error)
{
    if (error.code == ErrorCode::oneSpace && paths.size() == 1) {
        m_waitingFile = paths.first();
        Q_EMIT secondFileNeeded(m_waitingFile);
    } else if (error.code == ErrorCode::inputMoved) {
        Q_EMIT inputMoved(pathText(error.file));
    } else {
        Q_EMIT failed(sentence(error));
    }
}

void SessionController::take(const QStringList &paths, Result<OpenedWork> result)
{
    if (!result)
        return fail(paths, result.error());
    m_waitingFile.clear();
    m_nextSave.reset();
    const bool recovered = result->isSession && paths.first() == m_recovering.path;
    m_recoveredFrom = recovered ? m_recovering.path : QString();
    m_sessionPath = recovered ? m_recovering.original : result->isSession ? paths.first() : QString();
    m_onDisk = recovered ? m_recovering.stamp : result->sessionFile;
    result->pairs[0].setup.retrieval.k = result->isSession ? result->pairs[0].setup.retrieval.k : m_usualNeighbours;
    if (result->isSession)
        m_workspace.setPairs(std::move(result->pairs), result->current);
    else
        m_workspace.setData(result->pairs[0].data, result->pairs[0].setup);
    m_workspace.setModified((recovered && !m_recovering.isKept) || !result->changedFiles.isEmpty());
    if (result->hadHealth)
        Q_EMIT healthRequested();
    Q_EMIT opened(recovered ? m_recovering.files : paths);
    if (!result->warnings.isEmpty())
        Q_EMIT warned(result->warnings.join('\n'));
}

void SessionController::save(const QString &path, bool anyway)
{
    if (!m_workspace.hasData())
        return;
    if (m_saving.running()) {
        m_nextSave = Save{path, anyway};
        return;
    }
    const std::string file = filePath(path);
    // Only the open session's file is checked for changes by other programs; for others, the file dialog has asked.
    auto known = std::make_shared<io::FileStamp>(path == m_sessionPath && !anyway ? m_onDisk : io::stampOf(file));
    m_saving.start<Done>(
        tr("Saving %1").arg(QFileInfo(path).fileName()),
        [session = sessionOf(m_workspace), file, known](const RunContext &) {
            return io::saveSession(file, session, known.get());
        },
        [this, path, known, data = m_workspace.data(), revision = m_workspace.revision()](const Status &status) {
            const bool ours = data == m_workspace.data(); // true if the saved session's data are still open
            if (status && ours) {
                m_sessionPath = path;
                m_workspace.markSaved(revision);
            }
            if (ours && path == m_sessionPath)
                m_onDisk = *known;
            endSaving(path, status);
        },
        [this, path, known](const Error &cancelled) {
            if (path == m_sessionPath && io::stampOf(filePath(path)) == *known)
                m_onDisk = *known;
            endSaving(path, cancelled);
        });
}

QString SessionController::pairName() const
{
    const DataChoice &choice = m_workspace.data()->choice;
    return QString::fromStdString(choice.x.space + '-' + choice.y.space);
}

void SessionController::endSaving(const QString &path, const Status &status)
{
    const auto next = std::exchange(m_nextSave, std::nullopt);
    if (next && (status || next->path != path))
        save(next->path, next->anyway);
    if (status)
        Q_EMIT saved(path);
    else if (status.error().code == ErrorCode::fileChanged)
        Q_EMIT changedOnDisk(path);
    else
        Q_EMIT failed(sentence(status.error()));
}

void SessionController::readSeeds(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    using Pairs = std::vector<SeedPair>;
    auto skipped = std::make_shared<std::vector<std::string>>();
    m_pairs.start<Pairs>(
        tr("Reading seed pairs"),
        [data = m_workspace.data(), file = filePath(path), skipped](const RunContext &) {
            return io::readPairs(file, data->items(Side::x), data->items(Side::y), skipped.get(),
                                 io::PairLines::usable);
        },
        [this, skipped](Result<Pairs> pairs) {
            if (!pairs)
                return Q_EMIT failed(sentence(pairs.error()));
            QStringList remarks;
            for (const std::string &warning : *skipped)
                remarks << QString::fromStdString(warning);
            const Pairs fresh = unpairedItems(m_workspace, *pairs);
            m_workspace.change(tr("Add seed pairs from a file (%1)").arg(fresh.size()),
                               [&](Setup &setup) { appendSeeds(setup, fresh); });
            Q_EMIT seedsRead();
            if (fresh.size() < pairs->size())
                remarks << tr("%1 of %2 pairs were left out because one of their items is a seed already.")
                               .arg(pairs->size() - fresh.size())
                               .arg(pairs->size());
            if (!remarks.isEmpty())
                Q_EMIT warned(tr("Seeds added: %1. ").arg(fresh.size()) + remarks.join(' '));
        },
        [this](const Error &cancelled) { Q_EMIT failed(sentence(cancelled)); });
}

void SessionController::writeSeeds(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    m_pairs.start<Done>(
        tr("Writing seed pairs"),
        [data = m_workspace.data(), seeds = m_workspace.setup().seeds, file = filePath(path)](const RunContext &) {
            return io::writePairs(file, seeds, data->items(Side::x), data->items(Side::y));
        },
        [this, path](const Status &status) {
            if (status)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(sentence(status.error()));
        },
        [this](const Error &cancelled) { Q_EMIT failed(sentence(cancelled)); });
}

} // namespace anchorscope::gui
