// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/condition.h"

#include "core/plaintext.h"
#include "core/valuetext.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::lessons {

namespace {

/// All comparisons. “>=” comes before “>”, because the first sign that is found in a text is used; likewise “<=”.
constexpr Comparison comparisons[] = {
    {">=", "at least ", [](double found, double target) { return found >= target; }},
    {"<=", "at most ", [](double found, double target) { return found <= target; }},
    {"!=", nullptr, [](double found, double target) { return found != target; }},
    {">", "above ", [](double found, double target) { return found > target; }},
    {"<", "below ", [](double found, double target) { return found < target; }},
    {"=", "", [](double found, double target) { return found == target; }},
};

Result<const Fact *> factNamed(std::string_view name)
{
    if (const Fact *fact = findFact(name))
        return fact;
    return expectedButFound("the name of a fact (anchorscope-cli lesson facts lists them)", name);
}

Status readValue(std::string_view text, Term &term)
{
    const Fact &fact = *term.fact;
    const bool ordered = term.compare->sign.find_first_of("<>") != std::string_view::npos;
    if (fact.type == FactType::number) {
        const auto number = readNumber(text);
        const Fact *other = findFact(text);
        if (!number && (!other || other->type != FactType::number))
            return expectedButFound("a number for " + fact.name, text);
        if (number)
            term.value = *number;
        else
            term.other = other;
        return Done{};
    }
    if (ordered)
        return expectedButFound("= or != for " + fact.name + ", which is not a number", text);
    if (text.empty())
        return expectedButFound("a value for " + fact.name, text);
    const std::vector<std::string> words =
        fact.type == FactType::flag ? std::vector<std::string>{"on", "off"} : fact.words;
    if (fact.type != FactType::text && std::ranges::find(words, text) == words.end())
        return expectedButFound("one of " + joinedText(words) + " for " + fact.name, text);
    term.value = std::string(text);
    return Done{};
}

Result<Term> readChange(std::string_view text)
{
    const std::size_t by = text.find(" by ");
    const auto fact = factNamed(trimmed(text.substr(0, by)));
    if (!fact)
        return fact.error();
    Term term{*fact, nullptr, std::string(), nullptr};
    if (by == std::string_view::npos)
        return term;
    const std::string_view amount = trimmed(text.substr(by + 4));
    const auto number = readNumber(amount);
    if ((*fact)->type != FactType::number || !number)
        return expectedButFound("a fact with numbers and by how much it has to change", text);
    term.value = *number;
    return term;
}

Result<Term> readTerm(std::string_view text)
{
    constexpr std::string_view change = "changed ";
    if (text.starts_with(change))
        return readChange(trimmed(text.substr(change.size())));
    for (const Comparison &compare : comparisons) {
        const std::size_t at = text.find(compare.sign);
        if (at == std::string_view::npos)
            continue;
        const auto fact = factNamed(trimmed(text.substr(0, at)));
        if (!fact)
            return fact.error();
        Term term{*fact, &compare, {}, nullptr};
        if (const Status read = readValue(trimmed(text.substr(at + compare.sign.size())), term); !read)
            return read.error();
        return term;
    }
    const auto fact = factNamed(text);
    if (!fact)
        return fact.error();
    if ((*fact)->type != FactType::flag)
        return expectedButFound("a comparison (=, !=, <, <=, >, >=)", text);
    return readTerm((*fact)->name + " = on");
}

std::string lineOf(const Term &term, const FactReader &now, const FactReader &before)
{
    const FactValue found = now(*term.fact);
    const double *value = found ? std::get_if<double>(&*found) : nullptr;
    const double *target = std::get_if<double>(&term.value);
    const char *word = term.compare ? term.compare->beforeTarget : "a change of ";
    if (!value || !target || !word || term.other || term.holds(now, before))
        return {};
    const std::string &unit = term.fact->unit;
    return term.fact->label + " " + shownValue(*value, unit) + " (wanted: " + word + shownValue(*target, unit) + ")";
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> result;
    if (trimmed(text).empty())
        return result;
    while (true) {
        const std::size_t at = text.find(separator);
        result.push_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos)
            return result;
        text.remove_prefix(at + separator.size());
    }
}

std::optional<double> readNumber(std::string_view text)
{
    double value = 0;
    return anchorscope::readValue(text, value) && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool Term::holds(const FactReader &now, const FactReader &before) const
{
    const FactValue found = now(*fact);
    if (!found)
        return false;
    if (!compare) {
        const FactValue then = before(*fact);
        if (!then || !std::holds_alternative<double>(value) || !std::holds_alternative<double>(*then) ||
            !std::holds_alternative<double>(*found))
            return then != found;
        return std::abs(std::get<double>(*found) - std::get<double>(*then)) >= std::get<double>(value);
    }
    const FactValue target = other ? now(*other) : FactValue(value);
    if (!target || found->index() != target->index())
        return false;
    if (const double *number = std::get_if<double>(&*found))
        return compare->holds(*number, std::get<double>(*target));
    return (std::get<std::string>(*found) == std::get<std::string>(*target)) == (compare->sign == "=");
}

bool Condition::holds(const FactReader &now, const FactReader &before) const
{
    return std::ranges::all_of(clauses, [&](const std::vector<Term> &clause) {
        return std::ranges::any_of(clause, [&](const Term &term) { return term.holds(now, before); });
    });
}

bool Condition::hasUpperBound(const Fact &fact) const
{
    return std::ranges::any_of(clauses, [&fact](const std::vector<Term> &clause) {
        return std::ranges::any_of(clause, [&fact](const Term &term) {
            return term.fact == &fact && term.compare && !term.other && term.compare->sign.starts_with('<');
        });
    });
}

bool Condition::isMeasurable() const
{
    return std::ranges::all_of(clauses, [](const std::vector<Term> &clause) {
        return std::ranges::none_of(
            clause, [](const Term &term) { return term.fact->onScreen || (term.other && term.other->onScreen); });
    });
}

Result<Condition> readCondition(std::string_view text)
{
    Condition condition;
    for (const std::string_view clause : split(text, ",")) {
        std::vector<Term> alternatives;
        for (const std::string_view alternative : split(clause, " or ")) {
            const auto term = readTerm(alternative);
            if (!term)
                return term.error();
            alternatives.push_back(*term);
        }
        if (alternatives.empty())
            return expectedButFound("a condition between the commas", text);
        condition.clauses.push_back(std::move(alternatives));
    }
    if (condition.empty())
        return expectedButFound("a condition, such as seeds >= 3", text);
    return condition;
}

std::string shownValue(double value, const std::string &unit)
{
    // Numbers of at least longNumber would have an exponent. Numbers below `rounding` are rounding errors: shown as 0.
    constexpr double longNumber = 1000, rounding = 1e-4;
    const std::string rounded = roundedText(std::abs(value) < rounding ? 0 : value, 3);
    const std::string number =
        std::abs(value) < longNumber ? rounded : std::to_string(std::lround(readNumber(rounded).value_or(value)));
    return number + (unit.empty() || unit == "°" ? unit : " " + unit);
}

bool isBetterSmall(const Fact &fact)
{
    return fact.name.starts_with("error") || fact.name == "bars.moved";
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
