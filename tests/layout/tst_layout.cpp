// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

/// The rules of the house (layers, sizes, one way to do things) as tests over the source tree.
class TestLayout : public QObject
{
    Q_OBJECT

    const QDir m_root{QStringLiteral(".")};

    QStringList sources(const QString &folder, const QStringList &patterns = {"*.h", "*.cpp"}) const
    {
        QStringList files;
        QDirIterator walk(m_root.filePath(folder), patterns, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            files << m_root.relativeFilePath(walk.next());
        files.sort();
        return files;
    }

    QStringList lines(const QString &file) const
    {
        QFile input(m_root.filePath(file));
        return input.open(QIODevice::ReadOnly) ? QString::fromUtf8(input.readAll()).split('\n') : QStringList();
    }

    /// "file:line" of every line under a folder that matches.
    QStringList matches(const QString &folder, const QRegularExpression &pattern, const QStringList &except = {}) const
    {
        QStringList found;
        for (const QString &file : sources(folder)) {
            if (except.contains(file))
                continue;
            const QStringList text = lines(file);
            for (int i = 0; i < text.size(); ++i) {
                if (pattern.match(text[i]).hasMatch())
                    found << QStringLiteral("%1:%2").arg(file).arg(i + 1);
            }
        }
        return found;
    }

    static QString joined(const QStringList &places) { return "found at " + places.join(", "); }

    QString librariesOf(const QString &program) const
    {
        QProcess readelf;
        readelf.start("readelf", {"-d", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/" + program});
        if (!readelf.waitForFinished() || readelf.exitCode() != 0)
            return {};
        return QString::fromUtf8(readelf.readAllStandardOutput());
    }

private Q_SLOTS:
    void treeIsWhereTheTestThinks() { QVERIFY(sources("src/core").size() > 10); }

    void layersIncludeOnlyWhatIsBelow_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        QTest::newRow("core knows no Qt") << "src/core"
                                          << R"(#include\s*[<\x22](Q[A-Z]|Qt))";
        QTest::newRow("io knows no Qt") << "src/io"
                                        << R"(#include\s*[<\x22](Q[A-Z]|Qt))";
        QTest::newRow("reader knows no Qt") << "src/reader"
                                            << R"(#include\s*[<\x22](Q[A-Z]|Qt))";
        QTest::newRow("core stands alone") << "src/core"
                                           << R"(#include\s*\x22(io|reader|jobs|gui|cli|app)/)";
        QTest::newRow("io stands on core") << "src/io"
                                           << R"(#include\s*\x22(jobs|gui|cli|app)/)";
        QTest::newRow("jobs stand on core") << "src/jobs"
                                            << R"(#include\s*\x22(io|gui|cli|app)/)";
        QTest::newRow("jobs know no widgets") << "src/jobs"
                                              << R"(#include\s*<(QWidget|QApplication|QtWidgets|QChart))";
        QTest::newRow("cli knows no widgets")
            << "src/cli"
            << R"(#include\s*[\x22<](gui/|jobs/|QWidget|QApplication|QtWidgets|QChart))";
        QTest::newRow("plots know no data")
            << "src/gui/plot"
            << R"(#include\s*\x22(io/|jobs/|core/(anchors|experiments|heads|matching|optimize|evaluate)/|gui/(pages|widgets|models|views|workspace)))";
        QTest::newRow("views do not compute")
            << "src/gui/views"
            << R"(#include\s*\x22(io/|core/(anchors|evaluate|experiments|heads|matching|optimize|translate)/|gui/(pages|widgets|models|workspace)))";
        QTest::newRow("TBB only behind parallel.h") << "src"
                                                    << R"(#include\s*<(tbb|oneapi)/)";
        QTest::newRow("signals and slots by macro") << "src"
                                                    << R"(^\s*(emit\s|signals:|(public|private|protected) slots:))";
        QTest::newRow("no OpenGL series") << "src"
                                          << R"(setUseOpenGL|useOpenGL)";
    }
    void layersIncludeOnlyWhatIsBelow()
    {
        QFETCH(QString, folder);
        QFETCH(QString, forbidden);
        const QStringList found = matches(folder, QRegularExpression(forbidden), {"src/core/parallel.cpp"});
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));
    }

