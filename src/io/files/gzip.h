// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <optional>
#include <string>

namespace anchorscope::io {

bool isGzip(std::string_view beginning);

/// Decompresses a gzip file, joining its members, to an unnamed temporary file with the path of the compressed one.
/// Errors: "damaged-file" (broken, truncated, wrong checksum, trailing bytes), "too-large" beyond `limit` decompressed
/// bytes, "cannot-save" if the disk is full, "cancelled". If the beginning suggests a content beyond the limit, the
/// bytes are counted before any more are written; `fits`: the content is known to be within the limit.
Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context,
                             bool fits = false);

/// A file, or its decompressed content if it is compressed, with its first bytes.
struct PlainFile
{
    std::optional<InputFile> unpacked;
    std::string beginning;
};

/// Decompresses a file if necessary. Errors: those of reading and of unpackGzip(), up to largestDecodedFile() bytes;
/// "unknown-format" if it is compressed twice.
Result<PlainFile> plainFile(const InputFile &file, const RunContext &context);

} // namespace anchorscope::io
