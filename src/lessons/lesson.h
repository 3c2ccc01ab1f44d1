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

/// Error in the text of a lesson, with its line.
struct Problem
{
    int line = 0;     ///< line of the problem, counted from 1
    std::string text; ///< description of what was expected and found
    bool isWarning = false;
};

/// Question to the learner, asked before the actions of a step.
struct Question
{
    enum class Kind { choice, number, item, text };

    Kind kind = Kind::text;
    std::string text;
    std::vector<std::string> choices; ///< answers to choose from, for Kind::choice
    std::vector<std::string> because; ///< reason for each choice, shown after answering; for other kinds the only entry
                                      ///< explains the answer
    int correct = -1;                 ///< index of the correct choice; −1: none
    bool isAfter = false;             ///< true if the question needs the result of the step, from “ask after:”
    double value = 0, tolerance = 0;  ///< correct number and tolerance, for Kind::number
    std::string unit;                 ///< unit of the number, for Kind::number; may be empty
    const Fact *measured = nullptr;   ///< fact that answers the question, measured after the actions, for Kind::number;
                                      ///< null: none
    std::string item;                 ///< name of the correct item, for Kind::item
};

struct Hint
{
    int seconds = 0; ///< time without progress after which the hint is shown, in seconds
    std::string text;
};

/// Step of a lesson, which begins with a heading “##”.
struct Step
{
    std::string heading, text, teacher; ///< parts of the step: heading, text (Markdown) and note for the teacher
    int line = 0;                       ///< line of the step's heading
    Condition await;
    std::vector<Action> start;   ///< actions that prepare the step, from the line “start:”
    std::vector<Action> actions; ///< actions of the step, from the line “do:”
    std::optional<Question> question;
    std::vector<Hint> hints;
    std::string point, frame, card;
    std::vector<std::string> show;
    Condition check;
    Condition claim;              ///< what the text states about the end of the step; only tests evaluate it
    const Fact *figure = nullptr; ///< fact that is shown in large type; null: chosen from `await`
    /// Lines of the keys of the step, for messages: “await”, “do”, …
    std::vector<std::pair<std::string, int>> lines;
    std::vector<std::pair<int, std::string>> images; ///< images of the step: line and file name of each

    int lineOf(std::string_view key) const; ///< line of a key, or of the heading if the key is missing
};

/// A lesson: data to open, and steps (lessons/README.md).
struct Lesson
{
    int number = 0;
    std::string title, learned; ///< title, and what the lesson teaches, in one sentence
    int minutes = 0;
    std::string file, x, y; ///< value of “data:”. The file is a file beside the lesson, an example, or a toy
    int dataLine = 0;
    std::string centring; ///< value of “center:”; empty: default
    std::string frame;
    std::vector<std::string> show;
    int items = 0; ///< value of “items:”, number of items from the start of the file; 0: all
    std::vector<Step> steps;
};

/// Maximum size of an image in a lesson, in bytes.
constexpr std::uint64_t largestImage = 8 << 20;

struct ReadLesson
{
    Lesson lesson; ///< the part of the lesson that could be read
    std::vector<Problem> problems;
    bool usable() const; ///< true if the lesson can be used: all problems are warnings
};

/// Reads a lesson and reports every problem that can be found in the text alone, including its length
/// (lessons/README.md, “Limits”).
ReadLesson readLesson(std::string_view text);

} // namespace anchorscope::lessons
