// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anchorscope::io {

/// Name of a file as text. Bytes that are not UTF-8 (old names) become lone surrogates, U+DC80 … U+DCFF, from which
/// encodeFileName() restores them (Python's “surrogateescape”).
std::u16string decodeFileName(std::string_view bytes);

/// Name of a file in the file system's bytes. Other lone surrogates become U+FFFD.
std::string encodeFileName(std::u16string_view name);

} // namespace anchorscope::io
