// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/sessioncontroller.h"

#include "io/files/atomicfile.h"
#include "io/text/pairfile.h"

#include <QFileInfo>

#include <filesystem>

namespace anchorscope::gui {

namespace {

constexpr Index defaultAnchors = 300;

/// Where a file of a session is: where the user says, else where the session says, else beside the session.
Status locate(std::string &path, const std::string &sessionPath, const MovedFiles &moved)
{
    if (const auto said = moved.find(path); said != moved.end())
        path = said->second;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return Done{};
    const auto beside = std::filesystem::path(sessionPath).parent_path() / std::filesystem::path(path).filename();
    if (!std::filesystem::exists(beside, ignored))
        return Error(ErrorCode::inputMoved, "The session uses this file, which is no longer there. Locate it, put it "
                                            "back, or put it beside the session.")
            .in(path);
    path = beside.string();
    return Done{};
}

/// Whether the file is still the one that the session was made from.
Result<bool> hasChanged(const io::InputReference &input)
{
    const auto now = io::describeInput(input.path, input.space);
    if (!now)
        return now.error();
    return !input.hash.empty() && (now->hash != input.hash || now->bytes != input.bytes);
}

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
    if (!m_workspace.hasData())
        return {};
    const LoadedData &data = *m_workspace.data();
    return {{{data.datasetX, data.choice.optionsOf(Side::x)}, {data.datasetY, data.choice.optionsOf(Side::y)}}};
}

void SessionController::open(const QStringList &paths)
{
    QStringList files = paths;
    if (files.size() == 1 && !m_waitingFile.isEmpty() && files.first() != m_waitingFile)
        files.prepend(m_waitingFile);
    if (files.isEmpty() || files.size() > 2) {
        Q_EMIT failed(tr("Expected one or two files, found %1.").arg(files.size()));
        return;
    }
    const std::string first = files.first().toStdString();
    const std::string last = files.last().toStdString();
    m_pending.reset();
    const bool session = files.size() == 1 && isSession(files.first());
    if (session && files != m_openedFrom)
        m_moved.clear();
    m_openedFrom = files;
    m_opening.start<Opened>(
        tr("Opening %1").arg(QFileInfo(files.first()).fileName()),
        [=, moved = m_moved](const RunContext &context) {
            DataChoice choice;
            choice.pathX = first;
            choice.pathY = last;
            return session ? openSession(first, moved, context) : openData(choice, {}, context);
        },
        [this, files](Result<Opened> result) {
            if (result && !result->changedFiles.isEmpty()) {
                m_pending = std::move(*result);
                Q_EMIT inputsChanged(m_pending->changedFiles);
            } else {
                take(files, std::move(result));
            }
        });
}

bool SessionController::isSession(const QString &path)
{
    return QFileInfo(path).suffix().toLower() == "ascope";
}

void SessionController::openWithMoved(const QString &missing, const QString &found)
{
    m_moved[missing.toStdString()] = found.toStdString();
    open(m_openedFrom);
}

void SessionController::openChanged(bool anyway)
{
    std::optional<Opened> pending = std::exchange(m_pending, std::nullopt);
    if (pending && anyway)
        take(m_openedFrom, std::move(*pending));
}

void SessionController::recover(const QString &autosave, const QString &original)
{
    m_recovering = original;
    m_recoveringFrom = autosave;
    open({autosave});
}

void SessionController::openChoice(const DataChoice &choice, const OpenDatasets &more)
{
    QStringList files{QString::fromStdString(choice.pathX)};
    if (choice.pathY != choice.pathX)
        files << QString::fromStdString(choice.pathY);
    OpenDatasets open = more; // was read last
    const OpenDatasets present = openNow();
    open.entries.insert(open.entries.end(), present.entries.begin(), present.entries.end());
    m_opening.start<Opened>(
        tr("Opening the spaces"),
        [choice, open = std::move(open)](const RunContext &context) { return openData(choice, open, context); },
        [this, files](Result<Opened> result) { take(files, std::move(result)); });
}

Result<SessionController::Opened> SessionController::openData(const DataChoice &choice, const OpenDatasets &open,
                                                              const RunContext &context)
{
    auto data = loadData(choice, open, context);
    if (!data)
        return data.error();
    Opened opened;
    opened.data = *data;
    opened.setup.anchorCount = std::min(defaultAnchors, opened.data->size(Side::x));
    for (const std::string &warning : opened.data->pair.warnings)
        opened.warnings << QString::fromStdString(warning);
    return opened;
}

Result<SessionController::Opened> SessionController::openSession(const std::string &path, const MovedFiles &moved,
                                                                 const RunContext &context)
{
    const std::filesystem::path file(path);
    io::removeLeftTemporaries(file.parent_path().string(), file.filename().string());
    auto session = io::loadSession(path, context.part(0, 0.2));
    if (!session)
        return session.error();
    if (session->pairing == PairingRule::list) {
        if (Status found = locate(session->pairingFile, path, moved); !found)
            return found.error();
    }
    QStringList changedFiles;
    for (io::InputReference *input : {&session->x, &session->y}) {
        if (Status found = locate(input->path, path, moved); !found)
            return found.error();
        const auto changed = hasChanged(*input);
        if (!changed)
            return changed.error();
        if (*changed && !changedFiles.contains(QString::fromStdString(input->path)))
            changedFiles << QString::fromStdString(input->path);
    }
    auto opened = openData(choiceOf(*session), {}, context.part(0.2, 1));
    if (!opened)
        return opened.error();
    auto setup = setupOf(*session, *opened->data);
    if (!setup) {
        Error error = setup.error();
        error.file = path;
        return error;
    }
    opened->setup = std::move(*setup);
    opened->session = std::move(*session);
    opened->changedFiles = changedFiles;
    return opened;
}

void SessionController::take(const QStringList &paths, Result<Opened> result)
{
    if (!result) {
        const Error &error = result.error();
        if (error.code == ErrorCode::oneSpace && paths.size() == 1) {
            m_waitingFile = paths.first();
            Q_EMIT secondFileNeeded(m_waitingFile);
        } else if (error.code == ErrorCode::inputMoved) {
            Q_EMIT inputMoved(QString::fromStdString(error.file));
        } else {
            Q_EMIT failed(sentence(error));
        }
        return;
    }
    m_waitingFile.clear();
    const bool recovered = result->session && paths.first() == m_recoveringFrom;
    m_sessionPath = recovered ? m_recovering : result->session ? paths.first() : QString();
    if (io::Session *session = result->session ? &*result->session : nullptr) {
        m_workspace.setData(result->data, result->setup, std::move(session->runs));
        if (!session->batch.experiment.runs.empty())
            m_workspace.setBatch(batchOf(*session, m_workspace));
        if (!session->retrieval.empty())
            m_workspace.setRetrieval({std::move(session->retrieval), result->setup.k,
                                      m_workspace.provenance(Workspace::Scoring::Retrieval)});
        if (!session->stitching.empty())
            m_workspace.setStitching(stitchingOf(*session, m_workspace));
        m_workspace.setView(viewOf(*session));
        m_workspace.setModified(recovered || !result->changedFiles.isEmpty());
        if (hadHealth(*session))
            Q_EMIT healthWanted();
    } else {
        m_workspace.setData(result->data, result->setup);
    }
    Q_EMIT opened(recovered ? QStringList() : paths);
    if (!result->warnings.isEmpty())
        Q_EMIT warned(result->warnings.join('\n'));
}

void SessionController::save(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    m_saving.start<Done>(
        tr("Saving %1").arg(QFileInfo(path).fileName()),
        [session = sessionOf(m_workspace), path = path.toStdString()](const RunContext &) mutable -> Status {
            for (io::InputReference *input : {&session.x, &session.y}) {
                auto described = io::describeInput(input->path, input->space);
                if (!described)
                    return described.error();
                described->array = input->array;
                described->columns = input->columns;
                *input = std::move(*described);
            }
            return io::saveSession(path, session);
        },
        [this, path](Status status) {
            if (!status) {
                Q_EMIT failed(sentence(status.error()));
                return;
            }
            m_sessionPath = path;
            m_workspace.setModified(false);
            Q_EMIT saved(path);
        },
        [this](const Error &cancelled) { Q_EMIT failed(sentence(cancelled)); });
}

void SessionController::readSeeds(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    using Pairs = std::vector<SeedPair>;
    auto leftOut = std::make_shared<std::vector<std::string>>();
    m_pairs.start<Pairs>(
        tr("Reading seed pairs"),
        [data = m_workspace.data(), file = path.toStdString(), leftOut](const RunContext &) {
            return io::readPairs(file, data->items(Side::x), data->items(Side::y), leftOut.get());
        },
        [this, leftOut](Result<Pairs> pairs) {
            if (!pairs) {
                Q_EMIT failed(sentence(pairs.error()));
                return;
            }
            for (const std::string &warning : *leftOut)
                Q_EMIT warned(QString::fromStdString(warning));
            Pairs fresh;
            for (const SeedPair &pair : *pairs) {
                if (m_workspace.checkSeed(pair) == Workspace::SeedProblem::None)
                    fresh.push_back(pair);
            }
            m_workspace.change(tr("Add seed pairs from a file (%1)").arg(fresh.size()), [&](Setup &setup) {
                setup.seeds.insert(setup.seeds.end(), fresh.begin(), fresh.end());
                setup.anchorCount = std::max(setup.anchorCount, static_cast<Index>(setup.seeds.size()));
            });
            if (fresh.size() < pairs->size())
                Q_EMIT warned(tr("%1 of %2 pairs were left out because one of their items is a seed already.")
                                  .arg(pairs->size() - fresh.size())
                                  .arg(pairs->size()));
        },
        [this](const Error &cancelled) { Q_EMIT failed(sentence(cancelled)); });
}

void SessionController::writeSeeds(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    m_pairs.start<Done>(
        tr("Writing seed pairs"),
        [data = m_workspace.data(), seeds = m_workspace.setup().seeds, file = path.toStdString()](const RunContext &) {
            return io::writePairs(file, seeds, data->items(Side::x), data->items(Side::y));
        },
        [this, path](Status status) {
            if (status)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(sentence(status.error()));
        },
        [this](const Error &cancelled) { Q_EMIT failed(sentence(cancelled)); });
}

} // namespace anchorscope::gui
