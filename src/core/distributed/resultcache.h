// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace anchorscope {

/// Results that a long run stores in a file and reads again, in the same order, if it was interrupted. Use outside
/// parallel loops.
class ResultCache
{
public:
    virtual ~ResultCache() = default;
    /// Reads the next result. Returns false if none is left, its size differs, or `possible` rejects its content.
    virtual bool take(std::span<std::byte> result, const std::function<bool()> &possible) = 0;
    virtual void keep(std::span<const std::byte> result) = 0;
};

} // namespace anchorscope
