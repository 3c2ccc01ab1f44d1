// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "lessons/lesson.h"

#include <QPointer>
#include <QUndoStack>

namespace anchorscope::gui {

/// Opens the data of a lesson, stores the state at its start, and restores it.
class LessonBaseline
{
public:
    /// Creates the baseline. `examples`: folder of the bundled data.
    LessonBaseline(AppModel &model, std::string examples) : m_model(model), m_examples(std::move(examples)) {}
    ~LessonBaseline() { closeStep(); }
    LessonBaseline(const LessonBaseline &) = delete;
    LessonBaseline &operator=(const LessonBaseline &) = delete;

    /// Lesson that was read, and its data file.
    struct Found
    {
        QString file;
        lessons::Lesson lesson;
        DataChoice data;
    };
    /// Reads a lesson and finds its data. On failure `problem` is set to a message with file and line.
    Found find(const QString &file, QString &problem) const;
    void set(const Found &found);
    const QString &file() const { return m_found.file; }
    const lessons::Lesson &lesson() const { return m_found.lesson; }

    /// Opens the lesson's own data, which replace the current data.
    void open();
    /// Applies the lesson's view and clears the undo history. Call when the data are open.
    void begin();
    bool isOwn() const;  ///< true if the lesson's own data are open
    bool isHere() const; ///< true if the lesson's own data are open, or those chosen by openOther() or continueHere()
    void continueHere(); ///< continues the lesson with the current data
    /// Opens other data, given in the notation of the line data: of a lesson, and continues with them. Returns why they
    /// cannot be opened, or an empty string.
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
    /// Begins an undo step that contains all changes up to closeStep().
    void openStep(const QString &name);
    void closeStep();
    /// Stores a run of the lesson's own data for restoreRun(). The run remains stored when other data are opened.
    void keepRun(io::RunId run);
    /// Selects a stored run whose starting conditions equal the current setup; running again would give the same
    /// result. Returns false if none matches.
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
    DataChoice m_here;           ///< data that the lesson accepts as its own
    State m_start;               ///< state at the start of the lesson
    std::vector<KeptRun> m_runs; ///< stored runs on the lesson's own data
    QPointer<QUndoStack> m_step; ///< undo stack that contains the open step; null if no step is open, or if data with
                                 ///< another stack were opened
};

} // namespace anchorscope::gui
