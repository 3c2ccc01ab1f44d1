// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/tablemodel.h"
#include "gui/style/plaintext.h"
#include "gui/views/heatmapview.h"
#include "gui/widgets/hovercard.h"
#include "gui/widgets/legendbar.h"
#include "gui/widgets/tableview.h"
#include "support/windowtest.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QToolTip>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

/// A text and its expected display, character by character.
struct Hostile
{
    const char *name;
    QString text, seen;
};

std::vector<Hostile> hostileTexts()
{
    const QString million(1000000, 'm');
    return {{"picture", "<img src=/dev/zero>", "<img src=/dev/zero>"},
            {"bold", "<b>x</b>", "<b>x</b>"},
            {"formula", "=1+1", "=1+1"},
            {"escape", "\x1B[31mred", "␛[31mred"},
            {"override", QStringLiteral("a\u202Eb"), QStringLiteral("a\uFFFDb")},
            {"NUL", QString("a%1b").arg(QChar(0)), "a␀b"},
            {"megabyte", million, million.left(40)},
            {"megabyte of tags", "<b>" + million, "<b>" + million.left(40)}};
}

/// Visible text of a tooltip, which Qt displays as rich text if it resembles it.
QString seenIn(const QString &toolTip)
{
    return Qt::mightBeRichText(toolTip) ? QTextDocumentFragment::fromHtml(toolTip).toPlainText() : toolTip;
}

bool isPlain(const QLabel &label)
{
    return label.textFormat() == Qt::PlainText;
}

class OneCell : public TableModel
{
public:
    explicit OneCell(QString text) : TableModel(QList<Column>{{"Name", {}, false}}, nullptr), m_text(std::move(text)) {}

protected:
    int rows() const override { return 1; }
    QString text(int, int) const override { return m_text; }
    QVariant extra(int, int, int role) const override
    {
        return role == Qt::ToolTipRole ? QVariant("label " + m_text) : QVariant();
    }

private:
    const QString m_text;
};

} // namespace

/// Texts from files that Qt would interpret as rich text, that control a terminal, reorder a line, or are very long.
class TestHostileText : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare("tst_hostiletext"); }
    void manyClassesLeaveRoom()
    {
        LegendBar bar;
        std::vector<LegendEntry> legend;
        for (int i = 0; i < 20000; ++i)
            legend.push_back({QString("class %1").arg(i), Qt::red, 0});
        bar.setLegend(legend, ColourBy::Label);
        QCOMPARE(bar.findChildren<QToolButton *>().size(), 30);
        QCOMPARE(bar.findChild<QLabel *>()->text(), QString("and 19970 more"));
        legend.resize(30);
        bar.setLegend(legend, ColourBy::Label);
        QCOMPARE(bar.findChildren<QToolButton *>().size(), 30);
        QVERIFY(!bar.findChild<QLabel *>());
    }
    void init() { m_clock.start(); }
    void cleanup();
    void messages_data() { rows(); }
    void messages();
    void legend_data() { rows(); }
    void legend();
    void tables_data() { rows(); }
    void tables();
    void heatMap_data() { rows(); }
    void heatMap();
    void cardAndCandidates_data() { rows(); }
    void cardAndCandidates();
    void questions();
    void cutsBetweenCharacters();
    void exportsOfTables();
    void everyDockOfAWindow();

private:
    static void rows();
    void checkLabelsAndToolTips(const QWidget &top);
    QElapsedTimer m_clock;
};

void TestHostileText::rows()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("seen");
    for (const Hostile &each : hostileTexts())
        QTest::newRow(each.name) << each.text << each.seen;
}

void TestHostileText::cleanup()
{
    m_window.reset();
    QVERIFY2(m_clock.elapsed() < patience / 6, "this took too long");
}

void TestHostileText::messages()
{
    QFETCH(QString, text);
    QFETCH(QString, seen);
    QWidget window; // parent of the tooltip
    window.resize(600, 400);
    MessageBar bar(&window);
    bar.showMessage(MessageBar::Kind::Error, text);
    const auto *label = bar.findChild<QLabel *>("messageText");
    QVERIFY(isPlain(*label));
    QVERIFY2(bar.text().startsWith(seen), qPrintable(bar.text().left(80)));
    QVERIFY(bar.text().size() <= longestText);
    QVERIFY(!bar.grab().isNull());
}

