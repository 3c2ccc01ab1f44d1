// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/importdialog.h"
#include "gui/widgets/columnsdialog.h"
#include "support/appwindow.h"
#include "support/hdf5samples.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

QString sample(const char *name)
{
    return QString("tests/data/formats/") + name;
}

} // namespace

/// Preview of files before they are opened, and the choices of the user.
class TestImportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void oneFileOfTwoSpaces();
    void enterOpens();
    void twoFilesOfTextPairById();
    void oneSpaceAsksForTheOther();
    void matrixOfAnHdf5FileIsChosen();
    void columnsGetRoles();
    void matricesGetIdsAndLabels();
    void rowsOfTwoFilesArePairedOnRequest();
    void badRowsAreSkippedOnRequest();
    void largeFilesAreReadInPart();
    void rowsAreDrawnOnRequest();
    void badInput_data();
    void badInput();
    void badPairs();
    void acceptedDataAreOpenedAndDroppedFilesAreShown();
    void cancelledReadingLeavesNothing();

private:
    QString file(const char *name, const QByteArray &text)
    {
        test::writeBytes(m_folder.filePath(name).toStdString(), text.toStdString());
        return m_folder.filePath(name);
    }
    void show(const QStringList &files)
    {
        m_dialog = std::make_unique<ImportDialog>(*m_runner, files);
        m_dialog->show();
        settle();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->reading(), patience); }
    template <class T> T *child(const char *name) { return m_dialog->findChild<T *>(name); }
    QString text(const char *name) { return child<QLabel>(name)->text(); }
    bool canOpen() { return child<QDialogButtonBox>("buttons")->button(QDialogButtonBox::Open)->isEnabled(); }
    /// Data that are opened when the dialog is accepted.
    Result<LoadedData> accepted()
    {
        Result<LoadedData> data = cancelledError();
        connect(m_dialog.get(), &ImportDialog::chosen, this,
                [&data](const DataChoice &choice, const OpenDatasets &read) { data = io::loadPair(choice, read); });
        m_dialog->accept();
        return data;
    }
    void verifyText(const char *label, const QStringList &parts)
    {
        const auto *shown = child<QLabel>(label);
        QTRY_VERIFY2(!shown->isVisible() || shown->height() >= shown->heightForWidth(shown->width()), label); // not cut
        for (const QString &part : parts)
            QVERIFY2(text(label).contains(part), qPrintable(part + " is not in: " + text(label)));
    }

    QTemporaryDir m_folder;
    QString m_pair;
    std::unique_ptr<Runner> m_runner;
    std::unique_ptr<ImportDialog> m_dialog;
};

void TestImportDialog::initTestCase()
{
    test::setUpWindows("tst_importdialog");
    m_pair = m_folder.filePath("pair.h5");
    QVERIFY(io::saveDataset(m_pair.toStdString(), test::twoSpaces(300, 4, 0.02, true)).ok());
}

void TestImportDialog::init()
{
    m_dialog.reset();
    m_runner = std::make_unique<Runner>();
}

void TestImportDialog::oneFileOfTwoSpaces()
{
    show({m_pair});
    verifyText("factsX", {"300 rows × 8 dimensions · float32", "item0", "4 classes", "4 × 4 pixels", "Anchorscope"});
    verifyText("factsY", {"300 rows × 10 dimensions"});
    verifyText("pairs", {"Both spaces contain the same 300 items."});
    verifyText("size", {"memory"});
    QCOMPARE(text("fileY"), QString("the same file"));
    QVERIFY(canOpen());
    QVERIFY(m_dialog->problem().isEmpty());
    const DataChoice choice = m_dialog->choice();
    QCOMPARE(choice.x.path, choice.y.path);
    QCOMPARE(choice.x.space, std::string("left"));
    QCOMPARE(choice.y.space, std::string("right"));
}

