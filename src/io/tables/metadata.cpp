// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/tables/metadata.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/text/csv.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr std::uint64_t largestMetadata = std::uint64_t{1} << 30;

} // namespace

Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    SideColumns &columns, std::vector<std::string> &warnings)
{
    const auto text = readWholeFile(path, largestMetadata);
    if (!text)
        return text.error();
    const auto ends = [](char each) { return each == '\t' || each == '\n'; };
    const auto cells = static_cast<std::uint64_t>(std::count_if(text->begin(), text->end(), ends)) + 1;
    if (const Status fits = FileBudget().take(text->size() + frame::bytesOfStrings(cells, 0)); !fits)
        return fits.error().in(path);
    const auto records = parseCsv(*text, '\t');
    if (!records)
        return records.error().in(path, records.error().place);
    const bool hasHeader = !records->empty() && (*records)[0].fields.size() > 1;
    const auto found = static_cast<Index>(records->size()) - hasHeader;
    if (found < rows || (found > rows && options.firstRows() == 0)) {
        warnings.push_back("“" + path + "” describes " + std::to_string(found) + " rows where " + std::to_string(rows) +
                           " were expected, so it was not used.");
        return Done{};
    }
    const std::size_t width = (*records)[0].fields.size();
    for (std::size_t column = 0; column < width; ++column) {
        std::string name = hasHeader ? (*records)[0].fields[column] : "id";
        if (column == 0 && roleOfColumn(name) == ColumnRole::none)
            name = "id";
        std::vector<std::string> texts;
        for (const Index row : kept) {
            const auto &fields = (*records)[static_cast<std::size_t>(row + hasHeader)].fields;
            texts.push_back(column < fields.size() ? fields[column] : std::string());
        }
        if (columns.wants(name))
            columns.offer(name, std::move(texts));
        else
            columns.offerOther(name, std::move(texts));
    }
    warnings.push_back("Ids and labels were taken from “" + path + "”.");
    return Done{};
}

} // namespace anchorscope::io