    void programsLinkOnlyWhatTheyMay_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("forbidden");
        QTest::newRow("command line without Widgets") << "anchorscope-cli"
                                                      << "Qt6(Widgets|Gui|Charts)";
        QTest::newRow("HDF5 helper without Qt") << "anchorscope-reader"
                                                << "Qt6";
    }
    void programsLinkOnlyWhatTheyMay()
    {
        QFETCH(QString, program);
        QFETCH(QString, forbidden);
        const QString libraries = librariesOf(program);
        QVERIFY2(libraries.contains("libc.so"), qPrintable("cannot read what is linked into " + program));
        QVERIFY2(!libraries.contains(QRegularExpression(forbidden)), qPrintable(libraries));
    }

    void everySourceNamesItsLicence()
    {
        QStringList without;
        for (const QString &folder : {QString("src"), QString("tests"), QString("examples")}) {
            for (const QString &file : sources(folder)) {
                if (!lines(file).value(0).contains("SPDX-License-Identifier: GPL-3.0-or-later"))
                    without << file;
            }
        }
        QVERIFY2(without.isEmpty(), qPrintable(joined(without)));
    }

    void everyTestSourceIsBuilt()
    {
        QStringList forgotten;
        for (const QString &file : sources("tests", {"tst_*.cpp"})) {
            const QString folder = file.section('/', 1, 1);
            const QString stem = file.section('/', 1).chopped(4);
            if (!lines("tests/" + folder + "/tests.cmake").join('\n').contains(stem))
                forgotten << file;
        }
        QVERIFY2(forgotten.isEmpty(), qPrintable(joined(forgotten)));
    }

    void everySourceIsBuilt()
    {
        QStringList forgotten;
        for (const QString &file : sources("src", {"*.cpp"})) {
            const QString target = file.section('/', 1, 1);
            if (!lines("src/" + target + "/CMakeLists.txt").join('\n').contains(file.section('/', 2)))
                forgotten << file;
        }
        QVERIFY2(forgotten.isEmpty(), qPrintable(joined(forgotten)));
    }

    /// Guideline 11: the wished sizes are printed, only the hard limits fail.
    void sizesStayReadable()
    {
        QStringList tooLong;
        for (const QString &file : sources("src")) {
            const QStringList text = lines(file);
            const int wished = file.endsWith(".h") ? 150 : 400;
            if (text.size() > wished)
                qInfo("%s has %d lines, wished at most %d", qPrintable(file), int(text.size()), wished);
            if (text.size() > 600)
                tooLong << file;
            tooLong << longFunctions(file, text);
        }
        QVERIFY2(tooLong.isEmpty(), qPrintable("too long: " + tooLong.join(", ")));
    }

    void foldersHoldAtMostFifteenStems()
    {
        QMap<QString, QSet<QString>> stems;
        for (const QString &file : sources("src"))
            stems[QFileInfo(file).path()].insert(QFileInfo(file).completeBaseName());
        for (auto folder = stems.cbegin(); folder != stems.cend(); ++folder) {
            if (folder->size() > 15)
                qInfo("%s holds %d stems, wished at most 15", qPrintable(folder.key()), int(folder->size()));
        }
        QVERIFY(!stems.isEmpty());
    }

private:
    static QStringList longFunctions(const QString &file, const QStringList &text)
    {
        static const QRegularExpression notAFunction(
            R"(^\s*(class|struct|enum|union|namespace|template\s*<.*>\s*(class|struct))\b)");
        QStringList found;
        for (const QString &indent : {QString(), QString(4, ' ')}) {
            int opened = -1;
            for (int i = 1; i < text.size(); ++i) {
                if (text[i] == indent + "{")
                    opened = notAFunction.match(text[i - 1]).hasMatch() ? -1 : i;
                if (opened < 0 || !text[i].startsWith(indent + "}"))
                    continue;
                const int length = i - opened - 1;
                if (length > 40)
                    qInfo("%s:%d: a function of %d lines, wished at most 40", qPrintable(file), opened, length);
                if (length > 60)
                    found << QStringLiteral("%1:%2 (%3 lines)").arg(file).arg(opened).arg(length);
                opened = -1;
            }
        }
        return found;
    }
};

QTEST_GUILESS_MAIN(TestLayout)
#include "tst_layout.moc"
