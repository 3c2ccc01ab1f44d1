// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Treatments of line breaks by visibleText(): they remain, or become visible symbols.
enum class LineBreaks { keep, show };

/// Makes UTF-8 text from a file safe to display, so that it can neither control a terminal nor reorder the text around
/// it. Control characters, including tabs, become visible symbols (U+2400 …); control characters from U+0080 to U+009F
/// and characters that change the writing direction become U+FFFD.
std::string visibleText(std::string_view text, LineBreaks lineBreaks);

/// Lists at most `most` texts, and states how many there are beyond these: “a, b, c and 5 more”.
std::string listText(const std::vector<std::string> &texts, std::size_t most);

bool isUtf8(std::string_view text);
/// Replaces each byte that is not part of a valid character by U+FFFD.
std::string asUtf8(std::string_view text);

} // namespace anchorscope::io
