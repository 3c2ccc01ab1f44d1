// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "support/numbers.h"

#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::test {

/// Result of a job that can be cancelled.
using Outcome = Result<std::vector<double>>;
using Job = std::function<Outcome(const RunContext &context)>;

/// Outcome of a Result or an optional: numbersOf(value), the error, or "cancelled" for an empty optional.
template <class Maybe, class NumbersOf> Outcome outcomeOf(const Maybe &result, const NumbersOf &numbersOf)
{
    if (result)
        return numbersOf(*result).values;
    if constexpr (requires { result.error(); })
        return result.error();
    else
        return cancelledError();
}
template <class Maybe> Outcome outcomeOf(const Maybe &result)
{
    return outcomeOf(result, [](const auto &value) { return Numbers(value); });
}

/// Interrupts a job at each of the moments at which it checks for cancelling. A run on one thread has the same
/// moments each time.
class Interruptions
{
public:
    /// Interrupts at most this number of moments, spread evenly over the run; fewer for a long run, which repeats its
    /// stages.
    Interruptions(Job job, int most);

    /// Cancels the job at each moment. Returns the first fault, or nothing: the run was over before it was cancelled,
    /// it crashed, or it returned neither the error "cancelled" nor, near its end, the complete result.
    std::string faultOfCancelling();
    /// Pauses the job at each moment, resumes it when its thread waits or has ended, and compares the result. It
    /// must have waited after most of the moments.
    std::string faultOfPausing();

    /// Lets memory run out at each report of progress. The exception must reach the caller.
    std::string faultOfFailing();

    /// Compares each reported share of the work with the previous ones, which must not be larger.
    std::string faultOfProgress();

private:
    std::vector<int> momentsOf(int all) const;

    Job m_job;
    int m_most, m_checks = 0;
    Outcome m_whole;
};

/// Holds the other threads of this process at the `at`-th time that code of the program reads the clock in one of them
/// (as each report of progress does), counted from 0. At most one gate exists at a time.
class Gate
{
public:
    explicit Gate(int at = std::numeric_limits<int>::max());
    ~Gate() { open(); }
    Gate(const Gate &) = delete;
    Gate &operator=(const Gate &) = delete;

    bool holds() const; ///< true if a thread is held
    int looks() const;  ///< number of times that the other threads have read the clock
    void open();        ///< lets all threads pass from now on; any thread
};

/// Advances the clock for the calling thread, instead of waiting for a time limit.
void advanceClock(std::chrono::seconds by);
/// True if a thread of this process waits; returns when it does, or when `ended` is true.
bool waitsUntil(int thread, const std::function<bool()> &ended);
/// Id of the calling thread for waitsUntil().
int ownThread();

} // namespace anchorscope::test
