// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/verdict.h"

#include <string>
#include <utility>
#include <vector>

/// Fields of a session file for a verdict, and the notation of choices; used by sessionfields.h.
namespace anchorscope::io {

/// Stores an enumeration value as its text.
template <class Archive, class E, class Ids> void choice(Archive &archive, const char *name, E &value, const Ids &ids)
{
    std::string text;
    if constexpr (!Archive::reading) {
        for (const auto &[each, id] : ids) {
            if (each == value)
                text = id;
        }
        archive.value(name, text);
    } else {
        archive.value(name, text);
        for (const auto &[each, id] : ids) {
            if (text == id) {
                value = each;
                return;
            }
        }
        if (!text.empty())
            archive.failUnknown(name, text);
    }
}

inline std::vector<std::pair<Alignment, const char *>> alignmentIds()
{
    std::vector<std::pair<Alignment, const char *>> ids;
    for (int i = 0; i <= static_cast<int>(Alignment::chance); ++i)
        ids.emplace_back(static_cast<Alignment>(i), alignmentId(static_cast<Alignment>(i)));
    return ids;
}

/// Stores a share as a list of its value and the two ends of its interval; empty without a share.
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
    choice(archive, "verdict", verdict.alignment, alignmentIds());
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
}

} // namespace anchorscope::io
