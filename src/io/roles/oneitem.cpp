// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/oneitem.h"

#include "io/text/vectortext.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace anchorscope::io {

namespace {

bool isList(const Part &part)
{
    return part.use == ColumnUse::vector && part.facts.rows == 1 && part.facts.lists == 1;
}

/// Error for all numbers of a matrix in one list, such as “data” with “shape”: [60, 8].
std::optional<Error> flatMatrix(const std::vector<Part> &parts)
{
    std::vector<float> shape;
    for (const Part &part : parts) {
        const std::string name = lastComponent(part.name);
        shape.clear();
        if (!part.facts.wholeLists || (name != "shape" && name != "dims") ||
            appendVector(part.facts.example, shape) < 2 || shape[0] < 2)
            continue;
        const float numbers = std::accumulate(shape.begin(), shape.end(), 1.0f, std::multiplies());
        const auto flat = std::ranges::find_if(parts, [&](const Part &other) {
            return isList(other) && static_cast<float>(other.facts.longest) == numbers;
        });
        if (flat != parts.end())
            return Error(ErrorCode::badDataset,
                         "expected a list of numbers for each item, found all numbers in one list, “" + flat->name +
                             "”, beside their shape, “" + part.name + "”, which is " + part.facts.example +
                             "; save the rows as lists: x.reshape(shape).tolist()");
    }
    return std::nullopt;
}

} // namespace

std::optional<Error> notOneItem(const std::vector<Part> &parts)
{
    const auto first = std::ranges::find_if(parts, isList);
    if (std::ranges::count_if(parts, isList) < 2 || claimsVectors(first->name))
        return flatMatrix(parts);
    return Error(ErrorCode::badDataset,
                 "expected a list of numbers for each item, found a single item with several lists, such as “" +
                     first->name + "” of " + std::to_string(first->facts.longest) +
                     " numbers, which may be the columns of a table; save the rows, or choose one: --columns vector=" +
                     first->name);
}

} // namespace anchorscope::io
