// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Space to read from a file, and the user's choices about how to read it.
struct SpaceChoice
{
    std::string path;
    std::string space = {};   ///< name; if empty: the first space or, for Y in the same file as X, the second one
    std::string array = {};   ///< array to read, if the file contains several (OpenOptions::array)
    std::string columns = {}; ///< chosen roles of a table's columns (OpenOptions::columns)
    std::string items = {};   ///< path of a file of ids and labels (OpenOptions::items)
    bool operator==(const SpaceChoice &) const = default;
};

/// Two spaces to open, and the rule that pairs their items. The defaults are those of the command line and the window.
struct DataChoice
{
    SpaceChoice x, y; ///< have equal paths if one file contains both spaces
    PairingRule rule = PairingRule::automatic;
    std::string pairingFile;  ///< path of a file of pairs, for PairingRule::list
    Index maxItems = 0;       ///< maximum number of items to read; 0: no limit
    bool skipBadRows = false; ///< true to omit rows of wrong length (OpenOptions::skipBadRows)
    bool sample = false;      ///< true to read a random sample, false for the first items
    std::uint64_t sampleSeed = 0;
    bool identify = true;     ///< true to compute size and hash of the files, for sessions
    bool distributed = false; ///< true to distribute the vectors over the MPI ranks
    bool stored = false;      ///< true to store vectors in the files' number type

    SpaceChoice &of(Side side) { return side == Side::x ? x : y; }
    const SpaceChoice &of(Side side) const { return side == Side::x ? x : y; }
    OpenOptions optionsOf(Side side) const
    {
        return {.maxRows = maxItems,
                .skipBadRows = skipBadRows,
                .array = of(side).array,
                .sample = sample,
                .sampleSeed = sampleSeed,
                .columns = of(side).columns,
                .items = of(side).items,
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
