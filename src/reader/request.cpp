// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/request.h"

#include "core/valuetext.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace anchorscope {

bool Request::selects(const frame::Node &node) const
{
    return node.kind == frame::Kind::dataset && std::any_of(patterns.begin(), patterns.end(), [&](const auto &each) {
               return frame::matchesPath(each, node);
           });
}

bool Request::selectsRows(const frame::Node &node) const
{
    return frame::matchesPath(someRows, node) && !node.shape.empty() && firstRow <= node.shape[0] &&
           rows <= node.shape[0] - firstRow;
}

bool parseArguments(int argc, char **argv, Request &request)
{
    if (argc < 10)
        return false;
    request.keepDouble = std::strcmp(argv[6], "double") == 0;
    request.someRows = argv[9];
    request.patterns.assign(argv + 10, argv + argc);
    return readValue(argv[1], request.descriptors.status) && readValue(argv[2], request.descriptors.frame) &&
           readValue(argv[3], request.descriptors.file) && readValue(argv[4], request.maxBytes) &&
           readValue(argv[5], request.maxSeconds) && readValue(argv[7], request.firstRow) &&
           readValue(argv[8], request.rows);
}

} // namespace anchorscope
