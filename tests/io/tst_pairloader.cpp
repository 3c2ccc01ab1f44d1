// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/filepreview.h"
#include "io/dataset/pairloader.h"
#include "io/hdf5/hdf5file.h"
#include "io/numpy/npywriter.h"
#include "io/session/session.h"
#include "support/clirun.h"
#include "support/openfile.h"
#include "support/randomdata.h"
#include "support/rows.h"
#include "support/sentences.h"

using namespace anchorscope;
using namespace anchorscope::test;

/// Opening two spaces, the part that the command line and the window share.
class TestPairLoader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneFilePairsByRow();
    void twoFilesPairById();
    void severalPartners();
    void spellingsOfIds_data();
    void spellingsOfIds();
    void rowNumbersOfTwoPrograms();
    void repliesToSeveralRequests();
    void itemsAreCountedFromOther();
    void firstItemsOfOneFileStayOneTable();
    void openDataAreNotReadAgain();
    void factsAndWarningsAreReturned();
    void refuses_data();
    void refuses();
    void runsThatFit();
    void matricesGetIdsAndLabels();
    void lastItemMayBeBlank();
    void namesInASeparateFileAreReported();
    void closeItemsAreReported();
    void rowsOfSamplesPairOnlyAlike();
    void itemFilesOfOtherFormats_data();
    void itemFilesOfOtherFormats();
    void itemFilesThatDoNotFit_data();
    void itemFilesThatDoNotFit();
    void itemFilesJoinById();
    void foldersJoinById();
    void foldersJoinByRow();
    void partsAreOneTable_data();
    void partsAreOneTable();
    void filesOfOneItemAreOneTable();
    void foldersSkipUnsuitableFiles();
    void foldersWithoutVectorsAreRefused();

private:
    /// A table of 40 items, named `before`, their number and `after`.
    QString table(const QString &name, const QString &before, int first, const QString &after) const
    {
        QString text = "id,e0,e1,e2\n";
        for (int i = 0; i < 40; ++i)
            text += QString("%1%2%3,%4,%5,0.25\n")
                        .arg(before)
                        .arg(i + first)
                        .arg(after)
                        .arg(i * 0.37 - 3)
                        .arg(0.5 / (i + 1));
        return writeText(m_folder, name, text.toUtf8());
    }
    io::DataChoice choice(const QString &x, const QString &y) const
    {
        io::DataChoice choice;
        choice.x.path = x.toStdString();
        choice.y.path = y.toStdString();
        return choice;
    }
    void samplesKeepTheirRows(const QString &sampled, const QString &whole);
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
    QCOMPARE(loaded->choice.x.space, std::string("alpha"));
    QCOMPARE(loaded->choice.y.space, std::string("beta"));
    QCOMPARE(loaded->pair.pairing.pairs(), Index(239)); // row 7 of beta is zero and has no partner
    QVERIFY(loaded->datasetX == loaded->datasetY);      // read once
}

void TestPairLoader::twoFilesPairById()
{
    const auto loaded = io::loadPair(choice(m_beta, m_alpha));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.rule, PairingRule::byId);
    QCOMPARE(loaded->choice.x.space, std::string("beta"));
    QCOMPARE(loaded->choice.y.space, std::string("alpha"));
    QCOMPARE(loaded->pair.pairing.pairs(), Index(239)); // row 7 of beta is zero and has no partner
}

/// Captions of images: all pairs are kept, and the first of each item pair one to one.
void TestPairLoader::severalPartners()
{
    io::DataChoice listed = choice(table("images.csv", "i", 0, ""), table("texts.csv", "t", 0, ""));
    listed.rule = PairingRule::list;
    listed.pairingFile = m_folder.filePath("captions.csv").toStdString();
    QFile file(QString::fromStdString(listed.pairingFile));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x_id,y_id\ni0,t0\ni0,t1\ni1,t2\ni0,t1\ni2,t2\ni2,t3\n");
    file.close();
    const auto loaded = io::loadPair(listed);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.pairing.pairs(), Index(3));
    QCOMPARE(loaded->pair.pairing.partnerOfX(2), 3);               // t2 has a partner already
    QCOMPARE(loaded->pair.severalPartners.size(), std::size_t(5)); // without the repeated line
}

void TestPairLoader::spellingsOfIds_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("sentence");
    row("blanks", "word ", "  ", "without blanks at their ends");
    row("case", "Word ", "", "in lower case;");
    row("folder", "a/word ", "", "as names of files without folders;");
    row("ending", "https://x.org/a/word ", ".png?w=1", "without folders and endings");
    row("separator", "word_", "", "without “_”");
    row("accents", "wo\u0302rd ", "", "with accents in one form");
    row("others", "thing ", "", "give a file of pairs");
}

void TestPairLoader::spellingsOfIds()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, sentence);
    const QString other = QTest::currentDataTag() == QByteArray("accents") ? "w\u00f4rd " : "word ";
    const auto loaded = io::loadPair(choice(table("x.csv", before, 100, after), table("y.csv", other, 100, "")));
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.rule, PairingRule::none);
    const QString warning = QString::fromStdString(loaded->pair.warnings.front());
    QVERIFY(isSaid(warning, sentence));
    QCOMPARE(warning.contains("many would match"), QTest::currentDataTag() != QByteArray("others"));
}

