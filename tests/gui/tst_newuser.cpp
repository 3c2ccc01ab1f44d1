// SPDX-License-Identifier: GPL-3.0-or-later
// First use of the window by mouse and keys: from the start page to the words that a run matched wrongly and their
// matches, and to a figure; from two matrices and fifteen pairs to an adapter. Counts the clicks and prints the
// program's own time.
#include "gui/models/itemmodel.h"
#include "gui/pages/exportdialog.h"
#include "gui/pages/importdialog.h"
#include "gui/state/selection.h"
#include "gui/widgets/itemscores.h"
#include "io/numpy/npywriter.h"
#include "support/windowtest.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QTableView>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

class TestNewUser : public test::WindowTest
{
    Q_OBJECT

    static constexpr int maxClicks = 8; // guaranteed limit: one click for each step, and two mistakes

    QElapsedTimer m_clock;
    int m_clicks = 0;

    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    static bool inSight(const QWidget *widget)
    {
        return widget && widget->isEnabled() && !widget->visibleRegion().isEmpty();
    }
    void click(QWidget *widget, QPoint at)
    {
        ++m_clicks;
        QTest::mouseClick(widget, Qt::LeftButton, {}, at);
    }
    void click(QWidget *widget) { click(widget, widget->rect().center()); }
    /// Clicks in the next file dialog: one for each file, and one for the button.
    void clickFiles(const QStringList &files, QDialogButtonBox::StandardButton button)
    {
        auto *look = new QTimer(this);
        connect(look, &QTimer::timeout, this, [this, look, files, button] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            look->deleteLater();
            look->stop();
            const QString names = files.size() == 1 ? files.first() : '"' + files.join("\" \"") + '"';
            dialog->findChild<QLineEdit *>("fileNameEdit")->setText(names);
            m_clicks += static_cast<int>(files.size());
            click(dialog->findChild<QDialogButtonBox *>()->button(button));
        });
        look->start(10);
    }
    void clickTab(const QString &dock)
    {
        for (QTabBar *bar : m_window->findChildren<QTabBar *>()) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == dock)
                    return click(bar, bar->tabRect(tab).center());
            }
        }
        QFAIL(qPrintable("there is no tab " + dock));
    }

private Q_SLOTS:
    void initTestCase()
    {
        prepare("tst_newuser");
        showWindow();
    }
    void wrongMatchesAreFound();
    void figureForAPaper();
    void adapterFromTwoMatrices();
    void cleanupTestCase() { m_window.reset(); }
};

void TestNewUser::wrongMatchesAreFound()
{
    m_clock.start();
    QVERIFY(inSight(child<QPushButton>("example")));
    click(child<QPushButton>("example"));
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && inSight(child<QToolButton>("draw")), patience);
    click(child<QToolButton>("draw")); // fifteen known pairs
    QWidget *start = child<QToolBar>("toolBar")->widgetForAction(child<QAction>("actionStart"));
    QTRY_VERIFY_WITH_TIMEOUT(inSight(start), patience);
    click(start);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    waitForJobs(); // the verdict, and the scores
    auto *next = child<QPushButton>("nextStep");
    QVERIFY(inSight(next));
    QCOMPARE(next->text(), "Where is it wrong?");
    click(next);
    auto *worst = child<QTreeWidget>("worstItems");
    QTRY_VERIFY(inSight(worst) && worst->topLevelItemCount() > 0);
    // The worst mistake, and its match.
    const QString word = worst->topLevelItem(0)->text(0), instead = worst->topLevelItem(0)->text(1);
    QVERIFY2(!word.isEmpty() && !instead.isEmpty() && word != instead, qPrintable(word + ", " + instead));
    click(worst->viewport(), worst->visualItemRect(worst->topLevelItem(0)).center());
    const ItemIndex item = m_window->model.selection.focus().of(Side::y);
    QCOMPARE(QString::fromStdString(workspace().data()->items(Side::y).name(item)), word);
    QVERIFY(!worst->selectedItems().isEmpty());
    m_window->model.selection.clear();
    QVERIFY(worst->selectedItems().isEmpty() && !worst->currentItem());
    QVERIFY2(m_clicks <= maxClicks, qPrintable(QString::number(m_clicks)));
    qInfo("to “%s”, for which it took “%s”: %d clicks, %.1f s", qPrintable(word), qPrintable(instead), m_clicks,
          static_cast<double>(m_clock.elapsed()) / 1000);
}

