// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Reads attributes that are numbers or strings, unless very large. Returns false if one cannot be listed or opened.
bool readAttributes(hid_t object, std::vector<frame::Attribute> &attributes);

/// Returns the text in a field of fixed length: up to the first NUL or, if `spacePadded`, without spaces at the end.
std::string fixedText(const char *field, std::size_t bytes, bool spacePadded);

} // namespace anchorscope
