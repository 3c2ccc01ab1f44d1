// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "lessons/facts.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace anchorscope::lessons {

/// A value of a fact: a number, or a word, text, “on” or “off”; none: not known.
using FactValue = std::optional<std::variant<double, std::string>>;
/// How facts are read.
using FactReader = std::function<FactValue(const Fact &)>;

/// “seeds >= 3”, “centring = none”, “experiment.done”, “changed turn by 30”.
struct Term
{
    enum class Operator { is, isNot, less, atMost, more, atLeast, changed };

    const Fact *fact = nullptr;
    Operator compare = Operator::is;
    std::variant<double, std::string> value; ///< of `changed`: by at least how much
    const Fact *other = nullptr;             ///< in place of the value: “mrr.found.xy > mrr.gt.xy”

    bool holds(const FactReader &now, const FactReader &before) const;
};

/// Clauses that all have to hold, each of alternatives: “a, b or c” is a and (b or c).
struct Condition
{
    std::vector<std::vector<Term>> clauses;

    bool empty() const { return clauses.empty(); }
    /// `before`: the facts as they were when the step began, for `changed`.
    bool holds(const FactReader &now, const FactReader &before) const;
    /// It can be told without a window.
    bool isMeasurable() const;
};

/// Error "wrong-usage": what was expected and found.
Result<Condition> readCondition(std::string_view text);

/// Of the values that facts had at some moment.
std::map<std::string, FactValue> factsNow(const FactReader &reader);

/// A whole number or decimal fraction, nothing before or after it.
std::optional<double> readNumber(std::string_view text);
/// Without spaces at both ends.
std::string_view trimmed(std::string_view text);
/// The parts between separators, trimmed; of an empty text none.
std::vector<std::string_view> parts(std::string_view text, std::string_view separator);

} // namespace anchorscope::lessons
