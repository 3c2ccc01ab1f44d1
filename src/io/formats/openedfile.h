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
    Index maxRows = 0;        ///< limit on the number of rows; 0: none
    bool skipBadRows = false; ///< text files: omit rows of wrong length instead of rejecting the file
    std::string array = {};   ///< one of a file's arrays: path in HDF5, name in .npz; empty: by name and size
    bool sample = false;      ///< draw maxRows rows of the whole file, by id if they have ids
    std::uint64_t sampleSeed = 0;
    std::string columns = {}; ///< columns of a table, for applyColumnChoice()
    std::string items = {};   ///< file of ids and labels (readItems in io/dataset/userannotations.h)
    bool identify = false;    ///< compute size and hash of the file while it is read
    bool distributed = false; ///< each rank (RunContext) stores its share of enough vectors
    bool stored = false;      ///< keep float16 and float32 in the file's own type (EmbeddingSet::stored)
    /// “N,D” for a file of N × D float32 and nothing else (openRawMatrix); empty for all other files.
    std::string shape = {};
    /// Number of rows from the beginning that must be read; 0: all.
    Index firstRows() const { return sample ? 0 : maxRows; }
    bool operator==(const OpenOptions &) const = default;
};

/// A file after reading, with notes for the user.
struct OpenedFile
{
    Dataset dataset;
    std::string format;                   ///< name for the user: "NumPy array (.npy)", …
    std::vector<std::string> warnings;    ///< sentences for the user
    Index duplicates = 0;                 ///< number of rows omitted because an earlier row has the same id
    Index badRows = 0;                    ///< number of rows omitted because of OpenOptions::skipBadRows
    std::vector<std::string> arrays = {}; ///< possible values of OpenOptions::array for a file with several matrices
    std::vector<Part> columns = {};       ///< columns of a table, whose roles can be chosen
    std::vector<Part> parts = {};         ///< parts of any other file of several, except its spaces
    bool ofText = false;                  ///< rows of wrong length can be omitted
    DrawnRows drawn = {};                 ///< describes the sample if the rows are one
};

} // namespace anchorscope::io
