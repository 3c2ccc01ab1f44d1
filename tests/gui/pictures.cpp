// SPDX-License-Identifier: GPL-3.0-or-later
// Screenshots of the window for the README, and for reviewing changes of its appearance: each function brings the
// window into a state and takes a screenshot. Run by resources/screenshots/make.sh, which sets their folder
// (ANCHORSCOPE_PICTURES) and that of the large data sets (ANCHORSCOPE_DATA).
#include "gui/experiments/experiments.h"
#include "gui/state/selection.h"
#include "gui/views/plotexport.h"
#include "gui/window/finder.h"
#include "support/windowtest.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <map>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::patience;

namespace {

constexpr QSize usual{1440, 860}, laptop{1366, 768};

int squaredDistance(QRgb a, QRgb b)
{
    const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
    return red * red + green * green + blue * blue;
}

/// Reduces to 256 colours, a third of the bytes: repeatedly selects a colour that is frequent and far from those
/// selected, so that rare ones, such as a class in the legend, are included.
QImage fewColours(const QImage &picture)
{
    constexpr int most = 256;
    constexpr QRgb nearlyEqual = 0xfffcfcfc;
    struct Colour
    {
        QRgb value;
        double weight;
        int away; ///< squared distance to the nearest selected colour
    };
    std::map<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y) & nearlyEqual];
    }
    std::vector<Colour> colours;
    for (const auto &[value, count] : counts)
        colours.push_back({value, std::sqrt(count), 3 * 255 * 255});
    QList<QRgb> table;
    while (table.size() < most && table.size() < std::ssize(colours)) {
        const QRgb next =
            std::ranges::max_element(colours, {}, [](const Colour &one) { return one.weight * one.away; })->value;
        table << next;
        for (Colour &one : colours)
            one.away = std::min(one.away, squaredDistance(one.value, next));
    }
    return picture.convertToFormat(QImage::Format_Indexed8, table, Qt::ThresholdDither);
}

} // namespace

class Pictures : public test::WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    // for the README
    void start() { take("start"); }
    void words();
    void digits();
    void mnist();
    void manyWords();
    void overlay();
    void search();
    void stitching();
    void dark();
    void present();
    void playground();
    void small();
    void twice();
    // for visual checks
    void spaces();
    void similarity();
    void partnerLines();
    void contours();
    void blink();
    void figure();
    void firstRun();
    void experiments();

private:
    template <class T> T *child(const char *name) { return m_window->findChild<T *>(name); }
    void trigger(const char *action) { child<QAction>(action)->trigger(); }
    void openBundled(const QString &file) { open("examples/data/" + file); }
    void openLarge(const QString &file);
    void drawSeeds();
    void run();
    void select(const QString &label);
    void rest();
    void take(const QString &name);

    QString m_pictures = qEnvironmentVariable("ANCHORSCOPE_PICTURES");
};

void Pictures::initTestCase()
{
    QVERIFY2(!m_pictures.isEmpty(), "ANCHORSCOPE_PICTURES names the folder that they go to");
    prepare("pictures");
}

void Pictures::init()
{
    showWindow();
    m_window->resize(usual);
}

void Pictures::cleanup()
{
    workspace().setModified(false);
    m_window.reset();
    applyTheme(*qApp, ThemeChoice::Light);
}

void Pictures::openLarge(const QString &file)
{
    const QString path = qEnvironmentVariable("ANCHORSCOPE_DATA") + '/' + file;
    if (!QFile::exists(path))
        QSKIP("the data set is not there");
    open(path);
}

void Pictures::drawSeeds()
{
    m_window->openDock("anchors");
    child<QToolButton>("draw")->click();
    rest();
    QVERIFY(!workspace().setup().seeds.empty());
}

void Pictures::run()
{
    drawSeeds();
    m_window->model.optimizer.start();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().runs().size(), 1u, patience);
    rest();
}

/// The items of X of one class.
void Pictures::select(const QString &label)
{
    const ItemTable &items = workspace().data()->items(Side::x);
    std::vector<ItemIndex> chosen;
    for (ItemIndex item = 0; item < workspace().data()->size(Side::x); ++item) {
        if (items.labelName(item) == label.toStdString())
            chosen.push_back(item);
    }
    QVERIFY(!chosen.empty());
    m_window->model.selection.select(Side::x, chosen);
}

/// Waits until jobs and animations have finished.
void Pictures::rest()
{
    constexpr int motion = 700;            // milliseconds; twice the duration of the panels' animations
    for (int turn = 0; turn < 2; ++turn) { // painting may start further jobs
        waitForJobs();
        QTest::qWait(motion);
    }
}

