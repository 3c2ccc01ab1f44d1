// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/progress.h"

#include "core/plaintext.h"

namespace anchorscope::lessons {

namespace {

/// Formats a number with three significant digits, like the docks.
std::string shown(double value, const std::string &unit)
{
    return roundedText(value, 3) + (unit.empty() || unit == "°" ? unit : " " + unit);
}

/// Word that precedes the target number; null if the comparison cannot be expressed this way.
const char *targetWord(Term::Operator compare)
{
    switch (compare) {
    case Term::Operator::is:
        return "";
    case Term::Operator::less:
        return "below ";
    case Term::Operator::atMost:
        return "at most ";
    case Term::Operator::more:
        return "above ";
    case Term::Operator::atLeast:
        return "at least ";
    case Term::Operator::changed:
        return "a change of ";
    case Term::Operator::isNot:
        break;
    }
    return nullptr;
}

std::string lineOf(const Term &term, const FactReader &now, const FactReader &before)
{
    const FactValue found = now(*term.fact);
    const double *value = found ? std::get_if<double>(&*found) : nullptr;
    const double *target = std::get_if<double>(&term.value);
    const char *word = targetWord(term.compare);
    if (!value || !target || !word || term.other || term.holds(now, before))
        return {};
    const std::string &unit = term.fact->unit;
    return term.fact->label + " " + shown(*value, unit) + " (wanted: " + word + shown(*target, unit) + ")";
}

} // namespace

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
