// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "lessons/condition.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

enum class VerbArgument {
    none,
    number,
    flag, ///< a switch: on, off, or no argument (on)
    word, ///< a word, one of Verb::words
    item, ///< the name of an item of X
    pair, ///< an item of X, paired with its true partner; or “A = B”: A of X, B of Y
    draw, ///< a count and a rule: “15 random”, or a sampler of core/anchors/samplers.h
    text,
    condition, ///< a condition, in the notation of “await:”
};

/// Named action of a lesson, which the window performs as if the user had used its controls, so that it can be undone.
struct Verb
{
    std::string name;
    VerbArgument argument = VerbArgument::none;
    std::string about;
    std::string target;          ///< part of the window that the verb acts on, one of targets(); may be empty
    std::string mouse, keyboard; ///< gesture and keys for the same action; “How?” shows them
    double min = 0, max = 0;     ///< range of a numeric argument
    std::vector<std::string> words = {};
};

/// All verbs, by name. They include the fields of a transform (core/data/transform.h), except its random seed.
std::span<const Verb> verbs();
const Verb *findVerb(std::string_view name);

struct Action
{
    const Verb *verb = nullptr;
    std::string argument;      ///< argument as written in the lesson
    double number = 0;         ///< number of an argument of type number or draw; 1 or 0 for flag
    std::string item, partner; ///< names in an argument of type item or pair; no partner: the true one
    std::string word;          ///< word of an argument of type word; name of the sampler for type draw
    Condition condition = {};
};

/// Parses actions such as “seed Rome; turn 40”. Error "wrong-usage" with what was expected and found.
Result<std::vector<Action>> readActions(std::string_view text);

} // namespace anchorscope::lessons
