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

/// Entry of a lesson in the list of lessons.
struct LessonEntry
{
    QString file, title;
    QByteArray version;          ///< hash of the lesson's text, which identifies the version
    int number = 0, minutes = 0; ///< number and duration of the lesson; 0: not stated
    QString problem = {};        ///< error of the lesson with its line; empty: it can be played

    /// Text of the entry: "1  Where am I? · 8 min", with a tick if isDone(); for a lesson with an error, its file and
    /// the error.
    QString line() const;
    bool isDone() const; ///< true if this version of the lesson was played to its end
};

/// User interface of lessons: the list on the start page and in the Help menu, the bar at the bottom, the ring around
/// targets, and the docks shown during a lesson. When a lesson ends, the layout is restored and its data stay open.
class LessonsUi : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        std::function<void(const QString &title, const std::function<void()> &act)>
            confirm;                                         ///< asks about unsaved work, as in LessonController::Hooks
        std::function<QString(const QString &file)> bundled; ///< path of a bundled file; empty if it does not exist
        std::function<void(const QString &sentence)> fail;
    };
    /// Widgets of the window that lessons change.
    struct Widgets
    {
        StartPage &start;
        PlayPage &play;
        Presenter &presenter;
        QMenu &help;                  ///< menu to which the menu of lessons is added
        std::vector<QWidget *> steps; ///< widgets that are hidden during lessons
    };
    /// Creates the interface. `window` must have its panels and docks, and becomes the parent.
    LessonsUi(AppModel &model, QMainWindow &window, const Widgets &widgets, const Hooks &hooks);
    ~LessonsUi() override;

    /// Sets a folder whose lessons are listed after the bundled ones, with the errors in them; empty: none.
    void setOwnFolder(const QString &folder);

    bool isUnderWay() const { return !m_before.isEmpty(); }
    LessonFacts &facts() { return m_facts; }
    LessonController &controller() { return m_controller; }
    const LessonBar &bar() const { return *m_bar; }
    const TargetRing &ring() const { return *m_ring; }
    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }

Q_SIGNALS:
    /// Reports that a lesson was played to its end, with a summary. `next`: the following entry; without a file if the
    /// lesson was the last.
    void finished(const QString &summary, const anchorscope::gui::LessonEntry &next);

private:
    void connectLessons();
    void offerNotes();
    void offerLessons();
    void showProgress();
    void followPresenter();
    void present();
    void count(int choice);
    QString summary() const;
    void begin();
    void end(bool finished);
    void showTarget();
    void showPages();
    void showStep();
    void showSteps(bool shown);

    const Widgets m_widgets;
    LessonFacts m_facts;
    LessonController m_controller;
    QString m_own; ///< folder with the user's own lessons
    QMenu *m_menu;
    QAction *m_print = nullptr;              ///< action that prints the current lesson
    QList<LessonEntry> m_bundled, m_entries; ///< m_entries: the bundled lessons and those of the user's folder
    QList<QAction *> m_actions;              ///< menu entries of the lessons in m_entries
    LessonBar *m_bar;
    QToolBar *m_foot;
    QMap<int, int> m_votes;         ///< show of hands: number of votes by the place of the choice
    bool m_answerAnnounced = false; ///< true if the correct answer has been shown to the class while presenting
    TargetRing *m_ring;
    PointerAnimation *m_pointer;
    QTimer m_clock; ///< timer that updates the ring during a lesson, because the target moves with the window, its dock
                    ///< and scroll bars
    QByteArray m_before; ///< layout of the window before the lesson; empty: no lesson is active
    ViewState m_viewBefore;
};

} // namespace anchorscope::gui
