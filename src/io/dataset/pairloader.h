// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// What to open: two spaces and the rule that pairs them. The defaults are those of the command line and the window.
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
    std::string columnsX = {}, columnsY = {}; ///< of tables: as OpenOptions::columns
    std::string itemsX = {}, itemsY = {};     ///< files of ids and labels, as OpenOptions::items
    bool identify = true;                     ///< as OpenOptions::identify: what a session says of its inputs
    bool distributed = false;                 ///< as OpenOptions::distributed
    bool stored = false;                      ///< as OpenOptions::stored

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

/// Two spaces as they were read and paired.
struct LoadedData
{
    DataChoice choice; ///< with the names of the spaces
    std::shared_ptr<const Dataset> datasetX, datasetY;
    SpacePair pair; ///< its warnings end with those of the files

    const EmbeddingSet &set(Side side) const { return side == Side::x ? *pair.x : *pair.y; }
    const SpaceFacts &facts(Side side) const { return side == Side::x ? pair.factsX : pair.factsY; }
    const ItemTable &items(Side side) const { return *set(side).items; }
    Index size(Side side) const { return set(side).size(); }
    bool hasTruth() const { return !pair.pairing.empty(); }
    /// If both spaces are from one file and paired by row: the other spaces of the file, except those with NaN or
    /// infinity.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces() const;
    /// The true partner of an item, or noItem.
    ItemIndex partner(Side side, ItemIndex item) const
    {
        return side == Side::x ? pair.pairing.partnerOfX(item) : pair.pairing.partnerOfY(item);
    }
};

/// Datasets that are already open are passed in and not read again.
struct OpenDatasets
{
    struct Entry
    {
        std::shared_ptr<const Dataset> dataset;
        OpenOptions options; ///< it was read with
    };
    std::vector<Entry> entries;
    /// The one of that file that was read in the same way and has enough rows, or null.
    std::shared_ptr<const Dataset> find(const std::string &path, const OpenOptions &options) const;
};

/// The space of that name, or the one at `position` if the name is empty. Errors "no-such-space", "one-space".
Result<std::shared_ptr<const EmbeddingSet>> chooseSpace(const Dataset &dataset, const std::string &name,
                                                        std::size_t position = 0);

/// Reads (where needed), cuts, inspects and pairs. Errors: those of openFile, chooseSpace and pairSpaces.
Result<LoadedData> loadPair(const DataChoice &choice, const OpenDatasets &open = {}, const RunContext &context = {});

} // namespace anchorscope::io
