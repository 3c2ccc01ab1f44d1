// SPDX-License-Identifier: GPL-3.0-or-later
// Edited or damaged sessions and checkpoints on the command line: it ends by itself, in time, and never with other
// numbers than the stored ones, unless a value that it reads was changed on purpose. ANCHORSCOPE_TRIALS sets how many
// of each kind are tried (tests/faults/run.sh).
#include "faults/editor.h"
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/fromenvironment.h"

#include <QCryptographicHash>
#include <QElapsedTimer>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr qint64 longest = 200000;
#else
constexpr qint64 longest = 10000; ///< milliseconds
#endif

int trials()
{
    return fromEnvironment("ANCHORSCOPE_TRIALS", 8);
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A checkpoint with a correct checksum.
QByteArray signedAgain(QJsonObject stored)
{
    const QByteArray measured = QJsonDocument(stored["measured"].toObject()).toJson(QJsonDocument::Compact);
    stored["checksum"] = QString::fromLatin1(QCryptographicHash::hash(measured, QCryptographicHash::Sha256).toHex());
    return QJsonDocument(stored).toJson();
}

/// The numbers of a report, without times and what they depend on.
QJsonObject numbers(const CliRun &run)
{
    QJsonObject json = run.json();
    for (const char *key : {"seconds", "command", "settings", "warnings", "data", "runs", "verdict"})
        json.remove(key);
    return json;
}

/// Kind of edit.
enum class Kind { values, bytes };

} // namespace

class TestEdited : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void programEndsByItself_data();
    void programEndsByItself();

private:
    QByteArray made(const QByteArray &good, bool session, Kind kind, Editor &editor) const;

    QTemporaryDir m_folder;
    QString m_data, m_session, m_searches, m_retrieval;
    QStringList m_optimize, m_experiment;
};

void TestEdited::initTestCase()
{
    m_data = MadeData(60).save(m_folder, "own.h5");
    m_session = m_folder.filePath("run.ascope");
    m_searches = m_folder.filePath("searches.json");
    m_retrieval = m_folder.filePath("retrieval.json");
    const QStringList few{m_data, "--anchors", "20", "--seeds", "6", "--json"};
    m_optimize = QStringList{"optimize"} + few;
    m_experiment = QStringList{"experiment", "retrieval"} + few + QStringList{"--repeats", "2"};
    for (const QStringList &line : {m_optimize + QStringList{"--out", m_session, "--checkpoint", m_searches},
                                    m_experiment + QStringList{"--checkpoint", m_retrieval}}) {
        const CliRun run = runUnchecked(line);
        QVERIFY2(run.exitCode == 0, run.output + run.errors);
    }
}

void TestEdited::programEndsByItself_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("line");
    QTest::addColumn<bool>("damage");
    const QString bad = m_folder.filePath("bad");
    const QStringList session{"--session", bad, "--json"}, checkpoint{"--checkpoint", bad};
    const auto row = [](const char *name, const QString &file, const QStringList &line, Kind kind) {
        QTest::newRow(name) << file << line << (kind == Kind::bytes);
    };
    row("session edited, health", m_session, QStringList{"health", m_data} + session, Kind::values);
    row("session edited, retrieval", m_session, QStringList{"retrieval", m_data, "--k", "3"} + session, Kind::values);
    row("session edited, candidates", m_session,
        QStringList{"candidates", m_data, "item 5", "--pair", "none"} + session, Kind::values);
    row("session damaged, retrieval", m_session, QStringList{"retrieval", m_data, "--k", "3"} + session, Kind::bytes);
    row("searches forged", m_searches, m_optimize + checkpoint, Kind::values);
    row("searches damaged", m_searches, m_optimize + checkpoint, Kind::bytes);
    row("experiment forged", m_retrieval, m_experiment + checkpoint, Kind::values);
    row("experiment damaged", m_retrieval, m_experiment + checkpoint, Kind::bytes);
}

QByteArray TestEdited::made(const QByteArray &good, bool session, Kind kind, Editor &editor) const
{
    if (kind == Kind::bytes)
        return editor.damaged(good);
    if (!session) {
        QJsonObject stored = QJsonDocument::fromJson(good).object();
        stored["measured"] = editor.edited(stored["measured"]);
        return signedAgain(stored);
    }
    auto edited = io::loadSession(m_session.toStdString());
    editor.edit(*edited);
    const auto bytes = io::encodeSession(*edited);
    return bytes ? QByteArray::fromStdString(*bytes) : QByteArray("nothing");
}

void TestEdited::programEndsByItself()
{
    QFETCH(QString, file);
    QFETCH(QStringList, line);
    QFETCH(bool, damage);
    const QByteArray good = bytesOf(file);
    const QString bad = m_folder.filePath("bad");
    writeText(m_folder, "bad", good);
    const CliRun plain = runUnchecked(line);
    QVERIFY2(plain.exitCode == 0, plain.output + plain.errors);
    Editor editor(20261125);
    QMap<QString, int> answers;
    for (int trial = 0; trial < trials(); ++trial) {
        writeText(m_folder, "bad", made(good, file == m_session, damage ? Kind::bytes : Kind::values, editor));
        QElapsedTimer clock;
        clock.start();
        const CliRun run = runUnchecked(line);
        QString wrong = run.exitCode < 0                                                    ? "ended by a signal"
                        : clock.elapsed() > longest                                         ? "too slow"
                        : run.exitCode == 0 && damage && numbers(run) != numbers(plain)     ? "other numbers"
                        : run.exitCode > 0 && run.error()["message"].toString().size() < 20 ? "no sentence"
                                                                                            : QString();
        if (!wrong.isEmpty()) {
            m_folder.setAutoRemove(false);
            const QString kept = bad + " of " + QTest::currentDataTag(); // the next row writes its own file
            QFile::rename(bad, kept);
            QFAIL(qPrintable(QString("trial %1, kept as %2: %3").arg(trial).arg(kept, wrong)));
        }
        ++answers[run.exitCode == 0 ? "ok" : run.error()["code"].toString()];
    }
    QVERIFY(answers.value("ok") < trials()); // some are refused
    for (auto answer = answers.cbegin(); answer != answers.cend(); ++answer)
        qInfo("%5d %s", answer.value(), qPrintable(answer.key()));
}

QTEST_GUILESS_MAIN(TestEdited)
#include "tst_edited.moc"
