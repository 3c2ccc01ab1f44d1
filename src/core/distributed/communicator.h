// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace anchorscope {

/// Group of processes (“ranks” in MPI) that compute one result together. Each process runs the same program on the same
/// data, so all of them call these functions in the same order, from one thread and outside parallel loops. No errors
/// are returned: if a process fails, the implementation ends all of them.
class Communicator
{
public:
    virtual ~Communicator() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// Gathers the bytes of all ranks on every rank. `all` has room for sizes[r] bytes of each rank r, one after the
    /// other; before the call, each rank has filled in its own bytes.
    virtual void gather(std::byte *all, const std::vector<std::size_t> &sizes) = 0;
    /// Starts sending bytes to the next rank (from the last to the first) and receiving those of the previous rank. The
    /// buffers of both must not be used until finishShift(). Each of two channels allows one transfer at a time.
    virtual void beginShift(int channel, const std::vector<std::span<const std::byte>> &sent,
                            const std::vector<std::span<std::byte>> &received) = 0;
    virtual void finishShift(int channel) = 0;
};

/// Range of consecutive items: `count` items, beginning with item `first`.
struct Share
{
    std::ptrdiff_t first = 0, count = 0;
};

/// Number of consecutive items over which sums are taken. enoughToDistribute() is true if the range of each MPI rank
/// can consist of whole blocks of this size.
inline constexpr std::ptrdiff_t blockOfShares = 1024;
inline bool enoughToDistribute(std::ptrdiff_t items, int size)
{
    // minimum number of blocks of a rank; the ranges of ranks then differ by about 6 % at most
    constexpr std::ptrdiff_t blocksOfRank = 16;
    return items >= blocksOfRank * blockOfShares * size;
}

/// Range of the items that an MPI rank computes: about the same number on each rank, in whole blocks if
/// enoughToDistribute().
inline Share shareOf(std::ptrdiff_t items, int rank, int size)
{
    const std::ptrdiff_t grain = enoughToDistribute(items, size) ? blockOfShares : 1,
                         grains = (items + grain - 1) / grain;
    const auto begin = [&](int of) { return std::min(items, grains * of / size * grain); };
    return {begin(rank), begin(rank + 1) - begin(rank)};
}
inline Share ownShare(std::ptrdiff_t items, const Communicator &communicator)
{
    return shareOf(items, communicator.rank(), communicator.size());
}

/// Gathers values of all items on every MPI rank, if each rank has computed `width` values for each item of its range.
template <class Value>
void allGather(Communicator &communicator, Value *values, std::ptrdiff_t items, std::ptrdiff_t width = 1)
{
    std::vector<std::size_t> sizes;
    for (int rank = 0; rank < communicator.size(); ++rank)
        sizes.push_back(static_cast<std::size_t>(shareOf(items, rank, communicator.size()).count * width) *
                        sizeof(Value));
    communicator.gather(reinterpret_cast<std::byte *>(values), sizes);
}

/// Copies values of one MPI rank to all ranks.
template <class Value> void broadcastFrom(int rank, Communicator &communicator, Value *values, std::ptrdiff_t count)
{
    std::vector<std::size_t> sizes(static_cast<std::size_t>(communicator.size()), 0);
    sizes[static_cast<std::size_t>(rank)] = static_cast<std::size_t>(count) * sizeof(Value);
    communicator.gather(reinterpret_cast<std::byte *>(values), sizes);
}

} // namespace anchorscope
