// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "lessons/lesson.h"

#include <QPointer>
#include <QUndoStack>

namespace anchorscope::gui {

/// Opens the data of a lesson, stores the state of the window at the start of the lesson, and restores it.
class LessonBaseline
{
public:
    /// Creates the baseline. `examples`: folder of the bundled datasets.
    LessonBaseline(AppModel &model, std::string examples) : m_model(model), m_examples(std::move(examples)) {}
    ~LessonBaseline() { closeStep(); }
    LessonBaseline(const LessonBaseline &) = delete;
    LessonBaseline &operator=(const LessonBaseline &) = delete;

    /// A lesson that was read from a file, and the data that it opens.
    struct Found
    {
        QString file;
        lessons::Lesson lesson;
        DataChoice data;
    };
    /// Reads a lesson and finds its data. An error message contains the file and the line number.
    Result<Found> find(const QString &file) const;
    void set(const Found &found);
    const QString &file() const { return m_found.file; }
    const lessons::Lesson &lesson() const { return m_found.lesson; }

    /// Opens the data that the lesson names; they replace the current data.
    void open();
    /// Sets the view that the lesson names and clears the undo history. Call when the data have been opened.
    void begin();
    /// True if the open data are those that the lesson names.
    bool isOwn() const;
    /// True if the open data are those that the lesson names, or those chosen by openOther() or continueHere().
    bool isHere() const;
    /// True if the lesson has opened the open data, so that they contain no work except exercises.
    bool isExercise() const { return isOwn() || (m_opensOther && isHere()); }
    /// Accepts the open data as data of the lesson.
    void continueHere();
    /// Opens other data and accepts them as data of the lesson. `data`: value of the line “data:” of a lesson. Returns
    /// an error message or an empty string.
    QString openOther(const std::string &data);
    /// Seeds, transform, options and view at one moment.
    struct State
    {
        Setup setup;
        ViewState view;
    };
    State now() const { return {m_model.workspace.setup(), m_model.workspace.view()}; }
    /// Restores the start of the lesson; clears guesses and the selection. All changes from here to closeStep() are one
    /// undo step.
    void goBack(const QString &name);
    /// Restores a state. All changes from here to closeStep() are one undo step.
    void goBackTo(const State &state, const QString &name);
    /// Begins a step of the undo history that contains all changes up to closeStep().
    void openStep(const QString &name);
    void closeStep();
    /// Stores a run that was made on the lesson's data, so that restoreRun() can use it even while other data are open.
    void keepRun(io::RunId run);
    /// Chooses a stored run that began under the same conditions as the current setup: a new run would have the same
    /// result. Returns false if no stored run did.
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
    DataChoice m_here;         ///< data that the lesson accepts as its own
    bool m_opensOther = false; ///< true if openOther() has chosen m_here
    State m_start;
    std::vector<KeptRun> m_runs; ///< stored runs on the lesson's own data
    QPointer<QUndoStack> m_step; ///< undo stack of the open step; null: no step, or other data were opened
};

} // namespace anchorscope::gui
