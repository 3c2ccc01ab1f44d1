// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sourcefiles.h"

#include <QRegularExpression>
#include <QtTest>

#include <vector>

using anchorscope::test::contents;
using anchorscope::test::filesUnder;

namespace {

struct Comment
{
    int line;
    QString text;
};

/// A kind of comment to avoid.
struct Kind
{
    QString name;
    QRegularExpression pattern;
    QString instead;
};

/// A comment that may keep a pattern.
struct Exception
{
    QString kind, file, begin;
    bool isUsed = false;
};

/// Rows of a table whose columns are separated by tabs, without its comments.
std::vector<QStringList> rowsOf(const QString &file)
{
    std::vector<QStringList> rows;
    for (const QString &line : contents(file).split('\n', Qt::SkipEmptyParts)) {
        if (!line.startsWith('#'))
            rows.push_back(line.split('\t'));
    }
    return rows;
}

/// Literals, numbers and comments of C++; numbers because of their digit separators.
const QRegularExpression &tokensOfCpp()
{
    static const QRegularExpression tokens(
        "(?<literal>R\"(?<mark>[^()\\s\\\\]{0,16})\\(.*?\\)\\k<mark>\"|\"(?:\\\\.|[^\"\\\\\n])*\"|\\b\\d[\\w.']*"
        "|'(?:\\\\.|[^'\\\\\n])+')|(?<line>//[^\n]*)|(?<block>/\\*.*?\\*/)",
        QRegularExpression::DotMatchesEverythingOption);
    return tokens;
}

const QRegularExpression &tokensOfPython()
{
    static const QRegularExpression tokens(
        "\"\"\"(?<block>.*?)\"\"\"|(?<literal>\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*')|(?<line>#[^\n]*)",
        QRegularExpression::DotMatchesEverythingOption);
    return tokens;
}

/// Comments of a source; consecutive lines of their own are one comment.
std::vector<Comment> commentsOf(const QString &text, const QRegularExpression &tokens)
{
    static const QRegularExpression marks("^\\s*(//[/!]*<?|#+!?|/\\*+!?<?|\\*(?!/))|\\*/$",
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression skipped("SPDX-License|^namespace\\b|^clang-format|^NOLINT|^/usr/bin");
    std::vector<Comment> found;
    int number = 1, previous = -1;
    qsizetype last = 0;
    for (auto match = tokens.globalMatch(text); match.hasNext();) {
        const auto token = match.next();
        number += int(QStringView(text).mid(last, token.capturedStart() - last).count(u'\n'));
        last = token.capturedStart();
        if (token.hasCaptured("literal"))
            continue;
        const qsizetype begin = text.lastIndexOf(u'\n', last) + 1;
        const bool ownLine = QStringView(text).mid(begin, last - begin).trimmed().isEmpty();
        const QString raw = token.hasCaptured("line") ? token.captured("line") : token.captured("block");
        const QString body = QString(raw).remove(marks).simplified();
        if (body.isEmpty() || skipped.match(body).hasMatch()) {
            previous = -1;
            continue;
        }
        if (ownLine && previous == number - 1 && token.hasCaptured("line"))
            found.back().text += ' ' + body;
        else
            found.push_back({number, body});
        previous = ownLine ? number + int(raw.count(u'\n')) : -1;
    }
    return found;
}

std::vector<Comment> commentsOf(const QString &file)
{
    return commentsOf(contents(file), file.endsWith(".py") ? tokensOfPython() : tokensOfCpp());
}

QString firstWords(const QString &text)
{
    return text.section(' ', 0, 9);
}

} // namespace

/// Comments and names that a native engineer would not write (src/style.md). The tables comments.tsv and names.tsv
/// list them.
class TestComments : public QObject
{
    Q_OBJECT

    std::vector<Kind> m_kinds;
    std::vector<Exception> m_exceptions;

    QStringList kindsOf(const QString &comment) const
    {
        QStringList names;
        for (const Kind &kind : m_kinds) {
            if (kind.pattern.match(comment).hasMatch())
                names << kind.name;
        }
        return names;
    }

    bool isExcepted(const Kind &kind, const QString &file, const QString &comment)
    {
        for (Exception &each : m_exceptions) {
            if (each.kind == kind.name && each.file == file && comment.startsWith(each.begin)) {
                each.isUsed = true;
                return true;
            }
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const QStringList &row : rowsOf("tests/layout/comments.tsv")) {
            const bool isException = row[0] == "except";
            QCOMPARE(row.size(), isException ? 5 : 3);
            QVERIFY2(!row.contains(QString()), qPrintable(row[0]));
            if (isException) {
                m_exceptions.push_back({row[1], row[2], row[3]});
                continue;
            }
            m_kinds.push_back({row[0], QRegularExpression(row[1]), row[2]});
            QVERIFY2(m_kinds.back().pattern.isValid(), qPrintable(row[0]));
        }
        QVERIFY(m_kinds.size() >= 17);
        QVERIFY(m_exceptions.size() <= 20);
    }

