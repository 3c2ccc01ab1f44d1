// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rows.h"

#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

using anchorscope::test::row;

/// The rules of the project (layers, sizes, citations, one way to do things) as tests over the source tree.
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

    /// Lists "file:line" of every line under a folder that matches.
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
    void treeIsFound() { QVERIFY(sources("src/core").size() > 10); }

    void layersIncludeOnlyLowerLayers_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        row("core without Qt", "src/core", R"(#include\s*[<\x22](Q[A-Z]|Qt))");
        row("io without Qt", "src/io", R"(#include\s*[<\x22](Q[A-Z]|Qt))");
        row("reader without Qt", "src/reader", R"(#include\s*[<\x22](Q[A-Z]|Qt))");
        row("lessons without Qt", "src/lessons", R"(#include\s*[<\x22](Q[A-Z]|Qt|jobs/|gui/|cli/|app/))");
        row("core includes only core", "src/core", R"(#include\s*\x22(io|reader|jobs|gui|cli|app)/)");
        row("io includes core and io", "src/io", R"(#include\s*\x22(jobs|gui|cli|app)/)");
        row("jobs include core", "src/jobs", R"(#include\s*\x22(io|gui|cli|app)/)");
        row("jobs without widgets", "src/jobs", R"(#include\s*<(QWidget|QApplication|QtWidgets|QChart))");
        for (const char *room : {"src/core", "src/io", "src/cli", "src/gui", "src/app"})
            QTest::addRow("%s without MPI", room) << room << R"(#include\s*[<\x22](mpi\.h|mpi/))";
        row("cli without widgets", "src/cli",
            R"(#include\s*[\x22<](gui/|jobs/|QWidget|QApplication|QtWidgets|QChart))");
        row("plots without data", "src/gui/plot",
            R"(#include\s*\x22(io/|jobs/|core/(anchors|experiments|heads|matching|alignment|evaluate)/|gui/(pages|widgets|models|views|workspace)))");
        row("views do not compute", "src/gui/views",
            R"(#include\s*\x22(io/|core/(anchors|evaluate|experiments|heads|matching|alignment|translate)/|gui/(pages|widgets|models|workspace)))");
        row("scatterplots do not compute", "src/gui/scatter",
            R"(#include\s*\x22(io/|core/(anchors|evaluate|experiments|heads|matching|alignment|translate)/|gui/(pages|widgets|models|workspace)))");
        row("TBB only behind parallel.h", "src", R"(#include\s*<(tbb|oneapi)/)");
        row("signals and slots by macro", "src", R"(^\s*(emit\s|signals:|(public|private|protected) slots:))");
        row("no OpenGL series", "src", R"(setUseOpenGL|useOpenGL)");
    }
    void layersIncludeOnlyLowerLayers()
    {
        QFETCH(QString, folder);
        QFETCH(QString, forbidden);
        const QStringList found = matches(folder, QRegularExpression(forbidden), {"src/core/parallel.cpp"});
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));
    }

    /// Numbers in files, messages and tables are the same in every locale (core/plaintext.h): std::from_chars reads
    /// them, std::to_chars and QString::number write them.
    void nothingDependsOnTheLocale_data()
    {
        QTest::addColumn<QString>("forbidden");
        row("numbers of C", R"(\b(strto\w+|ato[fil]+|v?s?n?scanf|v?sn?printf)\s*\()");
        row("numbers of C++", R"(\bstd::sto[a-z]+\s*\()");
        row("fractions by printf", R"(printf\(.*%[-+#0-9.*]*[aefgAEFG])");
        row("letters", R"(\b(to(lower|upper)|is(alpha|alnum|digit|lower|upper|space|punct|print|xdigit))\s*\()");
        row("the locale itself", R"(\b(setlocale|localeconv|strcoll|strftime|std::locale|imbue)\b)");
    }
    void nothingDependsOnTheLocale()
    {
        QFETCH(QString, forbidden);
        // The command line chooses a locale of UTF-8, as Qt does; no other code sets or reads one.
        const QStringList except = forbidden.contains("setlocale") ? QStringList{"src/cli/program.cpp"} : QStringList();
        const QStringList found = matches("src", QRegularExpression(forbidden), except);
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));
    }

    /// std::to_string of a fraction prints by vsnprintf; of a whole number it does not.
    void fractionsAreNotPrintedByC_data()
    {
        QTest::addColumn<QString>("program");
        for (const char *program : {"anchorscope-cli", "anchorscope-reader", "anchorscope"})
            row(program, program);
    }
    void fractionsAreNotPrintedByC()
    {
        QFETCH(QString, program);
        QProcess readelf;
        readelf.start("readelf",
                      {"--dyn-syms", "--wide", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/" + program});
        QVERIFY(readelf.waitForFinished() && readelf.exitCode() == 0);
        const QString symbols = QString::fromUtf8(readelf.readAllStandardOutput());
        QVERIFY(symbols.contains("GLIBC"));
        QVERIFY2(!symbols.contains(QRegularExpression(R"(\b(__)?vsnprintf(_chk)?@)")),
                 "std::to_string of a float or double; use numberText (core/plaintext.h)");
    }

    void programsLinkOnlyAllowedLibraries_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("forbidden");
        row("command line without Widgets", "anchorscope-cli", "Qt6(Widgets|Gui|Charts)|libmpi");
        row("HDF5 helper without Qt", "anchorscope-reader", "Qt6|libmpi");
        row("desktop program without MPI", "anchorscope", "libmpi");
    }
    void programsLinkOnlyAllowedLibraries()
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

    /// Two types of one name in one namespace are undefined behaviour in a program that contains both.
    void typesAreDefinedOnce()
    {
        static const QRegularExpression definition(R"(^(?:struct|class|enum class|enum) (\w+)[^;]*$)");
        static const QRegularExpression scope(R"(^namespace ([\w:]+))");
        QHash<QString, QString> places;
        QStringList repeated;
        for (const QString &file : sources("src", {"*.h"})) {
            QString space;
            for (const QString &line : lines(file)) {
                if (const auto opened = scope.match(line); opened.hasMatch())
                    space = opened.captured(1);
                const auto found = definition.match(line);
                const QString name = space + "::" + found.captured(1);
                if (found.hasMatch() && places.contains(name))
                    repeated << name + ": " + places.value(name) + " and " + file;
                if (found.hasMatch())
                    places.insert(name, file);
            }
        }
        QVERIFY(places.size() > 100);
        QVERIFY2(repeated.isEmpty(), qPrintable(joined(repeated)));
    }

    /// Files include only files of their own folder or of an earlier one of the project.
    void foldersIncludeOnlyEarlierOnes()
    {
        static const QRegularExpression quoted(R"(^\s*#\s*include\s+\x22(.+)/[^/]+\x22)");
        const QStringList house = houseOrder();
        QStringList upward;
        for (const QString &file : sources("src", {"*.h", "*.cpp", "*.inl"})) {
            const int here = house.indexOf(folderOf(file));
            const QStringList text = lines(file);
            for (int i = 0; i < text.size(); ++i) {
                const QRegularExpressionMatch include = quoted.match(text[i]);
                if (include.hasMatch() && !(house.mid(0, here + 1).contains(include.captured(1))))
                    upward << QStringLiteral("%1:%2").arg(file).arg(i + 1);
            }
        }
        QVERIFY2(upward.isEmpty(), qPrintable(joined(upward)));
    }

    /// An include without a folder is generated by uic from a form.
    void includesNameTheirFolder()
    {
        const QStringList found = matches("src", QRegularExpression(R"(^\s*#\s*include\s+\x22((?!ui_)[^/]+\x22|\.))"));
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));
    }

    void everyFolderHasItsPlace()
    {
        QSet<QString> folders;
        for (const QString &file : sources("src", {"*.h", "*.cpp", "*.inl"}))
            folders.insert(folderOf(file));
        const QStringList house = houseOrder();
        QCOMPARE(folders, QSet<QString>(house.begin(), house.end()));
        QCOMPARE(house.size(), folders.size());
        // The fifteenth is desktop: handbook, preferences, notifications; neither the window nor its pages have room
        // for it.
        QVERIFY2(house.filter(QRegularExpression("^gui(/|$)")).size() <= 15, "more than 15 folders under src/gui");
    }

    void filesStayShort()
    {
        QStringList tooLong;
        for (const QString &file : sources("src")) {
            const int size = int(lines(file).size()) - 1;
            const int most = longerFiles().value(file, file.endsWith(".h") ? 200 : 600);
            if (size > most)
                tooLong << QStringLiteral("%1 (%2 lines, at most %3)").arg(file).arg(size).arg(most);
        }
        QVERIFY2(tooLong.isEmpty(), qPrintable("too long: " + tooLong.join(", ")));
    }

    void functionsStayShort()
    {
        QStringList tooLong;
        for (const QString &file : sources("src", {"*.h", "*.cpp", "*.inl"})) {
            const QStringList text = lines(file);
            for (const Body &body : bodies(text)) {
                if (body.lines > longerFunctions().value(body.signature.trimmed(), 40))
                    tooLong << QStringLiteral("%1:%2 (%3 lines)").arg(file).arg(body.line).arg(body.lines);
            }
        }
        QVERIFY2(tooLong.isEmpty(), qPrintable("too long: " + tooLong.join(", ")));
    }

    void foldersHoldAtMostTwentyStems()
    {
        QMap<QString, QSet<QString>> stems;
        for (const QString &file : sources("src"))
            stems[QFileInfo(file).path()].insert(QFileInfo(file).completeBaseName());
        for (auto folder = stems.cbegin(); folder != stems.cend(); ++folder)
            QVERIFY2(folder->size() <= 20, qPrintable(folder.key() + " holds more than 20 stems"));
    }

    /// Comments and documents refer only to existing parts of the repository: files, numbered sections and titles
    /// (core/definitions.md, 5b, 5c; io/README.md, “Save”).
    void citationsAreValid()
    {
        QStringList lost;
        QStringList files =
            sources("src", commented()) + sources("tests", commented()) + sources("examples", commented());
        files += sources("src", {"*.md"}) + sources("tests", {"*.md"}) + sources("examples", {"*.md"});
        files += m_root.entryList({"*.md", "CMakeLists.txt"}, QDir::Files);
        for (const QString &file : std::as_const(files)) {
            const QStringList text = prose(file);
            for (int i = 0; i < text.size(); ++i) {
                for (const QString &citation : lostCitations(file, text[i], text.value(i + 1)))
                    lost << QStringLiteral("%1:%2 cites %3").arg(file).arg(i + 1).arg(citation);
            }
        }
        for (const QString &citation : std::as_const(lost))
            qWarning("%s", qPrintable(citation));
        QVERIFY2(lost.isEmpty(), qPrintable(QStringLiteral("%1 citations lead nowhere").arg(lost.size())));
    }

    void lostCitationsAreFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("next");
        QTest::addColumn<QStringList>("lost");
        row("a header", "see core/error.h", "", QStringList{});
        row("a header by its name", "(error.h)", "", QStringList{});
        row("a header that is gone", "(terror.h), runs", "", QStringList{"terror.h"});
        row("another folder's header", "io/error.h", "", QStringList{"io/error.h"});
        row("a page", "examples/sessions/README.md, word for word", "", QStringList{});
        row("a page that is gone", "(manual.md 4)", "", QStringList{"manual.md"});
        row("a title", "examples/sessions/README.md, “What is not there”", "",
            QStringList{"examples/sessions/README.md, “What is not there”"});
        row("sections", "examples/sessions/README.md, 77a, 78; ours", "",
            QStringList{"examples/sessions/README.md, 77a", "examples/sessions/README.md, 78"});
        row("on the next line", "examples/sessions/README.md,", "77b). The rest",
            QStringList{"examples/sessions/README.md, 77b"});
    }
    void lostCitationsAreFound()
    {
        QFETCH(QString, text);
        QFETCH(QString, next);
        QFETCH(QStringList, lost);
        QCOMPARE(lostCitations("src/core/error.h", text, next), lost);
    }

    /// Numbers on the pages of examples equal the stored results, digit for digit.
    void pagesMatchMeasurements_data()
    {
        QTest::addColumn<QString>("script");
        row("papers", "examples/papers/pages.py");
        row("curves", "examples/curves/curves.py");
    }
    void pagesMatchMeasurements()
    {
        QFETCH(QString, script);
        QProcess check;
        check.start("/usr/bin/python3", {script, "--check"});
        QVERIFY(check.waitForFinished());
        QVERIFY2(check.exitStatus() == QProcess::NormalExit && check.exitCode() == 0, check.readAllStandardError());
    }

    void commentsCiteNothingElse()
    {
        QStringList found;
        static const QRegularExpression outside(R"(\b(issue text|[Ii]ssue #?\d|[Gg]uideline \d|design/))");
        for (const QString &folder : {QString("src"), QString("tests"), QString("examples")})
            found += matches(folder, outside, {"tests/layout/tst_layout.cpp"});
        QVERIFY2(found.isEmpty(), qPrintable(joined(found)));
    }

