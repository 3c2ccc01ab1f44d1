// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

/// A file in memory with the bytes of one trial, so that readers that take a path can be fuzzed.
class FuzzFile
{
public:
    FuzzFile(const std::uint8_t *data, std::size_t size) : m_descriptor(::memfd_create("trial", 0))
    {
        if (m_descriptor < 0 || ::write(m_descriptor, data, size) != static_cast<ssize_t>(size))
            std::abort();
        m_path = "/proc/self/fd/" + std::to_string(m_descriptor);
    }
    ~FuzzFile() { ::close(m_descriptor); }
    FuzzFile(const FuzzFile &) = delete;
    FuzzFile &operator=(const FuzzFile &) = delete;
    const std::string &path() const { return m_path; }

private:
    int m_descriptor;
    std::string m_path;
};

/// Ends the trial if a promise is broken.
inline void require(bool kept)
{
    if (!kept)
        std::abort();
}