/// R counts rows from 1, pandas from 0.
void TestPairLoader::rowNumbersOfTwoPrograms()
{
    const QString zero = table("zero.csv", "", 0, ""), one = table("one.csv", "", 1, "");
    const auto refused = io::loadPair(choice(zero, one));
    QVERIFY(!refused);
    QVERIFY(isSaid(refused.error().text(), "from 0 and those of the other from 1"));
    io::DataChoice byRow = choice(zero, one), byId = choice(zero, one);
    byRow.rule = PairingRule::byRow;
    byId.rule = PairingRule::byId;
    const auto rows = io::loadPair(byRow), ids = io::loadPair(byId);
    QVERIFY(rows && ids);
    QCOMPARE(rows->pair.pairing.pairs(), Index(40));
    QCOMPARE(ids->pair.pairing.pairs(), Index(39));
    const QTemporaryDir folder;
    for (const QString &each : {zero, one})
        QVERIFY(QFile::copy(each, folder.filePath(QFileInfo(each).fileName())));
    const auto joined = test::openFile(folder.path().toStdString());
    QVERIFY2(joined.ok(), joined ? "" : joined.error().text().c_str());
    QCOMPARE(joined->dataset.spaces.size(), std::size_t(1));
    QVERIFY(isSaid(joined->warnings.back(), "number the rows, one from 0 and one from 1"));
}

/// “index” counts the texts of one request.
void TestPairLoader::repliesToSeveralRequests()
{
    const auto replies = [this](const char *name, int each, int step, double scale) {
        QByteArray text;
        for (int first = 0; first < 150; first += each) {
            const int rows = std::min(each, 150 - first);
            for (int i = 0; i < rows; ++i) {
                const int index = i * step % rows;
                text += QString("{\"index\":%1,\"embedding\":[%2,%3,0.25]}\n")
                            .arg(index)
                            .arg(scale * (first + index))
                            .arg(0.5 / (first + index + 1))
                            .toUtf8();
            }
        }
        return writeText(m_folder, name, text);
    };
    const QString x = replies("replies_x.jsonl", 100, 1, 0.5), y = replies("replies_y.jsonl", 64, 7, 0.25);
    const auto both = io::loadPair(choice(x, y));
    QVERIFY2(both.ok(), both ? "" : both.error().text().c_str());
    QCOMPARE(both->pair.pairing.pairs(), Index(150));
    for (Index i = 0; i < 150; ++i) {
        const ItemIndex partner = both->pair.pairing.partnerOfX(static_cast<ItemIndex>(i));
        QCOMPARE(both->pair.y->vectors(partner, 0) * 2, both->pair.x->vectors(i, 0));
    }
    const auto single = test::openFile(replies("single.jsonl", 150, 7, 1).toStdString());
    QVERIFY(single.ok());
    QVERIFY(std::ranges::none_of(single->warnings,
                                 [](const std::string &each) { return each.find("several") < each.size(); }));
}

/// Row numbers are recognized in any order.
void TestPairLoader::itemsAreCountedFromOther()
{
    const auto numbered = [this](const char *name, int first, int step, int count = 40, const char *stem = "") {
        QByteArray text = "id,e0,e1\n";
        for (int i = 0; i < count; ++i)
            text +=
                stem + QByteArray::number(i * step % 40 + first) + "," + QByteArray::number(std::sin(i)) + ",0.25\n";
        return writeText(m_folder, name, text);
    };
    const QString zero = numbered("z.csv", 0, 7), one = numbered("o.csv", 1, 11);
    const auto refused = io::loadPair(choice(zero, one));
    QVERIFY(!refused);
    QVERIFY(isSaid(refused.error().text(), "number the items alike"));
    io::DataChoice byId = choice(zero, one);
    byId.rule = PairingRule::byId;
    QVERIFY(io::loadPair(byId).ok());
    QVERIFY(io::loadPair(choice(zero, numbered("some.csv", 1, 7, 30))).ok()); // a subset has gaps
    const QString named = numbered("n0.csv", 0, 7, 40, "item_");
    QVERIFY(!io::loadPair(choice(named, numbered("n1.csv", 1, 11, 40, "item_"))));
    QVERIFY(io::loadPair(choice(named, numbered("other.csv", 1, 11, 40, "row_")))->pair.pairing.empty());
}

