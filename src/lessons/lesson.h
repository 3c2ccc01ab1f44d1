// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/condition.h"
#include "lessons/verbs.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::lessons {

struct Problem
{
    int line = 0; ///< line number, from 1
    std::string text;
    bool isWarning = false;
};

/// Question to the learner before the actions of a step.
struct Question
{
    enum class Kind { choice, number, item, text };

    Kind kind = Kind::text;
    std::string text;
    std::vector<std::string> choices; ///< answers to choose from, for Kind::choice
    std::vector<std::string> because; ///< reason for each choice; for other kinds, one explanation of the answer
    int correct = -1;                 ///< index of the correct choice; −1: none
    bool isAfter = false;             ///< true for “ask after:”, a question about the result of the step
    double value = 0, tolerance = 0;  ///< correct number and tolerance, for Kind::number
    std::string unit;
    const Fact *measured = nullptr; ///< fact that answers a question of Kind::number; null: none
    std::string item;               ///< name of the correct item, for Kind::item
};

struct Hint
{
    int seconds = 0; ///< time without progress before the hint, in seconds
    std::string text;
};

/// Step of a lesson, from a heading “##” on.
struct Step
{
    std::string heading, text, teacher; ///< heading, text (Markdown) and note for the teacher
    int line = 0;                       ///< line of the step's heading
    Condition await;
    std::vector<Action> start;   ///< actions of the line “start:”, which prepare the step
    std::vector<Action> actions; ///< actions of the line “do:”
    std::optional<Question> question;
    std::vector<Hint> hints;
    std::string point, frame, card;
    Condition check;
    Condition claim;                               ///< condition that shall hold at the end of the step; for tests
    const Fact *figure = nullptr;                  ///< fact to show in large type; null: figureOf() chooses it
    std::map<std::string, int, std::less<>> lines; ///< line numbers of the keys (“await”, “do”, …), for messages
    std::vector<std::pair<int, std::string>> images; ///< line and file name of each image

    int lineOf(std::string_view key) const; ///< line of a key; that of the heading if the step lacks the key
};

/// Fact that a step shows: that of “figure:”; otherwise that of its question; otherwise the last fact that its
/// condition compares with a number; null if there is none.
const Fact *figureOf(const Step &step);

/// Lesson: data to open, and steps (lessons/README.md).
struct Lesson
{
    int number = 0;
    std::string title, learned; ///< title, and what the lesson teaches, in one sentence
    int minutes = 0;
    std::string file, x, y; ///< value of “data:”; the file is beside the lesson, an example, or a toy
    int dataLine = 0;
    std::string centring; ///< value of “center:”; empty: default
    std::string frame;
    std::vector<std::string> show, methods; ///< values of “show:” and “methods:” (ids of representations)
    int items = 0; ///< value of “items:”: number of items from the start of the file; 0: all
    std::vector<Step> steps;
};

/// Maximum bytes of an image in a lesson.
constexpr std::uint64_t largestImage = 8 << 20;
/// Maximum bytes to read of a lesson's file. readLesson() has a lower limit and reports it in a better error message.
constexpr std::uint64_t largestLesson = 1 << 21;

struct ReadLesson
{
    Lesson lesson; ///< part of the lesson that could be read
    std::vector<Problem> problems;
    const Problem *mistake() const; ///< first problem that is not a warning; null: the lesson is usable
    bool usable() const { return !mistake(); }
};

/// Reads “FILE x=SPACE y=SPACE”, the value of “data:”, into `lesson`. Error "wrong-usage".
Status readData(std::string_view text, Lesson &lesson);

/// Reads a lesson and reports all problems of the text alone, including its length (lessons/README.md, “Limits”).
ReadLesson readLesson(std::string_view text);

} // namespace anchorscope::lessons
