// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anchorscope::io {

/// Treatments of line breaks by visibleText().
enum class LineBreaks { keep, show };

/// Makes UTF-8 text from a file safe to display: it cannot control a terminal or reorder text around it. Control
/// characters, including tabs, become visible symbols (U+2400 …); those of C1 (U+0080 …) and the marks and overrides of
/// writing direction become U+FFFD.
std::string visibleText(std::string_view text, LineBreaks lineBreaks);

/// True if a text is valid UTF-8.
bool isUtf8(std::string_view text);
/// Replaces each byte that is not part of a valid character by U+FFFD.
std::string asUtf8(std::string_view text);

} // namespace anchorscope::io
