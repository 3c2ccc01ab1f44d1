// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/verbs.h"

#include "core/anchors/samplers.h"
#include "core/data/transform.h"
#include "core/experiments/registry.h"
#include "core/field.h"
#include "core/optimizers/optimizers.h"
#include "core/plaintext.h"
#include "core/projection/similarity.h"
#include "lessons/places.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::lessons {

namespace {

constexpr double maxCount = 100000;          // maximum number of seeds, iterations, …
constexpr double maxCells = 150;             // maximum number of table cells that “guess” marks
constexpr std::string_view alias = "random"; // name that lessons may use for the first sampler
const std::vector<std::string> measuredDocks{"retrieval", "stitching", "health", "table"};
const std::vector<std::string> matrices{"stitching absolute", "stitching seeds", "stitching found",
                                        "stitching procrustes"};

std::vector<Verb> setupVerbs()
{
    using enum VerbArgument;
    return {
        {"seed", pair, "Pairs an item of X with its partner in Y, or with another item.", "absoluteX",
         "Press A, click an item on the left, then its partner on the right.",
         "Ctrl+F, its name, Enter; F2; A; Enter; Tab to its partner's panel, Enter; Esc twice"},
        {"unseed", item, "Removes the pair of an item of X.", "anchors", "Anchors: select the row, Remove.",
         shortcutOf("anchors") + ", Tab to the table, arrow keys, Delete"},
        {"clear", none, "Removes all seeds.", "anchors", "", shortcutOf("anchors") + ", Tab to Remove all, space bar"},
        {"draw", draw, "Replaces the seeds by pairs drawn from the true ones.", "draw", "Anchors: the number and Draw.",
         shortcutOf("anchors") + ", Tab to the number and to Draw pairs, space bar"},
        {"center", word, "Chooses the pre-processing of both spaces.", "centring", "Data: Pre-processing.",
         shortcutOf("data") + ", Tab to Pre-processing, arrow keys", 0, 0, idsOf(centeringChoices())},
        {"similarity", word, "Chooses how items are compared with anchors.", "similarity", "Data: Similarity.",
         shortcutOf("data") + ", Tab to Similarity, arrow keys", 0, 0, idsOf(similarities())},
        {"lambda", number, "Sets λ of the whitened similarity.", "similarity", "Data: λ.",
         shortcutOf("data") + ", Tab to λ, the number", 0, 1},
        {"hide", flag, "Treats the pairing as unknown, except for the seeds.", "", "", ""},
        {"reset", none, "Restores Y as it was read.", "play", "Playground: Reset.",
         shortcutOf("play") + ", Tab to Reset Y, space bar"},
    };
}

std::vector<Verb> transformVerbs()
{
    using enum VerbArgument;
    std::vector<Verb> result;
    for (const TransformField &field : transformFields()) {
        if (field.value == &Transform::seed)
            continue;
        const std::string label = field.label;
        result.push_back({field.id, field.isSwitch ? flag : number, field.about, field.id,
                          "Playground: " + label + (field.isSwitch ? "." : "; or the handle in Y absolute."),
                          shortcutOf("play") + ", Tab to " + label + (field.isSwitch ? ", space bar" : ", arrow keys"),
                          field.min, field.max});
    }
    return result;
}

std::vector<Verb> runsVerbs()
{
    using enum VerbArgument;
    return {
        {"run", word, "Finds the anchors of Y by a method, and waits for the end.", "start", "Optimize: Start.",
         shortcutOf("optimize") + ", Tab to Method, arrow keys; F5", 0, 0, idsOf(optimizers())},
        {"stop", none, "Ends the run and keeps its best anchors.", "start", "Optimize: Stop.", "F7"},
        {"scrub", number, "Goes back to an iteration.", "scrubber", "Optimize: drag the mark in the curve.",
         shortcutOf("optimize") + ", Tab to Go back to, arrow keys", 0, maxCount},
        {"measure", word, "Measures the contents of a dock.", "", "The dock: Measure.",
         "F9, Shift+F9 for stitching; otherwise Tab to Measure, space bar", 0, 0, measuredDocks},
        {"guess", number, "Marks this many unmarked cells of the truth table as “unchanged”.", "table", "Click a cell.",
         shortcutOf("play") + ", Tab to the table, arrow keys, space bar", 1, maxCells},
        {"experiment", word, "Runs an experiment once.", "experiments", "Experiments: Run.",
         shortcutOf("experiments") + ", Tab to Experiment, arrow keys; Run, space bar", 0, 0, idsOf(experiments())},
        {"option", text, "Sets an option of an experiment, such as anchor-count counts 2,8,32.", "experiments",
         "Experiments: the option.", ""},
        {"wait", condition, "Waits until a condition holds.", "", "", ""},
    };
}

std::vector<Verb> screenVerbs()
{
    using enum VerbArgument;
    return {
        {"open", text, "Opens other data, given as in data: at the top of a lesson.", "data", "File: Open.", "Ctrl+O"},
        {"dock", word, "Brings a dock to the front.", "", "Click its tab.", "Ctrl and its number in the menu Docks", 0,
         0, pages()},
        {"show", word, "Chooses whose confusion matrices are shown.", "stitching", "Stitching: the list of methods.",
         "", 0, 0, matrices},
        {"hover", item, "Puts the mouse on an item.", "absoluteX", "Move the mouse over it.",
         "Ctrl+F, its name, Enter; F2, Ctrl and an arrow key"},
        {"select", text, "Selects an item, or all items of a class.", "absoluteX", "Click it.",
         "Ctrl+F, its name, Enter"},
        {"colour", word, "Chooses the meaning of the colours.", "absoluteX", "The list Colour above the panels.",
         "F2, Shift+Tab to Colour, arrow keys", 0, 0, colourings()},
        {"frame", word, "Chooses the coordinates of the panels.", "absoluteX", "Playground: Frame.",
         shortcutOf("play") + ", Tab to Frame, arrow keys", 0, 0, frames()},
        {"axes", text, "Chooses the two axes shown.", "absoluteX", "Right-click a panel: Axes.", "Alt+V, Axes"},
        {"lines", flag, "Joins partners with lines.", "relativeY", "View: Partner lines.", "F2, P"},
        {"answer", text, "Answers the question of the step.", "", "Click an answer.", "1 to 9"},
    };
}

std::vector<Verb> allVerbs()
{
    std::vector<Verb> result;
    for (const auto &part : {setupVerbs(), transformVerbs(), runsVerbs(), screenVerbs()})
        result.insert(result.end(), part.begin(), part.end());
    return result;
}

Status readNumberOf(std::string_view text, Action &action)
{
    const Verb &verb = *action.verb;
    const auto number = readNumber(text);
    if (!number || *number < verb.min || *number > verb.max)
        return expectedButFound(
            "a number from " + numberText(verb.min) + " to " + numberText(verb.max) + " after " + verb.name, text);
    action.number = *number;
    return Done{};
}

Status readDraw(std::string_view text, Action &action)
{
    const std::size_t space = text.find(' ');
    const auto number = readNumber(text.substr(0, space));
    const std::string_view how = space == std::string_view::npos ? alias : trimmed(text.substr(space));
    const AnchorSampler *sampler = how == alias ? &anchorSamplers().front() : findSampler(how);
    if (!number || *number < 1 || *number > maxCount || *number != std::floor(*number) || !sampler)
        return expectedButFound("how many and random, " + joinedText(idsOf(anchorSamplers())) + " after draw", text);
    action.number = *number;
    action.word = sampler->id;
    return Done{};
}

Status readFlag(std::string_view text, Action &action)
{
    if (!text.empty() && text != "on" && text != "off")
        return expectedButFound("on or off after " + action.verb->name, text);
    action.number = text == "off" ? 0 : 1;
    return Done{};
}

Status readArgument(std::string_view given, Action &action)
{
    using enum VerbArgument;
    const Verb &verb = *action.verb;
    if (given.empty() && verb.argument != none && verb.argument != flag)
        return expectedButFound("something after " + verb.name, given);
    switch (verb.argument) {
    case none:
        return given.empty() ? Status(Done{}) : expectedButFound("nothing after " + verb.name, given);
    case number:
        return readNumberOf(given, action);
    case flag:
        return readFlag(given, action);
    case word:
        if (std::ranges::find(verb.words, given) == verb.words.end())
            return expectedButFound("one of " + joinedText(verb.words) + " after " + verb.name, given);
        action.word = given;
        break;
    case item:
        action.item = given;
        break;
    case pair:
        action.item = trimmed(given.substr(0, given.find(" = ")));
        if (given.find(" = ") != std::string_view::npos)
            action.partner = trimmed(given.substr(given.find(" = ") + 3));
        break;
    case draw:
        return readDraw(given, action);
    case condition: {
        auto read = readCondition(given);
        if (!read)
            return read.error();
        action.condition = std::move(*read);
        break;
    }
    case VerbArgument::text:
        break;
    }
    return Done{};
}

} // namespace

std::span<const Verb> verbs()
{
    static const std::vector<Verb> registry = allVerbs();
    return registry;
}

const Verb *findVerb(std::string_view name)
{
    const auto found = std::ranges::find(verbs(), name, &Verb::name);
    return found == verbs().end() ? nullptr : &*found;
}

Result<std::vector<Action>> readActions(std::string_view text)
{
    std::vector<Action> actions;
    for (const std::string_view part : split(text, ";")) {
        const std::string_view name = part.substr(0, part.find(' '));
        Action action;
        action.verb = findVerb(name);
        if (!action.verb)
            return expectedButFound("a verb (anchorscope-cli lesson facts lists them)", name);
        const std::string_view argument = trimmed(part.substr(name.size()));
        action.argument = argument;
        if (const Status read = readArgument(argument, action); !read)
            return read.error();
        actions.push_back(std::move(action));
    }
    if (actions.empty())
        return expectedButFound("verbs separated by semicolons, such as seed Rome; turn 40", text);
    return actions;
}

} // namespace anchorscope::lessons
