// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <algorithm>
#include <cstddef>

namespace anchorscope::lessons {

/// Limits of a lesson's size: the window shows a step as a whole and evaluates its conditions at every change.
namespace limits {

constexpr std::size_t fileBytes = 1 << 18,
                      textBytes = 4000; ///< maximum bytes of a step, a note for the teacher, an await:, a do:
constexpr std::size_t shortBytes = 400; ///< maximum bytes of a title, a question, a choice, a hint, …
constexpr std::size_t steps = 200, blockLines = 100, choices = 9; ///< maximum numbers; choices have the keys 1 to 9
constexpr std::size_t nesting = 6;                                ///< maximum nesting of quotes and lists in one line

} // namespace limits

/// Iterates over the lines of a lesson, and collects problems.
class Lines
{
public:
    explicit Lines(std::string_view text) : m_rest(text) {}

    bool next();
    std::string_view line() const { return m_line; } ///< current line without its line break
    int number() const { return m_number; }
    /// Splits the current line “key: value”; without a colon the key is the whole line.
    std::pair<std::string_view, std::string_view> keyAndValue() const;

    /// Reports a problem of the current line, or of line 1 before any is read.
    void note(std::string text) { note(std::max(1, m_number), std::move(text)); }
    void note(int line, std::string text) { m_problems.push_back({line, std::move(text)}); }
    void noteExpected(const std::string &what, std::string_view found);
    void checkLength(int line, std::string_view what, std::string_view text, std::size_t maxBytes = limits::shortBytes);
    /// Stores `value` in `target` if it is one of the `words`; otherwise reports a problem.
    void keepWord(std::string_view value, const std::vector<std::string> &words, std::string &target);
    void warn(int line, std::string text) { m_problems.push_back({line, std::move(text), true}); }
    std::vector<Problem> takeProblems() { return std::move(m_problems); }

private:
    std::string_view m_rest, m_line;
    int m_number = 0;
    std::vector<Problem> m_problems;
};

/// Reads the “key: value” lines of a step's block, from the line after “```anchorscope” to “```”.
void readBlock(Lines &lines, Step &step);

} // namespace anchorscope::lessons
