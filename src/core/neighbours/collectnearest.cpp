// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/collectnearest.h"

#include "core/distributed/gather.h"

namespace anchorscope {

namespace {

bool collect(const MatrixView &a, Share someOfA, const MatrixView &b, Share someOfB, NearestLists &ofA,
             NearestLists &ofB, const TileChange &change, const RunContext &context)
{
    const auto changed = [&](Tile tile) {
        tile.firstRow += someOfA.first;
        tile.firstColumn += someOfB.first;
        return change ? change(tile) : tile;
    };
    if (!forTiles(
            a.middleRows(someOfA.first, someOfA.count), b.middleRows(someOfB.first, someOfB.count),
            [&](const Tile &tile) { ofA.addRows(changed(tile)); },
            [&](const Tile &tile) { ofB.addColumns(changed(tile)); }, context))
        return false;
    ofA.finish();
    ofB.finish();
    return true;
}

} // namespace

bool collectNearest(const MatrixView &a, Share someOfA, const MatrixView &b, Share someOfB, NearestLists &ofA,
                    NearestLists &ofB, const TileChange &change, const RunContext &context)
{
    if (someOfA.count == 0 || someOfB.count == 0)
        return true;
    Communicator *const communicator = context.communicator;
    if (!communicator)
        return collect(a, someOfA, b, someOfB, ofA, ofB, change, context);
    Share own = ownShare(someOfA.count, *communicator);
    own.first += someOfA.first;
    NearestLists found = ofB.emptyLists(ofB.queries());
    if (!collect(a, own, b, someOfB, ofA, found, change, context))
        return false;
    gatherQueries(*communicator, ofA, someOfA);
    gatherItems(*communicator, found);
    ofB.add(found);
    ofB.finish();
    return true;
}

bool collectNearest(const MatrixView &a, const MatrixView &b, NearestLists &ofA, NearestLists &ofB,
                    const TileChange &change, const RunContext &context)
{
    return collectNearest(a, {0, a.rows()}, b, {0, b.rows()}, ofA, ofB, change, context);
}

bool collectAll(const MatrixView &a, const MatrixView &b, const Collectors &ofA, const Collectors &ofB,
                const RunContext &context)
{
    Communicator *const communicator = context.communicator;
    const Share own = communicator ? ownShare(a.rows(), *communicator) : Share{0, a.rows()};
    const auto onRows = [&](Tile tile) {
        tile.firstRow += own.first;
        if (ofA.lists)
            ofA.lists->addRows(tile);
        if (ofA.counter)
            ofA.counter->addRows(tile);
    };
    const auto onColumns = [&](Tile tile) {
        tile.firstRow += own.first;
        if (ofB.lists)
            ofB.lists->addColumns(tile);
        if (ofB.counter)
            ofB.counter->addColumns(tile);
    };
    const bool byColumns = ofB.lists || ofB.counter;
    if (!forTiles(a.middleRows(own.first, own.count), b, onRows, byColumns ? TileVisitor(onColumns) : TileVisitor(),
                  context))
        return false;
    if (!communicator)
        return true;
    if (ofA.lists)
        gatherQueries(*communicator, *ofA.lists, {0, a.rows()});
    if (ofA.counter)
        gatherQueries(*communicator, *ofA.counter, {0, a.rows()});
    if (ofB.lists)
        gatherItems(*communicator, *ofB.lists);
    if (ofB.counter)
        gatherItems(*communicator, *ofB.counter);
    return true;
}

} // namespace anchorscope
