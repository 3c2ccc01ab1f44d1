// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson.h"

#include "core/evaluate/representation.h"
#include "core/field.h"
#include "core/projection/preprocess.h"
#include "io/files/inputfile.h"
#include "lessons/lines.h"
#include "lessons/places.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace anchorscope::lessons {

namespace {

constexpr int maxWords = 60; // maximum number of words of a step; learners read it beside the panels

void readWhole(Lines &lines, std::string_view value, double max, int &target)
{
    const auto number = readNumber(value);
    if (number && *number >= 1 && *number <= max && *number == std::floor(*number))
        target = static_cast<int>(*number);
    else
        lines.noteExpected("a whole number from 1 to " + std::to_string(static_cast<int>(max)), value);
}

void readHead(Lines &lines, std::string_view key, std::string_view value, Lesson &lesson)
{
    constexpr double maxLessons = 999, longest = 240, maxItems = 1e6; // maxima; `longest`: minutes for the whole lesson
    lines.checkLength(lines.number(), key, value);
    if (key == "lesson")
        readWhole(lines, value, maxLessons, lesson.number);
    else if (key == "title")
        lesson.title = value;
    else if (key == "learned")
        lesson.learned = value;
    else if (key == "minutes")
        readWhole(lines, value, longest, lesson.minutes);
    else if (key == "items")
        readWhole(lines, value, maxItems, lesson.items);
    else if (key == "data") {
        lesson.dataLine = lines.number();
        if (const Status read = readData(value, lesson); !read)
            lines.note(read.error().message);
    } else if (key == "center")
        lines.keepWord(value, idsOf(centeringChoices()), lesson.centring);
    else if (key == "methods") {
        for (const std::string_view part : split(value, ","))
            lines.keepWord(part, idsOf(representations()), lesson.methods.emplace_back());
    } else if (key == "frame")
        lines.keepWord(value, frames(), lesson.frame);
    else if (key == "show") {
        for (const std::string_view part : split(value, ","))
            lines.keepWord(part, shownParts(), lesson.show.emplace_back());
    } else
        lines.noteExpected("one of lesson, title, learned, minutes, data, items, center, methods, show, frame", key);
}

void readFront(Lines &lines, Lesson &lesson)
{
    if (!lines.next() || trimmed(lines.line()) != "---")
        return lines.note(1, "expected --- at the top of a lesson, found “" +
                                 std::string(trimmed(lines.line())).substr(0, 40) + "”");
    std::set<std::string> seen;
    while (lines.next()) {
        if (trimmed(lines.line()) == "---") {
            for (const char *key : {"title", "data"}) {
                if (!seen.contains(key))
                    lines.note("expected " + std::string(key) + ": before this line, found none");
            }
            return;
        }
        const auto [key, value] = lines.keyAndValue();
        if (key.empty() && value.empty())
            continue;
        if (!seen.insert(std::string(key)).second)
            lines.noteExpected("each key once", key);
        else if (value.empty())
            lines.noteExpected("KEY: VALUE", trimmed(lines.line()));
        else
            readHead(lines, key, value, lesson);
    }
    lines.note(1, "expected a second --- after the keys of the lesson, found the end of the file");
}

int wordsOf(std::string_view text)
{
    const auto isSpace = [](char letter) { return letter == ' ' || letter == '\n' || letter == '\t'; };
    int words = !text.empty() && !isSpace(text.front());
    for (std::size_t i = 1; i < text.size(); ++i)
        words += isSpace(text[i - 1]) && !isSpace(text[i]);
    return words;
}

/// Reads the images of a line: each needs an alternative text, and a file beside the lesson or below.
void readImages(Lines &lines, Step &step)
{
    std::string_view rest = lines.line();
    for (std::size_t at = 0; (at = rest.find("![")) != std::string_view::npos;) {
        rest.remove_prefix(at);
        const std::size_t middle = rest.find("]("), end = rest.find(')', middle);
        if (middle == std::string_view::npos || end == std::string_view::npos)
            return;
        if (middle == 2)
            lines.note("expected a text for the picture, ![text](file), found ![](");
        const std::string_view file = rest.substr(middle + 2, end - middle - 2);
        if (io::staysInFolder(file))
            step.images.emplace_back(lines.number(), file);
        else
            lines.noteExpected("a picture beside the lesson or below it", file);
        rest.remove_prefix(end);
    }
}

/// Number of quotes and lists that begin in a line: three in “- - - a”.
std::size_t nestingOf(std::string_view line)
{
    constexpr std::string_view numbered = "0123456789", marks = ">-*+.)";
    std::size_t depth = 0;
    while (!line.empty()) {
        line = trimmed(line);
        line.remove_prefix(std::min(line.find_first_not_of(numbered), line.size()));
        const bool isMark = !line.empty() && marks.find(line.front()) != std::string_view::npos;
        if (!isMark || (line.front() != '>' && line.substr(1).find_first_of(" \t") != 0))
            break;
        line.remove_prefix(1);
        ++depth;
    }
    return depth;
}

void keepText(Lines &lines, Step &step)
{
    readImages(lines, step);
    if (const std::size_t depth = nestingOf(lines.line()); depth > limits::nesting)
        lines.note("expected at most " + std::to_string(limits::nesting) + " nested quotes and lists, found " +
                   std::to_string(depth));
    step.text.append(lines.line()).append("\n");
}

void finish(Lines &lines, Step &step)
{
    step.text = trimmed(step.text);
    while (step.text.ends_with('\n'))
        step.text.pop_back();
    lines.checkLength(step.line, "the text of a step", step.text, limits::textBytes);
    lines.checkLength(step.line, "the text for the teacher", step.teacher, limits::textBytes);
    lines.checkLength(step.line, "a heading", step.heading);
    if (const int words = wordsOf(step.text); words > maxWords)
        lines.warn(step.line,
                   "expected at most " + std::to_string(maxWords) + " words in a step, found " + std::to_string(words));
    if (step.text.empty() && step.lines.empty())
        lines.note(step.line, "expected text below the heading, found none");
}

void readSteps(Lines &lines, Lesson &lesson)
{
    constexpr std::string_view heading = "## ", teacher = "> Teacher:", fence = "```";
    Step *step = nullptr;
    bool inTeacher = false;
    while (lines.next()) {
        const std::string_view line = lines.line();
        if (line.starts_with("##") && !line.starts_with("###")) {
            if (step)
                finish(lines, *step);
            if (lesson.steps.size() == limits::steps)
                return lines.note("expected at most " + std::to_string(limits::steps) + " steps, found more");
            step = &lesson.steps.emplace_back();
            step->line = lines.number();
            step->heading = line.starts_with(heading) ? trimmed(line.substr(heading.size())) : std::string_view();
            if (step->heading.empty())
                lines.noteExpected("## and a heading", line);
        } else if (!step) {
            if (!trimmed(line).empty())
                lines.noteExpected("## and a heading before any text", line);
        } else if (line.starts_with(fence)) {
            if (trimmed(line.substr(fence.size())) != "anchorscope")
                lines.noteExpected("```anchorscope", line);
            if (!step->lines.empty())
                lines.note("expected one block in a step, found a second one");
            readBlock(lines, *step);
        } else if (line.starts_with(teacher) || (inTeacher && line.starts_with(">"))) {
            const std::size_t from = line.starts_with(teacher) ? teacher.size() : 1;
            step->teacher.append(step->teacher.empty() ? "" : " ").append(trimmed(line.substr(from)));
            inTeacher = true;
            continue;
        } else {
            keepText(lines, *step);
        }
        inTeacher = false;
    }
    if (step)
        finish(lines, *step);
    else
        lines.note("expected at least one step (## heading), found none");
}

} // namespace

