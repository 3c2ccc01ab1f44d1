// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/files/inputfile.h"
#include "io/formats/openedfile.h"
#include "io/numpy/npyarray.h"

#include <optional>
#include <string_view>

namespace anchorscope::io {

/// A file that is being opened: its beginning is read already, for recognizing it.
struct FileCandidate
{
    const InputFile &file;      ///< not open if its path is a folder or the name of synthetic data
    std::string_view beginning; ///< the first bytes, up to 1 MiB; of a text at least two lines, up to 32 MiB
    const OpenOptions &options;
};

/// Kinds of places that data come from.
enum class DataSource {
    file,
    parts,     ///< one table in several files of a folder
    folder,    ///< files of any format in a folder
    synthetic, ///< made by the program
};

/// One readable format: a constant at the end of its source file, and a line in io/dataset/fileformats.cpp.
struct FileFormat
{
    const char *label; ///< for the screen
    bool (*recognises)(const FileCandidate &candidate);
    Result<OpenedFile> (*open)(const FileCandidate &candidate, const RunContext &context);
    /// Columns as far as the first bytes reveal them; null for formats without columns.
    std::vector<Part> (*columns)(const FileCandidate &candidate) = nullptr;
    bool hasArrays = false; ///< OpenOptions::array chooses one of several
    DataSource source = DataSource::file;
    bool refused = false; ///< known, but not read: open() returns the error
};

extern const FileFormat tableFormat;
extern const FileFormat jsonFormat;
/// True if lines that might be words and their numbers are a table: columns between blanks have names, or there are
/// several between tabs.
bool isCertainTable(const FileCandidate &candidate);

/// True if bytes of an unknown format look like float32 numbers alone: nearly all have a usual size.
bool isRawFloats(const FileCandidate &candidate);
/// True if most bytes can be float32, for files of which the user states so.
bool mayBeFloats(const FileCandidate &candidate);
/// Error of a known but unsupported kind of archive or folder, recognized by the names in it; nullopt if it is none.
std::optional<Error> foreignMember(const std::string &path, const std::vector<std::string> &names);
std::optional<Error> foreignFolder(const std::string &path);

/// Error "wrong-usage" for a choice of an array of data without several; `found`: what they are instead.
Error noArrays(const std::string &found);

/// Error "too-large" for more spaces than a dataset of ours can keep.
Status fewEnough(std::size_t spaces);

/// The name of a file without folder and ending, as the name of its only space.
std::string stemOf(const std::string &path);

/// The rows of a matrix whose place and type are known, all, the first ones or a sample, as the options say.
/// `header`: a numeric one of rank 2, checked against the file.
Result<OpenedFile> openMatrix(const FileCandidate &candidate, const NpyHeader &header, const RunContext &context);

/// The rows of a file that this rank reads of all; none: all of them, because there are no ranks or few rows, or
/// because rows are chosen.
std::optional<Share> shareToRead(const OpenOptions &options, Index rows, const Communicator *communicator);

/// True if vectors keep the file's type (OpenOptions::stored), which needs all rows.
bool staysStored(const OpenOptions &options);

/// A file of one space: rows of `vectors` with the given ids (none: known by row).
OpenedFile singleSpace(const FileCandidate &candidate, Matrix vectors, std::vector<std::string> ids,
                       std::string storedType);
OpenedFile singleSpace(const FileCandidate &candidate, DistributedRows vectors, std::string storedType);
OpenedFile singleSpace(const FileCandidate &candidate, StoredRows vectors, std::string storedType);

} // namespace anchorscope::io
