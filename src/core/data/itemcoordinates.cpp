// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/itemcoordinates.h"

#include <algorithm>
#include <string_view>

namespace anchorscope {

namespace {

bool isJoint(char letter)
{
    return std::string_view("_-. :@").find(letter) != std::string_view::npos;
}

bool suits(const ItemCoordinates &coordinates, const EmbeddingSet &space)
{
    return coordinates.space.empty() || coordinates.space == space.name;
}

} // namespace

std::string coordinatesTitle(const ItemCoordinates &coordinates)
{
    const std::string &name = coordinates.name, &space = coordinates.space;
    if (space.empty() || name.size() < space.size() + 2)
        return name;
    const std::size_t rest = name.size() - space.size();
    if (name.starts_with(space) && isJoint(name[space.size()]))
        return name.substr(space.size() + 1);
    return name.ends_with(space) && isJoint(name[rest - 1]) ? name.substr(0, rest - 1) : name;
}

std::vector<std::string> coordinatesTitles(const EmbeddingSet &x, const EmbeddingSet &y)
{
    std::vector<std::string> titles;
    for (const EmbeddingSet *space : {&x, &y}) {
        for (const ItemCoordinates &coordinates : space->items->frames) {
            const std::string title = coordinatesTitle(coordinates);
            if (suits(coordinates, *space) && std::ranges::find(titles, title) == titles.end())
                titles.push_back(title);
        }
    }
    return titles;
}

const ItemCoordinates *findCoordinates(const EmbeddingSet &space, const std::string &title)
{
    const ItemCoordinates *found = nullptr;
    for (const ItemCoordinates &coordinates : space.items->frames) {
        if (suits(coordinates, space) && coordinatesTitle(coordinates) == title &&
            (!found || !coordinates.space.empty()))
            found = &coordinates;
    }
    return found;
}

} // namespace anchorscope
