// SPDX-License-Identifier: GPL-3.0-or-later
// Every bundled lesson, played once from beginning to end: what a step waits for is not so before and is so after what
// it does, what it points at is in sight, texts have room, answers are what is measured.
#include "gui/learn/lessonscript.h"
#include "support/windowtest.h"

#include <QDir>
#include <QJsonDocument>

using namespace anchorscope;
using namespace anchorscope::gui;

class TestLessonPlay : public test::WindowTest
{
    Q_OBJECT

    double m_seconds = 0;

private Q_SLOTS:
    void initTestCase() { prepare("tst_lessonplay"); }
    void cleanup() { m_window.reset(); }

    void lessonDoesWhatItSays_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : QDir("examples/lessons").entryList({"*.md"})) {
            if (file != "README.md")
                QTest::newRow(qPrintable(file)) << "examples/lessons/" + file;
        }
    }
    void lessonDoesWhatItSays()
    {
        QFETCH(QString, file);
        showWindow();
        constexpr QSize smallest{1280, 720}; // that lessons are made for
        LessonScript script(*m_window->findChild<LessonRoom *>(), {.size = smallest});
        bool ended = false;
        connect(&script, &LessonScript::ended, this, [&ended] { ended = true; });
        QElapsedTimer clock;
        clock.start();
        script.start(QFileInfo(file).absoluteFilePath());
        QTRY_VERIFY_WITH_TIMEOUT(ended, test::patience);
        const double seconds = static_cast<double>(clock.elapsed()) / 1000;
        m_seconds += seconds;
        const QByteArray report = QJsonDocument(script.report()).toJson();
        QVERIFY2(script.report()["passed"].toBool(), report.constData());
        QVERIFY(script.report()["steps"].toArray().size() >= 4);
        qInfo("%s: %.1f s", qPrintable(QFileInfo(file).fileName()), seconds);
    }

    void lessonThatTeachesNothingFails()
    {
        showWindow();
        const QString path = m_folder.filePath("nothing.md");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "---\ntitle: Nothing\ndata: toy:wedges,n=60\n---\n## So already\nA.\n```anchorscope\n"
            "await: seeds = 0\ndo: reset\n```\n## Never so\nA.\n```anchorscope\nawait: seeds >= 5\ndo: seed A1\n"
            "```\n## Wrong answer\nA.\n```anchorscope\nask: How many?\nanswer: number 7 ± 1\nmeasure: seeds\n```\n");
        file.close();
        LessonScript script(*m_window->findChild<LessonRoom *>(), {});
        bool ended = false;
        connect(&script, &LessonScript::ended, this, [&ended] { ended = true; });
        script.start(path);
        QTRY_VERIFY_WITH_TIMEOUT(ended, test::patience);
        QVERIFY(!script.report()["passed"].toBool());
        const QJsonArray steps = script.report()["steps"].toArray();
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[0].toObject()["before"].toBool(), true);
        QCOMPARE(steps[1].toObject()["after"].toBool(), false);
        QCOMPARE(steps[2].toObject()["answer"].toDouble(), 1.0);
        for (const QJsonValue &step : steps)
            QVERIFY(!step.toObject()["passed"].toBool());
    }

    void cleanupTestCase() { qInfo("all lessons: %.0f s", m_seconds); }
};

QTEST_MAIN(TestLessonPlay)
#include "tst_lessonplay.moc"