void TestPairLoader::firstItemsOfOneFileStayOneTable()
{
    auto all = io::loadPair(choice(m_both, m_both));
    QVERIFY(all.ok());
    io::DataChoice few = all->choice;
    few.maxItems = 50;
    // Limited while reading, and cut from an open dataset.
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

void TestPairLoader::openDataAreNotReadAgain()
{
    const auto first = io::loadPair(choice(m_both, m_both));
    QVERIFY(first.ok());
    const io::OpenDatasets open{{{first->datasetX, first->choice.optionsOf(Side::x)}}};
    io::DataChoice again = choice(m_both, m_beta);
    again.x.space = "beta";
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

void TestPairLoader::factsAndWarningsAreReturned()
{
    const auto loaded = io::loadPair(choice(m_both, m_both));
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->facts(Side::x).zeroRows.size(), std::size_t(0));
    QCOMPARE(loaded->facts(Side::y).zeroRows, std::vector<ItemIndex>{7});
    QVERIFY(loaded->facts(Side::x).normMean > 0);
    QCOMPARE(loaded->pair.warnings.size(), std::size_t(1));
    QVERIFY(isSaid(loaded->pair.warnings.front(), "“item 7”"));
}

void TestPairLoader::refuses_data()
{
    QTest::addColumn<QString>("y");
    QTest::addColumn<QString>("spaceY");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("sentence");
    row("one space", m_alpha, QString(), "one-space", "Expected two spaces to compare, found only alpha.");
    row("unknown space", m_beta, "gamma", "no-such-space", "Expected one of the spaces beta, found “gamma”.");
    row("no file", m_folder.filePath("none.h5"), QString(), "no-such-file", QString());
}

void TestPairLoader::refuses()
{
    QFETCH(QString, y);
    QFETCH(QString, spaceY);
    QFETCH(QString, code);
    QFETCH(QString, sentence);
    io::DataChoice requested = choice(m_alpha, y);
    requested.y.space = spaceY.toStdString();
    const auto loaded = io::loadPair(requested);
    QVERIFY(!loaded.ok());
    QCOMPARE(QString(errorId(test::codeOf(loaded))), code);
    QCOMPARE(QString::fromStdString(loaded.error().file), y);
    QVERIFY(isSaid(loaded.error().text(), sentence));
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

/// Items of a matrix are known by row only; an additional file contains their names and classes.
void TestPairLoader::matricesGetIdsAndLabels()
{
    const QString x = m_folder.filePath("x.npy");
    Matrix vectors(4, 2);
    vectors << 0.5F, 1, 1, 2.5F, 3, 1.5F, 4, 0.5F;
    QVERIFY(io::saveNpy(x.toStdString(), vectors).ok());
    const QString y = writeText(m_folder, "y.csv", "4,0.5\n3,1.5\n1,2.5\n0.5,1\n");
    io::DataChoice requested = choice(x, y);
    requested.x.items = writeText(m_folder, "x.txt", "New York\nRome\n=1\nKyiv\n").toStdString();
    requested.y.items =
        writeText(m_folder, "y.tsv", "class\tnote\tid\nbig\t1\tKyiv\n\t2\t=1\nold\t3\tRome\nbig\t4\tNew York\n")
            .toStdString();
    auto loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->items(Side::x).ids, (std::vector<std::string>{"New York", "Rome", "=1", "Kyiv"}));
    QVERIFY(!loaded->items(Side::x).hasLabels());
    QCOMPARE(loaded->items(Side::y).labelNames, (std::vector<std::string>{"big", "old"}));
    QCOMPARE(loaded->items(Side::y).labels, (std::vector<std::int32_t>{0, unlabelled, 1, 0}));
    QCOMPARE(loaded->pair.rule, PairingRule::byId);
    QCOMPARE(loaded->pair.pairing.partnerOfX(0), 3);
    requested.maxItems = 2; // sample of all rows with their ids
    loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->items(Side::x).ids, (std::vector<std::string>{"New York", "Rome"}));
    requested.sample = true;
    loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->pair.pairing.pairs(), Index(2)); // the same ids are drawn from both
    requested = choice(x, y);
    requested.x.items = writeText(m_folder, "labels.txt", "a\nb\na\nb\n").toStdString(); // repeated names are not ids
    loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QVERIFY(!loaded->items(Side::x).hasIds());
    QCOMPARE(loaded->items(Side::x).labels, (std::vector<std::int32_t>{0, 1, 0, 1}));
    requested.x.items = writeText(m_folder, "two.csv", "p,a\nq,b\nr,a\ns,b\n").toStdString();
    loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->items(Side::x).ids[3], std::string("s"));
    QCOMPARE(loaded->items(Side::x).labelName(2), std::string("a"));
    for (const char *lines : {"p 900\nq 30\nr 30\ns 4\n", "p 0\nq 1\nr 2\ns 3\n"}) { // with GloVe's counts
        requested.x.items = writeText(m_folder, "vocab.txt", lines).toStdString();
        loaded = io::loadPair(requested);
        QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->items(Side::x).ids, (std::vector<std::string>{"p", "q", "r", "s"}));
    }
    requested.x.items = writeText(m_folder, "names.txt", "Doe, Jo\nDoe, Al\nPoe, Ed\nRoe, Mo\n").toStdString();
    loaded = io::loadPair(requested);
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->items(Side::x).ids, (std::vector<std::string>{"Doe, Jo", "Doe, Al", "Poe, Ed", "Roe, Mo"}));
    for (const char *numbered :
         {"0\tp\n1\tq\n2\tr\n3\ts\n", "id\tlabel\n1\tp\n2\tq\n3\tr\n4\ts\n", "id,n\np,2\nq,0\nr,1\ns,3\n",
          "Wort,n\np,7\nq,8\nr,7\ns,9\n", "p, 2.5\nq, 0.5\nr, 1.5\ns, 3.5\n"}) {
        requested.x.items = writeText(m_folder, "numbered.txt", numbered).toStdString();
        loaded = io::loadPair(requested);
        QVERIFY2(loaded.ok() || QByteArray(numbered).startsWith("id,n"), loaded ? "" : loaded.error().text().c_str());
        if (loaded)
            QCOMPARE(loaded->items(Side::x).ids, (std::vector<std::string>{"p", "q", "r", "s"}));
    }
}

