// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/obscolumns.h"

#include "io/text/itemtexts.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr std::string_view obs = "/obs/", oldCategories = "/obs/__categories/", codesPart = "/codes";

bool isList(const frame::Node &node, std::uint64_t rows)
{
    return node.kind == frame::Kind::dataset && node.problem.empty() && node.shape.size() == 1 &&
           node.shape[0] == rows && node.element != frame::Element::none;
}

ItemColumn columnOfValues(const Hdf5Content &content, const frame::Node &node, std::string name)
{
    const auto integers = content.integers(node);
    if (integers && node.storedType == "bool") {
        ItemColumn column{std::move(name), ColumnKind::category, {}, {"false", "true"}};
        for (const std::int64_t each : *integers)
            column.values.push_back(each != 0);
        return column;
    }
    const bool numbers =
        node.element != frame::Element::string && !(integers && std::ranges::any_of(*integers, isInexactAsDouble));
    return numbers ? ItemColumn{std::move(name), ColumnKind::number, content.doubles(node)}
                   : itemColumn(std::move(name), textsOf(content, node));
}

} // namespace

std::vector<ObsColumn> findObsColumns(const Hdf5Content &listing, std::uint64_t rows,
                                      const std::vector<std::string> &left)
{
    std::vector<ObsColumn> columns;
    for (const frame::Node &node : listing.nodes()) {
        if (!node.path.starts_with(obs) || !isList(node, rows))
            continue;
        const bool codes = node.path.ends_with(codesPart);
        const std::string place = codes ? node.path.substr(0, node.path.size() - codesPart.size()) : node.path;
        const std::string name = place.substr(obs.size());
        if (name.empty() || name.find('/') != std::string::npos || std::ranges::find(left, place) != left.end())
            continue;
        const std::string old = std::string(oldCategories) + name; // of anndata before 0.8
        const std::string categories = codes ? place + "/categories" : listing.find(old) ? old : std::string();
        columns.push_back({name, node.path, categories});
    }
    return columns;
}

std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node)
{
    std::vector<std::string> texts;
    if (node.element == frame::Element::string) {
        const auto strings = content.strings(node);
        texts.assign(strings.begin(), strings.end());
    } else if (const auto numbers = content.integers(node)) {
        for (const std::int64_t number : *numbers)
            texts.push_back(std::to_string(number));
    } else {
        ItemColumn column{"", ColumnKind::number, content.doubles(node)};
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(column.size()); ++item)
            texts.push_back(column.text(item));
    }
    return texts;
}

Result<std::vector<std::int32_t>> readCodes(const Hdf5Content &content, const frame::Node &codes,
                                            std::size_t categories, const std::string &path)
{
    std::vector<std::int32_t> values;
    const auto numbers = content.integers(codes);
    for (const std::int64_t code : numbers ? *numbers : std::vector<std::int64_t>()) {
        if (code < -1 || code >= static_cast<std::int64_t>(categories))
            return Error(ErrorCode::badDataset,
                         "the code " + std::to_string(code) + " stands for no category; make the file again")
                .in(path, codes.path);
        values.push_back(static_cast<std::int32_t>(code));
    }
    return values;
}

Result<std::optional<ItemColumn>> readObsColumn(const Hdf5Content &content, const ObsColumn &column,
                                                const std::string &path)
{
    const frame::Node *values = content.find(column.values);
    if (!values || !values->loaded)
        return std::optional<ItemColumn>();
    if (column.categories.empty())
        return std::optional(columnOfValues(content, *values, column.name));
    const frame::Node *names = content.find(column.categories);
    if (!names || !names->loaded || names->shape.size() != 1 || values->element == frame::Element::string)
        return std::optional<ItemColumn>();
    ItemColumn result{column.name, ColumnKind::category, {}, textsOf(content, *names)};
    auto codes = readCodes(content, *values, result.texts.size(), path);
    if (!codes)
        return codes.error();
    result.values = std::move(*codes);
    if (result.values.size() != values->shape[0])
        return std::optional<ItemColumn>();
    return std::optional(std::move(result));
}

} // namespace anchorscope::io
