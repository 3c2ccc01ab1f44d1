// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/distributed/resultcache.h"

namespace anchorscope {

/// What helps the runs of this thread while it lives: ranks that share the work, and results of a run before. As the
/// number of threads (parallel.h) it changes no result, so that no algorithm hands it on. With ranks nothing is
/// cancelled: they would not all see it at the same place.
class RunAids
{
public:
    RunAids(Communicator *ranks, ResultCache *cache);
    ~RunAids();
    RunAids(const RunAids &) = delete;
    RunAids &operator=(const RunAids &) = delete;

    static Communicator *ranks(); ///< null: this process alone
    static ResultCache *cache();  ///< null: nothing is kept

private:
    Communicator *m_ranksBefore;
    ResultCache *m_cacheBefore;
};

} // namespace anchorscope