/// The last line below a header is an item even if it is blank.
void TestPairLoader::lastItemMayBeBlank()
{
    const QString x = m_folder.filePath("blank.npy");
    QVERIFY(io::saveNpy(x.toStdString(), Matrix(Matrix::Identity(4, 3))).ok());
    io::OpenOptions options;
    options.items = writeText(m_folder, "blank.txt", "label\na\nb\na\n\n").toStdString();
    const auto opened = test::openFile(x.toStdString(), options);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.items->labelNames, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(opened->dataset.items->labels, (std::vector<std::int32_t>{0, 1, 0, unlabelled}));
    options.items = writeText(m_folder, "blank.txt", "word\na\nb\nc\n").toStdString(); // a header or a word
    const auto words = test::openFile(x.toStdString(), options);
    QVERIFY(words && words->dataset.items->ids.front() == "word" && words->warnings.size() == 1);
    QVERIFY(isSaid(words->warnings.front(), "“word”, was taken as the first item"));
    options.items = writeText(m_folder, "blank.txt", "label,row\na,4\nb,2\nb,3\na,1\n").toStdString(); // without ids
    const auto sorted = test::openFile(x.toStdString(), options);
    QVERIFY2(sorted.ok(), sorted ? "" : sorted.error().text().c_str());
    QCOMPARE(sorted->dataset.items->labels, (std::vector<std::int32_t>{0, 1, 1, 0}));
}

/// Row numbers are comparable only if the same rows were read from both files. A sample may have as many rows as
/// another file, and is not its partner; a saved sample is still a sample.
void TestPairLoader::samplesKeepTheirRows(const QString &sampled, const QString &whole)
{
    const std::string name = QFileInfo(sampled).baseName().toStdString();
    const auto refuses = [](const io::DataChoice &requested, const std::string &drawn) {
        const auto refused = io::loadPair(requested);
        return !refused && isSaid(refused.error().text(), "rows of " + drawn + " were left out");
    };
    io::DataChoice requested = choice(sampled, whole);
    requested.maxItems = 10;
    requested.sample = true;
    requested.sampleSeed = 5;
    QVERIFY(refuses(requested, name));
    std::swap(requested.x.path, requested.y.path);
    QVERIFY(refuses(requested, name));
    requested.rule = PairingRule::list;
    requested.pairingFile = writeText(m_folder, "rows.csv", "x_id,y_id\n0,0\n1,1\n2,2\n").toStdString();
    QVERIFY(refuses(requested, name));
    const auto opened = test::openFile(sampled.toStdString(), requested.optionsOf(Side::x));
    QVERIFY(opened.ok());
    const QString saved = m_folder.filePath("sample.h5");
    QVERIFY(io::saveDataset(saved.toStdString(), opened->dataset).ok());
    const auto again = test::openFile(saved.toStdString());
    QVERIFY(again.ok());
    QCOMPARE(again->dataset.items->drawn.from, Index(40));
    QCOMPARE(again->dataset.items->drawn.seed, std::uint64_t(5));
    QVERIFY(refuses(choice(saved, whole), name));
}

void TestPairLoader::rowsOfSamplesPairOnlyAlike()
{
    const auto matrix = [this](const char *name, int rows, bool ids) {
        QByteArray text;
        for (int i = 0; i < rows; ++i)
            text += (ids ? QString("%1 %2,").arg(name).arg(i) : QString()).toUtf8() +
                    QString("%1,%2\n").arg(0.5 + i).arg(0.25 + i % 5).toUtf8();
        return writeText(m_folder, name, text);
    };
    const QString x = matrix("a.csv", 40, false), y = matrix("b.csv", 40, false), longer = matrix("c.csv", 50, false),
                  named = matrix("d.csv", 40, true), others = matrix("e.csv", 40, true);
    const auto load = [&](const QString &first, const QString &second, PairingRule rule) {
        io::DataChoice requested = choice(first, second);
        requested.rule = rule;
        requested.maxItems = 10;
        requested.sample = true;
        return io::loadPair(requested);
    };
    const auto alike = load(x, y, PairingRule::automatic);
    QVERIFY2(alike.ok(), alike ? "" : alike.error().text().c_str());
    QVERIFY(alike->pair.x->vectors == alike->pair.y->vectors);
    for (const auto &[first, second, rule] :
         {std::tuple(x, longer, PairingRule::automatic), std::tuple(named, x, PairingRule::automatic),
          std::tuple(named, others, PairingRule::byRow)}) {
        const auto refused = load(first, second, rule);
        QVERIFY(!refused);
        QVERIFY(isSaid(refused.error().text(), "the first rows instead of a sample"));
    }
    samplesKeepTheirRows(x, matrix("f.csv", 10, false));
    // A list may contain pairs of items that were not read.
    io::DataChoice listed = choice(named, others);
    listed.rule = PairingRule::list;
    listed.maxItems = 20;
    QByteArray pairs = "x_id,y_id\n";
    for (int i = 0; i < 40; ++i)
        pairs += QString("d.csv %1,e.csv %2\n").arg(i).arg((i + 10) % 40).toUtf8();
    listed.pairingFile = writeText(m_folder, "list.csv", pairs).toStdString();
    const auto some = io::loadPair(listed);
    QVERIFY(!some);
    QVERIFY(isSaid(some.error().text(), "only 20 items of each file were read"));
    listed.maxItems = 0;
    QCOMPARE(io::loadPair(listed)->pair.pairing.pairs(), Index(40));
}

