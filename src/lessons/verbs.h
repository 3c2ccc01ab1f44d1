// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "lessons/condition.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::lessons {

/// What stands behind a verb.
enum class VerbArgument {
    none,
    number,
    flag,      ///< on or off; alone: on
    word,      ///< one of Verb::words
    item,      ///< the name of an item of X
    pair,      ///< an item of X, its true partner in Y; or “A = B”: A of X, B of Y
    draw,      ///< how many and how: “15 random”, or a sampler of core/anchors/samplers.h
    text,      ///< anything
    condition, ///< as after await:
};

/// A named action. The window does it by the same controllers as a hand, so that it can be undone.
struct Verb
{
    std::string name;
    VerbArgument argument = VerbArgument::none;
    std::string about;           ///< one sentence
    std::string target;          ///< what is ringed: one of targets(); may be empty
    std::string mouse, keyboard; ///< the gesture, for “How?”
    double min = 0, max = 0;     ///< of a number
    std::vector<std::string> words = {};
};

/// All verbs, by name; those of a transform are the fields of core/data/transform.h.
std::span<const Verb> verbs();
/// Null if there is none of that name.
const Verb *findVerb(std::string_view name);

/// A verb and what stands behind it.
struct Action
{
    const Verb *verb = nullptr;
    std::string argument;      ///< as written
    double number = 0;         ///< of number and draw; of flag 1 or 0
    std::string item, partner; ///< of item and pair; partner: empty for the true one
    std::string word;          ///< of word, and the sampler of draw
    Condition condition = {};
};

/// “seed Rome; turn 40”. Error "wrong-usage": what was expected and found.
Result<std::vector<Action>> readActions(std::string_view text);

} // namespace anchorscope::lessons
