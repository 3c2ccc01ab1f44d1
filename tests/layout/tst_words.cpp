// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sourcefiles.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <vector>

using anchorscope::test::contents;
using anchorscope::test::filesUnder;

namespace {

struct Avoided
{
    QRegularExpression pattern;
    QString instead, where;
};

/// A piece of text and its position.
struct Passage
{
    QString file;
    int line;
    QString text;
};

int lineAt(const QString &text, qsizetype place)
{
    return int(QStringView(text).left(place).count(u'\n')) + 1;
}

/// Replaces matches by blanks, so that positions do not change.
QString blanked(QString text, const QRegularExpression &pattern)
{
    for (auto match = pattern.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        for (qsizetype i = found.capturedStart(); i < found.capturedEnd(); ++i) {
            if (text[i] != u'\n')
                text[i] = u'`';
        }
    }
    return text;
}

/// A document without its code: fences, indented blocks, inline code, comments and addresses.
QString proseOf(const QString &markdown)
{
    static const QRegularExpression fence("^```.*?^```", QRegularExpression::MultilineOption |
                                                             QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression block("^(    .*|> .*(?:Copyright|SOFTWARE|LICENSEE|WordNet).*)$",
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression inlined("`[^`\n]*`|<!--.*?-->|\\]\\([^)]*\\)");
    return blanked(blanked(blanked(markdown, fence), block), inlined);
}

/// The texts in a source: literals of two words or more or that begin with a capital letter, adjacent ones as one.
std::vector<Passage> literalsOf(const QString &file)
{
    static const QRegularExpression comment("^\\s*(//|#include).*$", QRegularExpression::MultilineOption);
    static const QRegularExpression literal(R"re("(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*)re");
    static const QRegularExpression seam(R"("\s*")");
    const QString text = blanked(contents(file), comment);
    std::vector<Passage> found;
    for (auto match = literal.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        QString sentence = each.captured(0).remove(seam);
        sentence = sentence.mid(1, sentence.size() - 2);
        if (sentence.contains(u' ') || (!sentence.isEmpty() && sentence[0].isUpper()))
            found.push_back({file, lineAt(text, each.capturedStart()), sentence});
    }
    return found;
}

/// The texts of a form.
std::vector<Passage> textsOf(const QString &form)
{
    static const QRegularExpression string("<string[^>]*>([^<]*)</string>");
    const QString text = contents(form);
    std::vector<Passage> found;
    for (auto match = string.globalMatch(text); match.hasNext();) {
        const auto each = match.next();
        found.push_back({form, lineAt(text, each.capturedStart()), each.captured(1).remove("&amp;")});
    }
    return found;
}

} // namespace

/// Words and patterns (words.tsv) that a native speaker would not use, in documents and on the screen.
class TestWords : public QObject
{
    Q_OBJECT

    std::vector<Avoided> m_list;

    /// Lists "file:line: word, instead: …" for each passage and word.
    QStringList places(const std::vector<Passage> &passages, const QString &where) const
    {
        QStringList found;
        for (const Passage &passage : passages) {
            for (const Avoided &each : m_list) {
                if (each.where != "both" && each.where != where)
                    continue;
                for (auto match = each.pattern.globalMatch(passage.text); match.hasNext();) {
                    const auto word = match.next();
                    found << QString("%1:%2: “%3”, instead: %4")
                                 .arg(passage.file)
                                 .arg(passage.line + lineAt(passage.text, word.capturedStart()) - 1)
                                 .arg(word.captured(0), each.instead);
                }
            }
        }
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QStringList lines = contents("tests/layout/words.tsv").split('\n', Qt::SkipEmptyParts);
        for (const QString &line : lines) {
            const QStringList cells = line.split('\t');
            if (line.startsWith('#'))
                continue;
            QCOMPARE(cells.size(), 3);
            m_list.push_back({QRegularExpression(cells[0], QRegularExpression::CaseInsensitiveOption |
                                                               QRegularExpression::MultilineOption),
                              cells[1], cells[2]});
            QVERIFY2(m_list.back().pattern.isValid(), qPrintable(line));
        }
        QVERIFY(m_list.size() > 25);
    }

    void wordsAreFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("found");
        QTest::newRow("a sense that English does not have") << "What the vectors bear" << 1;
        QTest::newRow("a match that is right") << "The right partners" << 1;
        QTest::newRow("a side") << "Click it on the right." << 0;
        QTest::newRow("numbers") << "20 000 items, 95 %" << 2;
        QTest::newRow("numbers as they should be") << "20,000 items, 95%" << 0;
        QTest::newRow("code") << "`optimise`, and `says`\n\n    20 000\n\n```\nwitness\n```\n" << 0;
        QTest::newRow("a verdict") << "| not judged | too few seeds |" << 0;
        QTest::newRow("the end of a sentence") << "Anchors are queries, too." << 1;
    }
    void wordsAreFound()
    {
        QFETCH(QString, text);
        QTEST(int(places({{"page", 1, proseOf(text)}}, "documents").size()), "found");
    }

    void literalsAreRead()
    {
        const QString sentence = "a sentence that is "
                                 "split in two";
        const auto found = literalsOf("tests/layout/tst_words.cpp");
        QVERIFY(std::ranges::find(found, sentence, &Passage::text) != found.end());
    }

    void documentsAvoidThem_data()
    {
        QTest::addColumn<QString>("file");
        QStringList files = filesUnder("src", {"*.md"}) + filesUnder("tests", {"*.md"}) +
                            filesUnder("examples", {"*.md"}) + filesUnder("resources", {"*.md"});
        for (const QString &file : QDir(".").entryList({"*.md"}, QDir::Files))
            files << file;
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << file;
    }
    void documentsAvoidThem()
    {
        QFETCH(QString, file);
        const QStringList found = places({{file, 1, proseOf(contents(file))}}, "documents");
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }

    /// Like the test above, for texts of the window and the command line.
    void screenAvoidsThem()
    {
        std::vector<Passage> passages;
        for (const QString &form : filesUnder("ui", {"*.ui"})) {
            for (Passage &each : textsOf(form))
                passages.push_back(std::move(each));
        }
        for (const QString &source : filesUnder("src", {"*.cpp", "*.h"})) {
            for (Passage &each : literalsOf(source))
                passages.push_back(std::move(each));
        }
        QVERIFY(passages.size() > 1000);
        const QStringList found = places(passages, "screen");
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestWords)
#include "tst_words.moc"
