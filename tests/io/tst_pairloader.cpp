// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/pairloader.h"
#include "io/session/session.h"
#include "support/clirun.h"

using namespace anchorscope;
using namespace anchorscope::test;

/// What the command line and the window do alike when two spaces are opened.
class TestPairLoader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneFilePairsByRow();
    void twoFilesPairById();
    void firstItemsOfOneFileStayOneTable();
    void whatIsOpenIsNotReadAgain();
    void factsAndWarningsComeAlong();
    void refuses_data();
    void refuses();
    void runsThatFit();

private:
    io::DataChoice choice(const QString &x, const QString &y) const
    {
        io::DataChoice choice;
        choice.pathX = x.toStdString();
        choice.pathY = y.toStdString();
        return choice;
    }
    QTemporaryDir m_folder;
    QString m_both, m_alpha, m_beta;
};

void TestPairLoader::initTestCase()
{
    MadeData made;
    made.space(1).vectors.row(7).setZero();
    m_both = made.save(m_folder, "both.h5");
    m_alpha = made.save(m_folder, "alpha.h5", {0});
    m_beta = made.save(m_folder, "beta.h5", {1});
    QVERIFY(!m_both.isEmpty() && !m_alpha.isEmpty() && !m_beta.isEmpty());
}

void TestPairLoader::oneFilePairsByRow()
{
    const auto loaded = io::loadPair(choice(m_both, m_both));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.rule, PairingRule::byRow);
    QCOMPARE(loaded->choice.rule, PairingRule::automatic);
    QCOMPARE(loaded->choice.spaceX, std::string("alpha"));
    QCOMPARE(loaded->choice.spaceY, std::string("beta"));
    QCOMPARE(loaded->pair.pairing.pairs(), Index(240));
    QVERIFY(loaded->datasetX == loaded->datasetY); // read once
}

void TestPairLoader::twoFilesPairById()
{
    const auto loaded = io::loadPair(choice(m_beta, m_alpha));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.rule, PairingRule::byId);
    QCOMPARE(loaded->choice.spaceX, std::string("beta"));
    QCOMPARE(loaded->choice.spaceY, std::string("alpha"));
    QCOMPARE(loaded->pair.pairing.pairs(), Index(240));
}

void TestPairLoader::firstItemsOfOneFileStayOneTable()
{
    auto all = io::loadPair(choice(m_both, m_both));
    QVERIFY(all.ok());
    io::DataChoice few = all->choice;
    few.maxItems = 50;
    // Read as such, and cut from the dataset that is open.
    for (const io::OpenDatasets &open :
         {io::OpenDatasets{}, io::OpenDatasets{{{all->datasetX, all->choice.optionsOf(Side::x)}}}}) {
        const auto loaded = io::loadPair(few, open);
        QVERIFY(loaded.ok());
        QCOMPARE(loaded->size(Side::x), Index(50));
        QCOMPARE(loaded->size(Side::y), Index(50));
        QVERIFY(loaded->pair.x->items == loaded->pair.y->items);
        QCOMPARE(loaded->items(Side::y).ids.back(), std::string("item 49"));
        QCOMPARE(loaded->pair.rule, PairingRule::byRow);
        QVERIFY(loaded->set(Side::y).vectors == all->set(Side::y).vectors.topRows(50));
    }
}

void TestPairLoader::whatIsOpenIsNotReadAgain()
{
    const auto first = io::loadPair(choice(m_both, m_both));
    QVERIFY(first.ok());
    const io::OpenDatasets open{{{first->datasetX, first->choice.optionsOf(Side::x)}}};
    io::DataChoice again = choice(m_both, m_beta);
    again.spaceX = "beta";
    const auto second = io::loadPair(again, open);
    QVERIFY(second.ok());
    QVERIFY(second->datasetX == first->datasetX);
    QVERIFY(second->datasetY != first->datasetX);
    again.sample = true; // other rows
    again.maxItems = 30;
    const auto third = io::loadPair(again, open);
    QVERIFY(third.ok());
    QVERIFY(third->datasetX != first->datasetX);
    QCOMPARE(third->size(Side::x), Index(30));
}

