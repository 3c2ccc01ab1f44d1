// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Reads attributes that are numbers or strings and not very large. Returns false if some cannot be listed or opened.
bool readAttributes(hid_t object, std::vector<frame::Attribute> &attributes);

/// Text of a string of fixed length: bytes before the first NUL or, if `spacePadded`, without trailing spaces.
std::string fixedText(const char *field, std::size_t bytes, bool spacePadded);

} // namespace anchorscope
