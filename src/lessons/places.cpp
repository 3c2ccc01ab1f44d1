// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/places.h"

#include "core/data/transform.h"

#include <algorithm>

namespace anchorscope::lessons {

namespace {

using Words = std::vector<std::string>;

Words withControls(Words words)
{
    for (const TransformField &field : transformFields()) {
        if (field.value != &Transform::seed) // the window has no control for the random seed
            words.emplace_back(field.id);
    }
    return words;
}

} // namespace

const Words &pages()
{
    static const Words words = [] {
        Words names;
        for (const Dock &dock : docks)
            names.emplace_back(dock.name);
        return names;
    }();
    return words;
}

std::string shortcutOf(const std::string &dock)
{
    const auto place = std::ranges::find(docks, dock, &Dock::name) - std::begin(docks) + 1;
    return (place <= 10 ? "Ctrl+" : "Ctrl+Shift+") + std::to_string(place % 10);
}

const Words &frames()
{
    static const Words words{"components", "dimensions", "map", "neighbours"};
    return words;
}

const Words &colourings()
{
    static const Words words{"label",      "rank",   "cosine", "jaccard", "coverage",
                             "similarity", "margin", "number", "row",     "norm"};
    return words;
}

const Words &shownParts()
{
    static const Words words =
        withControls({"all", "panels", "verdict", "bars", "scores", "seeds", "table", "matrices"});
    return words;
}

const Words &targets()
{
    static const Words words = [] {
        Words all = withControls({"absoluteX", "absoluteY", "relativeX", "relativeY", "bars", "headline", "similarity",
                                  "centring", "start", "draw", "table", "scrubber"});
        all.insert(all.end(), pages().begin(), pages().end());
        return all;
    }();
    return words;
}

} // namespace anchorscope::lessons
