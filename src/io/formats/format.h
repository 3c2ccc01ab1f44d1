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

/// A file that is being opened: its beginning is read already, for recognising it.
struct FileCandidate
{
    const InputFile &file;
    std::string_view beginning; ///< the first bytes, up to 1 MiB; of a text at least two lines, up to 32 MiB
    const OpenOptions &options;
};

/// One readable format. The dispatcher (openFile) asks the formats in a fixed order, the most certain first.
struct FileFormat
{
    const char *label; ///< for the screen
    bool (*recognises)(const FileCandidate &candidate);
    Result<OpenedFile> (*open)(const FileCandidate &candidate, const RunContext &context);
    /// Of formats whose columns have roles: what is known of them without opening the file.
    std::vector<Part> (*columns)(const FileCandidate &candidate) = nullptr;
    bool hasArrays = false; ///< OpenOptions::array chooses one of several
};

bool isNpy(const FileCandidate &candidate);
Result<OpenedFile> openNpy(const FileCandidate &candidate, const RunContext &context);
bool isZip(const FileCandidate &candidate);
Result<OpenedFile> openNpz(const FileCandidate &candidate, const RunContext &context);
/// What is known but not read: the error says how to turn it into something that is.
bool isForeign(const FileCandidate &candidate);
Result<OpenedFile> refuseForeign(const FileCandidate &candidate, const RunContext &context);
/// Whether bytes of no known format look like float32 numbers alone.
bool isRawFloats(const FileCandidate &candidate);
/// Whether most bytes make sense as float32, where the user says that they are.
bool mayBeFloats(const FileCandidate &candidate);
/// The same of an archive or a folder, by the names of what is in it; none if they say nothing.
std::optional<Error> foreignMember(const std::string &path, const std::vector<std::string> &names);
std::optional<Error> foreignFolder(const std::string &path);
bool isWord2VecBinary(const FileCandidate &candidate);
Result<OpenedFile> openWord2VecBinary(const FileCandidate &candidate, const RunContext &context);
bool isWordVectors(const FileCandidate &candidate);
Result<OpenedFile> openWordVectors(const FileCandidate &candidate, const RunContext &context);
bool isTable(const FileCandidate &candidate);
/// Whether lines that might be words and their numbers are a table: columns between blanks have names, or there are
/// several between tabs.
bool isCertainTable(const FileCandidate &candidate);
Result<OpenedFile> openTable(const FileCandidate &candidate, const RunContext &context);
std::vector<Part> columnsOfTable(const FileCandidate &candidate);
/// An object or array of JSON, or one on each line.
bool isJson(const FileCandidate &candidate);
Result<OpenedFile> openJson(const FileCandidate &candidate, const RunContext &context);
std::vector<Part> columnsOfJson(const FileCandidate &candidate);
/// The configuration of an Embedding Projector, which names its tensors.
bool isProjectorConfig(const FileCandidate &candidate);
Result<OpenedFile> openProjectorConfig(const FileCandidate &candidate, const RunContext &context);
bool isSafetensors(const FileCandidate &candidate);
Result<OpenedFile> openSafetensors(const FileCandidate &candidate, const RunContext &context);
/// fvecs, ivecs, bvecs: each row begins with its length.
bool isVecs(const FileCandidate &candidate);
Result<OpenedFile> openVecs(const FileCandidate &candidate, const RunContext &context);
bool isFaissIndex(const FileCandidate &candidate);
Result<OpenedFile> openFaissIndex(const FileCandidate &candidate, const RunContext &context);

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

/// Whether vectors can stay as they stand in the file: all of them are wanted.
bool staysStored(const OpenOptions &options);

/// A file of one space: rows of `vectors` with the given ids (none: known by row).
OpenedFile singleSpace(const FileCandidate &candidate, Matrix vectors, std::vector<std::string> ids,
                       std::string storedType);
OpenedFile singleSpace(const FileCandidate &candidate, DistributedRows vectors, std::string storedType);
OpenedFile singleSpace(const FileCandidate &candidate, StoredRows vectors, std::string storedType);

} // namespace anchorscope::io
