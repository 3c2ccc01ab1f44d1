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

/// A lesson in a folder.
struct LessonEntry
{
    QString file, title;
    QByteArray version;          ///< of its text
    int number = 0, minutes = 0; ///< 0: it does not say
    QString problem = {};        ///< with its line; empty: it can be played

    /// "1  Where am I? · 8 min", and a tick where this text was played to its end; of a lesson with a mistake its file
    /// and the problem.
    QString line() const;
    bool isDone() const; ///< this text was played to its end
};

/// Lessons in the window: the list on the start page and in the menu Help, the bar at the foot, the ring, and the pages
/// that a lesson leaves on the screen. Ended, the window is as before; the data of the lesson stay open.
class LessonsUi : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        std::function<void(const QString &title, const std::function<void()> &act)> confirm; ///< of LessonController
        std::function<QString(const QString &file)> bundled; ///< the path of what comes with the program, or empty
        std::function<void(const QString &sentence)> fail;
    };
    /// Widgets of the window that lessons change.
    struct Widgets
    {
        StartPage &start;
        PlayPage &play;
        Presenter &presenter;
        QMenu &help;                  ///< gets the lessons
        std::vector<QWidget *> steps; ///< what leads on outside of lessons
    };
    /// The window has its panels and docks, and owns this.
    LessonsUi(AppModel &model, QMainWindow &window, const Widgets &widgets, const Hooks &hooks);
    ~LessonsUi() override;

    /// Lessons of one's own, listed behind those of the program, with what is wrong in them; empty: none.
    void setOwnFolder(const QString &folder);

    bool isUnderWay() const { return !m_before.isEmpty(); }
    LessonFacts &facts() { return m_facts; }
    LessonController &controller() { return m_controller; }
    const LessonBar &bar() const { return *m_bar; }
    const TargetRing &ring() const { return *m_ring; }
    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }

Q_SIGNALS:
    /// A lesson was played to its end; next: the entry after it in the list, without a file if it is the last.
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
    QString m_own; ///< a folder of lessons
    QMenu *m_menu;
    QAction *m_print = nullptr;              ///< the lesson that is under way
    QList<LessonEntry> m_bundled, m_entries; ///< all are the bundled ones and those of the folder
    QList<QAction *> m_actions;              ///< of the entries
    LessonBar *m_bar;
    QToolBar *m_foot;
    bool m_answerAnnounced = false; ///< before a class: what is right
    TargetRing *m_ring;
    PointerAnimation *m_pointer;
    QTimer m_clock; ///< while a lesson is under way: its target moves with the window, its page and its scroll bars
    QByteArray m_before; ///< how the window was laid out; empty: no lesson is under way
    ViewState m_viewBefore;
};

} // namespace anchorscope::gui
