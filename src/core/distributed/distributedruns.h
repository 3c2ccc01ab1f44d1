// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"

#include <vector>

namespace anchorscope {

/// Distributes independent runs over the MPI ranks in turn. Each rank computes its runs alone, with the context that
/// withoutRanks() returns. Failures are gathered like results: a rank that returns early would block the others.
class DistributedRuns
{
public:
    explicit DistributedRuns(Communicator *communicator)
        : m_communicator(communicator) {} ///< communicator null: a single process computes all runs

    bool isOwn(std::size_t run) const { return rankOf(run) == (m_communicator ? m_communicator->rank() : 0); }
    /// Indices of the runs that this MPI rank computes, ascending; runs are numbered from 0 to `runs` − 1.
    std::vector<std::size_t> own(std::size_t runs) const
    {
        std::vector<std::size_t> some;
        for (std::size_t run = 0; run < runs; ++run) {
            if (isOwn(run))
                some.push_back(run);
        }
        return some;
    }
    template <class Value> void broadcast(std::size_t run, Value *values, std::ptrdiff_t count = 1) const
    {
        if (m_communicator)
            broadcastFrom(rankOf(run), *m_communicator, values, count);
    }
    /// Gathers `values` on all MPI ranks: each rank contributes the entries of its runs. `runOf`: run of an entry.
    template <class Value, class RunOfPlace> void gather(std::vector<Value> &values, const RunOfPlace &runOf) const
    {
        for (int rank = 0; m_communicator && rank < m_communicator->size(); ++rank) {
            std::vector<Value> ofRank = values;
            broadcastFrom(rank, *m_communicator, ofRank.data(), std::ssize(ofRank));
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (rankOf(runOf(i)) == rank)
                    values[i] = ofRank[i];
            }
        }
    }

private:
    int rankOf(std::size_t run) const { return m_communicator ? static_cast<int>(run) % m_communicator->size() : 0; }

    Communicator *const m_communicator;
};

} // namespace anchorscope
