// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Unpacks a page into `target`, which must be filled exactly. Throws UnreadableColumn for damaged bytes and for LZO
/// and the first LZ4, whose frames differ between writers.
void unpack(Codec codec, Bytes packed, std::span<std::byte> target);

/// Like unpack(), for Snappy with the compressed bytes in a file. They are read in pieces, so that a page is not in
/// memory twice.
void unpackSnappy(const FileBytes &file, std::uint64_t offset, std::uint64_t length, ByteBuffer &piece,
                  std::span<std::byte> target);

} // namespace anchorscope::parquet
