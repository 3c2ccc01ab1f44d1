// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anchorscope::io {

/// What becomes of a line break in visibleText().
enum class LineBreaks { keep, show };

/// UTF-8 text from a file as it may be shown: nothing in it commands a terminal or reorders what stands beside it.
/// Control characters become their pictures (U+2400 …), those of C1 (U+0080 …) and the marks and overrides of writing
/// direction U+FFFD. A tab is a control character.
std::string visibleText(std::string_view text, LineBreaks lineBreaks);

/// Whether bytes are UTF-8 throughout.
bool isUtf8(std::string_view text);
/// Returns the text with U+FFFD in place of each byte outside of a character.
std::string asUtf8(std::string_view text);

} // namespace anchorscope::io
