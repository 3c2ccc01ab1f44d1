// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/termination.h"

#include <algorithm>

namespace anchorscope {

namespace {

struct TerminationWords
{
    Termination termination;
    const char *id, *text;
};

constexpr TerminationWords terminations[] = {
    {Termination::notRun, "not run", "The run has not started."},
    {Termination::converged, "converged", "The matches no longer change."},
    {Termination::iterationLimit, "iteration limit",
     "The run reached its limit of iterations; the best iterate is kept."},
    {Termination::timeLimit, "time limit", "The run reached its time limit; the best iterate is kept."},
    {Termination::stopped, "stopped", "The run was stopped; the best iterate is kept."},
    {Termination::cancelled, "cancelled", "The run was cancelled and left no result."},
    {Termination::diverged, "diverged",
     "The numbers grew without bound; the best iterate before that is kept. Try a lower learning rate."},
    {Termination::lowConfidence, "low confidence",
     "The two spaces could not be aligned item by item: the result is not clearly better than chance."}};

} // namespace

const char *terminationId(Termination termination)
{
    return std::ranges::find(terminations, termination, &TerminationWords::termination)->id;
}

const char *terminationText(Termination termination)
{
    return std::ranges::find(terminations, termination, &TerminationWords::termination)->text;
}

} // namespace anchorscope
