// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Fields of a session file for the random starts of the method “adam” and for the hint of a run; used by
/// sessionfields.h. In each function, `archive` writes or reads.
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

} // namespace anchorscope::io
