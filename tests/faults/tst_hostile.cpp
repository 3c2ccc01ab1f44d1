// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile data sets on the command line: every command ends for each of them, in time and memory appropriate to the
// data. ANCHORSCOPE_CASES sets their number (tests/faults/hostile.sh), ANCHORSCOPE_SEED their random seed.
#include "faults/hostiledata.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

struct Outcome
{
    int exitCode = -1;       ///< minus the number of a signal
    qint64 milliseconds = 0; ///< CPU time, independent of other programs
    std::uint64_t peak = 0;  ///< resident bytes
    std::string output;
};

/// Runs the program with its output in a file; ends it after the longest time.
Outcome runProgram(const std::string &program, const std::vector<std::string> &arguments, const std::string &output)
{
    std::vector<char *> words{const_cast<char *>(program.c_str())};
    for (const std::string &each : arguments)
        words.push_back(const_cast<char *>(each.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    // The peak memory of a process includes that of its parent at the start.
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5;
    Outcome outcome;
    QElapsedTimer clock;
    clock.start();
    pid_t child = 0;
    const int started = ::posix_spawn(&child, program.c_str(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (started != 0)
        return outcome;
    int status = 0;
    rusage usage{};
    while (::wait4(child, &status, WNOHANG, &usage) == 0) {
        if (clock.elapsed() > 12 * longest)
            ::kill(child, SIGKILL);
        QTest::qSleep(2);
    }
    for (const timeval &time : {usage.ru_utime, usage.ru_stime})
        outcome.milliseconds += time.tv_sec * 1000 + time.tv_usec / 1000;
    outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    outcome.peak = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    std::ifstream file(output, std::ios::binary);
    outcome.output.assign(std::istreambuf_iterator<char>(file), {});
    return outcome;
}

/// Fault of an outcome; empty: none.
QString flawOf(const Outcome &outcome, const HostileData &data)
{
    constexpr std::uint64_t floor = std::uint64_t{100} << 20;
    if (outcome.exitCode < 0 || outcome.exitCode > 2)
        return QString("ended with %1").arg(outcome.exitCode);
    if (outcome.milliseconds > longest)
        return QString("took %1 ms").arg(outcome.milliseconds);
    if (memoryCounts && outcome.peak > 3 * data.decoded + floor)
        return QString("took %1 bytes for %2 of data").arg(outcome.peak).arg(data.decoded);
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(outcome.output));
    if (!json.isObject())
        return "printed no JSON object";
    const QJsonObject error = json.object()["error"].toObject();
    QStringList sentences{error["message"].toString()};
    for (const auto &warning : json.object()["warnings"].toArray())
        sentences << warning.toString();
    for (const QString &sentence : sentences) {
        if (sentence.endsWith("..") || sentence.contains(".. "))
            return "two full stops: " + sentence;
    }
    if ((outcome.exitCode != 0) != json.object().contains("error"))
        return "exit code and JSON do not agree";
    if (outcome.exitCode != 0 &&
        (error["code"].toString() == "internal-error" || error["message"].toString().size() < 20))
        return "no sentence: " + error["code"].toString() + ": " + error["message"].toString();
    return {};
}

} // namespace

class TestHostile : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;

    QString tryAll(const HostileData &data, Random &random)
    {
        const std::string program = qEnvironmentVariable("ANCHORSCOPE_TEST_BIN").toStdString() + "/anchorscope-cli";
        const std::string folder = m_folder.path().toStdString();
        std::string both = data.files.front();
        if (data.files.size() > 1)
            both += "," + data.files.back();
        std::vector<std::vector<std::string>> others{
            {"optimize", both, "--anchors", "5", "--seeds", "2", "--out", folder + "/out.ascope", "--correspondence",
             folder + "/out.csv"},
            {"retrieval", both, "--anchors", "3", "--seeds", "1", "--k", "1"},
            {"stitch", both, "--anchors", "3", "--seeds", "2"},
            {"health", both, "--seeds-only", "--seeds", "3"},
            {"candidates", both, "0", "--seeds", "2", "--seeds-only"},
            {"translate", both, "--anchors", "5", "--out", folder + "/out.npy"}};
        std::vector<std::vector<std::string>> lines{{"info", both},
                                                    {"convert", data.files.front(), folder + "/out.h5"}};
        lines.push_back(others[static_cast<std::size_t>(random.below(static_cast<Index>(others.size())))]);
        for (std::vector<std::string> &line : lines) {
            line.insert(line.end(), {"--json", "--threads", "1"});
            if (line.front() != "info" && line.front() != "convert" && line.front() != "translate")
                line.insert(line.end(), {"--time-limit", "3"});
            const Outcome outcome = runProgram(program, line, folder + "/answer");
            if (const QString flaw = flawOf(outcome, data); !flaw.isEmpty()) {
                QString shown;
                for (const std::string &word : line)
                    shown += QString::fromStdString(word) + ' ';
                return flaw + "\n" + shown + "\n" + QString::fromStdString(outcome.output).left(2000);
            }
            ++m_answers[outcome.exitCode];
        }
        return {};
    }

    std::map<int, int> m_answers; ///< number of results by exit code

private Q_SLOTS:
    void everyCommandHandlesHostileData()
    {
        const int cases = fromEnvironment("ANCHORSCOPE_CASES", 16), seed = fromEnvironment("ANCHORSCOPE_SEED", 1);
        Random random(static_cast<std::uint64_t>(seed));
        HostileMaker maker(m_folder.path().toStdString(), static_cast<std::uint64_t>(seed));
        int failed = 0;
        for (int i = 0; i < cases; ++i) {
            const HostileData data = maker.make(i);
            if (const QString flaw = tryAll(data, random); !flaw.isEmpty()) {
                ++failed;
                qWarning("case %d, %s: %s", i, data.about.c_str(), qPrintable(flaw));
                continue;
            }
            for (const std::string &file : data.files)
                ::unlink(file.c_str());
        }
        for (const auto &[code, count] : m_answers)
            qInfo("exit code %d: %d times", code, count);
        QCOMPARE(failed, 0);
        QVERIFY(m_answers[0] > 0 && m_answers[2] > 0); // otherwise nothing was tested
    }
};

QTEST_GUILESS_MAIN(TestHostile)
#include "tst_hostile.moc"
