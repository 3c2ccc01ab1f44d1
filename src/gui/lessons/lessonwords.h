// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"
#include "gui/state/viewstate.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace anchorscope::gui {

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
    const auto *found = std::ranges::find_if(
        words, [&](const LessonWord<Choice> &each) { return std::string_view(each.word) == word; });
    return found == std::end(words) ? otherwise : found->choice;
}

/// Finds the word for a value in a table of words; null if the language of lessons has none.
template <class Choice, std::size_t n> const char *wordOf(const LessonWord<Choice> (&words)[n], Choice choice)
{
    const auto *found = std::ranges::find(words, choice, &LessonWord<Choice>::choice);
    return found == std::end(words) ? nullptr : found->word;
}

} // namespace anchorscope::gui
