// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/verdict.h"

#include <string>
#include <vector>

/// Fields of a session file for the verdict, the hint and the random starts (method “adam”) of a run, and values of
/// enumerations; used by sessionfields.h. In each function, `archive` writes or reads.

namespace anchorscope::io {

/// Writes or reads a list of structs as groups "0", "1", … in group `name`, each by `body`.
template <class Archive, class Elements, class Body>
void elements(Archive &archive, const char *name, Elements &values, const Body &body)
{
    archive.group(name, [&] {
        archive.resize(values);
        for (std::size_t i = 0; i < values.size(); ++i)
            archive.group(std::to_string(i), [&] { body(values[i]); });
    });
}

/// Random starts of a run (method “adam”); nothing is written without starts.
template <class Archive, class S> void startFields(Archive &archive, S &starts)
{
    if (!Archive::reading && starts.empty())
        return;
    elements(archive, "starts", starts, [&](auto &start) {
        archive.value("iterations", start.iterations);
        archive.value("loss", start.loss);
        archive.value("won", start.won);
        archive.value("converged", start.converged);
        archive.value("right", start.correct);
    });
}

/// Effect of the hint that a run used; nothing is written without a hint.
template <class Archive, class S> void hintFields(Archive &archive, S &hint)
{
    if (!Archive::reading && hint.weight.empty())
        return;
    archive.group("hint", [&] {
        archive.value("weight", hint.weight);
        archive.value("entropy_removed", hint.removed);
        archive.value("agreeing", hint.agreeing);
        archive.value("agreeing_by_chance", hint.byChance);
        archive.value("mrr_left_out_without", hint.without);
        archive.value("mrr_left_out_with", hint.with);
        archive.list("correspondence", hint.correspondence);
        archive.value("right", hint.correct);
    });
}

/// Value of an enumeration, and the text that represents it in a session file.
template <class E> struct ChoiceId
{
    E value;
    const char *id;
};

/// Returns the values of an enumeration up to `last`, with their texts.
template <class E> std::vector<ChoiceId<E>> choicesUpTo(E last, const char *(*idOf)(E))
{
    std::vector<ChoiceId<E>> choices;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        choices.push_back({static_cast<E>(i), idOf(static_cast<E>(i))});
    return choices;
}

/// Writes or reads a value of an enumeration as the text that represents it in `choices`.
template <class Archive, class E, class Choices>
void choice(Archive &archive, const char *name, E &value, const Choices &choices)
{
    std::string text;
    if constexpr (!Archive::reading) {
        for (const auto &each : choices) {
            if (each.value == value)
                text = each.id;
        }
        archive.value(name, text);
    } else {
        archive.value(name, text);
        for (const auto &each : choices) {
            if (text == each.id) {
                value = each.value;
                return;
            }
        }
        if (!text.empty())
            archive.failUnknown(name, text);
    }
}

/// Estimated share as a list of three numbers: value and ends of its interval; empty if nothing was estimated.
template <class Archive, class Share> void shareField(Archive &archive, const char *name, Share &share)
{
    std::vector<double> values;
    if constexpr (!Archive::reading) {
        if (share)
            values = {share->value, share->low, share->high};
    }
    archive.list(name, values);
    if constexpr (Archive::reading) {
        if (!values.empty() && values.size() != 3)
            archive.fail(name, "a share and the two ends of its interval were expected");
        if (!values.empty())
            share = ShareEstimate{values[0], values[1], values[2]};
    }
}

template <class Archive, class S> void verdictFields(Archive &archive, S &verdict)
{
    choice(archive, "verdict", verdict.alignment, choicesUpTo(Alignment::unclear, alignmentId));
    archive.value("p_chance", verdict.pChance);
    archive.value("p_class", verdict.pClass);
    archive.value("agreement", verdict.agreement);
    archive.value("verdict_seconds", verdict.seconds);
    archive.list("suspect_seeds", verdict.suspectSeeds);
    shareField(archive, "estimated_right", verdict.correct);
    shareField(archive, "estimated_right_with_suspects", verdict.correctOfAll);
    archive.value("known_pairs_left_out", verdict.knownPairs);
    archive.value("known_pairs_found", verdict.found);
    archive.value("within_hints", verdict.withinHints);
    shareField(archive, "share_with_partner", verdict.withPartner);
    shareField(archive, "estimated_right_given_partner", verdict.correctGivenPartner);
    archive.list("match_probability", verdict.matchProbability);
    archive.value("known_pairs_found_without_anchors", verdict.foundWithoutAnchors);
}

} // namespace anchorscope::io
