// SPDX-License-Identifier: GPL-3.0-or-later

/// Tables, CSV and TSV. What follows a byte 0x1E is the Embedding Projector's metadata.tsv beside the table.

#include "fuzz/readertrial.h"

#include <filesystem>
#include <fstream>

using namespace anchorscope;

namespace {

/// A folder in memory that is gone after the run.
class Folder
{
public:
    Folder()
    {
        if (!::mkdtemp(m_path.data()))
            std::abort();
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    std::string file(const char *name) const { return m_path + '/' + name; }

private:
    std::string m_path = "/dev/shm/anchorscope-fuzz-XXXXXX";
};

void write(const std::string &path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Folder folder;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t cut = bytes.find('\x1e');
    write(folder.file("tensors.tsv"), bytes.substr(0, cut));
    std::filesystem::remove(folder.file("metadata.tsv"));
    if (cut != std::string_view::npos)
        write(folder.file("metadata.tsv"), bytes.substr(cut + 1));
    tryReader(folder.file("tensors.tsv"), {"", io::isTable, io::openTable});
    return 0;
}
