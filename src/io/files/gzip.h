// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <optional>
#include <string>

namespace anchorscope::io {

/// Decompresses a gzip file to an unnamed temporary file and returns it, with the path of the compressed file. If more
/// than `limit` bytes are predicted from the compression ratio, the rest is only counted; if the count is within the
/// limit, the file is decompressed again. `fits`: true if it is known to be within the limit. Errors: "damaged-file"
/// (truncated, wrong checksum, trailing bytes), "too-large", "cannot-save" (disk full), "cancelled".
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
