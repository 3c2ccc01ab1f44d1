// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/condition.h"
#include "lessons/verbs.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::lessons {

/// What is wrong in a lesson, and where.
struct Problem
{
    int line = 0;     ///< from 1
    std::string text; ///< what was expected and found
    bool isWarning = false;
};

/// What a step asks before it shows.
struct Question
{
    enum class Kind { choice, number, item, text };

    Kind kind = Kind::text;
    std::string text;
    std::vector<std::string> choices; ///< of Kind::choice
    int right = -1;                   ///< which of them
    double value = 0, tolerance = 0;  ///< of Kind::number
    std::string unit;                 ///< of Kind::number; may be empty
    const Fact *measured = nullptr;   ///< of Kind::number: what the program measures after do:; null: nothing
    std::string item;                 ///< of Kind::item
};

struct Hint
{
    int seconds = 0; ///< without progress
    std::string text;
};

/// One “##” of a lesson.
struct Step
{
    std::string heading, text, teacher; ///< text: Markdown
    int line = 0;                       ///< of the heading
    Condition await;
    std::vector<Action> actions; ///< of do:
    std::optional<Question> question;
    std::vector<Hint> hints;
    std::string point, frame, card;
    std::vector<std::string> show;
    Condition check;
    /// The lines of the keys, for messages: “await”, “do”, …
    std::vector<std::pair<std::string, int>> lines;

    int lineOf(std::string_view key) const; ///< of the heading where the key is missing
};

/// A lesson: data to open, and steps (lessons/README.md).
struct Lesson
{
    int number = 0;
    std::string title;
    int minutes = 0;
    std::string file, x, y; ///< of data:; a name beside the lesson, of an example, or a toy
    int dataLine = 0;
    std::string centring; ///< of center:; empty: as usual
    std::string frame;
    std::vector<std::string> show;
    int items = 0; ///< of items:, the first so many; 0: all
    std::vector<Step> steps;
};

struct ReadLesson
{
    Lesson lesson; ///< as far as it could be read
    std::vector<Problem> problems;
    bool usable() const; ///< no problem but warnings
};

/// Reads the text of a lesson: everything that can be told from the text alone, and whether it is too long
/// (lessons/README.md, “Limits”).
ReadLesson readLesson(std::string_view text);

} // namespace anchorscope::lessons