private:
    /// Folders of src, each above those it may include.
    static QStringList houseOrder()
    {
        return {"core/kernels",
                "core/distributed",
                "core",
                "core/data",
                "core/filter",
                "core/projection",
                "core/heads",
                "core/matching",
                "core/anchors",
                "core/neighbours",
                "core/ivf",
                "core/neighbourmap",
                "core/translate",
                "core/evaluate",
                "core/alignment",
                "core/optimizers",
                "core/playground",
                "core/experiments",
                "frame",
                "reader",
                "reader/columns",
                "reader/arrow",
                "reader/parquet",
                "reader/program",
                "io/files",
                "io/text",
                "io/roles",
                "io/hdf5",
                "io/numpy",
                "io/formats",
                "io/arrays",
                "io/rows",
                "io/dataset",
                "io/session",
                "lessons",
                "jobs",
                "cli",
                "cli/experiments",
                "cli/commands",
                "mpi",
                "gui/style",
                "gui/plot",
                "gui/views",
                "gui/scatter",
                "gui/state",
                "gui/display",
                "gui/experiments",
                "gui/controllers",
                "gui/playground",
                "gui/models",
                "gui/widgets",
                "gui/pages",
                "gui/lessons",
                "gui/desktop",
                "gui/window",
                "app"};
    }

    static QString folderOf(const QString &file) { return file.section('/', 1, -2); }

    /// Sources longer than the rule, with their maximum length. Nothing is added here; sources that became shorter are
    /// removed.
    static QHash<QString, int> longerFiles()
    {
        return {{"src/io/session/sessionarchive.h", 225}, {"src/io/session/sessionfields.h", 358}};
    }
    static QHash<QString, int> longerFunctions()
    {
        return {{"void OptimizeController::start()", 44}, {"void WindowActions::setUpActions()", 41}};
    }

    struct Body
    {
        QString signature; ///< the line above the brace
        int line = 0;
        int lines = 0; ///< between the braces
    };

    /// Functions whose braces are on lines of their own, as clang-format formats them.
    static QList<Body> bodies(const QStringList &text)
    {
        static const QRegularExpression brace(R"(^(\s*)\{$)");
        static const QRegularExpression notAFunction(
            R"(^\s*(class|struct|enum|union|namespace|template\s*<.*>\s*(class|struct))\b)");
        QList<Body> found;
        for (int i = 1; i < text.size(); ++i) {
            const QRegularExpressionMatch opened = brace.match(text[i]);
            if (!opened.hasMatch() || notAFunction.match(text[i - 1]).hasMatch())
                continue;
            int closed = i + 1;
            while (closed < text.size() && !text[closed].startsWith(opened.captured(1) + "}"))
                ++closed;
            found << Body{text[i - 1], i, closed - i - 1};
        }
        return found;
    }

    static QStringList commented() { return {"*.h", "*.cpp", "*.inl", "*.py", "*.sh", "*.cmake", "CMakeLists.txt"}; }

    /// Lines of a document; for a source the text of its comments, empty without one.
    QStringList prose(const QString &file) const
    {
        QStringList text = lines(file);
        if (file.endsWith(".md") || file.endsWith(".py"))
            return text;
        static const QRegularExpression slashes(R"((?<!:)//+<?\s*(.*)$)");
        static const QRegularExpression hash(R"((?:^|\s)#\s*(.*)$)");
        const bool isCpp = QFileInfo(file).suffix().contains(QRegularExpression("^(h|cpp|inl)$"));
        for (QString &line : text)
            line = (isCpp ? slashes : hash).match(line).captured(1);
        return text;
    }

    /// Missing citations of the first text; `next` is the line after it.
    QStringList lostCitations(const QString &from, const QString &text, const QString &next) const
    {
        static const QRegularExpression page(R"([\w./-]*\w\.md\b)");
        static const QRegularExpression header(R"((?<![\w./<*-])[\w/-]+\.(h|inl)\b)");
        QStringList lost;
        for (auto match = page.globalMatch(text); match.hasNext();) {
            const QRegularExpressionMatch cited = match.next();
            const QString path = resolved(from, cited.captured());
            if (path.isEmpty())
                lost << cited.captured();
            else
                lost += lostSections(cited.captured(), path, text.mid(cited.capturedEnd()) + ' ' + next);
        }
        for (auto match = header.globalMatch(text); match.hasNext();) {
            const QString name = match.next().captured();
            if (resolved(from, name).isEmpty())
                lost << name;
        }
        return lost;
    }

    /// Finds the file of that name beside the one that cites it, in src, tests or the root, or anywhere by its bare
    /// name.
    QString resolved(const QString &from, const QString &name) const
    {
        for (const QString &folder : {QFileInfo(from).path() + '/', QString("src/"), QString("tests/"), QString()}) {
            if (QFileInfo::exists(m_root.filePath(folder + name)))
                return folder + name;
        }
        if (name.contains('/') || name.endsWith(".md"))
            return {};
        return (sources("src", {name}) + sources("tests", {name})).value(0);
    }

    /// Items of ", 5b, 5c" and ", “Save”" at the start of a text that are not headings of the page.
    QStringList lostSections(const QString &page, const QString &path, const QString &after) const
    {
        static const QRegularExpression numbers(R"(^,?((?:\s+(?:and )?\d{1,2}[a-z]?\b(?![.\d]*\s?[%\w]),?)+))");
        static const QRegularExpression title(R"(^,?\s+[“\x22]([^”\x22]+)[”\x22])");
        const QString headings = lines(path).filter(QRegularExpression("^#+ ")).join('\n');
        QStringList lost;
        for (const QString &section :
             numbers.match(after).captured(1).split(QRegularExpression(R"([,\s]+|and)"), Qt::SkipEmptyParts)) {
            if (!headings.contains(QRegularExpression("^#+ " + section + "\\b", QRegularExpression::MultilineOption)))
                lost << page + ", " + section;
        }
        const QString heading = title.match(after).captured(1);
        if (!heading.isEmpty() && !headings.contains(heading))
            lost << page + ", “" + heading + "”";
        return lost;
    }
};

QTEST_GUILESS_MAIN(TestLayout)
#include "tst_layout.moc"
