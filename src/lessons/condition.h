// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "lessons/facts.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace anchorscope::lessons {

/// Value of a fact: a number, word or text, “on” or “off”; nullopt: unknown.
using FactValue = std::optional<std::variant<double, std::string>>;
using FactReader = std::function<FactValue(const Fact &)>;

/// Sign of a comparison and its meaning for numbers.
struct Comparison
{
    std::string_view sign;
    const char *beforeTarget; ///< text before a target in progress(), such as “at least ”; null: not in progress()
    bool (*holds)(double found, double target);
};

/// Comparison in a condition: “seeds >= 3”, “centring = none”, “experiment.done”, “changed turn by 30”.
struct Term
{
    const Fact *fact = nullptr;
    const Comparison *compare = nullptr;     ///< comparison; null: “changed”, which compares with the step's start
    std::variant<double, std::string> value; ///< value to compare with; for “changed”, the minimum change
    const Fact *other = nullptr; ///< fact to compare with, instead of `value`: “mrr.found.xy > mrr.gt.xy”

    bool holds(const FactReader &now, const FactReader &before) const;
};

/// Conjunction of clauses, each a list of alternatives: “a, b or c” is a and (b or c).
struct Condition
{
    std::vector<std::vector<Term>> clauses;

    bool empty() const { return clauses.empty(); }
    /// True if the condition is fulfilled. `before`: facts at the start of the step, used by “changed”.
    bool holds(const FactReader &now, const FactReader &before) const;
    /// True if the condition requires that a fact is below a number: “classes.relative < 0.7”.
    bool hasUpperBound(const Fact &fact) const;
    /// True if the condition can be evaluated without a window.
    bool isMeasurable() const;
};

/// Parses a condition. Error "wrong-usage" with what was expected and found.
Result<Condition> readCondition(std::string_view text);

/// Describes the progress towards a condition by present values and, in brackets, their targets: “seeds 3 (…: 5) · mean
/// error 57 km (…: below 35 km)”. Includes only clauses that are not fulfilled yet and that compare one known number
/// with a value or bound, or require a change. Empty without such clauses. `before`: facts at the start of the step.
std::string progress(const Condition &condition, const FactReader &now, const FactReader &before);

/// Formats a number with three significant digits and its unit.
std::string shownValue(double value, const std::string &unit);
/// True if small values of a score are good: errors, and how far the bars moved.
bool isBetterSmall(const Fact &fact);

/// Parses a whole number or a decimal fraction; otherwise nullopt.
std::optional<double> readNumber(std::string_view text);
std::string_view trimmed(std::string_view text);
/// Splits a text and trims the parts; no parts for an empty text.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);

} // namespace anchorscope::lessons
