// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <optional>
#include <string>

namespace anchorscope::io {

bool isGzip(std::string_view beginning);

/// Decompresses a gzip file, all members one after the other, to a temporary file without a name. The returned file has
/// the path of the compressed one. Errors: "damaged-file" (broken, truncated, wrong checksum, trailing bytes),
/// "too-large" beyond `limit` decompressed bytes, "cannot-save" if the disk is full, "cancelled". If the compression
/// ratio predicts a content beyond the limit, the rest is only counted; if the content turns out to be within the
/// limit, it is decompressed again. `fits`: true if the content is known to be within the limit.
Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context,
                             bool fits = false);

/// A file's first bytes and, if it is compressed, its decompressed content.
struct PlainFile
{
    std::optional<InputFile> unpacked;
    std::string beginning;
};

/// Reads the beginning of a file, and decompresses the file if it is compressed. Errors: those of reading; those of
/// unpackGzip(), with a limit of largestDecodedFile() bytes; "unknown-format" for a file that was compressed twice.
Result<PlainFile> plainFile(const InputFile &file, const RunContext &context);

} // namespace anchorscope::io
