// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

#include <string>

namespace anchorscope::io {

/// Sentence about the interpretation of a file: “60 items × 8 from “embedding”; ids from “word”; 12 classes from “pos”;
/// beside them: “year”; left out: “index”, “prompt_tokens”.”
std::string roleSummary(const OpenedFile &opened);

/// Evidence for a part's role, continuing a sentence that begins with its name.
std::string evidenceOf(const Part &part);

} // namespace anchorscope::io
