// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

/// What kind of value a fact has.
enum class FactType {
    number,
    word, ///< one of Fact::words
    flag, ///< on or off
    text, ///< anything, such as the name of an item
};

/// A named value that a lesson can wait for. A fact that is not known (nothing measured) makes every comparison false.
struct Fact
{
    std::string name;
    FactType type = FactType::number;
    std::string unit;                    ///< behind the number; may be empty
    std::string label;                   ///< of a number, before its value; of others empty
    std::string about;                   ///< one sentence
    bool onScreen = false;               ///< known in the window alone: no condition for grading
    std::vector<std::string> words = {}; ///< of FactType::word
};

/// All facts, by name; those of a transform are the fields of core/data/transform.h.
std::span<const Fact> facts();
/// Null if there is none of that name.
const Fact *findFact(std::string_view name);

/// What a word can be, for messages: “center, none, standardize”.
std::string listed(const std::vector<std::string> &words);
/// Error "wrong-usage": “expected …, found “…””.
Error expectedButFound(const std::string &what, std::string_view found);

} // namespace anchorscope::lessons