/// Names in a separate file show an order of rows different from the partner's; pairing by row warns about it.
void TestPairLoader::namesInASeparateFileAreReported()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("vectors.npy").toStdString();
    QVERIFY(io::saveNpy(path, randomMatrix(30, 4, 1)).ok());
    const auto notes = [&](int lines) {
        writeText(folder, "names.txt", QByteArray("word\n").repeated(lines));
        const auto opened = test::openFile(path);
        return opened ? opened->warnings : std::vector<std::string>{opened.error().text()};
    };
    const std::vector<std::string> told = notes(30);
    QCOMPARE(told.size(), std::size_t(1));
    QVERIFY2(told[0].find("“names.txt” beside this file") == 0, told[0].c_str());
    QVERIFY(notes(31).empty());
}

/// float32 has seven digits; 30 000.001 and 30 000.002 share all of them.
void TestPairLoader::closeItemsAreReported()
{
    const std::string path = m_folder.filePath("close.npy").toStdString();
    for (const float mean : {3e4f, 1e7f, 1e8f}) {
        Matrix vectors = randomMatrix(30, 4, 1);
        vectors.col(1) = (vectors.col(1).array() * 0.1f + mean).matrix();
        QVERIFY(io::saveNpy(path, vectors).ok());
        const auto opened = test::openFile(path);
        QVERIFY(opened && opened->warnings.size() == 1);
        QVERIFY(isSaid(opened->warnings[0], "less than a ten-thousandth of the mean in dimension 2"));
    }
    QVERIFY(
        io::saveNpy(path, Matrix(randomMatrix(30, 4, 1) * 1e25F)).ok()); // all are whole, as float32 of this size are
    const auto large = test::openFile(path);
    QVERIFY(large && large->warnings.empty());
    for (const double scale : {1e-40, 1e-300}) { // digits are lost, or all numbers become 0
        QVERIFY(io::saveNpy(path, MatrixD(randomMatrix(30, 4, 1).cast<double>() * scale)).ok());
        const auto small = test::openFile(path);
        QVERIFY(small && small->warnings.size() == 1);
        QVERIFY(isSaid(small->warnings[0], "are 0 or smaller than 1.2e-38"));
    }
}

void TestPairLoader::itemFilesOfOtherFormats_data()
{
    QTest::addColumn<QByteArray>("bytes");
    row("a list", QByteArray(R"(["a", "b", "c", "d"])"));
    row("lists", QByteArray(R"({"classes": ["u", "v", "u", "v"], "ids": ["a", "b", "c", "d"]})"));
    row("objects", QByteArray(R"([{"word": "a"}, {"word": "b"}, {"word": "c"}, {"word": "d"}])"));
    row("a vocabulary", QByteArray(R"({"c": 2, "a": 0, "d": 3, "b": 1})"));
    row("a vocabulary by number", QByteArray(R"({"2": "c", "0": "a", "3": "d", "1": "b"})"));
    row("rows by number", QByteArray("id,row\nd,3\na,0\nc,2\nb,1\n"));
    io::Hdf5Writer file;
    file.strings("/names", {"a", "b", "c", "d"});
    row("HDF5", QByteArray::fromStdString(std::string(*file.bytes())));
}

void TestPairLoader::itemFilesOfOtherFormats()
{
    QFETCH(QByteArray, bytes);
    const QString x = writeText(m_folder, "x.csv", "0.5,1\n1,2.5\n3,1.5\n4,0.5\n");
    const std::string items = writeText(m_folder, "items.csv", bytes).toStdString();
    const auto opened = test::openFile(x.toStdString(), {.items = items});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->dataset.items->ids, (std::vector<std::string>{"a", "b", "c", "d"}));
}

