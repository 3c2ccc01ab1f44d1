// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/roles/choice.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// What a user may choose when opening a file.
struct OpenOptions
{
    Index maxRows = 0;        ///< only so many rows; 0: all
    bool skipBadRows = false; ///< text: leave out rows of wrong length instead of refusing the file
    std::string array = {};   ///< of a file with several: path in HDF5 or name in .npz; empty: chosen by name and size
    bool sample = false; ///< maxRows rows of the whole file drawn at random, by id where there are ids; else the first
    std::uint64_t sampleSeed = 0;
    std::string columns = {}; ///< of a table: as applyColumnChoice() reads it; what it does not name is guessed
    std::string items = {};   ///< a file of ids and labels, one line a row (readItems in io/dataset/userannotations.h)
    bool identify = false;    ///< note size and hash of the file, taken while it is read
    bool distributed = false; ///< with ranks (RunContext): each holds its share of the vectors, where there are enough
    bool stored = false;      ///< float16 and float32 stay as they stand in the file (EmbeddingSet::stored)
    /// “N,D”: the file is N × D float32 and nothing else (openRawMatrix); empty: it says itself what it is.
    std::string shape = {};
    /// How many rows from the beginning must be read; 0: all.
    Index firstRows() const { return sample ? 0 : maxRows; }
    bool operator==(const OpenOptions &) const = default;
};

/// A file as it was read, and what a user should know about that.
struct OpenedFile
{
    Dataset dataset;
    std::string format;                   ///< for the screen: "NumPy array (.npy)", …
    std::vector<std::string> warnings;    ///< sentences
    Index duplicates = 0;                 ///< rows left out because their id was used before
    Index badRows = 0;                    ///< rows left out because of OpenOptions::skipBadRows
    std::vector<std::string> arrays = {}; ///< of a file with several matrices: what OpenOptions::array can be
    std::vector<Part> columns = {};       ///< of a table: its columns, whose roles can be chosen
    std::vector<Part> parts = {};         ///< of any other file of several parts: these, but for its spaces
    bool ofText = false;                  ///< rows of wrong length can be left out of it
    DrawnRows drawn = {};                 ///< whether its rows are a sample of the file's
};

} // namespace anchorscope::io
