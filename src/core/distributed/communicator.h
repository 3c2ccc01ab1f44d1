// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace anchorscope {

/// Group of processes (MPI ranks) that compute one result together. All of them run the same program on the same data
/// and call these functions in the same order, from one thread, outside parallel loops. Functions return no errors: if
/// a process fails, the implementation ends all of them.
class Communicator
{
public:
    virtual ~Communicator() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// Gathers the bytes of all ranks on every rank. `all` has room for sizes[r] bytes of each rank r, one after the
    /// other; each rank fills in its own bytes before the call.
    virtual void gather(std::byte *all, const std::vector<std::size_t> &sizes) = 0;
    /// Starts to send bytes to the next rank (the first follows the last) and to receive those of the previous one. The
    /// buffers must not be used until finishShift(). There are two channels, each for one transfer at a time.
    virtual void beginShift(int channel, const std::vector<std::span<const std::byte>> &sent,
                            const std::vector<std::span<std::byte>> &received) = 0;
    virtual void finishShift(int channel) = 0;
};

struct Share
{
    std::ptrdiff_t first = 0, count = 0;
};

/// Number of consecutive items summed together. Ranks compute whole blocks of this size if enoughToDistribute().
inline constexpr std::ptrdiff_t blockOfShares = 1024;
inline bool enoughToDistribute(std::ptrdiff_t items, int size)
{
    // minimum number of blocks per rank, so that the ranges of different ranks differ by about 6 % at most
    constexpr std::ptrdiff_t blocksOfRank = 16;
    return items >= blocksOfRank * blockOfShares * size;
}

/// Items that an MPI rank computes: about equally many on each rank, in whole blocks if enoughToDistribute().
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

template <class Value> void broadcastFrom(int rank, Communicator &communicator, Value *values, std::ptrdiff_t count)
{
    std::vector<std::size_t> sizes(static_cast<std::size_t>(communicator.size()), 0);
    sizes[static_cast<std::size_t>(rank)] = static_cast<std::size_t>(count) * sizeof(Value);
    communicator.gather(reinterpret_cast<std::byte *>(values), sizes);
}

} // namespace anchorscope
