// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/program.h"
#include "core/kernels/isa.h"
#include "mpi/mpicommunicator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace anchorscope;

namespace {

/// Withholds the output of ranks other than the first, since all ranks print the same.
class HeldOutput
{
public:
    HeldOutput() : m_held(::memfd_create("messages", MFD_CLOEXEC)), m_error(::dup(STDERR_FILENO))
    {
        ::dup2(::memfd_create("output", MFD_CLOEXEC), STDOUT_FILENO);
        ::dup2(m_held, STDERR_FILENO);
    }
    void release() const
    {
        std::array<char, 4096> some;
        ::lseek(m_held, 0, SEEK_SET);
        for (ssize_t count = 0; (count = ::read(m_held, some.data(), some.size())) > 0;)
            count = ::write(m_error, some.data(), static_cast<std::size_t>(count));
    }

private:
    int m_held, m_error;
};

/// True if the kernels of all ranks use the same instruction set, so that their results have the same bits.
bool alikeProcessors(Communicator &communicator)
{
    std::vector<kernels::Isa> levels(static_cast<std::size_t>(communicator.size()));
    levels[static_cast<std::size_t>(communicator.rank())] = kernels::activeIsa();
    allGather(communicator, levels.data(), communicator.size());
    const auto [minimum, maximum] = std::ranges::minmax(levels);
    if (minimum != maximum && communicator.rank() == 0)
        std::fprintf(stderr,
                     "anchorscope-mpi: Expected processors of one instruction set, found %s and %s. Set "
                     "ANCHORSCOPE_ISA=%s for all ranks.\n",
                     kernels::isaName(minimum), kernels::isaName(maximum), kernels::isaName(minimum));
    return minimum == maximum;
}

int run(int argc, char **argv, MpiCommunicator &communicator)
{
    if (!alikeProcessors(communicator))
        return 1;
    std::optional<HeldOutput> held;
    if (communicator.rank() > 0)
        held.emplace();
    const int code = cli::runProgram(argc, argv, "anchorscope-mpi", &communicator);
    // Times to wait for the other ranks. An error in the command or its files occurs on all ranks, and the first rank
    // reports it. If a single rank fails (out of memory), it must end the others, which wait for it. If several ranks
    // fail (a file that only some nodes have), one of them reports the error and ends all.
    constexpr std::chrono::seconds alike(2), untilEnded(5), forGood = std::chrono::hours(24 * 365);
    if (communicator.barrierWithin(code == 0 ? forGood : alike))
        return code;
    if (!communicator.isFirstToReport())
        std::this_thread::sleep_for(untilEnded);
    else if (held)
        held->release();
    communicator.abort(code);
}

} // namespace

int main(int argc, char **argv)
{
    MpiCommunicator communicator(argc, argv);
    return run(argc, argv, communicator);
}
