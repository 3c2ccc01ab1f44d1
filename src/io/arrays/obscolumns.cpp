// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/obscolumns.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/itemmetadata.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::io {

std::string nameOf(const std::string &path)
{
    return path.substr(path.rfind('/') + 1);
}

namespace {

const frame::Node *datasetAt(const Hdf5Content &listing, const std::string &path)
{
    const frame::Node *node = listing.find(path);
    const bool list = node && node->kind == frame::Kind::dataset && node->problem.empty() && node->shape.size() == 1 &&
                      node->element != frame::Element::none;
    return list ? node : nullptr;
}

bool isListOf(const Hdf5Content &listing, const std::string &path, std::uint64_t rows)
{
    const frame::Node *node = datasetAt(listing, path);
    return node && node->shape[0] == rows;
}

const frame::Node *loaded(const Hdf5Content &content, const std::string &path)
{
    const frame::Node *node = path.empty() ? nullptr : content.find(path);
    return node && node->loaded && node->shape.size() == 1 ? node : nullptr;
}

void clearMissing(const std::vector<std::int64_t> &mask, ItemColumn &column)
{
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if (mask[i] == 0)
            continue;
        if (i < column.numbers.size())
            column.numbers[i] = NAN;
        if (i < column.values.size())
            column.values[i] = -1;
        if (i < column.texts.size() && column.kind != ColumnKind::category)
            column.texts[i].clear();
    }
}

ItemColumn columnOfValues(const Hdf5Content &content, const frame::Node &node, const ListPlace &list)
{
    const auto integers = content.integers(node);
    const frame::Node *missing = loaded(content, list.mask);
    const auto read = missing ? content.integers(*missing) : std::nullopt;
    const std::vector<std::int64_t> mask = read.value_or(std::vector<std::int64_t>()); // nonzero: missing
    if (integers && node.storedType == "bool") {
        ItemColumn column{list.name, ColumnKind::category, {}, {"false", "true"}};
        for (const std::int64_t each : *integers)
            column.values.push_back(each != 0);
        clearMissing(mask, column);
        return column;
    }
    const bool numbers =
        node.element != frame::Element::string && !(integers && std::ranges::any_of(*integers, isInexactAsDouble));
    if (numbers) {
        ItemColumn column{list.name, ColumnKind::number, content.doubles(node)};
        clearMissing(mask, column);
        return column;
    }
    ItemColumn texts{list.name, ColumnKind::text, {}, textsOf(content, node)};
    clearMissing(mask, texts);
    return itemColumn(list.name, std::move(texts.texts));
}

/// Reads codes and checks that each is −1 (none) or an index below `categories`, the number of categories.
Result<std::vector<std::int32_t>> readCodes(const Hdf5Content &content, const frame::Node &codes,
                                            std::size_t categories, const std::string &path)
{
    std::vector<std::int32_t> values;
    const auto numbers = content.integers(codes);
    for (const std::int64_t code : numbers ? *numbers : std::vector<std::int64_t>()) {
        if (code < -1 || code >= static_cast<std::int64_t>(categories))
            return Error(ErrorCode::badDataset, "the code ", code, " has no category; write the file again")
                .in(path, codes.path);
        values.push_back(static_cast<std::int32_t>(code));
    }
    return values;
}

Result<Matrix> readSparse(const Hdf5Content &content, const MatrixPlace &place, const std::string &path)
{
    const auto damaged = [&](const char *what) {
        return Error(ErrorCode::damagedFile, "this sparse matrix is damaged: ", what,
                     "; create or download the file again")
            .in(path, place.path);
    };
    const frame::Node *data = loaded(content, place.path + "/data");
    const frame::Node *indices = loaded(content, place.path + "/indices"),
                      *ends = loaded(content, place.path + "/indptr");
    if (!data || !indices || !ends)
        return damaged("a part of it cannot be read");
    const auto columns = content.integers(*indices), starts = content.integers(*ends);
    const std::vector<double> values = content.doubles(*data);
    const std::uint64_t lines = place.byColumns ? place.width : place.rows,
                        across = place.byColumns ? place.rows : place.width;
    if (!columns || !starts || starts->size() != lines + 1 || columns->size() != values.size())
        return damaged("its parts do not fit together");
    Matrix matrix = Matrix::Zero(static_cast<Index>(place.rows), static_cast<Index>(place.width));
    for (std::size_t line = 0; line < lines; ++line) {
        const std::int64_t begin = (*starts)[line], end = (*starts)[line + 1];
        if (begin < 0 || begin > end || end > std::ssize(values))
            return damaged("its rows do not follow each other");
        for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end); ++at) {
            const std::int64_t other = (*columns)[at];
            if (other < 0 || static_cast<std::uint64_t>(other) >= across)
                return damaged("an index lies outside of it");
            const auto row = place.byColumns ? other : static_cast<std::int64_t>(line);
            const auto column = place.byColumns ? static_cast<std::int64_t>(line) : other;
            matrix(row, column) = static_cast<float>(values[at]);
        }
    }
    return matrix;
}

} // namespace

std::vector<std::string> ListPlace::paths() const
{
    std::vector<std::string> paths{values, mask, categories, categoriesMask};
    std::erase(paths, std::string());
    return paths;
}

