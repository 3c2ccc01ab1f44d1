// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <type_traits>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

// Included in the first line of each mutated source. A rewritten condition may look odd to the compiler.
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wsign-compare"

namespace mutation {

/// Bytes of the file that MUTATION_REACHED names, one for each mutant, shared with the programs that a test starts.
inline unsigned char *openReached()
{
    const char *path = std::getenv("MUTATION_REACHED");
    const int file = path ? ::open(path, O_RDWR) : -1;
    if (file < 0)
        return nullptr;
    void *bytes = ::mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return bytes == MAP_FAILED ? nullptr : static_cast<unsigned char *>(bytes);
}

inline const char *const chosen = std::getenv("MUTATION_ID");
inline const int active = chosen ? std::atoi(chosen) : 0;
inline unsigned char *const reached = openReached();

/// Whether a mutant, from 1, is the one of this process.
inline bool on(int id)
{
    if (reached)
        reached[id] = 1;
    return id == active;
}

/// The second of two arguments of the same type if the mutant is on, else the first.
template <class A, class B>
requires std::is_same_v<std::remove_cvref_t<A>, std::remove_cvref_t<B>> std::common_reference_t<A &&, B &&>
swapped(int id, A &&first, B &&second)
{
    if (on(id)) // a conditional expression of a named value and a temporary one would refer to a copy
        return static_cast<B &&>(second);
    return static_cast<A &&>(first);
}

} // namespace mutation
