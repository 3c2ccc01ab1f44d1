// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/autosavecontroller.h"

#include "gui/style/filename.h"
#include "io/files/atomicfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <atomic>

namespace anchorscope::gui {

namespace {

using namespace std::chrono_literals;

constexpr std::array endings{".json", ".0.ascope", ".1.ascope", ".png"};

QString recoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
}

void removeFiles(const QString &folder, const QString &token)
{
    for (const char *ending : endings)
        QFile::remove(folder + '/' + token + ending);
}

QString dataInWords(const LoadedData &data)
{
    QStringList files{QFileInfo(pathText(data.choice.x.path)).fileName()};
    if (data.choice.y.path != data.choice.x.path)
        files << QFileInfo(pathText(data.choice.y.path)).fileName();
    return QString::fromStdString(data.choice.x.space + " ↔ " + data.choice.y.space) + " (" + files.join(", ") + ')';
}

QString workInWords(const Workspace &workspace)
{
    std::size_t seeds = 0, runs = 0;
    for (int pair = 0; pair < workspace.pairs(); ++pair) {
        seeds += workspace.pair(pair).setup.seeds.size();
        runs += workspace.pair(pair).runs.size();
    }
    QString words =
        workspace.pairs() > 1 ? AutosaveController::tr("%1 comparisons, ").arg(workspace.pairs()) : QString();
    words += seeds == 1 ? AutosaveController::tr("1 seed pair") : AutosaveController::tr("%1 seed pairs").arg(seeds);
    words += runs == 1 ? AutosaveController::tr(", 1 run") : AutosaveController::tr(", %1 runs").arg(runs);
    if (const io::RunRecord *run = workspace.chosenRun(); run && run->summary.verdict.alignment != Alignment::notJudged)
        words += QString(": %1").arg(verdictHeadline(run->summary.verdict));
    if (const QString last = workspace.history()->undoText(); !last.isEmpty())
        words += AutosaveController::tr("; the last step was “%1”").arg(last);
    return words;
}

QString newToken()
{
    return QString("%1-%2").arg(QCoreApplication::applicationPid()).arg(QDateTime::currentMSecsSinceEpoch());
}

QJsonObject facts(const std::string &path, const io::FileContent &content)
{
    return {{"file", pathText(path)},
            {"bytes", static_cast<qint64>(content.bytes)},
            {"hash", QString::fromStdString(content.hash)}};
}

bool isAsNoted(const QJsonObject &noted)
{
    const auto now = io::describeInput(filePath(noted["file"].toString()));
    return now && static_cast<qint64>(now->bytes) == noted["bytes"].toInteger() &&
           QString::fromStdString(now->hash) == noted["hash"].toString();
}

QJsonObject readJournal(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

std::optional<RecoveryCopy> readRecoveryCopy(const QString &path)
{
    const QJsonObject journal = readJournal(path);
    for (const auto &each : journal["copies"].toArray()) {
        const QJsonObject copy = each.toObject();
        if (!isAsNoted(copy))
            continue;
        RecoveryCopy found;
        found.journal = path;
        found.copy = copy["file"].toString();
        found.files = copy["files"].toVariant().toStringList();
        found.picture = QPixmap(QString(path).replace(".json", ".png"));
        found.data = copy["data"].toString();
        found.work = copy["work"].toString();
        found.when = QDateTime::fromString(copy["when"].toString(), Qt::ISODate);
        const QJsonObject original = journal["original"].toObject();
        found.originalStamp = io::stampOf(filePath(original["file"].toString()));
        found.originalChanged = !original.isEmpty() && !isAsNoted(original);
        if (!original.isEmpty() && !found.originalChanged)
            found.original = original["file"].toString();
        return found;
    }
    return std::nullopt;
}

} // namespace

/// Journal of the recovery copies, used by one worker thread at a time; the window only sets the flag `over`.
struct AutosaveController::Journal
{
    QString folder, token;
    QJsonArray copies;
    /// True once the work was saved or discarded, so that all its recovery copies are removed.
    std::atomic<bool> over = false;

