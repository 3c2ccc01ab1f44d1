// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "lessons/condition.h"

#include <QTimer>

#include <algorithm>
#include <iterator>

class QMainWindow;

namespace anchorscope::gui {

/// Current values of the facts of lessons, read from the state of the window. A fact is unknown if it was not measured,
/// or was measured with other settings than the current ones.
class LessonFacts : public QObject
{
    Q_OBJECT

public:
    LessonFacts(AppModel &model, QMainWindow &window, QObject *parent = nullptr);

    lessons::FactValue value(const lessons::Fact &fact) const;
    lessons::FactReader reader() const
    {
        return [this](const lessons::Fact &fact) { return value(fact); };
    }
    /// Value of a score that guessing would reach; nullopt for other facts.
    std::optional<double> chance(const lessons::Fact &fact) const;
    static bool isBound(const lessons::Fact &fact);

    /// Resets those facts that describe what has happened since the start of the step.
    void beginStep() { m_wasHovered = false; }
    AppModel &model() const { return m_model; }
    QMainWindow &window() const { return m_window; }
    const QString &dock() const { return m_dock; } ///< object name of the dock that was raised last
    bool wasHovered() const { return m_wasHovered; }

Q_SIGNALS:
    /// Reports that facts may have changed; at most once in each iteration of the event loop.
    void changed();

private:
    void listen();

    AppModel &m_model;
    QMainWindow &m_window;
    QTimer m_soon;
    QString m_dock;
    bool m_wasHovered = false;
};

/// Finds a field of the playground's transform by its id; null if not found.
const TransformField *fieldNamed(std::string_view id);
/// Items of the class that has this name; empty if no class has it.
std::vector<ItemIndex> itemsOfClass(const ItemTable &items, const std::string &name);

/// Word in the language of lessons for a value that the user can choose in the window.
template <class Choice> struct LessonWord
{
    const char *word;
    Choice choice;
};

/// Words for the colourings that lessons can choose (lessons::colourings()).
inline constexpr LessonWord<ColourBy> colouringWords[] = {
    {"label", ColourBy::Label},     {"rank", ColourBy::Rank},         {"cosine", ColourBy::Cosine},
    {"jaccard", ColourBy::Jaccard}, {"coverage", ColourBy::Coverage}, {"similarity", ColourBy::Similarity},
    {"margin", ColourBy::Margin},   {"number", ColourBy::Number},     {"row", ColourBy::Row},
    {"norm", ColourBy::Norm}};
/// Words for the kinds of coordinates that lessons can choose (lessons::frames()). A lesson that has no such word uses
/// PanelFrame::Automatic.
inline constexpr LessonWord<PanelFrame> frameWords[] = {{"components", PanelFrame::Components},
                                                        {"dimensions", PanelFrame::Dimensions},
                                                        {"map", PanelFrame::Map},
                                                        {"neighbours", PanelFrame::Neighbours}};
/// Words for the rows of the Stitching dock, with the ids of their representations.
inline constexpr LessonWord<std::string_view> stitchingWords[] = {
    {"absolute", "Absolute"}, {"seeds", "Seed"}, {"found", "AO continuous"}, {"procrustes", "Procrustes"}};
/// Words for the values of the fact `run.state`.
inline constexpr LessonWord<OptimizeController::State> runStateWords[] = {
    {"idle", OptimizeController::State::Idle},
    {"running", OptimizeController::State::Running},
    {"paused", OptimizeController::State::Paused}};

/// Finds the value for a word in a table of words; `otherwise` if the table does not contain the word.
template <class Choice, std::size_t n>
Choice choiceOf(const LessonWord<Choice> (&words)[n], std::string_view word, Choice otherwise)
{
    const auto *found = std::ranges::find(words, word, &LessonWord<Choice>::word);
    return found == std::end(words) ? otherwise : found->choice;
}

/// Finds the word for a value in a table of words; null if the language of lessons has none.
template <class Choice, std::size_t n> const char *wordOf(const LessonWord<Choice> (&words)[n], Choice choice)
{
    const auto *found = std::ranges::find(words, choice, &LessonWord<Choice>::choice);
    return found == std::end(words) ? nullptr : found->word;
}

} // namespace anchorscope::gui
