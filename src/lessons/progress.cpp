// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/progress.h"

#include "core/plaintext.h"

#include <cmath>

namespace anchorscope::lessons {

namespace {

std::string lineOf(const Term &term, const FactReader &now, const FactReader &before)
{
    const FactValue found = now(*term.fact);
    const double *value = found ? std::get_if<double>(&*found) : nullptr;
    const double *target = std::get_if<double>(&term.value);
    const char *word = term.compare ? term.compare->wanted : "a change of ";
    if (!value || !target || !word || term.other || term.holds(now, before))
        return {};
    const std::string &unit = term.fact->unit;
    return term.fact->label + " " + shownValue(*value, unit) + " (wanted: " + word + shownValue(*target, unit) + ")";
}

} // namespace

std::string shownValue(double value, const std::string &unit)
{
    constexpr double longNumber = 1000; // numbers from this on would be shown with an exponent
    const std::string rounded = roundedText(value, 3);
    const std::string number =
        std::abs(value) < longNumber ? rounded : std::to_string(std::lround(readNumber(rounded).value_or(value)));
    return number + (unit.empty() || unit == "°" ? unit : " " + unit);
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

bool isBetterSmall(const Fact &fact)
{
    return fact.name.starts_with("error") || fact.name == "bars.moved" || fact.name == "seeds.wrong";
}

std::string progress(const Condition &condition, const FactReader &now, const FactReader &before)
{
    std::string text;
    for (const std::vector<Term> &clause : condition.clauses) {
        const std::string line = clause.size() == 1 ? lineOf(clause.front(), now, before) : std::string();
        if (!line.empty())
            text.append(text.empty() ? "" : " · ").append(line);
    }
    return text;
}

} // namespace anchorscope::lessons
