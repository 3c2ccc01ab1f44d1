// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged HDF5 files: whatever is wrong with the bytes, the program answers with a sentence. ANCHORSCOPE_TRIALS sets
// how many files of each kind are damaged (tests/faults/run.sh).
#include "io/dataset/datasetfile.h"
#include "io/session/session.h"
#include "io/session/sessioncodec.h"
#include "support/hdf5samples.h"
#include "support/sessionsamples.h"

#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

const std::set<std::string> honestCodes = {"damaged-file",     "bad-dataset",   "unknown-format",  "never-written",
                                           "unsupported-type", "outside-file",  "missing-filter",  "too-large",
                                           "newer-version",    "not-a-session", "unreadable-file", "empty-file"};

int trials()
{
    bool given = false;
    const int count = qEnvironmentVariableIntValue("ANCHORSCOPE_TRIALS", &given);
    return given && count > 0 ? count : 80;
}

/// “ok”, or the code of an error that is a sentence about this file.
template <class Answer> std::string judged(const Answer &answer, const std::string &file)
{
    if (answer)
        return "ok";
    const Error &error = answer.error();
    if (!honestCodes.contains(errorId(error.code)) || error.message.size() < 20 || error.file != file)
        return std::string("BAD ANSWER ") + errorId(error.code) + ": " + error.text();
    return errorId(error.code);
}

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyAnswerIsASentence_data();
    void everyAnswerIsASentence();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    std::string answer(const std::string &file, bool session) const;
    QTemporaryDir m_folder;
    std::string m_session; ///< its bytes as they are written
};

void TestDamage::initTestCase()
{
    QVERIFY(io::saveDataset(path("plain"), sampleDataset()).ok());
    QVERIFY(io::saveDataset(path("strings"), sampleDataset()).ok());
    Hdf5Editor(path("strings")).variableStrings("/items/id", sampleDataset().items->ids);
    QVERIFY(io::saveDataset(path("packed"), sampleDataset(2000)).ok());
    QVERIFY(io::saveSession(path("session"), sampleSession()).ok());
    m_session = *io::encodeSession(sampleSession());
    for (const char *name : {"plain", "strings", "packed"})
        QVERIFY(io::openDataset(path(name)).ok());
}

std::string TestDamage::answer(const std::string &file, bool session) const
{
    if (!session) {
        const auto opened = io::openDataset(file);
        if (opened) {
            for (const auto &space : opened->spaces) {
                if (space->size() != opened->items->count)
                    return "BAD ANSWER rows do not agree";
            }
        }
        return judged(opened, file);
    }
    const auto loaded = io::loadSession(file);
    // What opens is what was saved: checksums cover lists and matrices, HDF5's own the attributes and all structure.
    if (loaded) {
        const auto again = io::encodeSession(*loaded);
        return again && *again == m_session ? "ok" : "BAD ANSWER other values than were saved";
    }
    return judged(loaded, file);
}

void TestDamage::everyAnswerIsASentence_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("dataset") << QByteArray("plain");
    QTest::newRow("dataset, variable-length strings, where libhdf5 1.10.8 crashes most") << QByteArray("strings");
    QTest::newRow("dataset, chunks, shuffle, gzip") << QByteArray("packed");
    QTest::newRow("session") << QByteArray("session");
}

void TestDamage::everyAnswerIsASentence()
{
    QFETCH(QByteArray, file);
    const std::string good = readBytes(path(file.constData()));
    const std::string bad = path("bad");
    std::mt19937 random(20261121);
    std::map<std::string, int> answers;
    for (int trial = 0; trial < trials(); ++trial) {
        std::string bytes = good;
        // Three in four have changed bytes, half of them near the beginning, where the structure is; one in four is
        // cut.
        if (trial % 4 == 3)
            bytes.resize(random() % bytes.size());
        const std::size_t reach = trial % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 4096);
        for (unsigned flips = trial % 4 == 3 ? 0 : 1 + random() % 3; flips > 0; --flips)
            bytes[random() % reach] ^= static_cast<char>(1 + random() % 255);
        writeBytes(bad, bytes);
        const std::string said = answer(bad, file == "session");
        if (said.starts_with("BAD")) {
            m_folder.setAutoRemove(false);
            QFAIL(qPrintable(QString("trial %1, kept as %2: %3").arg(trial).arg(bad.c_str(), said.c_str())));
        }
        ++answers[said];
    }
    QVERIFY(answers.size() > 1); // the damage is noticed at all
    for (const auto &[code, count] : answers)
        qInfo("%5d %s", count, code.c_str());
}

QTEST_GUILESS_MAIN(TestDamage)
#include "tst_damage.moc"