void TestImportDialog::enterOpens()
{
    show({"examples/data/digits.h5"});
    settle();
    m_dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    QVERIFY(m_dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Open)->hasFocus());
    QSignalSpy accepted(m_dialog.get(), &QDialog::accepted);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(accepted.count(), 1);
}

void TestImportDialog::twoFilesOfTextPairById()
{
    show({file("a.vec", "4 2\na 1 2\nb 0 0\nc 3 4\nd 1 1\n"), file("b.txt", "b 1 2 3\nc 1 2 4\ne 5 5 5\nc 9 9 9\n")});
    verifyText("factsX", {"4 rows × 2 dimensions", "Rows that contain only zeros: 1, the first is “b”", "No labels"});
    verifyText("factsY", {"3 rows × 3 dimensions", "the first is “c”"}); // an id that occurs twice
    verifyText("pairs", {"1 of 4 items of X and 3 of Y", "by id"});      // b has no direction, so no partner
    QVERIFY(canOpen());
    auto *rule = child<QComboBox>("rule");
    rule->setCurrentIndex(rule->findData(static_cast<int>(PairingRule::byRow)));
    Q_EMIT rule->activated(rule->currentIndex());
    settle();
    verifyText("problem", {"rows of b were left out", "repeated ids"});
    QVERIFY(!canOpen());
    rule->setCurrentIndex(rule->findData(static_cast<int>(PairingRule::none)));
    Q_EMIT rule->activated(rule->currentIndex());
    settle();
    verifyText("pairs", {"No pairs are known"});
    QVERIFY(canOpen());
}

void TestImportDialog::oneSpaceAsksForTheOther()
{
    show({sample("glove.txt")});
    verifyText("problem", {"one space", "other space"});
    QVERIFY(!canOpen());
    m_dialog->setFile(Side::y, sample("word2vec.bin"));
    settle();
    QVERIFY(canOpen());
    verifyText("pairs", {"3 of 3"});
}

void TestImportDialog::matrixOfAnHdf5FileIsChosen()
{
    show({sample("cells.h5ad")});
    auto *arrays = child<QComboBox>("arrayX");
    QVERIFY(arrays->isVisible());
    const int x = arrays->findText("/X");
    QVERIFY(x > 0);
    arrays->setCurrentIndex(x);
    Q_EMIT arrays->activated(x);
    settle();
    verifyText("factsX", {"3 rows × 50 dimensions"});
    QCOMPARE(m_dialog->choice().x.array, std::string("/X"));
    QVERIFY(!canOpen()); // X needs a second space
}

/// A column with an unclear role prevents opening the table until a role is chosen.
void TestImportDialog::columnsGetRoles()
{
    QByteArray table = ",e0,e1,price\n";
    for (int i = 0; i < 30; ++i)
        table += QString("%1,%2,%3,%4\n").arg(i).arg(0.5 + i % 7).arg(0.25 + i % 5).arg(1000.5 * (i % 3)).toUtf8();
    const QString path = file("priced.csv", table);
    show({path, path});
    verifyText("problem", {"“price”", "Columns"});
    QVERIFY(!canOpen());
    for (const char *name : {"columnsX", "columnsY"}) {
        QVERIFY(child<QPushButton>(name)->isVisible());
        child<QPushButton>(name)->click();
        auto *dialog = m_dialog->findChild<ColumnsDialog *>();
        QVERIFY(dialog);
        auto *columns = dialog->findChild<QTableWidget *>("columns");
        QCOMPARE(columns->rowCount(), 4);
        QCOMPARE(columns->item(0, 2)->text(), QString("Ids"));
        QCOMPARE(columns->item(0, 3)->text(), QString("has no name and counts the rows"));
        QCOMPARE(columns->item(3, 0)->text(), QString("price"));
        columns->selectRow(3);
        auto *role = dialog->findChild<QComboBox *>("role");
        role->setCurrentIndex(role->findText("Ignored"));
        Q_EMIT role->activated(role->currentIndex());
        QCOMPARE(columns->item(3, 2)->text(), QString("Ignored"));
        QCOMPARE(columns->item(3, 3)->text(), QString("was chosen"));
        dialog->accept();
        QTRY_VERIFY(!m_dialog->findChild<ColumnsDialog *>());
        settle();
    }
    QVERIFY2(canOpen(), qPrintable(m_dialog->problem()));
    verifyText("factsX", {"30 rows × 2 dimensions"});
    QCOMPARE(m_dialog->choice().x.columns, std::string("id=#1,vector=#2:#3,ignore=#4"));
    const auto data = accepted();
    QVERIFY2(data.ok(), data ? "" : data.error().text().c_str());
    QCOMPARE(data->set(Side::y).dimension(), Index(2));
}

