// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/runaids.h"

namespace anchorscope {

namespace {

thread_local Communicator *ranksInUse = nullptr;
thread_local ResultCache *cacheInUse = nullptr;

} // namespace

RunAids::RunAids(Communicator *ranks, ResultCache *cache) : m_ranksBefore(ranksInUse), m_cacheBefore(cacheInUse)
{
    ranksInUse = ranks;
    cacheInUse = cache;
}

RunAids::~RunAids()
{
    ranksInUse = m_ranksBefore;
    cacheInUse = m_cacheBefore;
}

Communicator *RunAids::ranks()
{
    return ranksInUse;
}

ResultCache *RunAids::cache()
{
    return cacheInUse;
}

} // namespace anchorscope
