// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace anchorscope {

/// Intermediate results of a long run. An interrupted run is started again and takes these results, in their order,
/// instead of computing them. Called outside parallel loops.
class ResultCache
{
public:
    virtual ~ResultCache() = default;
    /// Reads the next result and returns true; false if none is left, its size differs, or `possible` rejects it (the
    /// file may contain anything).
    virtual bool take(std::span<std::byte> result, const std::function<bool()> &possible) = 0;
    virtual void keep(std::span<const std::byte> result) = 0;
};

} // namespace anchorscope
