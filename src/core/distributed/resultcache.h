// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace anchorscope {

/// Intermediate results of a long run, stored in a file. If the run is interrupted and started again, it reads these
/// results, in their order, instead of computing them. Use outside parallel loops.
class ResultCache
{
public:
    virtual ~ResultCache() = default;
    /// Reads the next result and returns true. Returns false if no result is left, its size differs, or `possible`
    /// rejects it (the file may contain anything).
    virtual bool take(std::span<std::byte> result, const std::function<bool()> &possible) = 0;
    virtual void keep(std::span<const std::byte> result) = 0;
};

} // namespace anchorscope