/// The four panels with legend and caption, as a drawing whose letters need no font.
void TestNewUser::figureForAPaper()
{
    m_clock.start();
    m_clicks = 0;
    QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(m_window->findChild<ExportDialog *>() && m_window->findChild<ExportDialog *>()->isVisible());
    auto *dialog = m_window->findChild<ExportDialog *>();
    QLineEdit *path = nullptr;
    for (auto *field : dialog->findChildren<QLineEdit *>()) {
        if (field->accessibleName() == "File to write")
            path = field;
    }
    QVERIFY(path);
    const QString file = m_folder.filePath("figure.svg");
    click(path);
    QTest::keyClick(path, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(path, file);
    click(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save));
    QTRY_VERIFY(!m_window->findChild<ExportDialog *>());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray drawing = written.readAll();
    QVERIFY(drawing.contains("<svg") && drawing.count("<path") > 200 && !drawing.contains("<text"));
    constexpr qsizetype most = 4'000'000; // bytes; with points as shapes it was 10 MB
    QVERIFY2(drawing.size() <= most, qPrintable(QString::number(drawing.size())));
    QVERIFY(m_clicks <= maxClicks);
    qInfo("a figure of %lld kB: %d clicks, %.1f s", static_cast<long long>(drawing.size()) / 1000, m_clicks,
          static_cast<double>(m_clock.elapsed()) / 1000);
}

/// The rows of Y are in another order, and the partners of fifteen are known.
void TestNewUser::adapterFromTwoMatrices()
{
    constexpr Index items = 600, known = 15;
    constexpr int maxForAnAdapter = 15; // clicks; the handbook lists them
    const Dataset spaces = test::twoSpaces(items, 4, 0.05);
    const QString before = m_folder.filePath("old.npy"), after = m_folder.filePath("new.npy"),
                  pairs = m_folder.filePath("fifteen.csv"), adapter = m_folder.filePath("adapter.npz");
    QVERIFY(io::saveNpy(before.toStdString(), Matrix(spaces.spaces[0]->vectors)).ok());
    QVERIFY(io::saveNpy(after.toStdString(), Matrix(spaces.spaces[1]->vectors.colwise().reverse())).ok());
    QFile list(pairs);
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write("x_id,y_id\n");
    for (Index pair = 0; pair < known; ++pair)
        list.write(QString("%1,%2\n").arg(40 * pair).arg(items - 1 - 40 * pair).toUtf8());
    list.close();
    workspace().setModified(false);
    showWindow();
    m_clock.start();
    m_clicks = 0;

    clickFiles({before, after}, QDialogButtonBox::Open);
    click(child<QPushButton>("open"));
    QTRY_VERIFY(m_window->findChild<ImportDialog *>());
    auto *dialog = m_window->findChild<ImportDialog *>();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->reading(), patience);
    auto *rowsNo = dialog->findChild<QRadioButton *>("rowsNo");
    click(rowsNo, QPoint(8, rowsNo->height() / 2)); // on its circle
    QPushButton *open = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Open);
    QTRY_VERIFY_WITH_TIMEOUT(inSight(open), patience);
    click(open);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared(), patience);
    QVERIFY(!workspace().data()->hasTruth());
    if (!child<QToolButton>("taskAddseeds")->isChecked())
        click(child<QToolButton>("taskAddseeds"));
    QTRY_VERIFY_WITH_TIMEOUT(inSight(child<QToolButton>("read")), patience);
    clickFiles({pairs}, QDialogButtonBox::Open);
    click(child<QToolButton>("read"));
    QTRY_COMPARE_WITH_TIMEOUT(workspace().setup().seeds.size(), std::size_t(known), patience);
    QWidget *start = child<QToolBar>("toolBar")->widgetForAction(child<QAction>("actionStart"));
    QTRY_VERIFY_WITH_TIMEOUT(inSight(start), patience);
    click(start);
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    waitForJobs();
    clickFiles({adapter}, QDialogButtonBox::Save);
    child<QAction>("actionExportAdapter")->trigger();
    m_clicks += 3; // File, Export and the action
    QTRY_VERIFY_WITH_TIMEOUT(m_window->messages().text().startsWith("Wrote "), patience);
    QVERIFY(QFile(adapter).size() > 0);
    QVERIFY2(m_clicks <= maxForAnAdapter, qPrintable(QString::number(m_clicks)));
    qInfo("to an adapter: %d clicks, %.1f s; %s", m_clicks, static_cast<double>(m_clock.elapsed()) / 1000,
          qPrintable(m_window->messages().text()));
    workspace().setModified(false);
}

QTEST_MAIN(TestNewUser)
#include "tst_newuser.moc"
