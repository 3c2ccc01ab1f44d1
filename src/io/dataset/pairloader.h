// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Data to open: two spaces and the rule that pairs them. The defaults are those of the command line and the window.
struct DataChoice
{
    std::string pathX, pathY;   ///< paths of the files; equal for two spaces of one file
    std::string spaceX, spaceY; ///< names of the spaces; empty: the first space (for Y in the same file: the second)
    PairingRule rule = PairingRule::automatic;
    std::string pairingFile;              ///< path of the file of pairs, for PairingRule::list
    Index maxItems = 0;                   ///< maximum number of items; 0: no limit
    std::string arrayX = {}, arrayY = {}; ///< chosen arrays of the files, as OpenOptions::array
    bool skipBadRows = false;             ///< true: omits rows of wrong length, as OpenOptions::skipBadRows
    bool sample = false;                  ///< true: draws items with sampleSeed instead of using the first ones
    std::uint64_t sampleSeed = 0;
    std::string columnsX = {}, columnsY = {}; ///< roles of the columns of tables, as OpenOptions::columns
    std::string itemsX = {}, itemsY = {};     ///< files of ids and labels, as OpenOptions::items
    bool identify = true;                     ///< true: computes size and hash of the files, as OpenOptions::identify;
                                              ///< sessions store them
    bool distributed = false;                 ///< true: distributes vectors over ranks, as OpenOptions::distributed
    bool stored = false;                      ///< true: keeps the file's number type, as OpenOptions::stored

    OpenOptions optionsOf(Side side) const
    {
        const bool ofX = side == Side::x;
        return {.maxRows = maxItems,
                .skipBadRows = skipBadRows,
                .array = ofX ? arrayX : arrayY,
                .sample = sample,
                .sampleSeed = sampleSeed,
                .columns = ofX ? columnsX : columnsY,
                .items = ofX ? itemsX : itemsY,
                .identify = identify,
                .distributed = distributed,
                .stored = stored};
    }
    bool operator==(const DataChoice &) const = default;
};

/// Two spaces that were read and paired.
struct LoadedData
{
    DataChoice choice; ///< choice that was loaded, with the names of the spaces filled in
    std::shared_ptr<const Dataset> datasetX, datasetY;
    SpacePair pair; ///< spaces and pairing; its warnings include those of the files

    const EmbeddingSet &set(Side side) const { return side == Side::x ? *pair.x : *pair.y; }
    const SpaceFacts &facts(Side side) const { return side == Side::x ? pair.factsX : pair.factsY; }
    const ItemTable &items(Side side) const { return *set(side).items; }
    Index size(Side side) const { return set(side).size(); }
    bool hasTruth() const { return !pair.pairing.empty(); }
    /// Further spaces of the file, if X and Y are from the same file and paired by row; without those that contain NaN
    /// or infinity.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces() const;
    /// Returns the true partner of an item, or noItem.
    ItemIndex partner(Side side, ItemIndex item) const
    {
        return side == Side::x ? pair.pairing.partnerOfX(item) : pair.pairing.partnerOfY(item);
    }
};

/// Datasets that are already open, and need not be read again.
struct OpenDatasets
{
    struct Entry
    {
        std::shared_ptr<const Dataset> dataset;
        OpenOptions options; ///< options that the dataset was read with
    };
    std::vector<Entry> entries;
    /// Returns the dataset of a file that was read with the same options and has enough rows, or null.
    std::shared_ptr<const Dataset> find(const std::string &path, const OpenOptions &options) const;
};

/// Returns the space of this name, or the one at `position` if the name is empty. Errors "no-such-space", "one-space".
Result<std::shared_ptr<const EmbeddingSet>> chooseSpace(const Dataset &dataset, const std::string &name,
                                                        std::size_t position = 0);

/// Reads the datasets that are not open, limits the items, inspects the spaces and pairs them. Errors: those of
/// openFile, chooseSpace and pairSpaces.
Result<LoadedData> loadPair(const DataChoice &choice, const OpenDatasets &open = {}, const RunContext &context = {});

} // namespace anchorscope::io