    void kindsAreFound_data()
    {
        QTest::addColumn<QString>("comment");
        QTest::addColumn<QStringList>("kinds");
        QTest::newRow("a noun") << "Number of held-out pairs." << QStringList{};
        QTest::newRow("a verb") << "Returns the rank of the partner." << QStringList{};
        QTest::newRow("a preposition") << "Of ranks that hold the items together." << QStringList{"preposition-first"};
        QTest::newRow("a pronoun") << "Those of the active level." << QStringList{"pronoun-first"};
        QTest::newRow("another comment") << "The same for rows." << QStringList{"the-same"};
        QTest::newRow("a clause") << "What a run came to." << QStringList{"what-first"};
        QTest::newRow("no actor") << "true while somebody looks" << QStringList{"nobody"};
        QTest::newRow("a wish") << "the items that are wanted" << QStringList{"wanted"};
        QTest::newRow("no number") << "For a space of so many dimensions." << QStringList{"so-many"};
        QTest::newRow("a comparison") << "Takes so many rows that two remain." << QStringList{};
        QTest::newRow("no article") << "The item is no candidate." << QStringList{"is-no"};
        QTest::newRow("nothing there") << "There is no candidate." << QStringList{};
        QTest::newRow("a place") << "False where it has none." << QStringList{"where-for-if"};
        QTest::newRow("spelling") << "Normalised rows." << QStringList{"ise-spelling"};
        QTest::newRow("a fragment") << "of the held-out pairs" << QStringList{"trailing-fragment"};
        QTest::newRow("a question") << "How a run ended." << QStringList{"wh-first"};
        QTest::newRow("code that speaks") << "The sentence says the reason." << QStringList{"code-speaks"};
        QTest::newRow("a posture") << "The id that stands in the cell." << QStringList{"stands-lies"};
        QTest::newRow("a metaphor") << "Colour of the lit point." << QStringList{"private-word"};
        QTest::newRow("ground truth") << "Scored with the ground truth." << QStringList{};
        QTest::newRow("no change") << "Rows as they were." << QStringList{"as-it-is"};
        QTest::newRow("a condition") << "Null if there is no row." << QStringList{};
        QTest::newRow("an old word") << "Reads two files at once." << QStringList{"dated-word"};
    }
    void kindsAreFound()
    {
        QFETCH(QString, comment);
        QTEST(kindsOf(comment), "kinds");
    }

    void commentsAreRead()
    {
        const QString source =
            "/// A comment\n/// of two lines.\nint f(const char *text = \"// none\"); ///< trailing\n"
            "int n = 1'000'000; // after a number\n/* a block */\n// NOLINT\n";
        QStringList found;
        for (const Comment &each : commentsOf(source, tokensOfCpp()))
            found << QString("%1 %2").arg(each.line).arg(each.text);
        QCOMPARE(found, QStringList({"1 A comment of two lines.", "3 trailing", "4 after a number", "5 a block"}));
        const QString script = "\"\"\"A docstring.\"\"\"\nx = '# none' # a comment\n";
        found.clear();
        for (const Comment &each : commentsOf(script, tokensOfPython()))
            found << QString("%1 %2").arg(each.line).arg(each.text);
        QCOMPARE(found, QStringList({"1 A docstring.", "2 a comment"}));
    }

    void commentsAvoidThem()
    {
        int comments = 0;
        QStringList hits;
        for (const QString &file :
             filesUnder("src", {"*.h", "*.cpp", "*.inl", "*.py"}) + filesUnder("tests", {"*.h", "*.cpp", "*.py"})) {
            for (const Comment &each : commentsOf(file)) {
                ++comments;
                for (const Kind &kind : m_kinds) {
                    if (kind.pattern.match(each.text).hasMatch() && !isExcepted(kind, file, each.text))
                        hits << QString("%1:%2: %3: %4 …; instead: %5")
                                    .arg(file)
                                    .arg(each.line)
                                    .arg(kind.name, firstWords(each.text), kind.instead);
                }
            }
        }
        QVERIFY(comments > 1000);
        for (const Exception &each : m_exceptions) {
            if (!each.isUsed)
                hits << QString("comments.tsv: the exception “%1” in %2 is not needed").arg(each.begin, each.file);
        }
        QVERIFY2(hits.isEmpty(), qPrintable("\n" + hits.join('\n')));
    }

    /// Code uses the words of the glossary and of the specifications that it implements.
    void namesFollowTheGlossary()
    {
        const QString glossary = contents("resources/handbook/glossary.md");
        QHash<QString, QString> instead;
        for (const QStringList &row : rowsOf("tests/layout/names.tsv")) {
            QCOMPARE(row.size(), 2);
            const bool elsewhere = row[0].contains('(');
            QVERIFY2(elsewhere || glossary.contains("| " + row[0]) || glossary.contains(", " + row[0] + ' '),
                     qPrintable("not in the glossary: " + row[0]));
            for (const QString &name : row[1].split(' ', Qt::SkipEmptyParts))
                instead.insert(name, row[0]);
        }
        QVERIFY(instead.size() > 50);
        static const QRegularExpression identifier(R"([A-Za-z_]\w*)"), text("\"(?:\\\\.|[^\"\\\\\n])*\"");
        QStringList found;
        for (const QString &file :
             filesUnder("src", {"*.h", "*.cpp", "*.inl"}) + filesUnder("tests", {"*.h", "*.cpp"})) {
            const QStringList lines = contents(file).split('\n');
            for (int i = 0; i < lines.size(); ++i) {
                const QString code = QString(lines[i]).remove(text).section("//", 0, 0);
                for (auto match = identifier.globalMatch(code); match.hasNext();) {
                    const QString name = match.next().captured();
                    if (instead.contains(name))
                        found << QString("%1:%2: %3, instead: %4").arg(file).arg(i + 1).arg(name, instead[name]);
                }
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestComments)
#include "tst_comments.moc"
