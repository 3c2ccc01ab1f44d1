// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"
#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// What is asked of the helper process that opens HDF5 files (io/README.md, “HDF5 is opened in a helper process”).
struct Hdf5Request
{
    std::string path;
    std::vector<std::string> load = {}; ///< path patterns ("/spaces/*") of datasets to read; others are only listed
    bool keepDouble = false;            ///< float64 stays float64, else it becomes float32
    std::uint64_t maxBytes = 0;         ///< of all values together; 0: a third of this machine's memory
    double silenceSeconds = 60;         ///< without progress for so long the helper is ended
    std::string helper = {};            ///< program to run; empty: found beside this one
};

/// Lists an HDF5 file and reads what is asked for, in another process. A dataset that could not be read is a node with
/// a problem. Errors: "no-such-file", "unreadable-file", "empty-file", "unknown-format", "damaged-file", "too-large",
/// "cancelled", "no-reader".
Result<Hdf5Content> readHdf5(const Hdf5Request &request, const RunContext &context = {});

/// True if HDF5's signature stands at the beginning, or at 512, 1024, 2048, … bytes.
Result<bool> isHdf5(const InputFile &file);

/// The problem of a node as an error of its file.
Error nodeError(const std::string &file, const frame::Node &node);

} // namespace anchorscope::io
