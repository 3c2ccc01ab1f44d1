// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowtest.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// Three spaces of the same 400 items.
Dataset threeSpaces()
{
    Dataset dataset = test::twoSpaces(400, 4, 0.6);
    auto third = std::make_shared<EmbeddingSet>(*dataset.spaces[1]);
    third->name = "third";
    Random random(11);
    for (Index i = 0; i < third->vectors.size(); ++i)
        third->vectors.data()[i] += 0.5F * static_cast<float>(random.normal());
    dataset.spaces.push_back(third);
    return dataset;
}

} // namespace

/// Several pairs of spaces in one session, and the table that compares them.
class TestPairs : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }
    void otherSpacesKeepSeedsRunsAndUndo();
    void aRunAtWorkKeepsItsSpaces();

private:
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    void chooseSpaceY(const QString &name);
    void run();
};

void TestPairs::initTestCase()
{
    prepare("tst_pairs");
    m_path = m_folder.filePath("three.h5");
    QVERIFY(io::saveDataset(m_path.toStdString(), threeSpaces()).ok());
}

/// As a user does: in the Data dock.
void TestPairs::chooseSpaceY(const QString &name)
{
    auto *box = child<QComboBox>("spaceY");
    box->setCurrentIndex(box->findData(name));
    Q_EMIT box->activated(box->currentIndex());
    QVERIFY(child<QPushButton>("apply")->isEnabled());
    child<QPushButton>("apply")->click();
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(workspace().data()->pair.y->name), name, patience);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    waitForJobs();
}

void TestPairs::run()
{
    const std::size_t before = workspace().runs().size();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), before + 1, patience);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().isRetrievalCurrent() && workspace().isStitchingCurrent(), patience);
    waitForJobs();
}

void TestPairs::otherSpacesKeepSeedsRunsAndUndo()
{
    open(m_path);
    setSeeds();
    run();
    const double mrr = workspace().retrieval().rows.back().xToY.mrr.mean;
    const QString step = workspace().history()->undoText();
    const Setup setup = workspace().setup();
    QVERIFY(m_window->model.optimizer.recordingOf("Run 1"));

    chooseSpaceY("third");
    QCOMPARE(workspace().pairs(), 2);
    QCOMPARE(workspace().setup().seeds, setup.seeds); // the same items
    QVERIFY(workspace().runs().empty());
    QVERIFY(!child<QAction>("actionUndo")->isEnabled());
    run();
    QVERIFY(workspace().retrieval().rows.back().xToY.mrr.mean != mrr);

    chooseSpaceY("right");
    QCOMPARE(workspace().pairs(), 2); // it is open already
    QCOMPARE(workspace().runs().size(), 1u);
    QVERIFY(workspace().isRetrievalCurrent() && workspace().isStitchingCurrent());
    QCOMPARE(workspace().retrieval().rows.back().xToY.mrr.mean, mrr);
    QCOMPARE(workspace().history()->undoText(), step);
    QVERIFY(m_window->model.optimizer.recordingOf("Run 1"));
    child<QAction>("actionUndo")->trigger();
    QVERIFY(!workspace().chosenRun());
    child<QAction>("actionRedo")->trigger();
    QVERIFY(workspace().chosenRun() && workspace().isRetrievalCurrent());
    workspace().setModified(false);
}

void TestPairs::aRunAtWorkKeepsItsSpaces()
{
    open(m_path);
    setSeeds();
    workspace().change("Slowly", [](Setup &setup) {
        setup.options.method = "adam";
        setup.options.iterations = 100000;
        setup.options.convergedBelow = 0;
    });
    m_window->model.optimizer.start();
    auto *box = child<QComboBox>("spaceY");
    box->setCurrentIndex(box->findData("third"));
    Q_EMIT box->activated(box->currentIndex());
    child<QPushButton>("apply")->click();
    QVERIFY(m_window->messages().isVisible());
    QCOMPARE(workspace().pairs(), 1);
    QVERIFY(m_window->model.optimizer.state() != OptimizeController::State::Idle);
    m_window->model.optimizer.cancel();
    waitForJobs();
    workspace().setModified(false);
}

QTEST_MAIN(TestPairs)
#include "tst_pairs.moc"