void Pictures::take(const QString &name)
{
    rest();
    QImage picture = m_window->grab().toImage();
    if (picture.devicePixelRatio() > 1) // scaled to the size of the other screenshots
        picture = picture.scaled(m_window->size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(1);
    QVERIFY(fewColours(picture).save(m_pictures + '/' + name + ".png", "PNG", 0));
}

void Pictures::words()
{
    openBundled("words.h5");
    run();
    m_window->openDock("retrieval");
    take("words");
}

void Pictures::digits()
{
    openBundled("digits.h5");
    run();
    m_window->messages().hide();
    m_window->openDock("data");
    take("digits");
}

void Pictures::mnist()
{
    openLarge("mnist.h5");
    run();
    m_window->openDock("optimize");
    take("mnist");
}

void Pictures::manyWords()
{
    openLarge("words.h5");
    drawSeeds();
    take("words20000");
}

void Pictures::overlay()
{
    openBundled("words.h5");
    run();
    m_window->messages().hide();
    trigger("actionOverlay");
    take("overlay");
}

void Pictures::search()
{
    openBundled("words.h5");
    drawSeeds();
    trigger("actionFind");
    auto *finder = m_window->findChild<Finder *>();
    QTest::keyClicks(finder->input(), "king");
    QTRY_VERIFY(finder->list()->topLevelItemCount() > 0);
    take("search");
}

void Pictures::stitching()
{
    openBundled("digits.h5");
    run();
    m_window->messages().hide();
    trigger("actionStitching");
    rest();
    m_window->openDock("stitching");
    take("stitching");
}

void Pictures::dark()
{
    openBundled("words.h5");
    drawSeeds();
    applyTheme(*qApp, ThemeChoice::Dark);
    select("person");
    m_window->openDock("selection");
    take("dark");
}

void Pictures::present()
{
    openBundled("globe.h5");
    drawSeeds();
    workspace().change("Turn", [](Setup &setup) { setup.transform.turn = 60; });
    trigger("actionPresent");
    m_window->setWindowState(Qt::WindowNoState); // the screen of tests has a fixed size
    m_window->resize(1280, 720);
    QTest::qWait(2000); // the key hints have disappeared
    take("present");
}

void Pictures::playground()
{
    openBundled("globe.h5");
    drawSeeds();
    workspace().change("Mirror and turn", [](Setup &setup) {
        setup.transform.mirror = 1;
        setup.transform.turn = 60;
    });
    m_window->openDock("play");
    take("playground");
}

void Pictures::small()
{
    m_window->resize(laptop);
    openBundled("digits.h5");
    drawSeeds();
    take("small");
}

/// With QT_SCALE_FACTOR=2.
void Pictures::twice()
{
    m_window->resize(laptop);
    openBundled("words.h5");
    drawSeeds();
    take("twice");
}

void Pictures::spaces()
{
    openBundled("digits.h5");
    run();
    m_window->messages().hide();
    m_window->openDock("data");
    m_window->resize(laptop);
    take("spaces-laptop");
    applyTheme(*qApp, ThemeChoice::Dark);
    take("spaces-dark");
}

void Pictures::similarity()
{
    openBundled("words.h5");
    drawSeeds();
    m_window->model.selection.setFocus(Side::x, 500);
    trigger("actionDistance");
    take("similarity");
}

void Pictures::partnerLines()
{
    openBundled("words.h5");
    run();
    m_window->messages().hide();
    trigger("actionPartnerLines");
    take("lines-none");
    select("nature");
    take("lines");
}

void Pictures::contours()
{
    openBundled("digits.h5");
    drawSeeds();
    trigger("actionDensity");
    take("contours");
    applyTheme(*qApp, ThemeChoice::Dark);
    take("contours-dark");
}

void Pictures::blink()
{
    openBundled("digits.h5");
    run();
    m_window->messages().hide();
    trigger("actionOverlay");
    take("overlay-digits");
    trigger("actionBlink");
    take("blink");
}

/// Exports all panels with legend and caption, like the dialog.
void Pictures::figure()
{
    openBundled("words.h5");
    run();
    auto *figure = child<QWidget>("figure");
    for (const char *ending : {"png", "svg", "pdf"})
        QVERIFY(exportPlot(*figure, m_pictures + "/figure." + QLatin1String(ending), {}).ok());
}

/// Before and after the first run: empty charts, the answer, the history of runs.
void Pictures::firstRun()
{
    openBundled("words.h5");
    m_window->openDock("optimize");
    take("optimize-empty");
    run();
    m_window->openDock("optimize");
    take("optimize");
    applyTheme(*qApp, ThemeChoice::Dark);
    take("answer-dark");
}

/// Repeated projections, and labelled points.
void Pictures::experiments()
{
    openBundled("digits.h5");
    m_window->openDock("experiments");
    auto *choice = m_window->dock("experiments")->findChild<QComboBox *>("experiment");
    for (const QString id : {"reconstruction", "proxy"}) {
        choice->setCurrentIndex(choice->findData(id));
        m_window->model.experiments.start(*findExperiment(id.toStdString()), 1);
        take("experiment-" + id);
    }
}

QTEST_MAIN(Pictures)
#include "pictures.moc"
