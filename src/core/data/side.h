// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

enum class Side { x, y };

constexpr Side other(Side side)
{
    return side == Side::x ? Side::y : Side::x;
}

constexpr const char *sideId(Side side)
{
    return side == Side::x ? "x" : "y";
}

/// Direction of a search. `xToY`: queries are items of X, found items are of Y.
enum class Direction { xToY, yToX };

constexpr Side sourceOf(Direction direction)
{
    return direction == Direction::xToY ? Side::x : Side::y;
}

constexpr Side targetOf(Direction direction)
{
    return other(sourceOf(direction));
}

} // namespace anchorscope
