// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/roles/choice.h"
#include "io/text/csv.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::io {

struct OpenOptions
{
    Index maxRows = 0;        ///< maximum number of rows to read; 0: no limit
    bool skipBadRows = false; ///< true to omit rows of wrong length in text files, false to reject the file

    /// Array to read from a file with several arrays: path in HDF5, name in .npz; empty: chosen by name and size.
    std::string array = {};
    bool sample = false; ///< true to draw maxRows rows at random (by hash of ids) from the whole file
    std::uint64_t sampleSeed = 0;
    std::string columns = {}; ///< roles that the user chose for columns, as applyColumnChoice() parses them
    std::string items = {};   ///< path of a file of ids and labels (readItems in io/dataset/userannotations.h)
    bool identify = false;    ///< true to compute size and hash of the file while it is read
    bool distributed = false; ///< true if each MPI rank stores only its share of the rows of a large space
    bool stored = false;      ///< true to store float16 and float32 vectors unconverted (EmbeddingSet::stored)

    bool item = false; ///< true to read a list of numbers as the vector of one item, if the file has no matrix

    /// Shape “N,D” of a file that consists only of N × D float32 numbers (openRawMatrix); empty for all other files.
    std::string shape = {};
    /// Returns the number of rows to read from the beginning of the file; 0: all rows.
    Index firstRows() const { return sample ? 0 : maxRows; }
    /// Returns the number of rows to read from a file with `all` rows.
    Index rowsOf(Index all) const { return firstRows() > 0 ? std::min(all, firstRows()) : all; }
    bool operator==(const OpenOptions &) const = default;
};

/// Content of a file after reading, with messages for the user.
struct OpenedFile
{
    Dataset dataset;
    std::string format; ///< name of the format for the user: "NumPy array (.npy)", …
    std::vector<std::string> warnings;
    Index duplicates = 0; ///< number of rows omitted because an earlier row has the same id
    Index badRows = 0;    ///< number of rows of wrong length that were omitted (OpenOptions::skipBadRows)

    /// Names of the arrays, if the file has several: values for OpenOptions::array.
    std::vector<std::string> arrays = {};
    std::vector<Part> columns = {}; ///< columns of a table; the user can choose their roles
    std::vector<Part> parts = {};   ///< parts other than spaces, if the file is not a table
    bool ofText = false;            ///< true for text files, in which rows of wrong length can be omitted
    DrawnRows drawn = {};
    /// Name of the file of OpenOptions::items, if the ids or the labels are from there; otherwise empty.
    std::string idsFrom = {}, labelsFrom = {};
};

/// Texts of a file that is read for its ids, labels or pairs instead of its vectors.
struct TextTable
{
    std::vector<std::string> names = {};  ///< names of the columns; empty if they have none
    std::vector<CsvRecord> records = {};  ///< rows, without the column names; each has its line or row number
    const char *unit = "row";             ///< unit of places in error messages: "line", from 1, or "row", from 0
    bool numbers = false;                 ///< true for an array of whole numbers; these can be row numbers
    bool keyed = false;                   ///< true if each row is a key of a JSON object and its value
    std::optional<std::string> text = {}; ///< content of a text file, which the caller splits; `records` is then empty
};

/// True for the names of a split's parts: train, test, anchor.
bool isPartName(std::string_view text);

using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// Creates a table from the lists of a file. If lists are named after the parts of a split (train, test, anchor), each
/// of their values is a row, with the name of its list. Otherwise, lists as long as the first one are the columns.
TextTable tableOf(NamedTexts lists);
/// Creates a table of the ids, labels and other columns of items that were read with their vectors.
TextTable tableOf(const ItemTable &items);

} // namespace anchorscope::io
