// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Reads the attributes of an object that are numbers or strings, except very large ones. False if some cannot be
/// listed or opened.
bool readAttributes(hid_t object, std::vector<frame::Attribute> &attributes);

/// Text in a fixed-length string field: up to the first NUL, or without trailing spaces.
std::string fixedText(const char *field, std::size_t bytes, bool spacePadded);

} // namespace anchorscope
