// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Functions that write and read the fields of a session file for the random starts of the method “adam” and for the
/// hint of a run; used by sessionfields.h.
namespace anchorscope::io {

/// Writes or reads (depending on `archive`) a list of structs as groups "0", "1", … in group `name`, each by `body`.
template <class Archive, class Elements, class Body>
void elements(Archive &archive, const char *name, Elements &values, const Body &body)
{
    archive.group(name, [&] {
        archive.resize(values);
        for (std::size_t i = 0; i < values.size(); ++i)
            archive.group(std::to_string(i), [&] { body(values[i]); });
    });
}

/// Writes or reads (depending on `archive`) the random starts of a run (method “adam”); writes nothing without starts.
template <class Archive, class S> void startFields(Archive &archive, S &starts)
{
    if constexpr (!Archive::reading) {
        if (starts.empty())
            return;
    }
    elements(archive, "starts", starts, [&](auto &start) {
        archive.value("iterations", start.iterations);
        archive.value("loss", start.loss);
        archive.value("won", start.won);
        archive.value("converged", start.converged);
        archive.value("right", start.correct);
    });
}

/// Writes or reads (depending on `archive`) the effect of the hint that a run used. Without a hint, nothing is written.
template <class Archive, class S> void hintFields(Archive &archive, S &hint)
{
    if constexpr (!Archive::reading) {
        if (hint.weight.empty())
            return;
    }
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

} // namespace anchorscope::io
