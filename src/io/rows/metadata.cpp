// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/metadata.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/roles/itemlines.h"

#include <algorithm>

namespace anchorscope::io {

Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings)
{
    const auto text = readWholeFile(path);
    if (!text)
        return text.error();
    const auto ends = [](char each) { return each == '\t' || each == '\n'; };
    const auto cells = static_cast<std::uint64_t>(std::count_if(text->begin(), text->end(), ends)) + 1;
    if (const Status fits = FileBudget().take(text->size() + frame::bytesOfStrings(cells, 0)); !fits)
        return fits.error().in(path);
    const auto lines =
        readItemLines(*text, static_cast<std::size_t>(rows), options.firstRows() > 0, std::string_view());
    if (!lines && lines.error().code != ErrorCode::badDataset)
        return lines.error().in(path);
    if (!lines) {
        warnings.push_back("“" + path + "” was not used: " + lines.error().message + ".");
        return Done{};
    }
    const auto described = std::ssize(lines->rows);
    if (std::ranges::any_of(kept, [&](Index row) { return row >= described; })) {
        warnings.push_back("“" + path + "” was not used: it describes only " + std::to_string(described) + " rows.");
        return Done{};
    }
    std::string roles;
    for (std::size_t column = 0; column < lines->columns.size(); ++column) {
        const Part &part = lines->columns[column];
        // If the table of vectors has labels, the labels of the metadata file become an ordinary column.
        const bool known = part.use == ColumnUse::label && columns.has(part.use);
        const ColumnUse use = known ? ColumnUse::other : part.use;
        std::vector<std::string> texts;
        for (const Index row : kept)
            texts.push_back(lines->rows[static_cast<std::size_t>(row)][column]);
        const char *role = use == ColumnUse::id ? "Ids" : use == ColumnUse::label ? "labels" : nullptr;
        if (role)
            roles += (roles.empty() ? "" : " and ") + std::string(role);
        columns.add(part.name.empty() ? columnUseId(part.use) : part.name, std::move(texts), use);
    }
    warnings.push_back((roles.empty()       ? "Columns"
                        : roles == "labels" ? "Labels"
                                            : roles) +
                       " were taken from “" + path + "”.");
    return Done{};
}

} // namespace anchorscope::io
