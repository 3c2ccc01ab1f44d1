// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Two spaces to open, and the rule that pairs their items. The defaults are those of the command line and the window.
struct DataChoice
{
    std::string pathX, pathY; ///< paths of the files; equal if one file contains both spaces

    /// Names of the spaces. If empty: the first space of the file or, for Y in the same file as X, the second one.
    std::string spaceX, spaceY;
    PairingRule rule = PairingRule::automatic;
    std::string pairingFile;              ///< path of a file of pairs, for PairingRule::list
    Index maxItems = 0;                   ///< maximum number of items to read; 0: no limit
    std::string arrayX = {}, arrayY = {}; ///< arrays to read, if the files contain several (OpenOptions::array)
    bool skipBadRows = false;             ///< true to omit rows of wrong length (OpenOptions::skipBadRows)
    bool sample = false;                  ///< true to read a random sample, false for the first items
    std::uint64_t sampleSeed = 0;
    std::string columnsX = {}, columnsY = {}; ///< chosen roles of tables' columns (OpenOptions::columns)
    std::string itemsX = {}, itemsY = {};     ///< paths of files of ids and labels (OpenOptions::items)
    bool identify = true;                     ///< true to compute size and hash of the files, for sessions
    bool distributed = false;                 ///< true to distribute the vectors over the MPI ranks
    bool stored = false;                      ///< true to store vectors in the files' number type

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

struct LoadedData
{
    DataChoice choice; ///< description of the data, with the names of the spaces filled in
    std::shared_ptr<const Dataset> datasetX, datasetY;
    SpacePair pair; ///< two spaces and their pairing; its warnings include those about the files

    const EmbeddingSet &set(Side side) const { return side == Side::x ? *pair.x : *pair.y; }
    const SpaceFacts &facts(Side side) const { return side == Side::x ? pair.factsX : pair.factsY; }
    const ItemTable &items(Side side) const { return *set(side).items; }
    Index size(Side side) const { return set(side).size(); }
    bool hasTruth() const { return !pair.pairing.empty(); }
    /// Returns the other spaces of a file that contains X and Y, paired by row; omits spaces with NaN or infinity.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces() const;
    /// Returns the true partner of an item in the other space; noItem if it has none.
    ItemIndex partner(Side side, ItemIndex item) const
    {
        return side == Side::x ? pair.pairing.partnerOfX(item) : pair.pairing.partnerOfY(item);
    }
};

/// Datasets in memory, which need not be read again.
struct OpenDatasets
{
    struct Entry
    {
        std::shared_ptr<const Dataset> dataset;
        OpenOptions options;
    };
    std::vector<Entry> entries;
    /// Returns a file's dataset if it was read with equal options and has enough rows; otherwise null.
    std::shared_ptr<const Dataset> find(const std::string &path, const OpenOptions &options) const;
};

/// Returns the space called `name` or, if it is empty, the one at index `position`. Errors "no-such-space",
/// "one-space".
Result<std::shared_ptr<const EmbeddingSet>> chooseSpace(const Dataset &dataset, const std::string &name,
                                                        std::size_t position = 0);

/// Opens two spaces: reads files that are not in `open`, limits the number of items, inspects the vectors and pairs the
/// items. Errors: those of openFile(), chooseSpace() and pairSpaces().
Result<LoadedData> loadPair(const DataChoice &choice, const OpenDatasets &open = {}, const RunContext &context = {});

} // namespace anchorscope::io
