// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributedrows.h"

namespace anchorscope {

namespace {

std::span<std::byte> bytesOf(Matrix &rows)
{
    return std::as_writable_bytes(std::span(rows.data(), static_cast<std::size_t>(rows.size())));
}

bool holds(const Share &share, ItemIndex item)
{
    return item >= share.first && item < share.first + share.count;
}

} // namespace

DistributedRows distribute(const Matrix &rows, Communicator &communicator)
{
    const Share own = ownShare(rows.rows(), communicator);
    return {rows.middleRows(own.first, own.count), rows.rows(), &communicator};
}

Matrix gathered(const DistributedRows &rows)
{
    const Share own = rows.share();
    Matrix all(rows.items, rows.own.cols());
    all.middleRows(own.first, own.count) = rows.own;
    allGather(*rows.communicator, all.data(), rows.items, all.cols());
    return all;
}

Matrix gatheredRows(const DistributedRows &rows, const std::vector<ItemIndex> &items)
{
    Communicator &communicator = *rows.communicator;
    // Requested rows, first those that rank 0 holds, then those of rank 1, …
    Matrix byRank(std::ssize(items), rows.own.cols());
    std::vector<Index> places(items.size());
    std::vector<std::size_t> sizes;
    Index next = 0;
    for (int rank = 0; rank < communicator.size(); ++rank) {
        const Share share = shareOf(rows.items, rank, communicator.size());
        const Index first = next;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!holds(share, items[i]))
                continue;
            if (rank == communicator.rank())
                byRank.row(next) = rows.own.row(items[i] - share.first);
            places[i] = next++;
        }
        sizes.push_back(static_cast<std::size_t>((next - first) * byRank.cols()) * sizeof(float));
    }
    communicator.gather(bytesOf(byRank).data(), sizes);
    Matrix result(byRank.rows(), byRank.cols());
    for (std::size_t i = 0; i < items.size(); ++i)
        result.row(static_cast<Index>(i)) = byRank.row(places[i]);
    return result;
}

DistributedRows redistributed(const DistributedRows &rows, const std::vector<ItemIndex> &items)
{
    Communicator &communicator = *rows.communicator;
    const Share target = ownShare(std::ssize(items), communicator);
    DistributedRows result{Matrix(target.count, rows.own.cols()), std::ssize(items), rows.communicator};
    Matrix here = rows.own, next;
    for (int step = 0; step < communicator.size(); ++step) {
        const auto rankAfter = [&](int steps) {
            return (communicator.rank() - steps + communicator.size()) % communicator.size();
        };
        const bool last = step + 1 == communicator.size();
        if (!last) {
            next.resize(shareOf(rows.items, rankAfter(step + 1), communicator.size()).count, here.cols());
            communicator.beginShift(0, {bytesOf(here)}, {bytesOf(next)});
        }
        const Share share = shareOf(rows.items, rankAfter(step), communicator.size());
        for (Index i = 0; i < target.count; ++i) {
            if (const ItemIndex item = items[static_cast<std::size_t>(target.first + i)]; holds(share, item))
                result.own.row(i) = here.row(item - share.first);
        }
        if (!last) {
            communicator.finishShift(0);
            here.swap(next);
        }
    }
    return result;
}

} // namespace anchorscope