    Status write(const io::Session &session, const QString &copy, const std::string &original, QJsonObject entry);
};

/// Saves a recovery copy and adds `entry`, with the copy's name, size and hash, to the journal.
Status AutosaveController::Journal::write(const io::Session &session, const QString &copy, const std::string &original,
                                          QJsonObject entry)
{
    if (const Status saved = io::saveSession(filePath(copy), session); !saved)
        return saved;
    const auto written = io::describeInput(filePath(copy));
    if (!written)
        return written.error();
    const QJsonObject file = facts(filePath(copy), *written);
    for (auto fact = file.begin(); fact != file.end(); ++fact)
        entry[fact.key()] = fact.value();
    copies.prepend(entry);
    while (copies.size() > 2)
        copies.removeLast();
    QJsonObject content{{"copies", copies}};
    if (const auto of = io::describeInput(original); !original.empty() && of)
        content["original"] = facts(original, *of);
    return io::writeAtomically(filePath(folder + '/' + token + ".json"), QJsonDocument(content).toJson().toStdString());
}

AutosaveController::AutosaveController(Workspace &workspace, SessionController &session, Runner &runner,
                                       QObject *parent)
    : QObject(parent), m_workspace(workspace), m_session(session), m_writing(runner), m_keeping(runner),
      m_folder(recoveryFolder()), m_token(newToken()), m_lock(file(".lock"))
{
    io::removeStaleTemporaries(filePath(m_folder), {});
    m_lock.setStaleLockTime(0); // a lock stays valid until the process that created it ends, even if the lock is old
    removeOwn();
    for (QTimer *timer : {&m_quiet, &m_most}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &AutosaveController::write);
    }
    setDelays(20s, 120s);
    connect(&workspace, &Workspace::revisionChanged, this, &AutosaveController::changed);
    connect(&session, &SessionController::opened, this, &AutosaveController::opened);
    connect(&session, &SessionController::saved, this, &AutosaveController::saved);
}

AutosaveController::~AutosaveController()
{
    if (m_stays)
        return;
    removeOwn();
    if (m_recovered)
        discard(*m_recovered);
}

/// Removes the recovery copies of the previous work, which was saved or discarded when other work was opened.
void AutosaveController::opened()
{
    removeOwn();
    if (m_recovered)
        discard(*m_recovered);
    auto recovering = std::exchange(m_recovering, std::nullopt);
    // If other work was opened instead of the recovery copy, the copy is kept.
    const bool isRecovered = recovering && m_session.recoveredFrom() == recovering->copy;
    m_recovered = isRecovered ? std::move(recovering) : std::nullopt;
    changed();
}

void AutosaveController::saved(const QString &path)
{
    if (path != m_session.sessionPath())
        return; // ignores saved files that are not the session, such as a file of seeds
    if (const auto recovered = std::exchange(m_recovered, std::nullopt))
        discard(*recovered);
    if (m_workspace.isModified())
        write(); // writes a recovery copy of the changes that the user made while the session was being saved
    else
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

bool AutosaveController::prepareFolder()
{
    const bool made = QDir().mkpath(m_folder);
    return made && QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner) &&
           (m_lock.isLocked() || m_lock.tryLock(0));
}

