// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methodchoice.h"

#include "core/plaintext.h"

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace anchorscope {

namespace {

constexpr double secondsToAnnounce = 5;

double machineBytes()
{
    return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

std::string costText(const MethodCost &cost)
{
    return "about " + fixedText(std::max(0.1, cost.bytes / 1e9), 1) + " GB and " +
           fixedText(std::max(1.0, std::ceil(cost.seconds)), 0) + " s";
}

Index largestMatrix(const MethodShape &shape)
{
    return std::max(std::min(shape.itemsX, shape.dimensionX), std::min(shape.itemsY, shape.dimensionY));
}

std::string exclusion(const Representation &representation, const MethodShape &shape, const MethodCost &cost,
                      const std::string &wayOut)
{
    return std::string("“") + representation.label + "” was left out: with " + std::to_string(shape.dimensionX) +
           " and " + std::to_string(shape.dimensionY) + " dimensions it takes " + costText(cost) + "; " + wayOut + ".";
}

std::string withoutMetric(const std::vector<std::string> &labels)
{
    return "“" + joinedText(labels, "” and “") + "”" + (labels.size() == 1 ? " was" : " were") +
           " left out: the anchors come from a run without canonical maps; auto and canonical learn them.";
}

std::string plain(std::string_view word)
{
    std::string result;
    for (const char each : toLower(word)) {
        if (each != ' ' && each != '-' && each != '_')
            result += each;
    }
    return result;
}

} // namespace

bool MethodPlan::needsAnchors() const
{
    return entries.empty() ||
           std::ranges::any_of(entries, [](const Entry &entry) { return entry.representation->needsAnchors; });
}

MethodPlan planMethods(const MethodChoice &choice, const MethodShape &shape)
{
    MethodPlan plan;
    plan.timeLimitSeconds = choice.timeLimitSeconds;
    std::vector<std::string> lacking;
    for (const Representation &each : representations()) {
        const bool asked = std::ranges::count(choice.ids, each.id) > 0;
        if (choice.ids.empty() ? each.slow && !choice.slow : !asked)
            continue;
        if (each.needsMetric && !shape.metric) {
            lacking.emplace_back(each.label);
            continue;
        }
        const MethodCost cost = each.cost ? each.cost(shape) : MethodCost();
        if (cost.bytes > machineBytes() / 2)
            plan.notes.push_back(
                exclusion(each, shape, cost, "save fewer dimensions, for example principal components"));
        else if (each.cost && !asked && largestMatrix(shape) > largestUnasked)
            plan.notes.push_back(exclusion(
                each, shape, cost, std::string("name ") + each.id + " among the methods (--methods) to measure it"));
        else
            plan.entries.push_back({&each, cost.seconds < secondsToAnnounce
                                               ? std::string(each.label)
                                               : std::string(each.label) + " (" + costText(cost) + ")"});
    }
    if (!lacking.empty())
        plan.notes.push_back(withoutMetric(lacking));
    return plan;
}

bool readsSimilarity(const MethodChoice &choice)
{
    constexpr std::string_view relative[] = {"GT", "Seed", "AO continuous", "AO discrete"};
    return choice.ids.empty() || std::ranges::any_of(choice.ids, [&](const std::string &id) {
               return std::ranges::find(relative, id) != std::end(relative);
           });
}

bool readsLearning(const MethodChoice &choice)
{
    return choice.ids.empty() || std::ranges::find(choice.ids, "PARAM") != choice.ids.end();
}

Result<std::vector<std::string>> methodIds(const std::vector<std::string> &words)
{
    std::vector<std::string> ids;
    for (const std::string &word : words) {
        const std::size_t before = ids.size();
        for (const Representation &each : representations()) {
            const bool found = std::string_view(each.label).starts_with("Found, ");
            if (plain(word) == plain(each.id) || (found && plain(word) == "found"))
                ids.push_back(each.id);
        }
        if (ids.size() > before)
            continue;
        std::string sentence = "Expected methods among found";
        for (const Representation &each : representations())
            sentence.append(", ").append(each.id);
        return Error(ErrorCode::wrongUsage, sentence.append(", found “").append(word).append("”."));
    }
    return ids;
}

} // namespace anchorscope
