// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

namespace anchorscope::io {

bool isGzip(std::string_view beginning);

/// What a gzip file holds, members one after the other, as a file without a name in the folder for temporary files,
/// with the path of the packed one. Errors: "damaged-file" (broken, cut off, wrong checksum, something behind it),
/// "too-large" beyond `limit` unpacked bytes, "cannot-save" if it does not fit there, "cancelled".
Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context);

} // namespace anchorscope::io
