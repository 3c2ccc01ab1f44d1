// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/model/appmodel.h"
#include "lessons/lesson.h"

#include <QPointer>
#include <QUndoStack>

namespace anchorscope::gui {

/// The data of a lesson: which they are, how they stand when it begins, and the way back there.
class LessonBaseline
{
public:
    /// `examples`: the folder of the bundled data.
    LessonBaseline(AppModel &model, std::string examples) : m_model(model), m_examples(std::move(examples)) {}
    ~LessonBaseline() { closeStep(); }
    LessonBaseline(const LessonBaseline &) = delete;
    LessonBaseline &operator=(const LessonBaseline &) = delete;

    /// A lesson whose data are there.
    struct Found
    {
        QString file;
        lessons::Lesson lesson;
        DataChoice data;
    };
    /// Reads a lesson and looks for its data; `problem` says what is wrong, with file and line.
    Found find(const QString &file, QString &problem) const;
    void set(const Found &found);
    const QString &file() const { return m_found.file; }
    const lessons::Lesson &lesson() const { return m_found.lesson; }

    /// Opens the lesson's own data in place of what is there.
    void open();
    /// They are open: they are looked at as the lesson says and have no past.
    void begin();
    bool isOwn() const;  ///< the lesson's own data are open
    bool isHere() const; ///< they are, or those that the lesson went on with
    void continueHere(); ///< with the data that are open
    /// Other data, as data: at the top of a lesson, with which it goes on. Why there are none, or an empty string.
    QString openOther(const std::string &data);
    /// Seeds, changes of Y and the view as the lesson began, guesses and the selection gone. What is changed from here
    /// to closeStep() is one step of the history, this included.
    void goBack(const QString &name);
    /// What is changed from here to closeStep() is one step of the history.
    void openStep(const QString &name);
    void closeStep();
    /// Keeps a run of these data for restoreRun(), also when other data are opened.
    void keepRun(io::RunId run);
    /// Chooses a run that was made with what the setup says now: made again, it would come to the same. False: there
    /// is none.
    bool restoreRun();

private:
    struct KeptRun
    {
        io::RunRecord record;
        std::shared_ptr<const Recording> recording;
    };
    bool isOpen(const DataChoice &choice) const;
    bool readsScores() const;

    AppModel &m_model;
    std::string m_examples;
    Found m_found;
    DataChoice m_here; ///< with which the lesson goes on
    Setup m_setup;     ///< as the lesson began
    ViewState m_view;
    std::vector<KeptRun> m_runs; ///< of the lesson's own data
    QPointer<QUndoStack> m_step; ///< where one is open; other data have another history
};

} // namespace anchorscope::gui
