// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/roles/choice.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// Options that a user may choose when opening a file.
struct OpenOptions
{
    Index maxRows = 0;        ///< maximum number of rows to read; 0: no limit
    bool skipBadRows = false; ///< text files: true: omits rows of wrong length instead of rejecting the file
    std::string array = {};   ///< array to read of a file with several: path in HDF5, name in .npz; empty: chosen by
                              ///< name and size
    bool sample = false;      ///< true: draws maxRows rows of the whole file, by id if they have ids
    std::uint64_t sampleSeed = 0;
    std::string columns = {}; ///< chosen roles of a table's columns, for applyColumnChoice()
    std::string items = {};   ///< file of ids and labels (readItems in io/dataset/userannotations.h)
    bool identify = false;    ///< true: computes size and hash of the file while it is read
    bool distributed = false; ///< true: each rank (RunContext) stores its share of the vectors of a large space
    bool stored = false;      ///< true: keeps float16 and float32 in the file's own type (EmbeddingSet::stored)
    /// Shape “N,D” of a file of N × D float32 numbers and nothing else (openRawMatrix); empty for all other files.
    std::string shape = {};
    /// Number of rows from the beginning that must be read; 0: all.
    Index firstRows() const { return sample ? 0 : maxRows; }
    bool operator==(const OpenOptions &) const = default;
};

/// Content of a file after reading, with notes for the user.
struct OpenedFile
{
    Dataset dataset;
    std::string format;                   ///< name of the format for the user: "NumPy array (.npy)", …
    std::vector<std::string> warnings;    ///< warnings for the user, as sentences
    Index duplicates = 0;                 ///< number of rows omitted because an earlier row has the same id
    Index badRows = 0;                    ///< number of rows omitted because of OpenOptions::skipBadRows
    std::vector<std::string> arrays = {}; ///< possible values of OpenOptions::array for a file with several matrices
    std::vector<Part> columns = {};       ///< columns of a table, whose roles can be chosen
    std::vector<Part> parts = {};         ///< parts of a file with several that is not a table, except its spaces
    bool ofText = false;                  ///< true for texts, of which rows of wrong length can be omitted
    DrawnRows drawn = {};                 ///< description of the sample, if the rows are one
};

} // namespace anchorscope::io