void TestPairLoader::itemFilesThatDoNotFit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    row("too few lines", QByteArray("a\nb\n"), "expected a line for each of the 4 rows");
    row("too many lines", QByteArray("a\nb\nc\nd\ne\nf\n"), "found 6 lines");
    row("an id twice", QByteArray("id\na\nb\na\nd\n"), "line 4");
    row("an empty id", QByteArray("id,class\na,1\n,2\nc,3\nd,4\n"), "expected an id, found nothing");
    row("ragged", QByteArray("a,1\nb\nc,3\nd,4\n"), "expected 2 columns, as in the first line, found 1");
    row("unnamed columns", QByteArray("a,1,x\nb,2,x\nc,3,x\nd,4,x\n"), "found 3 columns");
    row("empty", QByteArray(), "items.csv");
    row("one line more", QByteArray("a\nb\nc\nd\ne\n"), "found one more, and the first, “a”");
    row("one label more", QByteArray("a,u\nb,v\nc,u\nd,v\ne,u\n"), "found one more");
    row("a header and no line for an item", QByteArray("id,label\na,u\nb,v\nc,u\n"),
        "below the header “id,label”, found 3");
    row("a name of labels and no line for an item", QByteArray("label\nu\nv\nu\n"),
        "below the header “label”, found 3");
    row("another name above a blank item", QByteArray("mood\nu\nu\nu\n\n"), "found one more, and the first, “mood”");
    row("repeated word", QByteArray("a\nb\na\nd\n"), "line 3");
    row("JSON", QByteArray("{\"id\": \"a\", \"class\": \"u\"}\n").repeated(4), "row 1: the id “a” occurs twice");
    row("too few in JSON", QByteArray("[\"a\", \"b\", \"c\"]"), "for each of the 4 rows, found 3");
    row("damaged JSON", QByteArray("[\"a\", \"b\", \"c\""), "items.csv");
    row("rows in another order", QByteArray("2,a\n0,b\n1,c\n3,d\n"), "in another order than the lines");
    row("a row too large", QByteArray("row,id\n4,d\n0,a\n2,c\n1,b\n"), "line 2: expected row numbers from 0 to 3");
    row("a row twice", QByteArray("row,label\n3,u\n0,v\n3,u\n1,v\n"), "line 4: the row 3 in “row” occurs twice");
    row("a hole in a vocabulary", QByteArray(R"({"c": 2, "a": 0, "d": 4, "b": 1})"),
        "expected row numbers from 0 to 3");
    row("a number twice in a vocabulary", QByteArray(R"({"c": 2, "a": 0, "d": 2, "b": 1})"), "the row 2 in column 2");
    row("index in another order", QByteArray("word,index\na,2\nb,1\nc,4\nd,3\n"), "in another order than the lines");
}
void TestPairLoader::itemFilesThatDoNotFit()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const QString x = writeText(m_folder, "x.csv", "0.5,1\n1,2.5\n3,1.5\n4,0.5\n");
    io::DataChoice requested = choice(x, x);
    requested.x.items = writeText(m_folder, "items.csv", text).toStdString();
    const auto loaded = io::loadPair(requested);
    QVERIFY(!loaded.ok());
    QVERIFY(isSaid(loaded.error().text(), part));
    QVERIFY(isSaid(loaded.error().text(), "items.csv"));
}

/// Ids that the vectors have already remain; an item file is joined by them, or rejected.
void TestPairLoader::itemFilesJoinById()
{
    const std::string x =
        writeText(m_folder, "own.csv", "id,e0,e1\na,0.5,1\nb,1,2.5\nc,3,1.5\nd,4,0.5\n").toStdString();
    const std::vector<std::string> ids{"a", "b", "c", "d"};
    const auto opened = [&](const QByteArray &items) {
        return test::openFile(x, {.items = writeText(m_folder, "items.csv", items).toStdString()});
    };
    const auto joined = opened("id,class,year\nd,v,1994\nc,u,1993\nb,u,1992\na,u,1991\n");
    QVERIFY2(joined.ok(), joined ? "" : joined.error().text().c_str());
    const ItemTable &items = *joined->dataset.items;
    QCOMPARE(items.ids, ids);
    QCOMPARE(items.labelName(3), std::string("v"));
    QCOMPARE(items.columns.front().numbers, (std::vector<double>{1991, 1992, 1993, 1994}));
    QVERIFY(joined->warnings.empty());
    QVERIFY(isSaid(io::roleSummary(*joined), "ids from “id”; 2 classes from “items.csv”"));
    const auto byRow = opened("class\nu\nv\nu\nv\n");
    QVERIFY2(byRow.ok(), byRow ? "" : byRow.error().text().c_str());
    QCOMPARE(byRow->dataset.items->ids, ids);
    QVERIFY(isSaid(byRow->warnings.front(), "items.csv: it has no ids, so its lines were taken in the order"));
    QVERIFY(opened("a\nb\nc\nd\n").ok());
    QVERIFY(opened("id,count\nb,2\na,1\nd,4\nc,3\n").ok()); // not rows in another order
    for (const auto &[text, found] : {std::pair("d\nc\nb\na\n", "found a list of names only"),
                                      std::pair("id,class\na,u\nb,u\nc,u\ne,v\n", "found “e”")}) {
        const auto other = opened(text);
        QVERIFY(!other.ok());
        QVERIFY(isSaid(other.error().text(), "expected a column of these, such as “a”, in any order"));
        QVERIFY(isSaid(other.error().text(), found));
    }
}

