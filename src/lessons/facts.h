// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

enum class FactType {
    number,
    word, ///< a word, one of Fact::words
    flag, ///< a switch, on or off
    text, ///< a text, such as the name of an item
};

/// Named value, such as the number of seeds, that a lesson can wait for. Comparisons with an unknown fact are false.
struct Fact
{
    std::string name;
    FactType type = FactType::number;
    std::string unit;  ///< unit of a number; may be empty
    std::string label; ///< label shown before the value of a number, or empty
    std::string about;
    bool onScreen = false;               ///< true if only the window knows it, so that grading cannot use it
    std::vector<std::string> words = {}; ///< possible values of a fact of type word
};

/// All facts, by name. They include the fields of a transform (core/data/transform.h), except its random seed.
std::span<const Fact> facts();
const Fact *findFact(std::string_view name);

/// Returns the error "wrong-usage", “expected …, found “…””.
Error expectedButFound(const std::string &what, std::string_view found);

} // namespace anchorscope::lessons
