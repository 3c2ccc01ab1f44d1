// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions and checkpoints that were edited or damaged, given to the command line: it ends by itself, in time, and
// never with other numbers than those that were kept, unless a value that it reads was changed on purpose.
// ANCHORSCOPE_TRIALS sets how many of each kind are tried (tests/faults/run.sh).
#include "io/session/session.h"
#include "io/session/sessioncodec.h"
#include "support/clirun.h"
#include "support/fromenvironment.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QJsonArray>

#include <array>
#include <cmath>
#include <limits>

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
    return fromEnvironment("ANCHORSCOPE_TRIALS", 40);
}

/// What nobody expects in a file.
class Editor
{
public:
    explicit Editor(std::uint64_t seed) : m_random(seed) {}

    template <class T> T pick(const std::vector<T> &choices)
    {
        return choices[static_cast<std::size_t>(below(std::ssize(choices)))];
    }
    Index below(Index count) { return count > 0 ? m_random.below(count) : 0; }

    void edit(ItemIndex &item) { item = pick<ItemIndex>({-2147483647 - 1, -2, -1, 0, 1, 59, 60, 61, 2147483647}); }
    void edit(Index &number) { number = pick<Index>({-1, 0, 1, 60, 61, 1L << 40, std::numeric_limits<Index>::max()}); }
    void edit(double &number) { number = pick<double>({-INFINITY, -1, 0, 1e-300, 0.5, 1e300, INFINITY, NAN}); }
    void edit(float &number) { number = pick<float>({-INFINITY, -1, 0, 1e-40F, 1e38F, INFINITY, NAN}); }
    void edit(std::string &text)
    {
        text = pick<std::string>({"", "quantum", "auto", "cosine", "\xff\xfe", "../../etc/passwd", "/dev/zero",
                                  "turn=1e308", "stretch=nan", std::string(70000, 'x'), "toy:wedges,n=2000",
                                  std::string("a\0b", 3), "=1+1"});
    }
    template <class T> void edit(std::optional<T> &maybe)
    {
        if (below(3) == 0)
            return maybe.reset();
        maybe.emplace();
        edit(*maybe);
    }
    template <class T> void edit(std::vector<T> &list)
    {
        const Index at = below(std::ssize(list));
        switch (below(6)) {
        case 0:
            return list.clear();
        case 1:
            return list.resize(static_cast<std::size_t>(at));
        case 2:
            return list.resize(list.size() * 2 + 1);
        case 3:
            return list.resize(1);
        default:
            if (!list.empty())
                edit(list[static_cast<std::size_t>(at)]);
        }
    }
    void edit(Matrix &matrix)
    {
        switch (below(5)) {
        case 0:
            return matrix.resize(0, 0);
        case 1:
            return static_cast<void>(matrix.setZero(matrix.rows() + 1, matrix.cols()));
        case 2:
            return static_cast<void>(matrix.setZero(matrix.rows(), matrix.cols() + 3));
        case 3:
            return static_cast<void>(matrix.setZero(1, 1));
        default:
            if (matrix.size() > 0)
                edit(matrix.data()[below(matrix.size())]);
        }
    }

    /// One value of a session, which is then written as the program writes it.
    void edit(io::Session &session)
    {
        io::RunRecord &run = session.runs.front();
        OptimizeSummary &found = run.summary;
        const std::vector<std::function<void()>> edits{
            [&] { edit(run.anchorsOfX); },
            [&] { edit(run.seedsOfY); },
            [&] { edit(found.anchorsOfY); },
            [&] { edit(found.discreteOfY); },
            [&] { edit(found.correspondence); },
            [&] { edit(found.correspondenceScore); },
            [&] { edit(found.metric.directionsOfX); },
            [&] { edit(found.metric.directionsOfY); },
            [&] { edit(found.metric.meanOfX); },
            [&] { edit(found.metric.meanOfY); },
            [&] { edit(found.metric.ridge); },
            [&] { edit(found.methodUsed); },
            [&] { edit(found.verdict.suspectSeeds); },
            [&] { edit(found.bestIteration); },
            [&] { edit(run.options.method); },
            [&] { edit(run.options.start); },
            [&] { edit(run.options.candidates); },
            [&] { edit(run.options.iterations); },
            [&] { edit(run.options.learningRate); },
            [&] { edit(run.options.ridge); },
            [&] { edit(run.options.epsilon); },
            [&] { edit(run.options.timeLimitSeconds); },
            [&] { edit(run.transform); },
            [&] { edit(session.similarity); },
            [&] { edit(session.transform); },
            [&] { edit(session.chosenRun); },
            [&] { edit(session.anchorCount); },
            [&] { edit(session.maxItems); },
            [&] { session.sample = !session.sample; },
            [&] { edit(session.itemsX.rows); },
            [&] { edit(session.itemsX.ids); },
            [&] { edit(session.itemsY.rows); },
            [&] { edit(session.itemsY.ids); },
            [&] { edit(session.x.space); },
            [&] { edit(session.y.hash); },
            [&] { edit(session.x.columns); },
            [&] { session.runs.clear(); },
            [&] { session.runs.resize(3); },
            [&] { session.otherPairs.push_back(session); },
        };
        edits[static_cast<std::size_t>(below(std::ssize(edits)))]();
    }

