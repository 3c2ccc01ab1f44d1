// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/autosavecontroller.h"

#include "io/files/atomicfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

namespace anchorscope::gui {

namespace {

using namespace std::chrono_literals;

QString recoveryFolder()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
    QDir().mkpath(folder);
    return folder;
}

QString newToken()
{
    return QString("%1-%2").arg(QCoreApplication::applicationPid()).arg(QDateTime::currentMSecsSinceEpoch());
}

QJsonObject facts(const io::InputReference &file)
{
    return {{"file", QString::fromStdString(file.path)},
            {"bytes", static_cast<qint64>(file.bytes)},
            {"hash", QString::fromStdString(file.hash)}};
}

bool isAsNoted(const QJsonObject &noted)
{
    const auto now = io::describeInput(noted["file"].toString().toStdString(), {});
    return now && static_cast<qint64>(now->bytes) == noted["bytes"].toInteger() &&
           QString::fromStdString(now->hash) == noted["hash"].toString();
}

QJsonObject readJournal(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

std::optional<Leftover> readLeftover(const QString &path)
{
    const QJsonObject journal = readJournal(path);
    for (const QJsonValue &copy : journal["copies"].toArray()) {
        if (!isAsNoted(copy.toObject()))
            continue;
        Leftover found;
        found.journal = path;
        found.copy = copy.toObject()["file"].toString();
        found.when = QDateTime::fromString(copy.toObject()["when"].toString(), Qt::ISODate);
        const QJsonObject original = journal["original"].toObject();
        found.originalChanged = !original.isEmpty() && !isAsNoted(original);
        if (!original.isEmpty() && !found.originalChanged)
            found.original = original["file"].toString();
        return found;
    }
    return std::nullopt;
}

} // namespace

/// What the worker remembers from one copy to the next; one worker at a time uses it.
struct AutosaveController::Known
{
    std::map<std::string, io::InputReference> inputs;
    QJsonArray copies; ///< newest first
};

namespace {

Status describeInputs(io::Session &session, std::map<std::string, io::InputReference> &known)
{
    for (io::InputReference *input : {&session.x, &session.y}) {
        if (!known.contains(input->path)) {
            auto described = io::describeInput(input->path, {});
            if (!described)
                return described.error();
            known[input->path] = *described;
        }
        input->bytes = known[input->path].bytes;
        input->hash = known[input->path].hash;
    }
    return Done{};
}

} // namespace

AutosaveController::AutosaveController(Workspace &workspace, SessionController &session, Runner &runner,
                                       QObject *parent)
    : QObject(parent), m_workspace(workspace), m_session(session), m_writing(runner), m_folder(recoveryFolder()),
      m_token(newToken()), m_lock(file(".lock")), m_known(std::make_shared<Known>())
{
    io::removeLeftTemporaries(m_folder.toStdString(), {});
    m_lock.setStaleLockTime(0); // stale is only what belongs to no living process
    m_lock.tryLock(0);
    for (QTimer *timer : {&m_quiet, &m_most}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &AutosaveController::write);
    }
    setDelays(20s, 120s);
    connect(&workspace, &Workspace::modifiedChanged, this, &AutosaveController::changed);
    connect(&workspace, &Workspace::setupChanged, this, &AutosaveController::changed);
    connect(&workspace, &Workspace::runsChanged, this, &AutosaveController::changed);
    connect(&workspace, &Workspace::retrievalChanged, this, &AutosaveController::changed);
    connect(&workspace, &Workspace::stitchingChanged, this, &AutosaveController::changed);
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_known->inputs.clear(); });
    connect(&session, &SessionController::saved, this, [this](const QString &path) {
        if (path != m_session.sessionPath())
            return; // seeds, not the session
        removeOwn();
        if (const auto saved = std::exchange(m_recovered, std::nullopt))
            discard(*saved);
    });
}

AutosaveController::~AutosaveController()
{
    removeOwn();
}

void AutosaveController::setDelays(std::chrono::milliseconds quiet, std::chrono::milliseconds most)
{
    m_quiet.setInterval(quiet);
    m_most.setInterval(most);
}

void AutosaveController::changed()
{
    if (!m_workspace.hasData() || !m_workspace.isModified())
        return;
    m_quiet.start();
    if (!m_most.isActive())
        m_most.start();
}

void AutosaveController::write()
{
    m_quiet.stop();
    m_most.stop();
    if (!m_workspace.hasData() || !m_workspace.isModified())
        return;
    if (m_writing.running()) { // one at a time: the turns and the journal belong together
        changed();
        return;
    }
    m_turn = 1 - m_turn;
    m_writing.start<Done>(
        tr("Saving a copy of unsaved work"),
        [session = sessionOf(m_workspace), known = m_known, original = m_session.sessionPath().toStdString(),
         copy = file(QString(".%1.ascope").arg(m_turn)).toStdString(),
         journal = file(".json").toStdString()](const RunContext &) mutable -> Status {
            if (Status described = describeInputs(session, known->inputs); !described)
                return described;
            if (Status saved = io::saveSession(copy, session); !saved)
                return saved;
            const auto written = io::describeInput(copy, {});
            if (!written)
                return written.error();
            QJsonObject entry = facts(*written);
            entry["when"] = QDateTime::currentDateTime().toString(Qt::ISODate);
            known->copies.prepend(entry);
            while (known->copies.size() > 2)
                known->copies.removeLast();
            QJsonObject content{{"copies", known->copies}};
            if (const auto of = io::describeInput(original, {}); !original.empty() && of)
                content["original"] = facts(*of);
            return io::writeAtomically(journal, QJsonDocument(content).toJson().toStdString());
        },
        [this](Status status) {
            if (!status) {
                warn(status.error());
                return;
            }
            m_failing = false;
            Q_EMIT written(file(".json"));
        },
        [this](const Error &cancelled) { warn(cancelled); });
}

void AutosaveController::warn(const Error &error)
{
    if (!std::exchange(m_failing, true))
        Q_EMIT failed(tr("Autosave failed: %1 Save the session yourself.").arg(QString::fromStdString(error.text())));
}

void AutosaveController::removeOwn()
{
    m_quiet.stop();
    m_most.stop();
    m_writing.drop();
    m_known = std::make_shared<Known>();
    for (const char *ending : {".json", ".0.ascope", ".1.ascope"})
        QFile::remove(file(ending));
}

QList<Leftover> AutosaveController::leftovers() const
{
    QList<Leftover> found;
    for (const QFileInfo &journal : QDir(m_folder).entryInfoList({"*.json"}, QDir::Files)) {
        const QString token = journal.completeBaseName();
        if (token == m_token)
            continue;
        auto lock = std::make_shared<QLockFile>(m_folder + '/' + token + ".lock");
        lock->setStaleLockTime(0);
        if (!lock->tryLock(0))
            continue; // its program is alive
        if (auto leftover = readLeftover(journal.filePath())) {
            leftover->lock = lock;
            found << *leftover;
        }
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.when > b.when; });
    return found;
}

void AutosaveController::recover(const Leftover &leftover)
{
    m_recovered = leftover;
    m_session.recover(leftover.copy, leftover.original);
}

void AutosaveController::discard(const Leftover &leftover)
{
    const QFileInfo journal(leftover.journal);
    for (const char *ending : {".json", ".0.ascope", ".1.ascope"})
        QFile::remove(journal.path() + '/' + journal.completeBaseName() + ending);
}

} // namespace anchorscope::gui
