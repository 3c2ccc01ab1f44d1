// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

/// Types of the values of facts.
enum class FactType {
    number,
    word, ///< a word, one of Fact::words
    flag, ///< a switch, on or off
    text, ///< a text, such as the name of an item
};

/// Named value, such as the number of seeds, that a lesson can wait for. Every comparison with an unknown (not
/// measured) fact is false.
struct Fact
{
    std::string name;
    FactType type = FactType::number;
    std::string unit;                    ///< unit of a numeric fact; may be empty
    std::string label;                   ///< label shown before the value of a numeric fact; otherwise empty
    std::string about;                   ///< description of the fact in one sentence
    bool onScreen = false;               ///< true if the fact is known only in the window, so that it cannot be used
                                         ///< for grading
    std::vector<std::string> words = {}; ///< possible values of a fact of type FactType::word
};

/// All facts that lessons can use, by name; facts of transforms are the fields of core/data/transform.h.
std::span<const Fact> facts();
/// Finds a fact by name; null if not found.
const Fact *findFact(std::string_view name);

/// Lists the values of a word for messages: “center, none, standardize”.
std::string listed(const std::vector<std::string> &words);
/// Returns the error "wrong-usage" with the message “expected …, found “…””.
Error expectedButFound(const std::string &what, std::string_view found);

} // namespace anchorscope::lessons
