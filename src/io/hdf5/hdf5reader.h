// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Rows of datasets that are not read as a whole.
struct Hdf5Rows
{
    std::string pattern; ///< of their paths; other datasets are read as a whole
    Share rows;
};

/// What is asked of the helper process that opens HDF5 files, and those of columns, as Parquet (io/README.md, “HDF5 is
/// opened in a helper process”).
struct Hdf5Request
{
    std::string path;
    std::vector<std::string> load = {}; ///< path patterns ("/spaces/*") of datasets to read; others are only listed
    std::optional<Hdf5Rows> some = {};  ///< none: all rows of all that are read
    std::uint64_t scratchBytes = 0;     ///< the frame is a scratch file with room for so many; 0: memory
    bool emptied = false;               ///< Hdf5Content::moveNumbers() gives back what it has copied
    bool keepDouble = false;            ///< float64 stays float64, else it becomes float32
    std::uint64_t maxBytes = 0;         ///< of all values once decoded; 0: largestDecodedFile()
    double silenceSeconds = 0;          ///< without progress for so long the helper is ended; 0: by the file's size
    double totalSeconds = 0;            ///< after so long the helper is ended; 0: by the file's size
    double announceSeconds = 5;         ///< without progress for so long `stillReading` is reported
    std::string helper = {};            ///< program to run; empty: found beside this one
};

/// Begins the stage that is reported, once for each file, when nothing was heard for a while; the file's name follows.
inline constexpr std::string_view stillReading = "Still reading ";

/// Lists an HDF5 file and reads what is asked for, in another process that sees nothing but this file (SECURITY.md). A
/// dataset that could not be read is a node with a problem. Errors: "no-such-file", "unreadable-file", "empty-file",
/// "unknown-format", "damaged-file", "too-large", "cancelled", "no-reader".
Result<Hdf5Content> readHdf5(const Hdf5Request &request, const RunContext &context = {});
/// The same for a file that is open; Hdf5Request::path is not looked at.
Result<Hdf5Content> readHdf5(const InputFile &file, const Hdf5Request &request, const RunContext &context = {});

/// Says, once in the life of the program, that HDF5 is read without a sandbox; empty if it is not so, or was said. (Not
/// in sanitizer builds, which have none.)
std::string sandboxWarning(const Hdf5Content &content);

/// True if HDF5's signature stands at the beginning, or at 512, 1024, 2048, … bytes.
Result<bool> isHdf5(const InputFile &file);

/// The problem of a node as an error of its file.
Error nodeError(const std::string &file, const frame::Node &node);

} // namespace anchorscope::io