void AutosaveController::write()
{
    m_quiet.stop();
    m_most.stop();
    if (m_disabled || !m_workspace.hasData() || !m_workspace.isModified())
        return;
    // Recovery copies wait for each other, because they alternate between two files and share the journal.
    if (m_writing.running())
        return changed();
    if (!prepareFolder())
        return warn(Error(ErrorCode::cannotSave, "this folder cannot be written to").in(filePath(m_folder)));
    m_turn = 1 - m_turn;
    const QJsonObject entry{{"when", QDateTime::currentDateTime().toString(Qt::ISODate)},
                            {"data", dataInWords(*m_workspace.data())},
                            {"files", QJsonArray::fromStringList(m_files)},
                            {"work", workInWords(m_workspace)}};
    m_writing.start<Done>(
        tr("Saving a copy of unsaved work"),
        [session = sessionOf(m_workspace), journal = m_journal, original = filePath(m_session.sessionPath()),
         copy = file(QString(".%1.ascope").arg(m_turn)), entry](const RunContext &) {
            const Status status = journal->write(session, copy, original, entry);
            if (journal->over)
                removeFiles(journal->folder, journal->token);
            return status;
        },
        [this, journal = m_journal](const Status &status) {
            if (!status) {
                warn(status.error());
            } else if (!journal->over) {
                m_failing = false;
                Q_EMIT written(file(".json"), file(".png"));
            }
        },
        [this](const Error &cancelled) { warn(cancelled); });
}

void AutosaveController::keep(const QString &copy, bool closes)
{
    const bool isNew = m_workspace.isModified() || !QFile::exists(copy);
    if (m_disabled || !m_workspace.hasData() || !m_session.sessionPath().isEmpty() || !isNew)
        return;
    const auto save = [session = sessionOf(m_workspace), path = filePath(copy)](const RunContext &) {
        return io::saveSession(path, session);
    };
    if (closes) [[maybe_unused]]
        const Status unread = save({}); // ignores an error, because the window that would show it is closing
    else
        m_keeping.start<Done>(tr("Keeping the work"), save, [this](const Status &status) {
            if (!status)
                warn(status.error());
        });
}

void AutosaveController::endWithCopy(const std::function<void()> &then)
{
    m_stays = true;
    connect(this, &AutosaveController::written, this, then);
    connect(this, &AutosaveController::failed, this, then);
    write();
    if (!m_writing.running())
        then();
}

void AutosaveController::warn(const Error &error)
{
    if (!std::exchange(m_failing, true))
        Q_EMIT failed(tr("Autosave failed: %1 Save the session yourself.").arg(QString::fromStdString(error.text())));
}

/// Removes the recovery copies of this process; one that is being written is removed when it is complete.
void AutosaveController::removeOwn()
{
    m_quiet.stop();
    m_most.stop();
    if (m_journal)
        m_journal->over = true;
    m_journal = std::make_shared<Journal>();
    m_journal->folder = m_folder;
    m_journal->token = m_token;
    removeFiles(m_folder, m_token);
}

QList<RecoveryCopy> AutosaveController::recoveryCopies() const
{
    QList<RecoveryCopy> found;
    for (const QFileInfo &file : QDir(m_folder).entryInfoList({"*.json", "*.lock"}, QDir::Files)) {
        const QString token = file.completeBaseName(), journal = m_folder + '/' + token + ".json";
        if (token == m_token || (file.suffix() == "lock" && QFile::exists(journal)))
            continue;
        auto lock = std::make_shared<QLockFile>(m_folder + '/' + token + ".lock");
        lock->setStaleLockTime(0);
        if (!lock->tryLock(0))
            continue; // skips a recovery copy whose process is still running
        if (file.suffix() == "lock") {
            removeFiles(m_folder, token); // removes the files of an ended process that left no journal
        } else if (auto recoveryCopy = readRecoveryCopy(journal)) {
            recoveryCopy->lock = lock;
            found << *recoveryCopy;
        }
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.when > b.when; });
    return found;
}

void AutosaveController::recover(const RecoveryCopy &recoveryCopy)
{
    m_recovering = recoveryCopy;
    m_session.recover({.path = recoveryCopy.copy,
                       .original = recoveryCopy.original,
                       .stamp = recoveryCopy.originalStamp,
                       .files = recoveryCopy.files});
}

void AutosaveController::discard(const RecoveryCopy &recoveryCopy)
{
    const QFileInfo journal(recoveryCopy.journal);
    removeFiles(journal.path(), journal.completeBaseName());
}

} // namespace anchorscope::gui
