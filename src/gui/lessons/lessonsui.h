// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonbar.h"
#include "gui/lessons/targets.h"

#include <QTextBrowser>

class QAction;
class QBoxLayout;
class QMenu;
class QToolBar;

namespace anchorscope::gui {

class PlayPage;
class Presenter;
class StartPage;

/// Index of a screen that shows no part of the area `shown` (a mirrored screen shows a part of it); −1: none.
qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens);

/// The teacher's notes for the current lesson step, beside the bar of the lesson. During a presentation, the notes are
/// in a window on a screen that the audience does not see; if no screen is free, they are hidden.
class TeacherNotes : public QTextBrowser
{
    Q_OBJECT

public:
    /// Creates the notes as the last part of `row`, a layout in `window`. All arguments must outlive the notes.
    TeacherNotes(LessonController &controller, Presenter &presenter, QBoxLayout &row, QWidget &window);

    void setShown(bool shown); ///< shows or hides the notes while no presentation is running

Q_SIGNALS:
    void closed(); ///< reports that the teacher has closed the window of the notes

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void follow();
    void showStep();

    LessonController &m_controller;
    Presenter &m_presenter;
    QBoxLayout &m_row;
    QWidget &m_window;
    bool m_shown = false;
};

/// Lesson in the list of lessons that the user can start.
struct LessonEntry
{
    QString file, title;
    /// Hash of the lesson's text; another hash means that the lesson has been changed.
    QByteArray version;
    /// Number of the lesson and its duration in minutes; 0 if the lesson does not state it.
    int number = 0, minutes = 0;
    QString problem = {}; ///< first error in the lesson, with the number of its line; empty: the lesson can be played
    QString learned = {}; ///< what the lesson teaches, in one sentence

    /// Text of the lesson in the list: "1  Where am I? · 8 min", with a tick if isDone(); if the lesson has an error,
    /// its file and the error.
    QString line() const;
    bool isDone() const; ///< true if the user has played this version of the lesson to its end
};

/// User interface of lessons: the list on the start page and in the Help menu, the bar at the bottom, the ring around
/// targets, and the docks that are visible during a lesson. When a lesson ends, the previous layout is restored and the
/// lesson's data stay open.
class LessonsUi : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        /// Asks about unsaved work, like LessonController::Hooks::confirm.
        std::function<void(const QString &title, const std::function<void()> &act)> confirm;
        /// Returns the path of a bundled file; empty if it does not exist.
        std::function<QString(const QString &file)> bundled;
        std::function<void(const QString &sentence)> fail;
    };
    /// Widgets of the window that lessons use or change.
    struct Widgets
    {
        StartPage &start;
        PlayPage &play;
        Presenter &presenter;
        QMenu &help;                  ///< menu to which the submenu of lessons is added
        std::vector<QWidget *> steps; ///< widgets hidden during lessons: the verdict strip, the rail (task buttons)
    };
    /// Creates the interface in `window`, which becomes the parent and must have its panels and docks already.
    LessonsUi(AppModel &model, QMainWindow &window, const Widgets &widgets, const Hooks &hooks);
    ~LessonsUi() override;

    /// Sets the folder with the user's own lessons; empty: no folder. They are listed after the bundled ones, even if
    /// they have errors.
    void setOwnFolder(const QString &folder);

    bool isUnderWay() const { return !m_before.isEmpty(); }
    LessonFacts &facts() { return m_facts; }
    LessonController &controller() { return m_controller; }
    const LessonBar &bar() const { return *m_bar; }
    const TargetRing &ring() const { return *m_ring; }
    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }

Q_SIGNALS:
    /// Reports that a lesson was played to its end, with a summary. `next`: entry of the following lesson; if there is
    /// none, the entry has no file.
    void finished(const QString &summary, const anchorscope::gui::LessonEntry &next);

private:
    void connectLessons();
    void offerNotes();
    void showProgress();
    void followPresenter();
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
    QMenu *m_menu;
    QMenu *m_print = nullptr;
    /// m_entries: all lessons in the list, first the bundled ones, then those of the user's folder.
    QList<LessonEntry> m_bundled, m_entries;
    QList<QAction *> m_actions; ///< menu entries of the lessons, in the order of m_entries
    LessonBar *m_bar;
    QToolBar *m_foot;
    QBoxLayout *m_row = nullptr; ///< layout of the bar and the teacher's notes
    TargetRing *m_ring;
    PointerAnimation *m_pointer;
    /// Timer that moves the ring during a lesson, because its target moves with the window, docks and scroll bars.
    QTimer m_clock;
    QByteArray m_before; ///< layout of the window before the lesson; empty if no lesson is being played
    ViewState m_viewBefore;
};

} // namespace anchorscope::gui
