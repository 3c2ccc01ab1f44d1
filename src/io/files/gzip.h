// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <optional>
#include <string>

namespace anchorscope::io {

bool isGzip(std::string_view beginning);

/// The content of a gzip file, its members joined, as an unnamed temporary file with the path of the compressed one.
/// Errors: "damaged-file" (broken, truncated, wrong checksum, trailing bytes), "too-large" beyond `limit` unpacked
/// bytes, "cannot-save" if it does not fit there, "cancelled". What seems to be beyond the limit by its first part is
/// counted before it is written; `fits`: it has been.
Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context,
                             bool fits = false);

/// The file, or its content if it is compressed, with its first bytes.
struct PlainFile
{
    std::optional<InputFile> unpacked;
    std::string beginning;
};

/// Errors: those of reading and of unpackGzip(), up to largestDecodedFile() bytes; "unknown-format" if it is packed
/// twice.
Result<PlainFile> plainFile(const InputFile &file, const RunContext &context);

} // namespace anchorscope::io