void TestHostileText::legend()
{
    QFETCH(QString, text);
    QFETCH(QString, seen);
    LegendBar bar;
    bar.setLegend({{text, Qt::red, 0}}, ColourBy::Label);
    const auto *button = bar.findChild<QToolButton *>();
    QVERIFY2(button->text().startsWith(seen), qPrintable(button->text().left(80)));
    QVERIFY2(seenIn(button->toolTip()).contains(seen), qPrintable(button->toolTip().left(200)));
    QVERIFY(button->toolTip().size() < longestText);
    QVERIFY(!bar.grab().isNull());
}

void TestHostileText::tables()
{
    QFETCH(QString, text);
    QFETCH(QString, seen);
    OneCell model(text);
    QTableView table;
    table.setModel(&model);
    configureTable(&table, {0});
    table.resize(300, 200);
    QVERIFY(!table.grab().isNull());
    table.resizeColumnsToContents();
    const QModelIndex cell = model.index(0, 0);
    QVERIFY(model.data(cell, Qt::DisplayRole).toString().startsWith(seen));
    QVERIFY(model.data(cell, Qt::DisplayRole).toString().size() <= longestName + 1);
    QCOMPARE(model.data(cell, TableModel::valueRole).toString(), text); // the full text is copied
    const QString toolTip = model.data(cell, Qt::ToolTipRole).toString();
    QVERIFY2(seenIn(toolTip).startsWith("label " + seen), qPrintable(toolTip.left(200)));
}

void TestHostileText::heatMap()
{
    QFETCH(QString, text);
    QFETCH(QString, seen);
    HeatMapView map;
    map.setMatrix(Eigen::MatrixXd::Identity(2, 2), {text, "b"}, {text, "b"});
    map.setTitles("title", text, text);
    map.resize(400, 400);
    QVERIFY(!map.grab().isNull());
    const QPoint place = map.cellRect(0, 0).center();
    QHelpEvent help(QEvent::ToolTip, place, map.mapToGlobal(place));
    QCoreApplication::sendEvent(&map, &help);
    QVERIFY2(seenIn(QToolTip::text()).contains(seen), qPrintable(QToolTip::text().left(200)));
    QVERIFY(QToolTip::text().size() < 2 * longestText);
    QToolTip::hideText();
}

void TestHostileText::cardAndCandidates()
{
    QFETCH(QString, text);
    QFETCH(QString, seen);
    Dataset dataset = test::twoSpaces(60, 4, 0.2);
    auto items = std::make_shared<ItemTable>(*dataset.items);
    items->ids[7] = text.toStdString();
    items->labelNames[3] = text.toStdString();
    dataset.items = items;
    for (auto &space : dataset.spaces) {
        auto own = std::make_shared<EmbeddingSet>(*space);
        own->items = items;
        own->name += text.toStdString();
        space = own;
    }
    showWindow();
    workspace().setData(test::loaded(dataset));
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && m_window->model.runner.jobs().isEmpty(), patience);
    m_window->panels().card()->showFor({Side::x, 7, 7}, {});
    const QString card = m_window->panels().card()->text();
    QVERIFY2(seenIn(card).count(seen) >= 4, qPrintable(card.left(400))); // id and label, of the item and of its partner
    m_window->panels().card()->hide();

    m_window->dock("anchors")->show();
    m_window->openDock("anchors");
    m_window->model.pairTool.setActive(true);
    m_window->model.pairTool.click(Side::x, 7);
    const QLabel *title = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(m_window->dock("anchors")->findChildren<QLabel *>(),
                                                 [&](const QLabel *label) {
                                                     title = label;
                                                     return label->text().contains(seen);
                                                 }),
                             patience);
    QVERIFY(isPlain(*title));
}

/// Names of files in questions.
void TestHostileText::questions()
{
    QMessageBox box(QMessageBox::Question, "title", "<b>x</b>");
    box.setInformativeText("<img src=/dev/zero>");
    box.show();
    for (const QLabel *label : box.findChildren<QLabel *>())
        QVERIFY2(label->text().isEmpty() || isPlain(*label), qPrintable(label->text()));
}