/// Without ids only the user knows whether the rows of two files are the same items.
void TestImportDialog::rowsOfTwoFilesArePairedOnRequest()
{
    QByteArray vectors;
    for (int i = 0; i < 30; ++i)
        vectors += QString("%1,%2\n").arg(0.5 + i % 7).arg(0.25 + i % 5).toUtf8();
    show({file("left.csv", vectors), file("right.csv", vectors)});
    QVERIFY(child<QWidget>("rowsQuestion")->isVisible());
    QVERIFY(text("pairs").isEmpty()); // nothing is claimed
    verifyText("problem", {"whether the rows of both files correspond"});
    QVERIFY(!canOpen());
    child<QRadioButton>("rowsNo")->click();
    settle();
    QVERIFY2(canOpen(), qPrintable(m_dialog->problem()));
    QCOMPARE(m_dialog->choice().rule, PairingRule::none);
    verifyText("pairs", {"No pairs are known"});
    child<QRadioButton>("rowsYes")->click();
    settle();
    QCOMPARE(m_dialog->choice().rule, PairingRule::byRow);
    verifyText("pairs", {"30 of 30", "by row"});
    QVERIFY(canOpen());
    m_dialog->setFile(Side::y, m_dialog->choice().x.path.c_str()); // the rows of one file are the same items
    settle();
    QVERIFY(!child<QWidget>("rowsQuestion")->isVisible());
}

void TestImportDialog::badRowsAreSkippedOnRequest()
{
    QByteArray text = "a 1 2\nb 1 2\nc 1\n";
    for (int i = 0; i < 30; ++i)
        text += 'd' + QByteArray::number(i) + " 1 2\n";
    const QString path = file("bad.vec", text);
    show({path, path});
    verifyText("problem", {"bad.vec", "line 3", "bad rows"});
    QVERIFY(!canOpen());
    auto *skip = child<QAbstractButton>("skipBadRows");
    QVERIFY(skip->isVisible());
    skip->click();
    settle();
    verifyText("factsX", {"32 rows", "wrong length"});
    QVERIFY(canOpen());
    QVERIFY(m_dialog->choice().skipBadRows);
}

void TestImportDialog::largeFilesAreReadInPart()
{
    QByteArray words;
    for (int i = 0; i < 30000; ++i)
        words += "word" + QByteArray::number(i) + " 1 0.5 " + QByteArray::number(i % 17) + '\n';
    const QString path = file("large.vec", words);
    m_dialog = std::make_unique<ImportDialog>(*m_runner, QStringList());
    m_dialog->setLargestWhole(100000);
    m_dialog->show();
    m_dialog->setFile(Side::x, path);
    m_dialog->setFile(Side::y, path);
    settle();
    verifyText("factsX", {"about", "the first 20", "were read"});
    verifyText("pairs", {"among the rows that were read"});
    QVERIFY(child<QSpinBox>("maxItems")->value() > 0);
    child<QSpinBox>("maxItems")->setValue(25000); // more than the preview contains: read when the data are opened
    settle();
    QVERIFY(canOpen());
    const auto data = accepted();
    QVERIFY2(data.ok(), data ? "" : data.error().text().c_str());
    QCOMPARE(data->size(Side::x), Index(25000));
    QCOMPARE(data->datasetX->items->count, Index(25000)); // no more rows were ever in memory
    QCOMPARE(data->pair.pairing.pairs(), Index(25000));
}

