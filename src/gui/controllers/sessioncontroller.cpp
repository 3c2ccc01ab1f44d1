// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/sessioncontroller.h"

#include "io/pairfile.h"

#include <QFileInfo>

#include <filesystem>

namespace anchorscope::gui {

namespace {

constexpr Index defaultAnchors = 300;

/// The input where the session says, else a file of that name beside the session.
Status locate(io::InputReference &input, const std::string &sessionPath, QStringList &warnings)
{
    std::error_code ignored;
    if (!std::filesystem::exists(input.path, ignored)) {
        const auto beside =
            std::filesystem::path(sessionPath).parent_path() / std::filesystem::path(input.path).filename();
        if (!std::filesystem::exists(beside, ignored))
            return Error{
                "input-moved",
                "The session compares this file, which is not there any more. Put it back, or beside the session.",
                input.path,
                {}};
        input.path = beside.string();
    }
    auto now = io::describeInput(input.path, input.space);
    if (!now)
        return now.error();
    if (!input.hash.empty() && now->hash != input.hash)
        warnings << SessionController::tr("%1 has changed since the session was saved; its results may no longer fit.")
                        .arg(QString::fromStdString(input.path));
    return Done{};
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
    return {{m_workspace.data()->datasetX, m_workspace.data()->datasetY}};
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
    const bool isSession = files.size() == 1 && QFileInfo(files.first()).suffix().toLower() == "ascope";
    m_opening.start<Opened>(
        tr("Opening %1").arg(QFileInfo(files.first()).fileName()),
        [=](const RunContext &context) {
            DataChoice choice;
            choice.pathX = first;
            choice.pathY = last;
            return isSession ? openSession(first, context) : openData(choice, {}, context);
        },
        [this, files](Result<Opened> result) { take(files, std::move(result)); });
}

void SessionController::openChoice(const DataChoice &choice)
{
    QStringList files{QString::fromStdString(choice.pathX)};
    if (choice.pathY != choice.pathX)
        files << QString::fromStdString(choice.pathY);
    m_opening.start<Opened>(
        tr("Opening the spaces"),
        [choice, open = openNow()](const RunContext &context) { return openData(choice, open, context); },
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
    opened.setup.anchorCount = std::min(defaultAnchors, opened.data->size(Side::X));
    for (const std::string &warning : opened.data->pair.warnings)
        opened.warnings << QString::fromStdString(warning);
    return opened;
}

Result<SessionController::Opened> SessionController::openSession(const std::string &path, const RunContext &context)
{
    auto session = io::loadSession(path, context.part(0, 0.2));
    if (!session)
        return session.error();
    QStringList warnings;
    for (io::InputReference *input : {&session->x, &session->y}) {
        if (Status found = locate(*input, path, warnings); !found)
            return found.error();
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
    opened->warnings += warnings;
    return opened;
}

void SessionController::take(const QStringList &paths, Result<Opened> result)
{
    if (!result) {
        const Error &error = result.error();
        if (error.code == "one-space" && paths.size() == 1) {
            m_waitingFile = paths.first();
            Q_EMIT secondFileNeeded(m_waitingFile);
        } else if (error.code != "cancelled") {
            Q_EMIT failed(sentence(error));
        }
        return;
    }
    m_waitingFile.clear();
    m_sessionPath = result->session ? paths.first() : QString();
    if (io::Session *session = result->session ? &*result->session : nullptr) {
        m_workspace.setData(result->data, result->setup, std::move(session->runs));
        if (!session->retrieval.empty())
            m_workspace.setRetrieval({std::move(session->retrieval), result->setup.k,
                                      m_workspace.provenance(Workspace::Scoring::Retrieval)});
        if (!session->stitching.empty()) {
            Index tested = session->stitching.front().cells[0].scores.confusion.sum();
            m_workspace.setStitching({std::move(session->stitching), std::move(session->stitchClasses), 0, tested,
                                      m_workspace.provenance(Workspace::Scoring::Stitching)});
        }
        m_workspace.setModified(false);
    } else {
        m_workspace.setData(result->data, result->setup);
    }
    Q_EMIT opened(paths);
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
        });
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
            return io::readPairs(file, data->items(Side::X), data->items(Side::Y), leftOut.get());
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
            m_workspace.change(
                tr("Add seed pairs from a file (%1)").arg(fresh.size()), [&](Setup &setup) {
                    setup.seeds.insert(setup.seeds.end(), fresh.begin(), fresh.end());
                    setup.anchorCount = std::max(setup.anchorCount, static_cast<Index>(setup.seeds.size()));
                });
            if (fresh.size() < pairs->size())
                Q_EMIT warned(tr("%1 of %2 pairs were left out because one of their items is a seed already.")
                                  .arg(pairs->size() - fresh.size())
                                  .arg(pairs->size()));
        });
}

void SessionController::writeSeeds(const QString &path)
{
    if (!m_workspace.hasData())
        return;
    m_pairs.start<Done>(
        tr("Writing seed pairs"),
        [data = m_workspace.data(), seeds = m_workspace.setup().seeds, file = path.toStdString()](const RunContext &) {
            return io::writePairs(file, seeds, data->items(Side::X), data->items(Side::Y));
        },
        [this, path](Status status) {
            if (status)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(sentence(status.error()));
        });
}

} // namespace anchorscope::gui