void TestPairLoader::factsAndWarningsComeAlong()
{
    const auto loaded = io::loadPair(choice(m_both, m_both));
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->facts(Side::x).zeroRows.size(), std::size_t(0));
    QCOMPARE(loaded->facts(Side::y).zeroRows, std::vector<ItemIndex>{7});
    QVERIFY(loaded->facts(Side::x).normMean > 0);
    QCOMPARE(loaded->pair.warnings.size(), std::size_t(1));
    QVERIFY(loaded->pair.warnings.front().find("“item 7”") != std::string::npos);
}

void TestPairLoader::refuses_data()
{
    QTest::addColumn<QString>("y");
    QTest::addColumn<QString>("spaceY");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("one space") << m_alpha << QString() << "one-space"
                               << "Expected two spaces to compare, found only alpha.";
    QTest::newRow("unknown space") << m_beta << "gamma"
                                   << "no-such-space"
                                   << "Expected one of the spaces beta, found “gamma”.";
    QTest::newRow("no file") << m_folder.filePath("none.h5") << QString() << "no-such-file" << QString();
}

void TestPairLoader::refuses()
{
    QFETCH(QString, y);
    QFETCH(QString, spaceY);
    QFETCH(QString, code);
    QFETCH(QString, sentence);
    io::DataChoice wanted = choice(m_alpha, y);
    wanted.spaceY = spaceY.toStdString();
    const auto loaded = io::loadPair(wanted);
    QVERIFY(!loaded.ok());
    QCOMPARE(QString(errorId(loaded.error().code)), code);
    QCOMPARE(QString::fromStdString(loaded.error().file), y);
    QVERIFY2(QString::fromStdString(loaded.error().message).startsWith(sentence), loaded.error().message.c_str());
}

void TestPairLoader::runsThatFit()
{
    const MadeData made(20);
    const EmbeddingSet &x = *made.dataset.spaces[0], &y = *made.dataset.spaces[1];
    io::RunRecord run;
    run.anchorsOfX = {19, 0};
    run.seedsOfY = {3};
    run.summary.anchorsOfY.setZero(2, 10);
    run.summary.discreteOfY = {3, 4};
    run.summary.correspondence.assign(20, 0);
    QVERIFY(io::anchorsFit(run, x, y) && io::runFits(run, x, y));
    using Change = void (*)(io::RunRecord &);
    const Change ofAnchors[] = {
        [](io::RunRecord &r) { r.anchorsOfX[0] = 20; },
        [](io::RunRecord &r) { r.anchorsOfX[0] = -1; },
        [](io::RunRecord &r) { r.seedsOfY[0] = -1; },
        [](io::RunRecord &r) {
            r.seedsOfY = {1, 2, 3};
        },
        [](io::RunRecord &r) { r.summary.discreteOfY[1] = 20; },
        [](io::RunRecord &r) { r.summary.discreteOfY[1] = -1; },
        [](io::RunRecord &r) { r.summary.anchorsOfY.setZero(3, 10); },
        [](io::RunRecord &r) { r.summary.anchorsOfY.setZero(2, 9); },
    };
    for (const Change change : ofAnchors) {
        io::RunRecord other = run;
        change(other);
        QVERIFY(!io::anchorsFit(other, x, y) && !io::runFits(other, x, y));
    }
    const Change ofPartners[] = {
        [](io::RunRecord &r) { r.summary.correspondence[5] = 20; },
        [](io::RunRecord &r) { r.summary.correspondence[5] = noItem; },
        [](io::RunRecord &r) { r.summary.correspondence.pop_back(); },
    };
    for (const Change change : ofPartners) {
        io::RunRecord other = run;
        change(other);
        QVERIFY(io::anchorsFit(other, x, y) && !io::runFits(other, x, y));
    }
}

QTEST_GUILESS_MAIN(TestPairLoader)
#include "tst_pairloader.moc"
