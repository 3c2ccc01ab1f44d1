// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <QString>

#include <memory>
#include <string>

namespace anchorscope::gui {

/// One of the two spaces that are compared.
/// What to open: two spaces and the rule that pairs them.
struct DataChoice
{
    std::string pathX, pathY;   ///< files; equal for two spaces of one file
    std::string spaceX, spaceY; ///< names in their files; empty: the first (for Y in the same file: the second)
    PairingRule rule = PairingRule::automatic;
    std::string pairingFile;              ///< for PairingRule::list
    Index maxItems = 0;                   ///< N items only; 0: all
    std::string arrayX = {}, arrayY = {}; ///< of files with several matrices: which; empty: chosen by the reader
    bool skipBadRows = false;             ///< leave out rows of wrong length
    bool sample = false;                  ///< the items are drawn at random with this seed; else the first ones
    std::uint64_t sampleSeed = 0;

    io::OpenOptions optionsOf(Side side) const
    {
        return {maxItems, skipBadRows, side == Side::x ? arrayX : arrayY, sample, sampleSeed};
    }
    bool operator==(const DataChoice &) const = default;
};

/// Two spaces as they were read and paired. Immutable once made, so that jobs and views share it.
struct LoadedData
{
    DataChoice choice;
    std::shared_ptr<const Dataset> datasetX, datasetY;
    io::SpacePair pair;
    SpaceFacts factsX, factsY;

    const EmbeddingSet &set(Side side) const { return side == Side::x ? *pair.x : *pair.y; }
    const ItemTable &items(Side side) const { return *set(side).items; }
    Index size(Side side) const { return set(side).size(); }
    bool hasTruth() const { return !pair.pairing.empty(); }
    /// The true partner of an item, or noItem.
    ItemIndex partner(Side side, ItemIndex item) const
    {
        return side == Side::x ? pair.pairing.partnerOfX(item) : pair.pairing.partnerOfY(item);
    }
};

/// Datasets that are open already are handed in and not read again.
struct OpenDatasets
{
    struct Entry
    {
        std::shared_ptr<const Dataset> dataset;
        io::OpenOptions options; ///< it was read with
    };
    std::vector<Entry> entries;
    /// The one of that file that was read in the same way and has enough rows, or null.
    std::shared_ptr<const Dataset> find(const std::string &path, const io::OpenOptions &options) const;
};

/// Reads (where needed), cuts, pairs and inspects. Errors: those of openDataset and pairSpaces, "no-such-space",
/// "one-space".
Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context);

} // namespace anchorscope::gui
