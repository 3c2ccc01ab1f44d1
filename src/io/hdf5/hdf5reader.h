// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5frame.h"

#include <optional>

namespace anchorscope::io {

/// Selection of rows for datasets that are read only in part.
struct Hdf5Rows
{
    std::string pattern; ///< path pattern of the datasets of which only some rows are read
    Share rows;
};

/// Request to the helper process, which opens HDF5 and columnar files such as Parquet (io/README.md, “HDF5 is opened in
/// a helper process”).
struct Hdf5Request
{
    std::string path;
    std::vector<std::string> load = {}; ///< path patterns ("/spaces/*") of datasets to read; others are only listed
    std::optional<Hdf5Rows> some = {};  ///< rows to read; nullopt: all rows of all requested datasets
    std::uint64_t scratchBytes = 0;     ///< size in bytes of a scratch file for the frame; 0: use memory
    bool emptied = false;               ///< true: Hdf5Content::moveNumbers() returns copied memory to the system
    bool keepDouble = false;            ///< true: float64 is not converted to float32
    std::uint64_t maxBytes = 0;         ///< maximum number of bytes of all decoded values; 0: largestDecodedFile()
    double silenceSeconds = 0;          ///< maximum time without progress before the helper is ended, in seconds; 0: by
                                        ///< file size
    double totalSeconds = 0;            ///< maximum running time of the helper, in seconds; 0: by file size
    double announceSeconds = 5;         ///< time without progress until `stillReading` is reported, in seconds
    std::string helper = {};            ///< path of the helper program; empty: search next to this program
};

/// Beginning of the progress message that is shown, once for each file, if the helper makes no progress for a while.
/// The file's name follows it.
inline constexpr std::string_view stillReading = "Still reading ";

/// Lists an HDF5 file and reads the requested datasets, in another process that can only access this file
/// (SECURITY.md). A dataset that could not be read is a node with a problem. Errors: "no-such-file", "unreadable-file",
/// "empty-file", "unknown-format", "damaged-file", "too-large", "cancelled", "no-reader".
Result<Hdf5Content> readHdf5(const Hdf5Request &request, const RunContext &context = {});
/// Like readHdf5(request), for a file that is already open; ignores Hdf5Request::path.
Result<Hdf5Content> readHdf5(const InputFile &file, const Hdf5Request &request, const RunContext &context = {});

/// Returns, once per process, a warning that HDF5 is read without a sandbox; otherwise an empty text. (Sanitizer builds
/// have no sandbox and no warning.)
std::string sandboxWarning(const Hdf5Content &content);

/// True if HDF5's signature is at offset 0, 512, 1024, 2048, ….
Result<bool> isHdf5(const InputFile &file);

/// Converts the problem of a node to an error of its file.
Error nodeError(const std::string &file, const frame::Node &node);

} // namespace anchorscope::io