    /// One value of JSON, somewhere.
    QJsonValue edited(const QJsonValue &value, int depth = 0)
    {
        if (value.isObject() && !value.toObject().isEmpty() && below(12) != 0) {
            QJsonObject object = value.toObject();
            const QString key = object.keys()[below(object.size())];
            if (below(8) == 0)
                object.remove(key);
            else
                object[key] = edited(object[key], depth + 1);
            return object;
        }
        if (value.isArray() && !value.toArray().isEmpty() && below(12) != 0) {
            QJsonArray array = value.toArray();
            const qsizetype at = below(array.size());
            if (below(8) == 0)
                array.removeAt(at);
            else
                array[at] = edited(array[at], depth + 1);
            return array;
        }
        return pick<QJsonValue>({QJsonValue(), true, -1, 0, 1, 61, 2147483647, -1e300, 0.5, "", "quantum", QJsonArray(),
                                 QJsonObject(), QJsonArray{QJsonArray{1, 2}, QJsonArray{3}}, QString(70000, 'x')});
    }

    QByteArray damaged(QByteArray bytes)
    {
        const qsizetype at = below(bytes.size()), length = 1 + below(std::min<qsizetype>(bytes.size() - at, 600));
        switch (below(6)) {
        case 0:
            return bytes.left(at);
        case 1:
            return bytes.replace(at, length, QByteArray(length, '\0'));
        case 2:
            return bytes.remove(at, length);
        case 3:
            return bytes.insert(at, bytes.mid(below(bytes.size()), length));
        default:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
            return bytes;
        }
    }

private:
    Random m_random;
};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A checkpoint with a right checksum.
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

/// What is done to a file.
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
        const CliRun run = runCli(line);
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
    const CliRun plain = runCli(line);
    QVERIFY2(plain.exitCode == 0, plain.output + plain.errors);
    Editor editor(20261125);
    QMap<QString, int> answers;
    for (int trial = 0; trial < trials(); ++trial) {
        writeText(m_folder, "bad", made(good, file == m_session, damage ? Kind::bytes : Kind::values, editor));
        QElapsedTimer clock;
        clock.start();
        const CliRun run = runCli(line);
        QString wrong = run.exitCode < 0                                                    ? "ended by a signal"
                        : clock.elapsed() > longest                                         ? "too slow"
                        : run.exitCode == 0 && damage && numbers(run) != numbers(plain)     ? "other numbers"
                        : run.exitCode > 0 && run.error()["message"].toString().size() < 20 ? "no sentence"
                                                                                            : QString();
        if (!wrong.isEmpty()) {
            m_folder.setAutoRemove(false);
            QFAIL(qPrintable(QString("trial %1, kept as %2: %3").arg(trial).arg(bad, wrong)));
        }
        ++answers[run.exitCode == 0 ? "ok" : run.error()["code"].toString()];
    }
    QVERIFY(answers.value("ok") < trials()); // some are refused
    for (auto answer = answers.cbegin(); answer != answers.cend(); ++answer)
        qInfo("%5d %s", answer.value(), qPrintable(answer.key()));
}

QTEST_GUILESS_MAIN(TestEdited)
#include "tst_edited.moc"
