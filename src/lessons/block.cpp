// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lines.h"
#include "lessons/places.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::lessons {

namespace {

constexpr int longestHint = 600; // maximum time without progress before a hint appears, in seconds

template <class Value> void keep(Lines &lines, Result<Value> read, Value &target)
{
    if (read)
        target = std::move(*read);
    else
        lines.note(read.error().message);
}

/// Parses “answer:”, such as “number 0.7 ± 0.05 km”, “item Nairobi” or “text”.
void readAnswer(Lines &lines, std::string_view value, Question &question)
{
    const std::string_view kind = value.substr(0, value.find(' '));
    const std::string_view rest = trimmed(value.substr(kind.size()));
    constexpr std::string_view plusMinus = "±";
    if (kind == "text" && rest.empty())
        question.kind = Question::Kind::text;
    else if (kind == "item" && !rest.empty()) {
        question.kind = Question::Kind::item;
        question.item = rest;
    } else if (const std::size_t at = rest.find(plusMinus); kind == "number" && at != std::string_view::npos) {
        const std::string_view behind = trimmed(rest.substr(at + plusMinus.size()));
        const std::string_view tolerance = behind.substr(0, behind.find(' '));
        const auto number = readNumber(trimmed(rest.substr(0, at))), around = readNumber(tolerance);
        if (!number || !around || *around < 0)
            return lines.noteExpected("number VALUE ± TOLERANCE", value);
        question.kind = Question::Kind::number;
        question.value = *number;
        question.tolerance = *around;
        question.unit = trimmed(behind.substr(tolerance.size()));
    } else
        lines.noteExpected("number VALUE ± TOLERANCE, item NAME or text", value);
}

void readChoice(Lines &lines, std::string_view text, Step &step)
{
    if (!step.question)
        return lines.noteExpected("ask: before its choices", lines.line());
    Question &question = *step.question;
    question.kind = Question::Kind::choice;
    if (text.starts_with("*")) {
        if (question.correct >= 0)
            lines.note("expected one correct choice (- *), found a second one");
        question.correct = static_cast<int>(question.choices.size());
        text = trimmed(text.substr(1));
    }
    if (text.empty())
        lines.note("expected a choice after -, found nothing");
    if (question.choices.size() == limits::choices)
        lines.note("expected at most " + std::to_string(limits::choices) + " choices, found more");
    lines.checkLength(lines.number(), "a choice", text);
    question.choices.emplace_back(text);
}

/// Parses “because:”, the reason for the choice in the line above, or the explanation of an answer without choices.
void readBecause(Lines &lines, std::string_view value, Step &step)
{
    std::vector<std::string> *because = step.question ? &step.question->because : nullptr;
    const std::size_t answers = because ? std::max<std::size_t>(1, step.question->choices.size()) : 0;
    if (value.empty() || !because || because->size() >= answers)
        return lines.noteExpected("one reason below each choice or answer", lines.line());
    lines.checkLength(lines.number(), "a reason", value);
    because->resize(answers);
    because->back() = value;
}

/// Parses the line “figure: mrr.xy” (fact to display) or “measure: mrr.xy” (fact that tests compare with the answer).
void readFact(Lines &lines, std::string_view key, std::string_view value, Step &step)
{
    const bool isFigure = key == "figure";
    const Fact *fact = findFact(value);
    if (!isFigure && (!step.question || step.question->kind != Question::Kind::number))
        lines.noteExpected("answer: number … before measure:", value);
    else if (!fact || fact->type != FactType::number)
        lines.noteExpected("a fact with numbers after " + std::string(key) + ":", value);
    else
        (isFigure ? step.figure : step.question->measured) = fact;
}

void readHint(Lines &lines, std::string_view key, std::string_view value, Step &step)
{
    const auto seconds = readNumber(trimmed(key.substr(4)));
    if (!seconds || *seconds < 1 || *seconds > longestHint || *seconds != std::floor(*seconds))
        return lines.noteExpected("hint SECONDS: with a whole number up to " + std::to_string(longestHint), key);
    step.hints.push_back({static_cast<int>(*seconds), std::string(value)});
}

void readKey(Lines &lines, std::string_view key, std::string_view value, Step &step)
{
    const bool isLong = key == "await" || key == "check" || key == "claim" || key == "do" || key == "start";
    lines.checkLength(lines.number(), key, value, isLong ? limits::textBytes : limits::shortBytes);
    if (key == "await")
        keep(lines, readCondition(value), step.await);
    else if (key == "check")
        keep(lines, readCondition(value), step.check);
    else if (key == "claim")
        keep(lines, readCondition(value), step.claim);
    else if (key == "do" || key == "start")
        keep(lines, readActions(value), key == "do" ? step.actions : step.start);
    else if (key == "ask" || key == "ask after") {
        step.question.emplace().text = value;
        step.question->isAfter = key == "ask after";
    } else if (key == "figure" || key == "measure")
        readFact(lines, key, value, step);
    else if (key == "answer" && step.question)
        readAnswer(lines, value, *step.question);
    else if (key == "answer")
        lines.noteExpected("ask: before answer:", key);
    else if (key == "point")
        lines.keepWord(value, targets(), step.point);
    else if (key == "frame")
        lines.keepWord(value, frames(), step.frame);
    else if (key == "card")
        lines.keepWord(value, pages(), step.card);
    else if (key == "hint" || key.starts_with("hint "))
        readHint(lines, key, value, step);
    else
        lines.noteExpected("one of await, start, do, ask, ask after, answer, because, measure, figure, claim, hint N, "
                           "point, frame, card, check",
                           key);
}

void checkBlock(Lines &lines, const Step &step)
{
    const auto reads = [&](const char *key) { return step.lines.contains(key); };
    const int askLine = step.lineOf(reads("ask") ? "ask" : "ask after");
    if (reads("await") && !reads("do"))
        lines.note(step.lineOf("await"), "expected do: with verbs that reach await:, found none");
    if (step.question && step.question->kind == Question::Kind::choice) {
        if (step.question->correct < 0)
            lines.note(askLine, "expected one correct choice (- *), found none");
        if (step.question->choices.size() < 2)
            lines.note(askLine, "expected at least two choices, found one");
        if (reads("answer"))
            lines.note(step.lineOf("answer"), "expected choices or answer:, found both");
    } else if (step.question && !reads("answer"))
        lines.note(askLine, "expected choices (- …) or answer: after ask:, found neither");
    if (!step.check.isMeasurable())
        lines.note(step.lineOf("check"),
                   "expected facts that can be measured without a window in check:, found one that needs it");
}

} // namespace

void readBlock(Lines &lines, Step &step)
{
    const int begin = lines.number();
    for (std::size_t count = 0; lines.next(); ++count) {
        const std::string_view line = trimmed(lines.line());
        if (line == "```")
            return checkBlock(lines, step);
        if (count == limits::blockLines)
            lines.note("expected at most " + std::to_string(limits::blockLines) + " lines in a block, found more");
        if (count >= limits::blockLines || line.empty())
            continue;
        const auto [key, value] = lines.keyAndValue();
        if (line.starts_with("-"))
            readChoice(lines, trimmed(line.substr(1)), step);
        else if (key == "because")
            readBecause(lines, value, step);
        else if (!step.lines.emplace(key, lines.number()).second)
            lines.noteExpected("each key once in a block", key);
        else if (value.empty())
            lines.noteExpected("KEY: VALUE", line);
        else
            readKey(lines, key, value, step);
    }
    lines.note(begin, "expected ``` at the end of the block, found the end of the file");
}

} // namespace anchorscope::lessons
