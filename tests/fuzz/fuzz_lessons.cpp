// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: lessons.

#include "fuzz/fuzzfile.h"
#include "lessons/lesson.h"

#include <algorithm>

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char *>(data), size);
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    const lessons::ReadLesson read = lessons::readLesson(text);
    for (const lessons::Problem &problem : read.problems)
        require(problem.line >= 1 && problem.line <= lines && !problem.text.empty());
    const lessons::FactReader nothing = [](const lessons::Fact &) { return lessons::FactValue(); };
    for (const lessons::Step &step : read.lesson.steps) {
        require(step.line >= 1 && step.line <= lines);
        require(step.await.empty() || !read.usable() || !step.actions.empty());
        step.await.holds(nothing, nothing);
        if (read.usable() && step.question && step.question->kind == lessons::Question::Kind::choice)
            require(step.question->correct >= 0 &&
                    step.question->correct < static_cast<int>(step.question->choices.size()));
        for (const lessons::Action &action : step.actions)
            require(action.verb != nullptr);
    }
    return 0;
}