void TestHostileText::cutsBetweenCharacters()
{
    const QString faces = QStringLiteral("😀").repeated(400);
    QCOMPARE(shownName(faces, 5), QStringLiteral("😀😀…"));
    QCOMPARE(shownName(faces, 4), QStringLiteral("😀…"));
    QCOMPARE(shownName("abc", 3), QString("abc"));
    QCOMPARE(shownName("a\nb"), QString("a␊b"));
    QCOMPARE(shownText("a\nb"), QString("a\nb"));
    QCOMPARE(tooltipText("a < b\n=1+1"), QString("a < b\n=1+1")); // unchanged, as it contains no rich text
}

void TestHostileText::exportsOfTables()
{
    using enum TableModel::Format;
    QCOMPARE(OneCell("=1+1").asText(Csv), QString("Name\n'=1+1\n"));
    QCOMPARE(OneCell("-0.5").asText(Csv), QString("Name\n-0.5\n"));
    QCOMPARE(OneCell("a|b\nc\\|<img>").asText(Markdown), QString("| Name |\n| --- |\n| a\\|b c\\\\\\|&lt;img> |\n"));
    QVERIFY(OneCell("~^\\x\n&")
                .asText(Latex)
                .contains("\\textasciitilde{}\\textasciicircum{}\\textbackslash{}x \\& \\\\\n"));
    QCOMPARE(OneCell("a\tb\x1B[31m").asText(Tabs), QString("Name\na␉b␛[31m\n"));
}

void TestHostileText::checkLabelsAndToolTips(const QWidget &top)
{
    for (const QLabel *label : top.findChildren<QLabel *>())
        QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->objectName() + label->text().left(80)));
    for (const QWidget *widget : top.findChildren<QWidget *>()) {
        QVERIFY2(!seenIn(widget->toolTip()).contains(QChar(0xFFFC)), qPrintable(widget->toolTip().left(200)));
        QVERIFY2(!widget->toolTip().contains("<img"), qPrintable(widget->toolTip().left(200)));
    }
    for (const QAbstractItemView *view : top.findChildren<QAbstractItemView *>()) {
        for (int row = 0; view->model() && row < std::min(10, view->model()->rowCount()); ++row) {
            for (int column = 0; column < view->model()->columnCount(); ++column) {
                const QVariant toolTip = view->model()->index(row, column).data(Qt::ToolTipRole);
                QVERIFY2(!toolTip.toString().contains("<img"), qPrintable(toolTip.toString().left(200)));
            }
        }
    }
}

/// A file full of such texts, opened as a user opens it, with every dock raised and drawn.
void TestHostileText::everyDockOfAWindow()
{
    Dataset dataset = test::twoSpaces(200, 8, 0.2);
    auto items = std::make_shared<ItemTable>(*dataset.items);
    std::size_t place = 0;
    for (const Hostile &each : hostileTexts()) {
        if (each.text.contains(QChar(0)))
            continue; // too long for HDF5
        items->ids[place] = each.text.toStdString();
        items->labelNames[place++] = each.text.toStdString();
    }
    items->ids[150] = "<img src=/dev/zero> of zeros";
    dataset.items = items;
    dataset.title = dataset.source = dataset.license = "<img src=/dev/zero>";
    for (auto &space : dataset.spaces) {
        auto own = std::make_shared<EmbeddingSet>(*space);
        own->items = items;
        own->name += "<img src=0>";
        own->model = "<img src=/dev/zero>";
        own->vectors.row(150).setZero();
        space = own;
    }
    const QString path = m_folder.filePath("<img src=x>.h5");
    const Status saved = io::saveDataset(path.toStdString(), dataset);
    QVERIFY2(saved.ok(), saved ? "" : saved.error().text().c_str());
    showWindow();
    open(path);
    setSeeds();
    waitForJobs();
    for (QDockWidget *dock : m_window->findChildren<QDockWidget *>()) {
        m_window->openDock(dock->objectName());
        QVERIFY(!dock->grab().isNull());
    }
    checkLabelsAndToolTips(*m_window);
    QVERIFY(!m_window->grab().isNull());
}

QTEST_MAIN(TestHostileText)
#include "tst_hostiletext.moc"