void TestImportDialog::rowsAreDrawnOnRequest()
{
    QByteArray words;
    for (int i = 0; i < 5000; ++i)
        words += "word" + QByteArray::number(i) + " 1 0.5 " + QByteArray::number(i) + '\n';
    show({file("one.vec", words), file("other.vec", words)});
    QVERIFY(!child<QCheckBox>("sample")->isVisible()); // all rows are read
    child<QSpinBox>("maxItems")->setValue(300);
    settle();
    QVERIFY(child<QCheckBox>("sample")->isVisible());
    QVERIFY(child<QSpinBox>("maxItems")->prefix().contains("first"));
    child<QCheckBox>("sample")->setChecked(true);
    child<QSpinBox>("sampleSeed")->setValue(5);
    settle();
    QVERIFY(child<QSpinBox>("maxItems")->prefix().isEmpty());
    QVERIFY(canOpen());
    const auto data = accepted();
    QVERIFY2(data.ok(), data ? "" : data.error().text().c_str());
    QVERIFY(data->choice.sample && data->choice.sampleSeed == 5);
    QCOMPARE(data->size(Side::x), Index(300));
    QCOMPARE(data->pair.pairing.pairs(), Index(300)); // the same ids of both
    QVERIFY(data->pair.x->vectors(299, 2) > 3000);    // not the first ones
}

void TestImportDialog::badInput_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("parts");
    const auto row = [](const char *name, const QString &path, const QStringList &parts) {
        QTest::newRow(name) << path << parts;
    };
    const QByteArray whole = QByteArray::fromStdString(test::readBytes(m_pair.toStdString()));
    row("missing", m_folder.filePath("nowhere.npy"), {"no such file"});
    row("empty file", file("empty.npy", ""), {"0 bytes"});
    row("wrong magic", file("picture.h5", "\x89PNG\r\n\x1a\n"), {"format is unknown"});
    row("truncated HDF5", file("cut.h5", whole.left(whole.size() / 2)), {"damaged or was cut off"});
    row("truncated archive", file("cut.npz", "PK\x03\x04 and no more"), {"archive"});
    row("0 rows", sample("bad_empty.npy"), {"0 rows"});
    row("Python objects", sample("bad_object.npy"), {"Python objects"});
    row("missing filter", sample("lzf.h5"), {"lzf"});
    row("declares more than it holds", file("large.bin", "1000000000 300\nword \1\2\3\4"), {"1000000000 rows"});
    row("a row of wrong length", file("short.vec", QByteArray("a 1 2\n").repeated(9) + "x 1\n"), {"line 10"});
    row("decimal comma", file("comma.csv", "1,5;2,5\n2,5;3,5\n"), {"decimal point"});
    QVERIFY(QDir(m_folder.path()).mkpath("nothing"));
    row("folder", m_folder.filePath("nothing"), {"folder"});
    Dataset nan = test::twoSpaces(60);
    const_cast<EmbeddingSet &>(*nan.spaces[0]).vectors(17, 3) = std::nanf("");
    QVERIFY(io::saveDataset(m_folder.filePath("nan.h5").toStdString(), nan).ok());
    row("NaN", m_folder.filePath("nan.h5"), {"NaN", "row 17"});
}

void TestImportDialog::badInput()
{
    QFETCH(QString, path);
    QFETCH(QStringList, parts);
    show({path});
    verifyText("problem", parts);
    QVERIFY(child<QLabel>("problem")->isVisible());
    QVERIFY(child<QLabel>("problem")->styleSheet().contains(errorColour().name()));
    const bool factsAreRead = QLatin1String(QTest::currentDataTag()) == QLatin1String("NaN"); // values are read later
    const bool besideTheFile = child<QLabel>("factsX")->styleSheet().contains(errorColour().name());
    QCOMPARE(besideTheFile, !factsAreRead);
    QVERIFY(!canOpen());
}

