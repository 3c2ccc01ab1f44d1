// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <utility>
#include <vector>

class QAction;
class QStackedWidget;
class QWidget;

namespace anchorscope::gui {

class Demonstration;
class Docks;
class LessonController;
class OverlayPanel;
class Presenter;
struct AppModel;

/// Views of a presentation, of which one at a time fills the window: the panels, the overlay, and the plots of docks.
/// These are moved out of their docks while they are shown.
class PresentedViews : public QObject
{
    Q_OBJECT

public:
    struct Widgets
    {
        QStackedWidget &stack;
        Docks &docks;
        QAction *showPanels;
        QWidget *panels;
        QAction *showOverlay;
        OverlayPanel *overlay;
    };
    PresentedViews(AppModel &model, Presenter &presenter, const LessonController &lesson, Demonstration &demonstration,
                   const Widgets &widgets);

private:
    void connectPresenter();
    void showPlotsOnly(bool only);
    void fitDock();
    void keepDockOfStep();
    void showFooter();
    void goOn(int steps);
    void begin(int view);
    void end();
    void go(int steps);
    bool isReady(int view) const;
    int viewOf(const QString &dock) const;
    void showView(int view);
    void take(QWidget &part);
    void giveBack();

    AppModel &m_model;
    Presenter &m_presenter;
    const LessonController &m_lesson;
    Demonstration &m_demonstration;
    Widgets m_widgets;
    QWidget *m_stage;                                     ///< central widget that contains the plots of a dock
    std::vector<std::pair<QWidget *, QWidget *>> m_taken; ///< plots in m_stage, each with the empty widget in its place
    QAction *m_before = nullptr; ///< action of the view that was shown before the presentation; null: no presentation
    int m_shown = 0, m_viewOfStep = 0; ///< view that is shown, and the one that the step of a lesson has chosen
};

} // namespace anchorscope::gui
