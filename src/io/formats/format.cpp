// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"

#include <filesystem>

namespace anchorscope::io {

std::string stemOf(const std::string &path)
{
    const std::filesystem::path name = std::filesystem::path(path).filename();
    return name.extension() == ".gz" ? name.stem().stem().string() : name.stem().string();
}

OpenedFile singleSpace(const FileCandidate &candidate, Matrix vectors, std::vector<std::string> ids,
                       std::string storedType)
{
    auto table = std::make_shared<ItemTable>();
    table->count = vectors.rows();
    table->ids = std::move(ids);
    auto set = std::make_shared<EmbeddingSet>();
    set->name = stemOf(candidate.file.path);
    set->storedType = std::move(storedType);
    set->vectors = std::move(vectors);
    set->items = table;
    OpenedFile opened;
    opened.dataset.path = candidate.file.path;
    opened.dataset.items = std::move(table);
    opened.dataset.spaces.push_back(std::move(set));
    return opened;
}

} // namespace anchorscope::io