namespace {

void writeText(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

std::vector<std::string> namesOf(const Dataset &dataset)
{
    std::vector<std::string> names;
    for (const auto &space : dataset.spaces)
        names.push_back(space->name);
    return names;
}

} // namespace

void TestPairLoader::foldersJoinById()
{
    QTemporaryDir folder;
    writeText(folder.filePath("first.csv"), "id,label,e0,e1\na,u,1,2\nb,v,3,4\nc,u,5,6\n");
    writeText(folder.filePath("second.csv"), "id,e0,e1,e2\nd,0,0,1\nc,7,8,9\na,1,1,1\n");
    const auto opened = test::openFile(folder.path().toStdString(), {.identify = true});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    const Dataset &dataset = opened->dataset;
    QCOMPARE(opened->format, std::string("folder of 2 files"));
    QCOMPARE(namesOf(dataset), (std::vector<std::string>{"first", "second"}));
    QCOMPARE(dataset.items->ids, (std::vector<std::string>{"a", "c"}));
    QCOMPARE(dataset.items->labelName(1), std::string("u"));
    QCOMPARE(dataset.spaces[0]->vectors(1, 0), 5.0f);
    QCOMPARE(dataset.spaces[1]->vectors(1, 2), 9.0f);
    QVERIFY(dataset.spaces[0]->items == dataset.items && dataset.spaces[1]->items == dataset.items);
    QCOMPARE(opened->warnings.size(), std::size_t(2));
    QCOMPARE(opened->warnings[0], std::string("first.csv: 1 of its 3 items are not in all files and were left out."));
    // Recognized again, but not after a file has changed.
    QCOMPARE(test::openFile(folder.path().toStdString(), {.identify = true})->dataset.hash, dataset.hash);
    writeText(folder.filePath("second.csv"), "id,e0,e1,e2\nd,0,0,1\nc,7,8,8\na,1,1,1\n");
    QVERIFY(test::openFile(folder.path().toStdString(), {.identify = true})->dataset.hash != dataset.hash);
    // Spaces of a folder are compared like those of a file.
    const auto pair = io::loadPair(choice(folder.path(), folder.path()));
    QVERIFY(pair.ok());
    QCOMPARE(pair->choice.y.space, std::string("second"));
    QCOMPARE(pair->pair.pairing.pairs(), Index(2));
    QCOMPARE(test::openFile(folder.path().toStdString(), {.maxRows = 1})->dataset.items->count, Index(1));
}

void TestPairLoader::foldersJoinByRow()
{
    QTemporaryDir folder;
    const Matrix a = randomMatrix(30, 4, 1), b = randomMatrix(30, 6, 2);
    QVERIFY(io::saveNpy(folder.filePath("a.npy").toStdString(), a).ok());
    QVERIFY(io::saveNpy(folder.filePath("b.npy").toStdString(), b).ok());
    QVERIFY(io::saveNpy(folder.filePath("other.npy").toStdString(), randomMatrix(29, 6, 3)).ok());
    writeText(folder.filePath(".hidden.csv"), "e0,e1\n1,2\n");
    const auto opened = test::openFile(folder.path().toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(namesOf(opened->dataset), (std::vector<std::string>{"a", "b"}));
    QVERIFY(opened->dataset.spaces[1]->vectors == b);
    QCOMPARE(opened->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(opened->warnings[0], "other.npy was left out: expected 30 rows as in the other files, found 29"));
    QTemporaryDir numbered;
    for (const char *name : {"layer-0.npy", "layer-1.npy"})
        QVERIFY(io::saveNpy(numbered.filePath(name).toStdString(), a).ok());
    const auto layers = test::openFile(numbered.path().toStdString());
    QVERIFY2(layers.ok(), layers ? "" : layers.error().text().c_str());
    QCOMPARE(layers->dataset.spaces.size(), std::size_t(2));
    QCOMPARE(layers->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(layers->warnings[0], "If these files are the parts of one table"));
}

void TestPairLoader::partsAreOneTable_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("first");
    QTest::newRow("clip-retrieval") << "img_emb_%1.npy" << 0;
    QTest::newRow("from 1") << "part-%1.npy" << 1;
    QTest::newRow("of") << "vectors-%1-of-12.npy" << 0;
}

void TestPairLoader::partsAreOneTable()
{
    QFETCH(QString, name);
    QFETCH(int, first);
    QTemporaryDir folder;
    const Matrix all = randomMatrix(12 * 5 - 2, 4, 1);
    for (Index part = 0; part < 12; ++part) // 10 comes after 9
        QVERIFY(io::saveNpy(folder.filePath(name.arg(first + part)).toStdString(),
                            Matrix(all.middleRows(part * 5, std::min<Index>(5, all.rows() - part * 5))))
                    .ok());
    const auto table = test::openFile(folder.path().toStdString(), {.identify = true});
    QVERIFY2(table.ok(), table ? "" : table.error().text().c_str());
    QCOMPARE(table->dataset.spaces.size(), std::size_t(1));
    QVERIFY(table->dataset.spaces[0]->vectors == all);
    QCOMPARE(table->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(table->warnings[0], "from " + name.arg(first).toStdString()));
    const std::string hash = table->dataset.hash;
    const bool counted = name.contains("-of-12");
    QVERIFY(QFile::remove(folder.filePath(name.arg(first + 11))));
    const auto shorter = test::openFile(folder.path().toStdString(), {.identify = true});
    QVERIFY(shorter->dataset.hash != hash);
    QCOMPARE(shorter->warnings.size(), std::size_t(counted ? 2 : 1));
    QVERIFY(QFile::remove(folder.filePath(name.arg(first + 4))));
    QVERIFY(isSaid(test::openFile(folder.path().toStdString())->warnings,
                   std::string("by their names there are ") + (counted ? "12" : "11") + ", found 10."));
    QVERIFY(io::saveNpy(folder.filePath(name.arg(first + 11)).toStdString(), randomMatrix(5, 3, 1)).ok());
    const auto different = test::openFile(folder.path().toStdString());
    QVERIFY(!different || different->dataset.spaces.size() > 1); // other dimensions: no table
}

void TestPairLoader::filesOfOneItemAreOneTable()
{
    QTemporaryDir single, tokens;
    const auto writeVector = [&](int item, int length) {
        const QByteArray header =
            QString("{'descr': '<f4', 'fortran_order': False, 'shape': (%1,), }").arg(length).toLatin1();
        writeText(single.filePath(QString("P%1.npy").arg(item)),
                  QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header.leftJustified(117, ' ') + '\n' +
                      QByteArray(4 * length, static_cast<char>(56 + item)));
    };
    for (int i = 0; i < 8; ++i) {
        writeVector(i, 4);
        QVERIFY(io::saveNpy(tokens.filePath(QString("P%1.npy").arg(i)).toStdString(), randomMatrix(20 + i, 4, 1)).ok());
    }
    const auto vectors = test::openFile(single.path().toStdString());
    QVERIFY2(vectors.ok(), vectors ? "" : vectors.error().text().c_str());
    QCOMPARE(vectors->dataset.spaces.size(), std::size_t(1));
    QCOMPARE(vectors->dataset.spaces[0]->dimension(), Index(4));
    QCOMPARE(vectors->dataset.items->ids.size(), std::size_t(8));
    QCOMPARE(vectors->dataset.items->ids[3], std::string("P3"));
    QCOMPARE(vectors->warnings.size(), std::size_t(1));
    writeVector(8, 5);
    const auto uneven = test::openFile(single.path().toStdString());
    QVERIFY(!uneven);
    const Said code = Said(uneven.error().message)
                          .replace(single.path(), "made")
                          .replace(QFileInfo(single.path()).fileName(), "made");
    QVERIFY(isSaid(code, "numpy.stack([numpy.load(p) for p in paths])"));
    const auto lengths = test::openFile(tokens.path().toStdString());
    QVERIFY(!lengths && isSaid(lengths.error().message, "save their means"));
}

void TestPairLoader::foldersSkipUnsuitableFiles()
{
    QTemporaryDir folder;
    QVERIFY(QFile::copy(m_both, folder.filePath("both.h5")));
    writeText(folder.filePath("notes.txt"), "Made on Monday.\n");
    QVERIFY(io::saveNpy(folder.filePath("rows.npy").toStdString(), randomMatrix(240, 3, 1)).ok());
    QVERIFY(io::saveNpy(folder.filePath("short.npy").toStdString(), randomMatrix(100, 3, 1)).ok());
    const auto opened = test::openFile(folder.path().toStdString());
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(namesOf(opened->dataset), (std::vector<std::string>{"both:alpha", "both:beta", "rows"}));
    QCOMPARE(opened->warnings.size(), std::size_t(2));
    QVERIFY(isSaid(opened->warnings[0], "notes.txt was left out: "));
    QVERIFY(isSaid(opened->warnings[1], "short.npy was left out: it has no ids"));
}

void TestPairLoader::foldersWithoutVectorsAreRefused()
{
    QTemporaryDir folder;
    const auto code = [&] { return test::codeOf(test::openFile(folder.path().toStdString())); };
    QCOMPARE(code(), ErrorCode::unknownFormat);
    writeText(folder.filePath("notes.txt"), "Made on Monday.\n");
    QCOMPARE(code(), ErrorCode::unknownFormat);
    writeText(folder.filePath("a.csv"), "id,e0,e1\na,1,2\n");
    writeText(folder.filePath("b.csv"), "id,e0,e1\nb,1,2\n");
    QCOMPARE(code(), ErrorCode::noMatchingIds);
    const auto columns = test::openFile(folder.path().toStdString(), {.columns = "id=0"});
    QCOMPARE(test::codeOf(columns), ErrorCode::wrongUsage);
    QVERIFY(isSaid(columns.error().message));
    for (int i = 0; i < 200; ++i)
        writeText(folder.filePath(QString("many%1.txt").arg(i)), "x\n");
    QCOMPARE(code(), ErrorCode::tooLarge);
}

QTEST_GUILESS_MAIN(TestPairLoader)
#include "tst_pairloader.moc"
