// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

/// Type of a fact's value.
enum class FactType {
    number,
    word, ///< one of Fact::words
    flag, ///< on or off
    text, ///< any text, such as the name of an item
};

/// A named value that a lesson can wait for. Every comparison with an unknown (not measured) fact is false.
struct Fact
{
    std::string name;
    FactType type = FactType::number;
    std::string unit;                    ///< unit of a number; may be empty
    std::string label;                   ///< shown before the value of a number; otherwise empty
    std::string about;                   ///< description in one sentence
    bool onScreen = false;               ///< known only in the window, so not usable for grading
    std::vector<std::string> words = {}; ///< values of FactType::word
};

/// All facts, by name; facts of transforms are the fields of core/data/transform.h.
std::span<const Fact> facts();
/// Finds a fact by name; null if not found.
const Fact *findFact(std::string_view name);

/// Lists the values of a word for messages: “center, none, standardize”.
std::string listed(const std::vector<std::string> &words);
/// Returns the error "wrong-usage" with the message “expected …, found “…””.
Error expectedButFound(const std::string &what, std::string_view found);

} // namespace anchorscope::lessons
