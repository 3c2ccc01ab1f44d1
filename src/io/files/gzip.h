// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <optional>
#include <string>

namespace anchorscope::io {

bool isGzip(std::string_view beginning);

/// What a gzip file holds, members one after the other, as a file without a name in the folder for temporary files,
/// with the path of the packed one. Errors: "damaged-file" (broken, cut off, wrong checksum, something behind it),
/// "too-large" beyond `limit` unpacked bytes, "cannot-save" if it does not fit there, "cancelled".
Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context);

/// The file, or what it holds if it is packed, with its beginning.
struct PlainFile
{
    std::optional<InputFile> unpacked;
    std::string beginning;
};

/// Errors: those of reading and of unpackGzip(), up to largestDecodedFile() bytes; "unknown-format" if it is packed
/// twice.
Result<PlainFile> plainFile(const InputFile &file, const RunContext &context);

} // namespace anchorscope::io