std::optional<ListPlace> listAt(const Hdf5Content &listing, const std::string &path, std::uint64_t rows)
{
    ListPlace place{nameOf(path), path};
    if (isListOf(listing, path, rows)) {
        // Path of the categories in files of anndata before 0.8.
        const std::string old = path.substr(0, path.rfind('/') + 1) + "__categories/" + place.name;
        place.categories = listing.find(old) ? old : std::string();
        return place;
    }
    const auto withMask = [&](const std::string &group, std::string &values, std::string &mask) {
        values = group + "/values";
        mask = datasetAt(listing, group + "/mask") ? group + "/mask" : std::string();
    };
    if (isListOf(listing, path + "/values", rows)) {
        withMask(path, place.values, place.mask);
        return place;
    }
    if (!isListOf(listing, path + "/codes", rows))
        return std::nullopt;
    place.values = path + "/codes";
    place.categories = path + "/categories";
    if (const frame::Node *node = listing.find(place.categories); node && node->kind == frame::Kind::group)
        withMask(path + "/categories", place.categories, place.categoriesMask);
    return place;
}

std::optional<double> fillValueOf(const frame::Node &node)
{
    for (const char *name : {"_FillValue", "missing_value"}) {
        if (const auto *whole = attributeValues<std::int64_t>(node, name); whole && whole->size() == 1)
            return static_cast<double>(whole->front());
        if (const auto *numbers = attributeValues<double>(node, name); numbers && numbers->size() == 1)
            return numbers->front();
    }
    return std::nullopt;
}

std::vector<std::string> textsOf(const Hdf5Content &content, const frame::Node &node)
{
    std::vector<std::string> texts;
    const auto fill = fillValueOf(node);
    if (node.element == frame::Element::string) {
        const auto strings = content.strings(node);
        const std::size_t each = node.shape.size() == 2 ? node.shape[1] : 1;
        for (std::size_t i = 0; i < strings.size(); ++i) {
            if (i % each == 0)
                texts.emplace_back();
            texts.back() += strings[i];
        }
        for (std::string &text : texts)
            text.resize(each > 1 ? text.find_last_not_of(' ') + 1 : text.size());
    } else if (const auto numbers = content.integers(node)) {
        for (const std::int64_t number : *numbers)
            texts.push_back(fill == static_cast<double>(number) ? std::string() : std::to_string(number));
    } else {
        ItemColumn column{"", ColumnKind::number, content.doubles(node)};
        std::ranges::replace_if(
            column.numbers, [&](double each) { return fill == each; }, NAN);
        texts = column.allTexts();
    }
    return texts;
}

Result<std::optional<ItemColumn>> readList(const Hdf5Content &content, const ListPlace &list, const std::string &path)
{
    const frame::Node *values = loaded(content, list.values);
    if (!values)
        return std::optional<ItemColumn>();
    if (list.categories.empty())
        return std::optional(columnOfValues(content, *values, list));
    const frame::Node *names = loaded(content, list.categories);
    if (!names || values->element == frame::Element::string)
        return std::optional<ItemColumn>();
    ItemColumn result{list.name, ColumnKind::category, {}, textsOf(content, *names)};
    auto codes = readCodes(content, *values, result.texts.size(), path);
    if (!codes)
        return codes.error();
    result.values = std::move(*codes);
    if (result.values.size() != values->shape[0])
        return std::optional<ItemColumn>();
    return std::optional(std::move(result));
}

std::vector<std::string> MatrixPlace::paths() const
{
    if (!sparse)
        return columns;
    return {path + "/data", path + "/indices", path + "/indptr"};
}

std::optional<MatrixPlace> matrixAt(const Hdf5Content &listing, const frame::Node &group)
{
    MatrixPlace place{group.path};
    const std::string encoding = attributeText(group, "encoding-type");
    if (encoding == "csr_matrix" || encoding == "csc_matrix") {
        const auto *shape = attributeValues<std::int64_t>(group, "shape");
        if (!shape || shape->size() != 2 || (*shape)[0] < 1 || (*shape)[1] < 1)
            return std::nullopt;
        place.sparse = true;
        place.byColumns = encoding == "csc_matrix";
        place.rows = static_cast<std::uint64_t>((*shape)[0]);
        place.width = static_cast<std::uint64_t>((*shape)[1]);
        return place;
    }
    auto names = attributeTexts(group, "column-order");
    if (encoding != "dataframe" && group.storedType != "compound")
        return std::nullopt;
    for (const frame::Node &node : listing.nodes()) { // adds the fields of a compound type, in their order
        if (group.storedType == "compound" && node.path.starts_with(group.path + "/"))
            names.push_back(node.path.substr(group.path.size() + 1));
    }
    for (const std::string &name : names) {
        const frame::Node *column = datasetAt(listing, group.path + "/" + name);
        const bool fits = column && column->element != frame::Element::string && column->storedType != "bool" &&
                          (place.rows == 0 || column->shape[0] == place.rows);
        if (!fits)
            return std::nullopt;
        place.rows = column->shape[0];
        place.columns.push_back(column->path);
    }
    place.width = place.columns.size();
    return place.width > 0 && place.rows > 0 ? std::optional(place) : std::nullopt;
}

Result<Matrix> readMatrix(const Hdf5Content &content, const MatrixPlace &place, const std::string &path)
{
    if (const Status fits = FileBudget().take(frame::bytesOfNumbers(place.rows, place.width)); !fits)
        return fits.error().in(path, place.path);
    if (place.sparse)
        return readSparse(content, place, path);
    Matrix matrix(static_cast<Index>(place.rows), static_cast<Index>(place.width));
    for (std::size_t i = 0; i < place.columns.size(); ++i) {
        const frame::Node *column = loaded(content, place.columns[i]);
        const std::vector<double> values = column ? content.doubles(*column) : std::vector<double>();
        if (values.size() != place.rows)
            return Error(ErrorCode::damagedFile, "a column of this data frame cannot be read; create the file again")
                .in(path, place.columns[i]);
        for (std::size_t row = 0; row < values.size(); ++row)
            matrix(static_cast<Index>(row), static_cast<Index>(i)) = static_cast<float>(values[row]);
    }
    return matrix;
}

} // namespace anchorscope::io
