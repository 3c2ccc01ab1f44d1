// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/anchoredinput.h"

#include <algorithm>

namespace anchorscope::gui {

AnchoredInput anchoredInput(const Workspace &workspace)
{
    return {workspace.data(), workspace.prepared(), workspace.hasData() ? workspace.knownAnchors() : AnchorSet(),
            findSimilarity(workspace.setup().similarity), workspace.setup().similarityNumbers};
}

AnchoredKey::AnchoredKey(const AnchoredInput &input)
    : m_spaces{input.data, input.spaces.x, input.spaces.y}, m_itemsOfX(input.anchors.itemsOfX),
      m_seedsOfY(input.anchors.seedsOfY), m_continuousY(input.anchors.continuousY), m_similarity(input.similarity),
      m_numbers(input.similarityNumbers)
{
}

bool AnchoredKey::operator==(const AnchoredKey &other) const
{
    const auto isSame = [](const auto &a, const auto &b) { return !a.expired() && a.lock() == b.lock(); };
    return std::ranges::equal(m_spaces, other.m_spaces, isSame) && m_itemsOfX == other.m_itemsOfX &&
           m_seedsOfY == other.m_seedsOfY && m_similarity == other.m_similarity && m_numbers == other.m_numbers &&
           std::ranges::equal(m_continuousY.reshaped(), other.m_continuousY.reshaped());
}

} // namespace anchorscope::gui
