// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/runaids.h"

namespace anchorscope {

namespace {

thread_local Communicator *ranksInUse = nullptr;
thread_local ResultKeeper *keptInUse = nullptr;

} // namespace

RunAids::RunAids(Communicator *ranks, ResultKeeper *kept) : m_ranksBefore(ranksInUse), m_keptBefore(keptInUse)
{
    ranksInUse = ranks;
    keptInUse = kept;
}

RunAids::~RunAids()
{
    ranksInUse = m_ranksBefore;
    keptInUse = m_keptBefore;
}

Communicator *RunAids::ranks()
{
    return ranksInUse;
}

ResultKeeper *RunAids::kept()
{
    return keptInUse;
}

} // namespace anchorscope
