// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace anchorscope {

/// What the helper takes from itself before it opens the file: core dumps, gaining of privileges, life without its
/// parent, filter plugins, and more than `seconds` of processor time.
void giveUpRights(std::uint64_t seconds);

/// Limits the address space to `bytes` beyond what is in use now. Nothing in sanitizer builds, which need terabytes.
void limitMemory(std::uint64_t bytes);

} // namespace anchorscope
