// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/condition.h"
#include "lessons/verbs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::lessons {

/// Error in a lesson, with its line.
struct Problem
{
    int line = 0;     ///< counted from 1
    std::string text; ///< what was expected and found
    bool isWarning = false;
};

/// Question that is asked before the actions of a step.
struct Question
{
    enum class Kind { choice, number, item, text };

    Kind kind = Kind::text;
    std::string text;
    std::vector<std::string> choices; ///< for Kind::choice
    int correct = -1;                 ///< index of the correct choice; −1: none
    double value = 0, tolerance = 0;  ///< for Kind::number
    std::string unit;                 ///< for Kind::number; may be empty
    const Fact *measured = nullptr;   ///< for Kind::number: fact that is measured after the actions; null: none
    std::string item;                 ///< for Kind::item
};

struct Hint
{
    int seconds = 0; ///< shown after this time without progress
    std::string text;
};

/// Step of a lesson: one heading “##”.
struct Step
{
    std::string heading, text, teacher; ///< text: Markdown
    int line = 0;                       ///< line of the heading
    Condition await;
    std::vector<Action> actions; ///< value of “do:”
    std::optional<Question> question;
    std::vector<Hint> hints;
    std::string point, frame, card;
    std::vector<std::string> show;
    Condition check;
    /// Lines of the keys, for messages: “await”, “do”, …
    std::vector<std::pair<std::string, int>> lines;
    std::vector<std::pair<int, std::string>> pictures; ///< line and name of each file beside the lesson or below it

    int lineOf(std::string_view key) const; ///< line of a key; of the heading if the key is missing
};

/// A lesson: data to open, and steps (lessons/README.md).
struct Lesson
{
    int number = 0;
    std::string title;
    int minutes = 0;
    std::string file, x, y; ///< value of “data:”; file: a file beside the lesson, an example, or a toy
    int dataLine = 0;
    std::string centring; ///< value of “center:”; empty: default
    std::string frame;
    std::vector<std::string> show;
    int items = 0; ///< value of “items:”, number of items from the start of the file; 0: all
    std::vector<Step> steps;
};

/// Maximum size of an image in a lesson, in bytes.
constexpr std::uint64_t largestPicture = 8 << 20;

struct ReadLesson
{
    Lesson lesson; ///< the part that could be read
    std::vector<Problem> problems;
    bool usable() const; ///< true if all problems are warnings
};

/// Reads a lesson and reports every problem that can be found in the text alone, including its length
/// (lessons/README.md, “Limits”).
ReadLesson readLesson(std::string_view text);

} // namespace anchorscope::lessons
