// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/filebudget.h"
#include "support/hdf5samples.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

using namespace anchorscope;
using namespace anchorscope::test;

using Files = QList<std::pair<QString, QByteArray>>;

class TestFileBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void limitsOfGroups_data();
    void limitsOfGroups();
    void largerDataAreOnDisk();
};

void TestFileBudget::limitsOfGroups_data()
{
    QTest::addColumn<QByteArray>("groups"); // lines of /proc/self/cgroup
    QTest::addColumn<Files>("files");       // below /sys/fs/cgroup
    QTest::addColumn<qulonglong>("limit");
    constexpr qulonglong none = UINT64_MAX;
    QTest::newRow("none") << QByteArray() << Files{} << none;
    QTest::newRow("version 2") << QByteArray("0::/a/b\n") << Files{{"a/b/memory.max", "2000000000\n"}} << 2000000000ULL;
    QTest::newRow("version 2, of the group above")
        << QByteArray("0::/a/b\n") << Files{{"a/b/memory.max", "max\n"}, {"a/memory.max", "3000000000\n"}}
        << 3000000000ULL;
    QTest::newRow("version 2, the lower limit")
        << QByteArray("0::/a/b\n") << Files{{"a/b/memory.max", "5000\n"}, {"a/memory.max", "4000\n"}} << 4000ULL;
    QTest::newRow("version 2, in a container") << QByteArray("0::/\n") << Files{{"memory.max", "7000\n"}} << 7000ULL;
    QTest::newRow("version 2, no limit") << QByteArray("0::/a\n") << Files{{"a/memory.max", "max\n"}} << none;
    QTest::newRow("version 1") << QByteArray("11:pids:/p\n9:cpu,memory:/x/y\n")
                               << Files{{"memory/x/y/memory.limit_in_bytes", "6000\n"},
                                        {"memory/memory.limit_in_bytes", "9223372036854771712\n"}}
                               << 6000ULL;
    QTest::newRow("version 1, path of the host")
        << QByteArray("5:memory:/docker/0a1b\n") << Files{{"memory/memory.limit_in_bytes", "8000\n"}} << 8000ULL;
    QTest::newRow("another controller") << QByteArray("5:memoryless:/a\n1:name=systemd:/a\n")
                                        << Files{{"memory/a/memory.limit_in_bytes", "8000\n"}} << none;
    QTest::newRow("both versions") << QByteArray("5:memory:/a\n0::/a\n")
                                   << Files{{"memory/a/memory.limit_in_bytes", "8000\n"}, {"a/memory.max", "9000\n"}}
                                   << 8000ULL;
}

/// Containers and batch systems limit memory by groups of processes.
void TestFileBudget::limitsOfGroups()
{
    QFETCH(QByteArray, groups);
    QFETCH(Files, files);
    QFETCH(qulonglong, limit);
    const QTemporaryDir root;
    const auto write = [&](const QString &name, const QByteArray &text) {
        const QString path = root.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        writeBytes(path.toStdString(), text.toStdString());
    };
    write("proc/self/cgroup", groups);
    for (const auto &[name, text] : files)
        write("sys/fs/cgroup/" + name, text);
    QCOMPARE(qulonglong(io::memoryLimitOfGroups(root.path().toStdString())), limit);
}

/// Memory beyond the limit is a mapped file, which the system can write to the disk.
void TestFileBudget::largerDataAreOnDisk()
{
#ifdef ANCHORSCOPE_SANITIZED
    QSKIP("sanitizers need terabytes of addresses");
#endif
    const auto isFile = [](const void *place) {
        for (const QString &line : QString::fromStdString(readBytes("/proc/self/maps")).split('\n')) {
            const QStringList range = line.section(' ', 0, 0).split('-');
            const auto at = reinterpret_cast<quint64>(place);
            if (range.size() == 2 && at >= range[0].toULongLong(nullptr, 16) && at < range[1].toULongLong(nullptr, 16))
                return line.section(' ', 4, 4) != "0";
        }
        return false;
    };
    rlimit before{};
    QVERIFY(::getrlimit(RLIMIT_AS, &before) == 0);
    const quint64 used = QString::fromStdString(readBytes("/proc/self/status"))
                             .section("VmSize:", 1)
                             .simplified()
                             .section(' ', 0, 0)
                             .toULongLong()
                         << 10;
    const rlimit twice{2 * used, before.rlim_max};
    QVERIFY(::setrlimit(RLIMIT_AS, &twice) == 0);
    const std::uint64_t limit = io::largestDecodedFile();
    const auto within = io::roomFor(limit / 16), beyond = io::roomFor(limit + 1);
    ::setrlimit(RLIMIT_AS, &before);
    QCOMPARE(limit, std::uint64_t(2 * used / 3));
    QVERIFY2(beyond.ok(), beyond ? "" : beyond.error().text().c_str());
    QVERIFY(within.ok() && !isFile(within->get()));
    QVERIFY(isFile(beyond->get()));
}

QTEST_GUILESS_MAIN(TestFileBudget)
#include "tst_filebudget.moc"