void TestImportDialog::badPairs()
{
    Dataset strangers = test::twoSpaces(60);
    for (std::string &id : const_cast<ItemTable &>(*strangers.items).ids)
        id += " elsewhere";
    const QString path = m_folder.filePath("strangers.h5");
    QVERIFY(io::saveDataset(path.toStdString(), strangers).ok());
    show({m_pair, path});
    auto *rule = child<QComboBox>("rule");
    rule->setCurrentIndex(rule->findData(static_cast<int>(PairingRule::byId)));
    Q_EMIT rule->activated(rule->currentIndex());
    settle();
    verifyText("problem", {"item0 elsewhere", "file of pairs"});
    QVERIFY(!canOpen());
}

void TestImportDialog::acceptedDataAreOpenedAndDroppedFilesAreShown()
{
    QSettings().clear();
    test::AppWindow window;
    window.show();
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(m_pair)});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    auto *dialog = window.findChild<ImportDialog *>();
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->reading(), patience);
    QVERIFY(!window.model.workspace.hasData());
    dialog->accept();
    QTRY_VERIFY_WITH_TIMEOUT(window.model.workspace.hasData(), patience);
    QCOMPARE(window.model.workspace.data()->pair.pairing.pairs(), Index(300));
    QTRY_VERIFY_WITH_TIMEOUT(window.model.runner.jobs().isEmpty(), patience);
    QTRY_VERIFY(!window.findChild<ImportDialog *>());
}

void TestImportDialog::cancelledReadingLeavesNothing()
{
    m_dialog = std::make_unique<ImportDialog>(*m_runner,
                                              QStringList{file("long.vec", QByteArray("a 1 2\n").repeated(2000000))});
    m_dialog->show();
    QVERIFY(m_dialog->reading());
    m_dialog.reset();
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().isEmpty(), patience);
}

/// A bare matrix is shown without ids and labels, which can be read from a file; mismatches are reported.
void TestImportDialog::matricesGetIdsAndLabels()
{
    QByteArray vectors, items = "id,class,topic\n";
    for (int i = 0; i < 30; ++i) {
        vectors += QString("%1,%2\n").arg(0.5 + i % 7).arg(0.25 + i % 5).toUtf8();
        items += QString("item %1,%2,%3\n").arg(i).arg("ab"[i % 2]).arg(i % 3 ? "sport" : "art").toUtf8();
    }
    const QString path = file("bare.csv", vectors), list = file("items.csv", items);
    show({path, path});
    QVERIFY(child<QPushButton>("itemsX")->isVisible() && child<QPushButton>("itemsY")->isVisible());
    verifyText("factsX", {"No ids", "No labels"});
    m_dialog->setItems(Side::x, file("short.txt", "a\nb\n"));
    settle();
    verifyText("problem", {"short.txt", "a line for each of the 30 rows"});
    QVERIFY(!canOpen());
    for (const Side side : {Side::x, Side::y}) {
        m_dialog->setItems(side, list);
        settle();
    }
    QVERIFY2(canOpen(), qPrintable(m_dialog->problem()));
    verifyText("factsX", {"item 0", "2 classes"});
    QVERIFY(child<QPushButton>("itemsX")->text().contains("items.csv"));
    const auto data = accepted();
    QVERIFY2(data.ok(), data ? "" : data.error().text().c_str());
    QCOMPARE(data->items(Side::y).name(7), std::string("item 7"));
    QVERIFY(data->items(Side::x).hasLabels());
    QCOMPARE(data->items(Side::x).columns.size(), std::size_t{1}); // other columns are kept
    QCOMPARE(data->items(Side::x).columns[0].name, std::string("topic"));
    QCOMPARE(data->items(Side::x).columns[0].text(4), std::string("sport"));
    m_dialog->setFile(Side::x, list); // another file does not use these names
    QVERIFY(m_dialog->choice().x.items.empty());
    settle();
}

QTEST_MAIN(TestImportDialog)
#include "tst_importdialog.moc"
