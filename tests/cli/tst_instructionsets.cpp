// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/clirun.h"

using namespace anchorscope::test;

namespace {

/// π of a run on the bundled words with the kernels of one instruction set: "y_id,x_id" of every item of Y. None if the
/// run fails.
QByteArrayList correspondence(const QTemporaryDir &folder, const QByteArray &isa, QString &used)
{
    const QString out = folder.filePath(isa + ".csv");
    qputenv("ANCHORSCOPE_ISA", isa);
    const CliRun run = runCli({"optimize", "examples/data/words.h5", "--max-items", "2500", "--method", "alternating",
                               "--correspondence", out, "--json"});
    qunsetenv("ANCHORSCOPE_ISA");
    used = run.json()["isa"].toString();
    QFile file(out);
    if (run.exitCode != 0 || !file.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList pairs;
    for (const QByteArray &line : file.readAll().split('\n').mid(1)) {
        if (!line.isEmpty())
            pairs << line.split(',').mid(0, 2).join(',');
    }
    return pairs;
}

} // namespace

/// Kernels of different instruction sets differ in rounding only: at least 99.9 % of the matches are the same after a
/// whole run.
class TestInstructionSets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findTheSameMatches()
    {
        const QTemporaryDir folder;
        QString used;
        const QByteArrayList expected = correspondence(folder, "baseline", used);
        QCOMPARE(expected.size(), 2500);
        QCOMPARE(used, QString("baseline"));
        for (const char *isa : {"v3", "v4"}) {
            const QByteArrayList found = correspondence(folder, isa, used);
            QVERIFY2(!found.isEmpty(), isa); // a processor without these instructions uses others
            if (used != isa)
                QSKIP("This processor has no such instructions.");
            QCOMPARE(found.size(), expected.size());
            qsizetype same = 0;
            for (qsizetype j = 0; j < found.size(); ++j)
                same += found[j] == expected[j];
            qInfo("%s: %.3f %% equal", isa, 100.0 * static_cast<double>(same) / static_cast<double>(found.size()));
            QVERIFY2(1000 * same >= 999 * found.size(), isa);
        }
    }
};

QTEST_GUILESS_MAIN(TestInstructionSets)
#include "tst_instructionsets.moc"
