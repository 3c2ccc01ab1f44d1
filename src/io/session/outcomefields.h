// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Fields of a session file for the starts of a run and for its hint; used by sessionfields.h.
namespace anchorscope::io {

/// Writes or reads a list of groups "0", "1", …, one for each element.
template <class Archive, class Elements, class Body>
void elements(Archive &archive, const char *name, Elements &values, const Body &body)
{
    archive.group(name, [&] {
        archive.resize(values);
        for (std::size_t i = 0; i < values.size(); ++i)
            archive.group(std::to_string(i), [&] { body(values[i]); });
    });
}

/// Fields of a run's starts; a run without starts writes nothing.
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

/// Fields of a run's hint; a run without hints writes nothing.
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
