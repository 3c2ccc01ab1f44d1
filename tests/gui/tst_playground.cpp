// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/itemtext.h"
#include "gui/display/repeatcommand.h"
#include "gui/playground/playpage.h"
#include "gui/playground/relativevectorbars.h"
#include "gui/playground/toydialog.h"
#include "gui/scatter/handles.h"
#include "gui/scatter/scatterview.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/axismenu.h"
#include "support/windowtest.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QMouseEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QValueAxis>

using namespace anchorscope;
using namespace anchorscope::gui;

/// Interactive transforms of Y, and the scores that change.
class TestPlayground : public test::WindowTest
{
    Q_OBJECT

    PlayController &play() { return m_window->model.play; }
    const PanelPlot &plot(Panel panel) { return m_window->model.projections.plot(panel); }
    QSlider *slider(const char *field)
    {
        auto *row = m_window->findChild<QDockWidget *>("play")->findChild<QWidget *>(field);
        return row ? row->findChild<QSlider *>() : nullptr;
    }
    const QLabel *labelOf(const QString &accessibleName)
    {
        const auto labels = m_window->findChildren<QLabel *>();
        const auto found = std::ranges::find(labels, accessibleName, &QWidget::accessibleName);
        return found == labels.end() ? nullptr : *found;
    }
    void openToy(const QString &toy)
    {
        open(toy);
        m_window->openDock("play");
        workspace().change("Seeds", [](Setup &setup) {
            for (const ItemIndex item : {0, 1, 2, 3, 4, 5, 6, 7})
                setup.seeds.push_back({item, item});
        });
        settle();
    }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && m_window->model.runner.jobs().isEmpty(), test::patience);
    }
    void turn(double degrees)
    {
        workspace().change("Turn", [degrees](Setup &setup) { setup.transform.turn = degrees; });
        settle();
    }

