// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: files of seeds and pairs.

#include "fuzz/fuzzfile.h"
#include "io/dataset/pairfile.h"

#include <set>

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    ItemTable named, rows;
    named.ids = {"one", "two, or more", "a \"b\"", "x_id", ""};
    named.count = rows.count = 5;
    for (const ItemTable *y : {&named, &rows}) {
        const auto pairs = io::readPairs(file.path(), named, *y);
        if (!pairs) {
            require(!pairs.error().message.empty());
            continue;
        }
        std::set<ItemIndex> ofX, ofY;
        for (const SeedPair &pair : *pairs) {
            require(pair.x >= 0 && pair.x < 5 && ofX.insert(pair.x).second);
            require(pair.y >= 0 && pair.y < 5 && ofY.insert(pair.y).second);
        }
    }
    return 0;
}
