// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "gui/state/workspace.h"

#include <array>
#include <optional>
#include <utility>

namespace anchorscope::gui {

/// Input of a job that measures the anchors in both spaces; the workspace may change while the job runs.
struct AnchoredInput
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions similarityNumbers = {};

    /// True if both spaces are pre-processed and the similarity of the setup exists.
    bool ready() const { return spaces && similarity; }
    const Correspondence &truth() const { return data->pair.pairing; }
    /// References to the spaces and anchors; this object must outlive them. Like representation(), requires ready().
    AnchoredPair pair() const { return {*spaces.x, *spaces.y, anchors, *similarity, similarityNumbers}; }
    RepresentationInput representation() const
    {
        return {*spaces.x, *spaces.y, anchors, truth(), *similarity, similarityNumbers};
    }
};

AnchoredInput anchoredInput(const Workspace &workspace);

/// Identity of an AnchoredInput; it does not keep the data in memory. Two are equal only while their data exist.
class AnchoredKey
{
public:
    explicit AnchoredKey(const AnchoredInput &input);
    bool operator==(const AnchoredKey &other) const;

private:
    std::array<std::weak_ptr<const void>, 3> m_spaces; ///< the data as read, X and Y after pre-processing
    std::vector<ItemIndex> m_itemsOfX, m_seedsOfY;
    Matrix m_continuousY;
    const Similarity *m_similarity;
    SimilarityOptions m_numbers;
};

/// The last two results of a computation, each with the key of its input, so that undo and redo compute nothing.
template <class Key, class Value> class LastResults
{
public:
    /// Returns the result of `key`, or null. The other result is then the older one.
    const Value *find(const Key &key)
    {
        if (m_results[1] && m_results[1]->first == key)
            std::swap(m_results[0], m_results[1]);
        return m_results[0] && m_results[0]->first == key ? &m_results[0]->second : nullptr;
    }
    void keep(Key key, Value value)
    {
        m_results[1] = std::exchange(m_results[0], std::pair(std::move(key), std::move(value)));
    }

private:
    std::array<std::optional<std::pair<Key, Value>>, 2> m_results;
};

} // namespace anchorscope::gui
