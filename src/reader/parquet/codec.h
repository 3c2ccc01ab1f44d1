// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Unpacks a page into `target`, which must be filled exactly. Throws UnreadableColumn for damaged bytes and for LZO
/// and the first LZ4, whose frames differ between writers.
void unpack(Codec codec, Bytes packed, std::span<std::byte> target);

/// The same for Snappy with the packed bytes of a file from an offset on. They are read in pieces, so that a page does
/// not stand in memory twice.
void unpackSnappy(const FileBytes &file, std::uint64_t offset, std::uint64_t length, ByteBuffer &piece,
                  std::span<std::byte> target);

} // namespace anchorscope::parquet