private Q_SLOTS:
    void initTestCase() { prepare("playground"); }
    void init() { showWindow(); }
    void cleanup() { m_window.reset(); }

    void rotationChangesOnlyAbsoluteScores()
    {
        openToy("toy:wedges,n=200,seed=2");
        QVERIFY(play().scores().classesAbsolute.value() > 0.9);
        const Matrix before = workspace().data()->pair.y->vectors;
        const Matrix relativeBefore = *plot(Panel::RelativeY).coordinates;
        turn(126);
        QVERIFY(play().scores().classesAbsolute.value() < 0.4);
        QVERIFY(play().scores().classesRelative.value() > 0.9);
        QVERIFY(play().scores().relativeChange.value() < 1e-4);
        QVERIFY(play().scores().search->pAt1 > 0.97); // some items have equal angles up to rounding
        QVERIFY(workspace().data()->pair.y->vectors != before);
        QCOMPARE(*plot(Panel::AbsoluteY).coordinates, workspace().data()->pair.y->vectors); // as read, dimensions
        QVERIFY((*plot(Panel::RelativeY).coordinates - relativeBefore).cwiseAbs().maxCoeff() < 1e-3f);
        workspace().change("Shift", [](Setup &setup) {
            setup.transform.shift = 2;
            setup.centering = Centering::none;
        });
        settle();
        QVERIFY(play().scores().relativeChange.value() > 0.2);
        workspace().change("Back", [](Setup &setup) { setup.transform = {}; });
        settle();
        QCOMPARE(workspace().data()->pair.y->vectors, before); // bit for bit
        QCOMPARE(play().scores().relativeChange.value(), 0.0);
    }

    void dragIsOneStep()
    {
        openToy("toy:wedges,n=60");
        const int steps = workspace().history()->index();
        QSlider *turning = slider("turn");
        QVERIFY(turning);
        turning->setSliderDown(true);
        for (int step = 180; step <= 300; step += 5)
            turning->setValue(step);
        turning->setSliderDown(false);
        QCOMPARE(workspace().setup().transform.turn, 120.0);
        QCOMPARE(workspace().history()->index(), steps + 1);
        turning->setSliderDown(true);
        turning->setValue(200);
        turning->setSliderDown(false);
        QCOMPARE(workspace().history()->index(), steps + 2);
        workspace().history()->undo();
        workspace().history()->undo();
        QVERIFY(workspace().setup().transform.isNeutral());
        QCOMPARE(turning->value(), 180);
        settle();
    }

    void handlesChangeY()
    {
        openToy("toy:wedges,n=60");
        ScatterView &panel = *m_window->findChild<ScatterView *>("absoluteY");
        Handles &handles = *panel.handles();
        using Look = Handle::Look;
        QCOMPARE(handles.handles().size(), 6u);
        const auto place = [&](Look look) {
            const auto at = std::ranges::find(handles.handles(), look, &Handle::look);
            return handles.positionOf(static_cast<std::size_t>(at - handles.handles().begin())).toPoint();
        };
        const auto drag = [&](Look look, QPoint way, Qt::KeyboardModifiers modifiers = {}) {
            const QPoint from = place(look);
            const int steps = workspace().history()->index();
            QTest::mousePress(panel.viewport(), Qt::LeftButton, modifiers, from);
            for (int part = 1; part <= 5; ++part) {
                QMouseEvent move(QEvent::MouseMove, from + way * part / 5.0, panel.viewport()->mapToGlobal(from),
                                 Qt::NoButton, Qt::LeftButton, modifiers);
                QCoreApplication::sendEvent(panel.viewport(), &move);
            }
            QTest::mouseRelease(panel.viewport(), Qt::LeftButton, modifiers, from + way);
            const bool oneStep = workspace().history()->index() == steps + 1;
            settle();
            return oneStep;
        };
        const auto transform = [this] { return workspace().setup().transform; };
        const auto span = [&](Look look) { return place(look) - place(Look::Shift); };
        const int ring = static_cast<int>(std::hypot(span(Look::Turn).x(), span(Look::Turn).y()));
        QVERIFY(ring >= 60);
        QVERIFY(Handles::side >= 24);
        QVERIFY(drag(Look::Turn, QPoint(-ring, ring))); // a quarter, from the top to the left
        QCOMPARE(transform().turn, 90.0);
        QVERIFY((span(Look::Turn) - QPoint(-ring, 0)).manhattanLength() <= 2); // the handle stays under the pointer
        QVERIFY(drag(Look::Turn, QPoint(ring, -ring)));
        QVERIFY(transform().isNeutral());
        QVERIFY(drag(Look::Scale, span(Look::Scale) / 2));
        QVERIFY(std::abs(transform().scale - 1.5) < 0.03);
        workspace().history()->undo();
        settle();
        QVERIFY(transform().isNeutral());
        QVERIFY(drag(Look::Stretch, span(Look::Stretch) / 2));
        QVERIFY(std::abs(transform().stretch - 1.5) < 0.03);
        workspace().history()->undo();
        settle();
        QVERIFY(drag(Look::Stretch, QPoint(0, -ring / 2), Qt::AltModifier));
        QVERIFY(std::abs(transform().shear - 0.5) < 0.03);
        QCOMPARE(transform().stretch, 1.0);
        QCOMPARE(transform().bend, 0.0);
        workspace().history()->undo();
        settle();
        QVERIFY(drag(Look::Shift, QPoint(ring / 2, 0)));
        QVERIFY(std::abs(transform().shift - 1) < 0.05);
        // The panel includes the place before the shift, which would be invisible otherwise.
        const auto *axis = qobject_cast<QValueAxis *>(panel.chart()->axes(Qt::Horizontal).first());
        QVERIFY(axis->min() <= workspace().originalData()->pair.y->vectors.col(0).minCoeff());
        workspace().history()->undo();
        settle();
        QVERIFY(drag(Look::Bend, QPoint(0, -ring / 2)));
        QVERIFY(std::abs(transform().bend - 0.5) < 0.03);
        workspace().history()->undo();
        settle();
        QTest::mouseClick(panel.viewport(), Qt::LeftButton, {}, place(Look::Mirror));
        QCOMPARE(transform().mirror, 1.0);
        QVERIFY(m_window->model.selection.isEmpty()); // the drag is not a click on a point
        settle();
        workspace().changeView("Components", [](ViewState &view) { view.frame = PanelFrame::Components; });
        settle();
        QVERIFY(handles.handles().empty()); // components undo a turn
        open("examples/data/globe.h5");
        workspace().changeView("Map", [](ViewState &view) { view.frame = PanelFrame::Map; });
        settle();
        QCOMPARE(handles.handles().size(), 2u);
        const QPoint ground = place(Look::Turn);
        QTest::mousePress(panel.viewport(), Qt::LeftButton, {}, ground);
        QMouseEvent move(QEvent::MouseMove, ground + QPoint(40, 0), panel.viewport()->mapToGlobal(ground), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(panel.viewport(), &move);
        QTest::mouseRelease(panel.viewport(), Qt::LeftButton, {}, ground + QPoint(40, 0));
        QVERIFY(transform().turn > 5);
        settle();
    }

    /// Gets from the start page to “Y rotated, bars unchanged” with the mouse alone.
    void firstInsightTakesFewClicks()
    {
        constexpr int maxClicks = 10;
        int clicks = 0;
        const auto click = [&](QWidget *widget, QPoint at) {
            QVERIFY(widget && widget->isVisible() && widget->isEnabled());
            QVERIFY(!widget->visibleRegion().isEmpty());
            QTest::mouseClick(widget, Qt::LeftButton, {}, at);
            ++clicks;
        };
        QElapsedTimer clock;
        clock.start();
        auto *globe = m_window->findChild<QPushButton *>("globe");
        click(globe, globe->rect().center());
        settle();
        QCOMPARE(workspace().data()->pair.x->name, "earth");
        QCOMPARE(workspace().data()->pair.y->name, "atlas");
        QTest::keyClick(m_window.get(), Qt::Key_R); // draws pairs
        ++clicks;
        settle();
        const auto tasks = m_window->findChild<QToolBar *>("rail")->findChildren<QToolButton *>();
        for (QToolButton *task : tasks) {
            if (task->text() == "Lab")
                click(task, task->rect().center());
        }
        settle();
        for (QTabBar *bar : m_window->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == "Playground")
                    click(bar, bar->tabRect(tab).center());
            }
        }
        settle();
        QSlider *turning = slider("turn");
        QVERIFY(!turning->visibleRegion().isEmpty());
        QStyleOptionSlider option;
        option.initFrom(turning);
        option.maximum = turning->maximum();
        option.sliderPosition = option.sliderValue = turning->value();
        option.orientation = Qt::Horizontal;
        const QPoint knob =
            turning->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, turning).center();
        QTest::mousePress(turning, Qt::LeftButton, {}, knob);
        for (int way = 10; way <= 80; way += 10)
            QTest::mouseMove(turning, knob + QPoint(way, 0));
        QTest::mouseRelease(turning, Qt::LeftButton, {}, knob + QPoint(80, 0));
        ++clicks;
        settle();
        QVERIFY(std::abs(workspace().setup().transform.turn) > 20);
        QTRY_VERIFY(play().scores().relativeChange.has_value());
        QVERIFY(*play().scores().relativeChange < 1e-3);
        const auto *moved = labelOf(tr("Bars moved, as a number"));
        QVERIFY(moved && moved->text().startsWith(QLocale().toString(0.0, 'f', 1)));
        QVERIFY2(clicks <= maxClicks, qPrintable(QString::number(clicks)));
        qInfo("first surprise: %d clicks, %.1f s", clicks, static_cast<double>(clock.elapsed()) / 1000);
    }

    void barsBelongToTheHighlightedItem()
    {
        openToy("toy:wedges,n=60");
        const auto &vector = *m_window->findChild<RelativeVector *>();
        QVERIFY(vector.bars().empty());
        m_window->model.selection.setHover(Side::x, 20);
        QCOMPARE(vector.bars().size(), 8u);
        for (const RelativeVector::Bar &bar : vector.bars())
            QVERIFY(std::abs(bar.similarity[0].value() - bar.similarity[1].value()) < 1e-5f);
        QCOMPARE(vector.bars()[0].anchor, itemName(*workspace().data(), Side::x, 0));
        const auto before = vector.bars();
        turn(126);
        m_window->model.selection.setHover(Side::x, 20);
        for (std::size_t a = 0; a < before.size(); ++a)
            QVERIFY(std::abs(vector.bars()[a].similarity[1].value() - before[a].similarity[1].value()) < 1e-4f);
        QVERIFY(m_window->findChild<RelativeVectorBars *>()->accessibleDescription().contains("X "));
        QVERIFY(vector.note().isEmpty());
        workspace().change("Many seeds", [](Setup &setup) {
            for (ItemIndex item = 30; setup.seeds.size() < 21; ++item)
                setup.seeds.push_back({item, item});
        });
        settle();
        QCOMPARE(vector.bars().size(), 8u);
        QCOMPARE(vector.note(), QString("The first 8 of 21 anchors."));
        workspace().history()->undo();
        settle();
        const auto *note = m_window->findChild<QLabel *>("matricesNote");
        const QString none = ' ' + QLocale().toString(0.0, 'f', 1) + '%';
        QTRY_VERIFY2(note->text().contains("60 items") && note->text().contains(none), qPrintable(note->text()));
        workspace().change("Stretch", [](Setup &setup) { setup.transform.stretch = 2; });
        settle();
        QTRY_VERIFY2(!note->text().contains(none), qPrintable(note->text()));
    }

    void barsOfAGlobeAreKilometres()
    {
        open("examples/data/globe.h5");
        m_window->openDock("play");
        const auto &names = workspace().data()->items(Side::x);
        const auto row = [&](const char *city) {
            for (ItemIndex i = 0;; ++i) {
                if (names.name(i) == city)
                    return i;
            }
        };
        workspace().change("Seeds", [&](Setup &setup) {
            setup.centering = Centering::none;
            for (const char *city : {"Rome", "Tokyo", "Lima"})
                setup.seeds.push_back({row(city), row(city)});
        });
        workspace().changeView("Map", [](ViewState &view) { view.frame = PanelFrame::Map; });
        settle();
        const auto &vector = *m_window->findChild<RelativeVector *>();
        m_window->model.selection.setHover(Side::x, row("Paris"));
        QCOMPARE(vector.bars().size(), 3u);
        const std::array expected{1107.0, 9718.0, 10254.0};
        for (std::size_t a = 0; a < expected.size(); ++a) {
            const QString text = vector.text(*vector.bars()[a].similarity[0]);
            QVERIFY2(text.endsWith(" km"), qPrintable(text));
            const double km = QLocale().toDouble(text.left(text.size() - 3));
            QVERIFY2(std::abs(km - expected[a]) <= 3, qPrintable(text));
        }
        // Maps have the height that their width needs: after a change of the height of the window, the relative panels
        // get the rest.
        const ScatterView &map = *m_window->findChild<ScatterView *>("absoluteX");
        for (const int change : {-150, 300}) {
            m_window->resize(m_window->width(), m_window->height() + change);
            QTRY_VERIFY2(std::abs(map.chart()->unusedHeight()) < 4,
                         qPrintable(QString::number(map.chart()->unusedHeight())));
        }
    }

    void controlsFitTheSpace()
    {
        openToy("toy:wedges,n=60");
        QVERIFY(!slider("tilt")->isVisible());
        QCOMPARE(m_window->findChild<QDockWidget *>("play")->findChild<QCheckBox *>("mirror")->isVisible(), true);
        open("toy:blobs3,n=60");
        QVERIFY(slider("tilt")->isVisibleTo(m_window->findChild<QDockWidget *>("play")));
        for (const auto *control : m_window->findChild<QDockWidget *>("play")->findChildren<QSlider *>())
            QVERIFY(!control->accessibleName().isEmpty());
    }

    void newCloudIsOpenedLikeAFile()
    {
        openToy("toy:wedges,n=60");
        auto *button = m_window->findChild<QPushButton *>("newCloud");
        QVERIFY(button && !button->visibleRegion().isEmpty());
        auto *box = m_window->findChild<ToyDialog *>();
        button->click();
        QTRY_VERIFY(box->isVisible());
        auto *shape = box->findChild<QComboBox *>();
        QCOMPARE(shape->count(), static_cast<int>(std::size(toyShapes())));
        for (const auto *number : box->findChildren<QDoubleSpinBox *>())
            QVERIFY(!number->accessibleName().isEmpty());
        QTest::keyClick(shape, Qt::Key_Down);
        QTest::keyClick(shape, Qt::Key_Down);
        QCOMPARE(shape->currentText(), QString("letter"));
        QVERIFY(!box->findChild<QDoubleSpinBox *>("classes")->isEnabled()); // the toy F always has three
        shape->setCurrentText("mystery");
        QVERIFY(box->findChild<QDoubleSpinBox *>("classes")->isEnabled());
        box->findChild<QDoubleSpinBox *>("n")->setValue(80);
        box->findChild<QDoubleSpinBox *>("classes")->setValue(4);
        box->findChild<QDoubleSpinBox *>("missing")->setValue(0.25);
        const auto create = [&](QMessageBox::StandardButton answer) { // seeds are unsaved work
            bool asked = false;
            QTimer::singleShot(0, this, [&] {
                auto *question = m_window->findChild<QMessageBox *>();
                asked = question != nullptr;
                if (question)
                    question->button(answer)->click();
            });
            QTest::keyClick(box, Qt::Key_Return);
            QVERIFY(asked && !box->isVisible());
        };
        create(QMessageBox::Cancel);
        settle();
        QCOMPARE(workspace().data()->size(Side::x), Index(60));
        button->click();
        create(QMessageBox::Discard);
        QTRY_COMPARE(workspace().data()->size(Side::x), Index(80));
        settle();
        QCOMPARE(workspace().data()->pair.pairing.pairs(), Index(60));
        QVERIFY(workspace().data()->pair.x->vectors != workspace().data()->pair.y->vectors);
        QCOMPARE(workspace().data()->choice.x.path, std::string("toy:mystery,n=80,classes=4,missing=0.25"));
        QVERIFY(workspace().setup().seeds.empty());
        button->click();
        QTRY_VERIFY(box->isVisible());
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(!box->isVisible());
        QVERIFY(box->screen()->availableGeometry().contains(box->geometry()));
    }

    void hiddenPairingKeepsTheSeeds()
    {
        openToy("toy:wedges,n=200,seed=2");
        auto *names = m_window->findChild<QCheckBox *>("names");
        QVERIFY(names && !names->isChecked());
        QCOMPARE(workspace().partner(Side::x, 100), ItemIndex(100));
        Selection &selection = m_window->model.selection;
        selection.setFocus(Side::x, 100);
        selection.select(Side::x, {100});
        QCOMPARE(selection.highlighted(Side::y), ItemIndex(100));
        const int steps = workspace().history()->index();
        names->click();
        settle();
        QVERIFY(selection.isEmpty() && selection.highlighted(Side::y) == noItem);
        selection.setHover(Side::x, 100);
        QCOMPARE(selection.highlighted(Side::y), noItem);
        selection.clearHover();
        QCOMPARE(workspace().history()->index(), steps + 1);
        QVERIFY(!workspace().data()->hasTruth());
        QCOMPARE(workspace().partner(Side::x, 100), noItem);
        QCOMPARE(workspace().partner(Side::x, 3), ItemIndex(3)); // a seed
        QVERIFY(!m_window->findChild<QAction *>("actionDraw")->isEnabled());
        QVERIFY(!m_window->model.scores.retrievalObstacle().isEmpty());
        QVERIFY(play().scores().search.has_value()); // the truth is still used for scores
        QVERIFY(repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--pair none"));
        const auto forgotten = workspace().provenance(Scoring::Retrieval);
        turn(30); // Y is transformed again, and its pairing stays hidden
        QVERIFY(!workspace().data()->hasTruth());
        workspace().history()->undo();
        settle();
        const QString path = m_folder.filePath("forgotten.ascope");
        m_window->model.session.save(path);
        settle();
        workspace().history()->undo();
        settle();
        QVERIFY(!names->isChecked() && workspace().data()->hasTruth());
        QCOMPARE(workspace().partner(Side::x, 100), ItemIndex(100));
        QVERIFY(m_window->findChild<QAction *>("actionDraw")->isEnabled());
        QVERIFY(!(workspace().provenance(Scoring::Retrieval) == forgotten));
        QVERIFY(!repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--pair"));
        workspace().setModified(false);
        m_window.reset();
        showWindow();
        open(path);
        QVERIFY(workspace().setup().pairingHidden && !workspace().data()->hasTruth());
        QVERIFY(workspace().originalData()->hasTruth());
    }

    void seedIsDraggedToAnotherItem()
    {
        openToy("toy:wedges,n=60");
        ScatterView &panel = *m_window->findChild<ScatterView *>("absoluteX");
        const auto seeds = [this] { return workspace().setup().seeds; };
        const auto nearest = [&](QPoint at, int but) {
            int best = -1;
            for (int item = 8; item < 60; ++item) { // 0 to 7 are seeds
                const auto away = [&](int i) { return (panel.positionOf(i) - at).manhattanLength(); };
                if (item != but && (best < 0 || away(item) < away(best)))
                    best = item;
            }
            return best;
        };
        const auto drag = [&](int from, int to) {
            const QPoint start = panel.positionOf(from), end = panel.positionOf(to);
            QTest::mousePress(panel.viewport(), Qt::LeftButton, {}, start);
            for (int part = 1; part <= 8; ++part) {
                const QPointF at = start + QPointF(end - start) * part / 8;
                QMouseEvent move(QEvent::MouseMove, at, panel.viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                                 {});
                QCoreApplication::sendEvent(panel.viewport(), &move);
            }
            QTest::mouseRelease(panel.viewport(), Qt::LeftButton, {}, end);
            settle();
        };
        const int steps = workspace().history()->index();
        const auto before = seeds();
        const QPointF middle = panel.plotArea().center();
        const int target = nearest(middle.toPoint(), -1);
        m_window->model.selection.setHover(Side::x, 5);
        drag(5, target);
        QCOMPARE(m_window->model.selection.highlighted(Side::x), noItem); // 5 is no longer under the pointer
        QCOMPARE(seeds()[5], (SeedPair{target, target}));                 // the known partner followed
        QCOMPARE(workspace().history()->index(), steps + 1);
        QVERIFY(m_window->model.selection.isEmpty());
        drag(target, 6); // item of another seed
        QVERIFY(seeds()[5].x != 6 && seeds()[5].x == seeds()[5].y);
        workspace().history()->undo();
        workspace().history()->undo();
        QCOMPARE(seeds(), before);
        settle();
        QTest::mouseClick(panel.viewport(), Qt::LeftButton, {}, panel.positionOf(5)); // a click does not drag
        QCOMPARE(seeds(), before);
        QCOMPARE(m_window->model.selection.selected(Side::x), std::vector<ItemIndex>{5});
        workspace().change("Names", [](Setup &setup) { setup.pairingHidden = true; });
        settle();
        drag(5, target);
        QCOMPARE(seeds()[5].x, ItemIndex(target));
        QCOMPARE(seeds()[5].y, ItemIndex(target)); // derived from the other seeds, since both clouds are the same
        workspace().change("Two seeds", [](Setup &setup) { setup.seeds.resize(2); });
        settle();
        drag(1, target);
        QCOMPARE(seeds()[1], (SeedPair{target, 1})); // no partner is known
        m_window->openDock("anchors");
        QTRY_VERIFY(!play().isActive());
        const auto asWere = seeds();
        drag(0, 30);
        QCOMPARE(seeds()[0], (SeedPair{30, asWere[0].y})); // without the playground too
    }

    void seedIsMovedByKeys()
    {
        openToy("toy:wedges,n=60");
        ScatterView &panel = *m_window->findChild<ScatterView *>("absoluteX");
        m_window->model.selection.setFocus(Side::x, 5);
        m_window->model.selection.select(Side::x, {5}); // as in the table of seeds
        panel.setFocus();
        const int steps = workspace().history()->index();
        const QPoint before = panel.positionOf(5);
        const bool right = before.x() < panel.plotArea().center().x();
        QTest::keyClick(&panel, right ? Qt::Key_Right : Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        const SeedPair after = workspace().setup().seeds[5];
        QVERIFY(after.x != 5 && after.x == after.y);
        QCOMPARE(panel.positionOf(after.x).x() > before.x(), right);
        QTest::keyClick(&panel, right ? Qt::Key_Right : Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!(workspace().setup().seeds[5] == after));
        QCOMPARE(workspace().history()->index(), steps + 2);
        settle();
    }

    void panelsShowTheRequestedVectors()
    {
        openToy("toy:blobs3,n=60");
        QCOMPARE(plot(Panel::AbsoluteX).frame, PanelFrame::Dimensions);
        QVERIFY(componentName(plot(Panel::AbsoluteX), 0).startsWith("Dimension 1"));
        const auto show = [this](Shown shown, PanelFrame frame) {
            workspace().changeView("Look", [=](ViewState &view) {
                view.shown = shown;
                view.frame = frame;
            });
            settle();
        };
        show(Shown::AsCompared, PanelFrame::Dimensions);
        QVERIFY((plot(Panel::AbsoluteX).coordinates->rowwise().norm().array() - 1).abs().maxCoeff() < 1e-5f);
        show(Shown::AsRead, PanelFrame::Map);
        const Matrix &map = *plot(Panel::AbsoluteX).coordinates;
        QVERIFY(map.col(0).cwiseAbs().maxCoeff() <= 180 && map.col(1).cwiseAbs().maxCoeff() <= 90);
        QVERIFY(componentName(plot(Panel::AbsoluteX), 0).startsWith("Longitude"));
        show(Shown::AsCompared, PanelFrame::Components);
        QVERIFY(componentName(plot(Panel::AbsoluteX), 0).startsWith("PC 1"));
    }

    void transformIsInCommandAndProvenance()
    {
        openToy("toy:wedges,n=60");
        turn(40);
        QVERIFY(repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--transform turn=40"));
        QVERIFY(workspace().pair().text(workspace().provenance(Scoring::Retrieval)).contains("Y changed: turn 40°"));
        for (const Panel panel : allPanels) {
            const QString about = m_window->findChild<PanelGrid *>()->view(panel)->accessibleDescription();
            QVERIFY2(about.contains("Y changed: turn 40°") == (sideOf(panel) == Side::y), qPrintable(about));
        }
    }

    void sessionReopensTurned()
    {
        openToy("toy:wedges,n=60");
        turn(40);
        workspace().changeView("Look", [](ViewState &view) { view.shown = Shown::AsCompared; });
        settle();
        const Matrix turned = workspace().data()->pair.y->vectors;
        const QString path = m_folder.filePath("turned.ascope");
        m_window->model.session.save(path);
        settle();
        m_window.reset();
        showWindow();
        open(path);
        settle();
        QCOMPARE(workspace().setup().transform.turn, 40.0);
        QCOMPARE(workspace().view().shown, Shown::AsCompared);
        QCOMPARE(workspace().data()->pair.y->vectors, turned);
    }

    void dragShowsIntermediateStates()
    {
        openToy("toy:wedges,n=300");
        int drawings = 0;
        connect(&m_window->model.projections, &ProjectionController::projectionsChanged, this,
                [&](bool relative) { drawings += !relative; });
        // Requests come faster than their jobs end; results must still appear during the drag.
        for (int step = 1; step <= 100; ++step) {
            workspace().change(
                "Turn", [step](Setup &setup) { setup.transform.turn = step; }, 7);
            QTest::qWait(8);
            if (step == 99)
                QVERIFY2(drawings >= 5, qPrintable(QString::number(drawings)));
        }
        settle();
        qInfo("%d pictures of 100 moves", drawings);
        QCOMPARE(workspace().data()->pair.y->vectors,
                 transformed(workspace().originalData()->pair.y->vectors, workspace().setup().transform));
    }
};

QTEST_MAIN(TestPlayground)
#include "tst_playground.moc"
