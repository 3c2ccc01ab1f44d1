// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/places.h"
#include "lessons/validate.h"
#include "support/clirun.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QtTest>

#include <map>
#include <set>

using namespace anchorscope;
using namespace anchorscope::lessons;

namespace {

/// A lesson without mistakes; its lines are counted from 1.
const QByteArray valid = R"(---
lesson: 1
title: Three wedges
minutes: 5
data: toy:wedges,n=60 x=x y=y
center: none       # as read
show: panels, turn
frame: dimensions
---
## First
Tie **three** items.
```anchorscope
await: seeds >= 3, p1.xy >= 0.5 or mrr.xy > 0.7
do: seed A1; seed B1; seed C1
hint 30: Click an item.
point: absoluteX
```
> Teacher: Wait
> a little.

## Second
![a wedge](wedge.png) Turn it.
```anchorscope
ask: Will the bars move?
- yes
because: They would.
- * no
because: The anchors turn, too.
await: changed turn by 30
start: mirror off
do: turn 40
claim: turn = 40
figure: turn
check: turn >= 30
```
)";

/// The correct lesson with one part replaced.
QByteArray planted(const char *part, const QByteArray &mistake)
{
    QByteArray text = valid;
    return text.replace(part, mistake);
}

/// True for the numbers of the bundled data that texts mention: their items, dimensions and displacements.
bool isOfTheData(const QString &file, const QString &value)
{
    const QStringList numbers = file == "many.md"      ? QStringList{"32", "16"}
                                : file == "anchors.md" ? QStringList{"150", "0"}
                                : file == "picture.md" ? QStringList{"300"}
                                                       : QStringList{"5000"};
    return numbers.contains(value);
}

/// Facts with these values; all others are unknown.
FactReader known(std::map<std::string, FactValue> values)
{
    return [values = std::move(values)](const Fact &fact) {
        const auto found = values.find(fact.name);
        return found == values.end() ? FactValue() : found->second;
    };
}

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;

    std::vector<Problem> problemsOf(const QByteArray &text) const
    {
        const QString path = test::writeText(m_folder, "lesson.md", text);
        const auto read = validateLesson(path.toStdString(), {});
        return read ? read->problems : std::vector<Problem>{{-1, read.error().text()}};
    }