bool Lines::next()
{
    if (m_rest.empty())
        return false;
    const std::size_t end = m_rest.find('\n');
    m_line = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
    if (m_line.ends_with('\r'))
        m_line.remove_suffix(1);
    ++m_number;
    return true;
}

std::pair<std::string_view, std::string_view> Lines::keyAndValue() const
{
    std::string_view text = m_line;
    if (const std::size_t comment = text.find(" # "); comment != std::string_view::npos)
        text = text.substr(0, comment);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return {trimmed(text), {}};
    return {trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1))};
}

void Lines::noteExpected(const std::string &what, std::string_view found)
{
    constexpr std::size_t longest = 60;
    note("expected " + what + ", found “" + std::string(found.substr(0, longest)) + "”");
}

void Lines::checkLength(int line, std::string_view what, std::string_view text, std::size_t maxBytes)
{
    if (text.size() > maxBytes)
        note(line, "expected at most " + std::to_string(maxBytes) + " bytes for " + std::string(what.substr(0, 60)) +
                       ", found " + std::to_string(text.size()) + "; make it shorter");
}

void Lines::keepWord(std::string_view value, const std::vector<std::string> &words, std::string &kept)
{
    if (std::ranges::find(words, value) != words.end())
        kept = value;
    else
        noteExpected("one of " + joinedText(words), value);
}

int Step::lineOf(std::string_view key) const
{
    const auto found = lines.find(key);
    return found == lines.end() ? line : found->second;
}

const Fact *figureOf(const Step &step)
{
    if (step.figure || (step.question && step.question->measured))
        return step.figure ? step.figure : step.question->measured;
    const Fact *last = nullptr;
    for (const std::vector<Term> &clause : step.await.clauses) {
        for (const Term &term : clause) {
            if (term.fact->type == FactType::number && !term.other)
                last = term.fact;
        }
    }
    return last;
}

const Problem *ReadLesson::mistake() const
{
    const auto found = std::ranges::find(problems, false, &Problem::isWarning);
    return found == problems.end() ? nullptr : &*found;
}

Status readData(std::string_view text, Lesson &lesson)
{
    for (const std::string_view part : split(text, " ")) { // names of vector spaces contain no blanks
        if (part.starts_with("x="))
            lesson.x = part.substr(2);
        else if (part.starts_with("y="))
            lesson.y = part.substr(2);
        else if (lesson.file.empty())
            lesson.file = part;
        else if (!part.empty())
            return expectedButFound("FILE x=SPACE y=SPACE", text);
    }
    return Done{};
}

ReadLesson readLesson(std::string_view text)
{
    ReadLesson result;
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark))
        text.remove_prefix(mark.size());
    Lines lines(text);
    if (text.size() > limits::fileBytes)
        lines.checkLength(1, "a lesson", text, limits::fileBytes);
    else {
        readFront(lines, result.lesson);
        readSteps(lines, result.lesson);
    }
    result.problems = lines.takeProblems();
    std::ranges::stable_sort(result.problems, {}, &Problem::line);
    return result;
}

} // namespace anchorscope::lessons
