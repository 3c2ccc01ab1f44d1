// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/learn/playpage.h"
#include "gui/present/repeatcommand.h"
#include "gui/widgets/axismenu.h"
#include "support/windowtest.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QSlider>
#include <QTest>

using namespace anchorscope;
using namespace anchorscope::gui;

/// Y is changed by hand, and what notices is said.
class TestPlayground : public test::WindowTest
{
    Q_OBJECT

    PlayController &play() { return m_window->model.play; }
    const Picture &picture(Panel panel) { return m_window->model.projections.picture(panel); }
    QSlider *slider(const char *field)
    {
        auto *row = m_window->findChild<QDockWidget *>("play")->findChild<QWidget *>(field);
        return row ? row->findChild<QSlider *>() : nullptr;
    }
    void openToy(const QString &toy)
    {
        open(toy);
        auto *dock = m_window->findChild<QDockWidget *>("play");
        dock->show();
        dock->raise();
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

    void turnedSpaceIsNoticedByItsVectorsAlone()
    {
        openToy("toy:wedges,n=200,seed=2");
        QVERIFY(play().headline().classesAbsolute.value() > 0.9);
        const Matrix before = workspace().data()->pair.y->vectors;
        const Matrix relativeBefore = *picture(Panel::RelativeY).coordinates;
        turn(126);
        QVERIFY(play().headline().classesAbsolute.value() < 0.4);
        QVERIFY(play().headline().classesRelative.value() > 0.9);
        QVERIFY(play().headline().barsMoved.value() < 1e-4);
        QVERIFY(play().headline().search->meanFound > 0.97); // some stand at the same angle, but for rounding
        QVERIFY(workspace().data()->pair.y->vectors != before);
        QCOMPARE(*picture(Panel::AbsoluteY).coordinates, workspace().data()->pair.y->vectors); // as read, dimensions
        QVERIFY((*picture(Panel::RelativeY).coordinates - relativeBefore).cwiseAbs().maxCoeff() < 1e-3f);
        workspace().change("Shift", [](Setup &setup) {
            setup.transform.shift = 2;
            setup.centering = Centering::none;
        });
        settle();
        QVERIFY(play().headline().barsMoved.value() > 0.2);
        workspace().change("Back", [](Setup &setup) { setup.transform = {}; });
        settle();
        QCOMPARE(workspace().data()->pair.y->vectors, before); // the same bits
        QCOMPARE(play().headline().barsMoved.value(), 0.0);
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

    void panelsShowWhatIsAskedFor()
    {
        openToy("toy:blobs3,n=60");
        QCOMPARE(picture(Panel::AbsoluteX).frame, PanelFrame::Dimensions);
        QVERIFY(componentName(picture(Panel::AbsoluteX), 0).startsWith("Dimension 1"));
        const auto show = [this](Shown shown, PanelFrame frame) {
            workspace().changeView("Look", [=](ViewState &view) {
                view.shown = shown;
                view.frame = frame;
            });
            settle();
        };
        show(Shown::AsCompared, PanelFrame::Dimensions);
        QVERIFY((picture(Panel::AbsoluteX).coordinates->rowwise().norm().array() - 1).abs().maxCoeff() < 1e-5f);
        show(Shown::AsRead, PanelFrame::Map);
        const Matrix &map = *picture(Panel::AbsoluteX).coordinates;
        QVERIFY(map.col(0).cwiseAbs().maxCoeff() <= 180 && map.col(1).cwiseAbs().maxCoeff() <= 90);
        QVERIFY(componentName(picture(Panel::AbsoluteX), 0).startsWith("Longitude"));
        show(Shown::AsCompared, PanelFrame::Components);
        QVERIFY(componentName(picture(Panel::AbsoluteX), 0).startsWith("PC 1"));
    }

    void commandAndProvenanceSayIt()
    {
        openToy("toy:wedges,n=60");
        turn(40);
        QVERIFY(repeatCommand(workspace(), Repeat::Retrieval, {}).contains("--transform turn=40"));
        QVERIFY(workspace().provenance(Workspace::Scoring::Retrieval).text().contains("Y changed: turn 40°"));
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

    void movingHandSeesPictures()
    {
        openToy("toy:wedges,n=300");
        int pictures = 0;
        connect(&m_window->model.projections, &ProjectionController::picturesChanged, this,
                [&](bool relative) { pictures += !relative; });
        // Requests come faster than their jobs end; none may starve until the hand rests.
        for (int step = 1; step <= 100; ++step) {
            workspace().change(
                "Turn", [step](Setup &setup) { setup.transform.turn = step; }, 7);
            QTest::qWait(8);
            if (step == 99)
                QVERIFY2(pictures >= 5, qPrintable(QString::number(pictures)));
        }
        settle();
        qInfo("%d pictures of 100 moves", pictures);
        QCOMPARE(workspace().data()->pair.y->vectors,
                 transformed(workspace().dataAsRead()->pair.y->vectors, workspace().setup().transform));
    }
};

QTEST_MAIN(TestPlayground)
#include "tst_playground.moc"