private Q_SLOTS:
    void initTestCase() { test::writeText(m_folder, "wedge.png", "an image that the lesson names"); }

    /// The keys that “How?” shows open the dock that its gesture names.
    void keysOpenTheDockOfTheGesture()
    {
        int named = 0;
        for (const Verb &verb : verbs()) {
            for (const Dock &dock : docks) {
                if (!verb.mouse.starts_with(std::string(dock.title) + ": ") || !verb.keyboard.starts_with("Ctrl+"))
                    continue;
                QVERIFY2(verb.keyboard.starts_with(shortcutOf(dock.name) + ", "), verb.name.c_str());
                ++named;
            }
        }
        QVERIFY(named > 15);
        QCOMPARE(shortcutOf("data"), std::string("Ctrl+1"));
        QCOMPARE(shortcutOf("stitching"), std::string("Ctrl+0"));
        QCOMPARE(shortcutOf("play"), std::string("Ctrl+Shift+1"));
    }

    void lessonIsReadAsWritten()
    {
        const ReadLesson read = readLesson(valid.toStdString());
        QVERIFY2(read.problems.empty(), read.problems.empty() ? "" : read.problems.front().text.c_str());
        const Lesson &lesson = read.lesson;
        QCOMPARE(lesson.title, std::string("Three wedges"));
        QCOMPARE(lesson.minutes, 5);
        QCOMPARE(lesson.file, std::string("toy:wedges,n=60"));
        QCOMPARE(lesson.x + lesson.y + lesson.centring, std::string("xynone"));
        QCOMPARE(lesson.show, (std::vector<std::string>{"panels", "turn"}));
        QCOMPARE(lesson.steps.size(), 2u);
        const Step &first = lesson.steps[0], &second = lesson.steps[1];
        QCOMPARE(first.line, 10);
        QCOMPARE(first.text, std::string("Tie **three** items."));
        QCOMPARE(first.teacher, std::string("Wait a little."));
        QCOMPARE(first.await.clauses.size(), 2u);
        QCOMPARE(first.await.clauses[1].size(), 2u);
        QCOMPARE(first.actions.size(), 3u);
        QCOMPARE(first.actions[1].item, std::string("B1"));
        QCOMPARE(first.hints.front().seconds, 30);
        QCOMPARE(first.point, std::string("absoluteX"));
        QCOMPARE(second.question->choices, (std::vector<std::string>{"yes", "no"}));
        QCOMPARE(second.question->correct, 1);
        QCOMPARE(second.question->because, (std::vector<std::string>{"They would.", "The anchors turn, too."}));
        QVERIFY(!second.question->isAfter);
        QCOMPARE(second.start.front().verb->name, std::string("mirror"));
        QCOMPARE(second.actions.front().number, 40.0);
        QVERIFY(second.claim.holds(known({{"turn", 40.0}}), {}) && !second.claim.holds(known({{"turn", 30.0}}), {}));
        QCOMPARE(figureOf(first)->name, std::string("mrr.xy")); // the last number of its condition
        QCOMPARE(figureOf(second)->name, std::string("turn"));
        QVERIFY(problemsOf(valid).empty());
        QVERIFY(readLesson(QByteArray(valid).replace("\n", "\r\n").prepend("\xef\xbb\xbf").toStdString()).usable());
    }

    void errorsAreFoundWithTheirLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("part");
        constexpr auto choices = "- yes\nbecause: They would.\n- * no\nbecause: The anchors turn, too.\n";
        const auto row = [](const char *name, const QByteArray &text, int line, const char *part) {
            QTest::newRow(name) << text << line << QString::fromUtf8(part);
        };
        row("no keys at the top", planted("---\nlesson", "lesson"), 1, "expected --- at the top");
        row("keys without an end", QByteArray("---\ntitle: A\ndata: toy:wedges\n"), 1, "a second ---");
        row("unknown key at the top", planted("minutes: 5", "minute: 5"), 4, "found “minute”");
        row("no title", planted("title: Three wedges\n", ""), 8, "expected title:");
        row("no steps", valid.left(valid.indexOf("## First")), 9, "at least one step");
        row("missing data", planted("toy:wedges,n=60", "nowhere.h5"), 5, "“nowhere.h5” is not there");
        row("missing space", planted("y=y", "y=z"), 5, "found “z”");
        row("unknown method", planted("frame: dimensions", "methods: GT, best"), 8, "found “best”");
        row("unknown frame", planted("frame: dimensions", "frame: round"), 8, "found “round”");
        row("unknown part shown", planted("panels, turn", "panels, spin"), 7, "found “spin”");
        row("unknown key in a block", planted("hint 30:", "tip:"), 15, "found “tip”");
        row("key twice", planted("point: absoluteX", "do: turn 3"), 16, "each key once");
        row("unknown fact", planted("seeds >= 3", "seed >= 3"), 13, "the name of a fact");
        row("word for a number", planted("seeds >= 3", "seeds >= three"), 13, "a number for seeds, found “three”");
        row("wrong word of a fact", planted("seeds >= 3", "centring = centre"), 13, "center");
        row("unknown verb", planted("do: turn 40", "do: rotate 40"), 31, "a verb");
        row("verb out of range", planted("do: turn 40", "do: turn 400"), 31, "a number from -180 to 180 after turn");
        row("unknown item", planted("seed B1", "seed Z9"), 14, "found “Z9”");
        row("unknown target", planted("point: absoluteX", "point: leftPanel"), 16, "found “leftPanel”");
        row("await without do", planted("do: turn 40\n", ""), 29, "expected do:");
        row("two correct answers", planted("- yes", "- * yes"), 27, "found a second one");
        row("no correct answer", planted("- * no", "- no"), 24, "one correct choice (- *), found none");
        row("hint without time", planted("hint 30:", "hint:"), 15, "hint SECONDS");
        row("number without tolerance", planted(choices, "answer: number 3"), 25, "VALUE ± TOLERANCE");
        row("measure that is not a number", planted(choices, "answer: number 3 ± 1\nmeasure: centring"), 26,
            "a fact with numbers");
        row("measure without a number", planted("- * no", "- * no\nmeasure: turn"), 28, "before measure:");
        row("reason without a question", planted("ask: Will the bars move?\n", ""), 25, "one reason below each choice");
        row("two reasons for a choice", planted("- * no", "because: So.\n- * no"), 27, "one reason below each choice");
        row("empty reason", planted("because: They would.", "because:"), 26, "one reason below each choice");
        row("reason too long", planted("They would.", QByteArray(401, 'y')), 26, "at most 400 bytes for a reason");
        row("figure that is not a number", planted("figure: turn", "figure: centring"), 33, "a fact with numbers");
        row("unknown item at the start", planted("start: mirror off", "start: seed Z9"), 30, "found “Z9”");
        row("question without answer", planted(choices, ""), 24, "found neither");
        row("grading by the screen", planted("check: turn >= 30", "check: dock = health"), 34,
            "found one that needs it");
        row("block without end", valid.left(valid.lastIndexOf("```")), 23, "``` at the end of the block");
        row("picture without text", planted("![a wedge]", "![]"), 22, "a text for the picture");
        row("heading without words", planted("## Second", "##"), 21, "## and a heading");
        row("lesson too long", valid + QByteArray("a\n").repeated(1 << 17), 1, "at most 262144 bytes for a lesson");
        row("title too long", planted("Three wedges", QByteArray(401, 'a')), 3, "at most 400 bytes for title");
        row("heading too long", planted("## First", "## " + QByteArray(401, 'a')), 10, "400 bytes for a heading");
        row("text of a step too long", planted("Tie **three** items.", QByteArray("[a]\n").repeated(1001)), 10,
            "at most 4000 bytes for the text of a step, found 4003");
        row("text of the teacher too long", planted("Wait", QByteArray(4001, '&')), 10, "for the teacher");
        row("nested quotes", planted("Tie **three**", "> >>1. - * + a"), 11, "nested quotes and lists, found 7");
        row("nested lists", planted("Tie **three**", QByteArray("- ").repeated(1000)), 11, "found 1000");
        row("condition too long", planted("seeds >= 3", QByteArray("seeds >= 3, ").repeated(400) + "seeds >= 3"), 13,
            "at most 4000 bytes for await");
        row("verbs too long", planted("do: turn 40", "do: " + QByteArray("turn 40; ").repeated(500) + "reset"), 31,
            "bytes for do");
        row("question too long", planted("Will the", QByteArray(401, 'W')), 24, "at most 400 bytes for ask");
        row("choice too long", planted("- yes", "- " + QByteArray(401, 'y')), 25, "at most 400 bytes for a choice");
        row("choices without keys", planted("- yes", QByteArray("- yes\n").repeated(9)), 36, "at most 9 choices");
        row("block too long", planted("point: absoluteX", QByteArray("\n").repeated(101)), 113, "100 lines in a block");
        row("data from elsewhere", planted("toy:wedges,n=60", "/etc/hostname"), 5,
            "in the folder of the lesson or below it");
        row("data above", planted("toy:wedges,n=60", "../tst/a.csv"), 5, "in the folder of the lesson or below it");
        row("picture from elsewhere", planted("wedge.png", "/dev/zero"), 22, "found “/dev/zero”");
        row("picture above", planted("wedge.png", "a/../../b.png"), 22, "found “a/../../b.png”");
        row("picture from the network", planted("wedge.png", "http://a.b/c.png"), 22, "found “http://a.b/c.png”");
        row("second picture of a line", planted("(wedge.png)", "(wedge.png) ![b](/b.png)"), 22, "found “/b.png”");
        row("unknown centring", planted("center: none", "center: middle"), 6, "found “middle”");
    }
    void errorsAreFoundWithTheirLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(QString, part);
        const std::vector<Problem> problems = problemsOf(text);
        QString all;
        bool found = false;
        for (const Problem &problem : problems) {
            all += QString("%1: %2\n").arg(problem.line).arg(QString::fromStdString(problem.text));
            found |= problem.line == line && QString::fromStdString(problem.text).contains(part) && !problem.isWarning;
        }
        QVERIFY2(found, qPrintable(all));
    }

    void longLinesAreReadQuickly()
    {
        for (const char *part : {"- ", ">", "[", "![", "&amp;", "*a **b ", "|a", "`", "a: b\n", "## a\n", "```\n"}) {
            QElapsedTimer clock;
            clock.start();
            QVERIFY2(!readLesson(planted("Tie", QByteArray(part).repeated(120000 / int(qstrlen(part)))).toStdString())
                          .usable(),
                     part);
            QVERIFY2(clock.elapsed() < 1000, part);
        }
    }

    void longTextIsAWarning()
    {
        const std::vector<Problem> problems =
            problemsOf(planted("Tie **three** items.", QByteArray("word ").repeated(61)));
        QCOMPARE(problems.size(), 1u);
        QVERIFY(problems.front().isWarning);
        QCOMPARE(problems.front().line, 10);
    }

    void conditionsCompare_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<bool>("holds");
        QTest::newRow("at least") << "seeds >= 3" << true;
        QTest::newRow("more") << "seeds > 3" << false;
        QTest::newRow("both") << "seeds = 3, turn < 100" << true;
        QTest::newRow("one of two fails") << "seeds = 3, turn > 100" << false;
        QTest::newRow("or") << "turn > 100 or seeds = 3" << true;
        QTest::newRow("or binds closer than a comma") << "seeds = 4, turn > 100 or seeds = 3" << false;
        QTest::newRow("more than another fact") << "turn > seeds" << true;
        QTest::newRow("less than another fact") << "turn < seeds" << false;
        QTest::newRow("another fact is not known") << "turn > mrr.xy" << false;
        QTest::newRow("word") << "centring = none" << true;
        QTest::newRow("another word") << "centring != none" << false;
        QTest::newRow("flag") << "mirror" << true;
        QTest::newRow("text") << "axes != 1 2" << true;
        QTest::newRow("changed enough") << "changed turn by 30" << true;
        QTest::newRow("changed too little") << "changed turn by 60" << false;
        QTest::newRow("changed at all") << "changed turn" << true;
        QTest::newRow("did not change") << "changed seeds" << false;
        QTest::newRow("not known") << "mrr.xy >= 0" << false;
        QTest::newRow("not known, unequal") << "mrr.xy != 3" << false;
    }
    void conditionsCompare()
    {
        QFETCH(QString, condition);
        const auto read = readCondition(condition.toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const FactReader now =
            known({{"seeds", 3.0}, {"turn", 40.0}, {"centring", "none"}, {"mirror", "on"}, {"axes", "3 4"}});
        const FactReader before = known({{"seeds", 3.0}, {"turn", -10.0}});
        QTEST(read->holds(now, before), "holds");
    }

    void progressNamesNumbersThatAreMissing()
    {
        const auto read = readCondition("seeds = 5, error.km < 35, changed turn by 60, centring = none, shift > 1 or "
                                        "scale > 2, mrr.found.xy > mrr.gt.xy, mrr.xy >= 0.9");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const FactReader now = known({{"seeds", 3.0},
                                      {"error.km", 57.26},
                                      {"turn", 10.0},
                                      {"centring", "center"},
                                      {"shift", 0.0},
                                      {"mrr.found.xy", 0.1},
                                      {"mrr.gt.xy", 0.2}});
        const FactReader before = known({{"turn", -10.0}});
        QCOMPARE(progress(*read, now, before),
                 std::string("seeds 3 (wanted: 5) · mean error 57.3 km (wanted: below 35 km) · Turn 10° (wanted: a "
                             "change of 60°)"));
        QCOMPARE(progress(*read, known({{"seeds", 5.0}, {"error.km", 30.0}}), before), std::string());
    }

    void verbsReadTheirArguments()
    {
        const auto read = readActions("seed time = water; draw 15 random; mirror; mirror off; wait seeds = 3");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE((*read)[0].item, std::string("time"));
        QCOMPARE((*read)[0].partner, std::string("water"));
        QCOMPARE((*read)[1].number, 15.0);
        QCOMPARE((*read)[1].word, std::string("uniform"));
        QCOMPARE((*read)[2].number, 1.0);
        QCOMPARE((*read)[3].number, 0.0);
        QCOMPARE((*read)[4].condition.clauses.size(), 1u);
    }

    void registriesAreWhole()
    {
        std::set<std::string> names;
        for (const Fact &fact : facts()) {
            QVERIFY2(names.insert(fact.name).second, fact.name.c_str());
            QVERIFY2((fact.type == FactType::number) == !fact.label.empty(), fact.name.c_str());
            QVERIFY2(fact.about.ends_with('.'), fact.name.c_str());
            QCOMPARE(fact.type == FactType::word, !fact.words.empty());
        }
        names.clear();
        for (const Verb &verb : verbs()) {
            QVERIFY2(names.insert(verb.name).second, verb.name.c_str());
            QVERIFY2(verb.about.ends_with('.'), verb.name.c_str());
            QVERIFY2(verb.target.empty() || std::ranges::count(targets(), verb.target) == 1, verb.name.c_str());
            QCOMPARE(verb.argument == VerbArgument::word, !verb.words.empty());
        }
    }

    void bundledLessonsAreValid_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : QDir("examples/lessons").entryList({"*.md"})) {
            if (file != "README.md")
                QTest::newRow(qPrintable(file)) << "examples/lessons/" + file;
        }
    }
    void bundledLessonsAreValid()
    {
        QFETCH(QString, file);
        const auto read = validateLesson(file.toStdString(), {"examples/data"});
        QVERIFY(read);
        for (const Problem &problem : read->problems)
            qWarning("%d: %s", problem.line, problem.text.c_str());
        QVERIFY(read->problems.empty());
        QVERIFY(read->lesson.number > 0 && read->lesson.minutes > 0 && read->lesson.steps.size() >= 4);
    }

    /// Choices cannot be guessed from their place or length, and each answer has a reason.
    void questionsCannotBeGuessed()
    {
        std::map<int, int> places;
        int questions = 0, longest = 0;
        for (const QString &file : QDir("examples/lessons").entryList({"*.md"})) {
            QFile text("examples/lessons/" + file);
            QVERIFY(text.open(QIODevice::ReadOnly));
            for (const Step &step :
                 file == "README.md" ? std::vector<Step>() : readLesson(text.readAll().toStdString()).lesson.steps) {
                if (!step.question)
                    continue;
                const Question &question = *step.question;
                const QByteArray name = file.toUtf8() + ": " + question.text.c_str();
                QVERIFY2(std::ranges::none_of(question.because, &std::string::empty), name.constData());
                QCOMPARE(question.because.size(), std::max<std::size_t>(1, question.choices.size()));
                if (question.choices.empty())
                    continue;
                const std::string &right = question.choices[static_cast<std::size_t>(question.correct)];
                ++questions;
                ++places[question.correct];
                longest += std::ranges::all_of(question.choices,
                                               [&](const std::string &each) { return each.size() <= right.size(); });
            }
        }
        QVERIFY(questions >= 20);
        for (const int place : {0, 1, 2})
            QVERIFY2(3 * places[place] <= 2 * questions && 5 * places[place] >= questions,
                     qPrintable(QString("%1 of %2 at place %3").arg(places[place]).arg(questions).arg(place + 1)));
        QVERIFY2(2 * longest <= questions, qPrintable(QString("the longest in %1 of %2").arg(longest).arg(questions)));
    }

    /// A number in a text is one of its step's conditions, claims, verbs or answers, which playing the lesson compares
    /// with what the program measures.
    void numbersInTextsAreMeasured()
    {
        const QRegularExpression number("(?<![\\w.])\\d+(?:\\.\\d+)?(?![\\w.]*\\d)");
        for (const QString &file : QDir("examples/lessons").entryList({"*.md"})) {
            QFile text("examples/lessons/" + file);
            QVERIFY(text.open(QIODevice::ReadOnly));
            QStringList steps = file == "README.md" ? QStringList() : QString::fromUtf8(text.readAll()).split("\n## ");
            const QString head = steps.isEmpty() ? QString() : steps.takeFirst();
            for (const QString &step : std::as_const(steps)) {
                QStringList measured, stated;
                for (const QString &line : step.split('\n')) {
                    static const QRegularExpression keys("^(await|start|do|claim|check|answer|hint \\d+):");
                    (keys.match(line).hasMatch() ? measured : stated) << line;
                }
                for (auto found = number.globalMatch(stated.join('\n')); found.hasNext();) {
                    const QString value = found.next().captured();
                    const QRegularExpression same("(?<![\\d.])" + QRegularExpression::escape(value) + "(?![\\d])");
                    QVERIFY2((measured.join('\n') + head).contains(same) || isOfTheData(file, value),
                             qPrintable(file + ", " + step.section('\n', 0, 0) + ": " + value));
                }
            }
        }
    }

    void commandLineReportsLessonErrors()
    {
        const QString wrong = test::writeText(m_folder, "wrong.md", planted("do: turn 40", "do: rotate 40"));
        const test::CliRun run = test::runCli({"lesson", "validate", "examples/lessons/where.md", wrong, "--json"});
        QCOMPARE(run.exitCode, 2);
        const QJsonArray lessons = run.json()["lessons"].toArray();
        QCOMPARE(lessons.size(), 2);
        QCOMPARE(lessons[0].toObject()["problems"].toArray().size(), 0);
        QCOMPARE(lessons[1].toObject()["problems"].toArray()[0].toObject()["line"].toInt(), 31);
        const test::CliRun plain = test::runCli({"lesson", "validate", wrong});
        QCOMPARE(plain.exitCode, 2);
        QVERIFY(plain.output.contains("wrong.md:31: expected a verb"));
        QCOMPARE(test::runCli({"lesson", "validate", "examples/lessons/where.md"}).exitCode, 0);
        QCOMPARE(test::runCli({"lesson", "validate", "nowhere.md"}).exitCode, 2);
        QCOMPARE(test::runCli({"lesson", "validate"}).exitCode, 2);
        const test::CliRun facts = test::runCli({"lesson", "facts", "--json"});
        QCOMPARE(facts.json()["facts"].toArray().size(), qsizetype(anchorscope::lessons::facts().size()));
        QCOMPARE(facts.json()["verbs"].toArray().size(), qsizetype(anchorscope::lessons::verbs().size()));
        const QByteArray listed = test::runCli({"lesson", "facts"}).output;
        for (const auto &verb : anchorscope::lessons::verbs())
            QVERIFY2(listed.contains(("\n  " + std::string(verb.name) + ' ').c_str()), listed.constData());
    }
};

QTEST_GUILESS_MAIN(TestLessons)
#include "tst_lessons.moc"
