// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/edits.h"

#include "gui/style/tr.h"

#include <algorithm>

namespace anchorscope::gui {

std::vector<SeedPair> unpairedItems(const Workspace &workspace, const std::vector<SeedPair> &pairs)
{
    std::vector<SeedPair> free = pairs;
    std::erase_if(free,
                  [&](const SeedPair &pair) { return workspace.checkSeed(pair) != Workspace::SeedProblem::None; });
    return free;
}

void appendSeeds(Setup &setup, const std::vector<SeedPair> &pairs)
{
    setup.seeds.insert(setup.seeds.end(), pairs.begin(), pairs.end());
    setup.anchorCount = std::max(setup.anchorCount, static_cast<Index>(setup.seeds.size()));
}

void removeAllSeeds(Workspace &workspace)
{
    workspace.change(tr("Remove all seeds"), [](Setup &setup) { setup.seeds.clear(); });
}

void setCentering(Workspace &workspace, Centering centering)
{
    const auto choice = std::ranges::find(centeringChoices(), centering, &CenteringChoice::value);
    workspace.change(tr("Pre-processing: %1").arg(QString::fromUtf8(choice->label)),
                     [centering](Setup &setup) { setup.centering = centering; });
}

void setSimilarity(Workspace &workspace, const std::string &id)
{
    workspace.change(tr("Similarity: %1").arg(QString::fromUtf8(findSimilarity(id)->label)),
                     [&id](Setup &setup) { setup.similarity = id; });
}

QString obstacle(const Workspace &workspace, Needs needs)
{
    if (!workspace.hasData())
        return tr("Open two spaces first.");
    if (needs.testFlag(Need::Truth) && !workspace.data()->hasTruth())
        return tr("No true pairs are known for these spaces, so there is nothing to score against.");
    if (needs.testFlag(Need::Prepared) && !workspace.prepared())
        return tr("The spaces are being prepared.");
    if (needs.testFlag(Need::Anchors) && workspace.knownAnchors().count() == 0)
        return tr("Add seed pairs first.");
    return {};
}

} // namespace anchorscope::gui
