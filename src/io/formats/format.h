// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/files/inputfile.h"
#include "io/formats/openedfile.h"

#include <optional>
#include <string_view>

namespace anchorscope::io {

/// A file that is being opened: its beginning is read already, for recognising it.
struct FileCandidate
{
    const InputFile &file;
    std::string_view beginning; ///< the first bytes, as many as there are, up to 1 MiB
    const OpenOptions &options;
};

/// One readable format. The dispatcher (openFile) asks the formats in a fixed order, the most certain first.
struct FileFormat
{
    const char *label; ///< for the screen
    bool (*recognises)(const FileCandidate &candidate);
    Result<OpenedFile> (*open)(const FileCandidate &candidate, const RunContext &context);
};

bool isNpy(const FileCandidate &candidate);
Result<OpenedFile> openNpy(const FileCandidate &candidate, const RunContext &context);
bool isZip(const FileCandidate &candidate);
Result<OpenedFile> openNpz(const FileCandidate &candidate, const RunContext &context);
/// What is known but not read: the error says how to turn it into something that is.
bool isForeign(const FileCandidate &candidate);
Result<OpenedFile> refuseForeign(const FileCandidate &candidate, const RunContext &context);
bool isWord2VecBinary(const FileCandidate &candidate);
Result<OpenedFile> openWord2VecBinary(const FileCandidate &candidate, const RunContext &context);
bool isWordVectors(const FileCandidate &candidate);
Result<OpenedFile> openWordVectors(const FileCandidate &candidate, const RunContext &context);
bool isTable(const FileCandidate &candidate);
Result<OpenedFile> openTable(const FileCandidate &candidate, const RunContext &context);

/// The name of a file without folder and ending, as the name of its only space.
std::string stemOf(const std::string &path);

/// A file of one space: rows of `vectors` with the given ids (none: known by row).
OpenedFile singleSpace(const FileCandidate &candidate, Matrix vectors, std::vector<std::string> ids,
                       std::string storedType);

} // namespace anchorscope::io
