// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

#include <string>

namespace anchorscope::io {

/// Returns a sentence about how a file was interpreted: “60 items × 8 from “embedding”; ids from “word”; 12 classes
/// from “pos”; beside them: “year”; left out: “index”, “prompt_tokens”.”
std::string roleSummary(const OpenedFile &opened);

/// Returns the reason why a part has its role. The text continues a sentence that begins with the part's name.
std::string evidenceOf(const Part &part);

} // namespace anchorscope::io
