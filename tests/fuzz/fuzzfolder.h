// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

/// A folder in memory that is deleted after the run, for readers of several files.
class FuzzFolder
{
public:
    FuzzFolder()
    {
        if (!::mkdtemp(m_path.data()))
            std::abort();
    }
    ~FuzzFolder() { std::filesystem::remove_all(m_path); }
    FuzzFolder(const FuzzFolder &) = delete;
    FuzzFolder &operator=(const FuzzFolder &) = delete;
    std::string file(const char *name) const { return m_path + '/' + name; }
    void write(const char *name, std::string_view bytes) const
    {
        std::ofstream(file(name), std::ios::binary | std::ios::trunc)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

private:
    std::string m_path = "/dev/shm/anchorscope-fuzz-XXXXXX";
};
