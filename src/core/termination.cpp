// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/termination.h"

namespace anchorscope {

const char *terminationId(Termination termination)
{
    switch (termination) {
    case Termination::notRun:
        return "not run";
    case Termination::converged:
        return "converged";
    case Termination::iterationLimit:
        return "iteration limit";
    case Termination::timeLimit:
        return "time limit";
    case Termination::stopped:
        return "stopped";
    case Termination::cancelled:
        return "cancelled";
    case Termination::diverged:
        return "diverged";
    case Termination::lowConfidence:
        return "low confidence";
    }
    return "";
}

const char *terminationText(Termination termination)
{
    switch (termination) {
    case Termination::notRun:
        return "The run has not started.";
    case Termination::converged:
        return "The matches no longer change.";
    case Termination::iterationLimit:
        return "The run reached its limit of iterations; the best iterate is kept.";
    case Termination::timeLimit:
        return "The run reached its time limit; the best iterate is kept.";
    case Termination::stopped:
        return "The run was stopped; the best iterate is kept.";
    case Termination::cancelled:
        return "The run was cancelled and left no result.";
    case Termination::diverged:
        return "The numbers grew without bound; the best iterate before that is kept. Try a lower learning rate.";
    case Termination::lowConfidence:
        return "The two spaces could not be aligned item by item: the result is not clearly better than chance.";
    }
    return "";
}

} // namespace anchorscope
