// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Attributes of an object that hold numbers or strings. Others and very large ones are left out; false if some are
/// there that cannot be listed or opened.
bool readAttributes(hid_t object, std::vector<frame::Attribute> &attributes);

/// The text of a fixed-length string field: up to the first NUL, or without trailing spaces.
std::string fixedText(const char *field, std::size_t bytes, bool spacePadded);

} // namespace anchorscope
