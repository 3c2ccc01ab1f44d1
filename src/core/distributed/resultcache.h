// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace anchorscope {

/// What a run has computed at length and keeps, so that one that was ended can go on: the same run is begun again and
/// takes these results, in the order in which they came, in place of computing them. Called outside of parallel loops.
class ResultCache
{
public:
    virtual ~ResultCache() = default;
    /// Fills in the next result and returns true; false where none is left, or it is of another size or not `possible`,
    /// which looks at what was filled in: a file can hold anything.
    virtual bool take(std::span<std::byte> result, const std::function<bool()> &possible) = 0;
    virtual void keep(std::span<const std::byte> result) = 0;
};

} // namespace anchorscope
