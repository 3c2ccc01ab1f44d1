// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonbar.h"
#include "gui/lessons/targetring.h"

class QAction;
class QMenu;
class QToolBar;

namespace anchorscope::gui {

class PlayPage;
class Presenter;
class StartPage;

/// Entry of the list of lessons.
struct LessonEntry
{
    QString file, title;
    QByteArray version;          ///< hash of its text
    int number = 0, minutes = 0; ///< 0: not stated
    QString problem = {};        ///< error with its line; empty: it can be played

    /// Line of the list: "1  Where am I? · 8 min", with a tick if isDone(); for a lesson with an error, its file and
    /// the error.
    QString line() const;
    bool isDone() const; ///< this version was played to its end
};

/// User interface of lessons: the list on the start page and in the Help menu, the bar at the bottom, the ring, and the
/// docks shown during a lesson. When a lesson ends, the layout is restored and its data stay open.
class LessonsUi : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        std::function<void(const QString &title, const std::function<void()> &act)>
            confirm;                                         ///< as in LessonController::Hooks
        std::function<QString(const QString &file)> bundled; ///< path of a bundled file; empty if it does not exist
        std::function<void(const QString &sentence)> fail;
    };
    /// Widgets of the window that lessons change.
    struct Widgets
    {
        StartPage &start;
        PlayPage &play;
        Presenter &presenter;
        QMenu &help;                  ///< the menu of lessons is added here
        std::vector<QWidget *> steps; ///< hidden during lessons
    };
    /// `window` must have its panels and docks, and becomes the parent.
    LessonsUi(AppModel &model, QMainWindow &window, const Widgets &widgets, const Hooks &hooks);
    ~LessonsUi() override;

    /// Sets a folder whose lessons are listed after the bundled ones, with their errors; empty: none.
    void setOwnFolder(const QString &folder);

    bool isUnderWay() const { return !m_before.isEmpty(); }
    LessonFacts &facts() { return m_facts; }
    LessonController &controller() { return m_controller; }
    const LessonBar &bar() const { return *m_bar; }
    const TargetRing &ring() const { return *m_ring; }
    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }

Q_SIGNALS:
    /// A lesson was played to its end. `next`: the following entry; without a file if it was the last.
    void finished(const QString &title, const anchorscope::gui::LessonEntry &next);

private:
    void connectLessons();
    void offerNotes();
    void offerLessons();
    void showProgress();
    void followPresenter();
    void present();
    void begin();
    void end(bool finished);
    void showTarget();
    void showPages();
    void showStep();
    void showSteps(bool shown);

    const Widgets m_widgets;
    LessonFacts m_facts;
    LessonController m_controller;
    QString m_own; ///< folder of the user's lessons
    QMenu *m_menu;
    QAction *m_print = nullptr;              ///< prints the current lesson
    QList<LessonEntry> m_bundled, m_entries; ///< m_entries: the bundled ones and those of the folder
    QList<QAction *> m_actions;              ///< menu entries of m_entries
    LessonBar *m_bar;
    QToolBar *m_foot;
    bool m_answerAnnounced = false; ///< while presenting: the correct answer has been shown
    TargetRing *m_ring;
    PointerAnimation *m_pointer;
    QTimer m_clock; ///< updates the ring during a lesson: the target moves with the window, its dock and scroll bars
    QByteArray m_before; ///< layout before the lesson; empty: no lesson is active
    ViewState m_viewBefore;
};

} // namespace anchorscope::gui
