// SPDX-License-Identifier: GPL-3.0-or-later

/// PyTorch's .pt and .pth: a tensor, or tensors, lists and dictionaries of them. The pickle in it is read by
/// io/torch/pickle.h, which runs nothing.

#include "io/torch/torchfile.h"

#include "io/formats/sidecolumns.h"
#include "io/torch/torcharchive.h"

#include <algorithm>
#include <map>

namespace anchorscope::io {

namespace {

using pickle::Value;
using Kind = Value::Kind;

/// Checkpoints name some 10 000 tensors in some 100 bytes each.
constexpr std::uint64_t largestPickle = 64 << 20;
constexpr int deepestDictionary = 8;

/// A list of texts or whole numbers beside the tensors.
struct NamedList
{
    std::string name;
    std::vector<std::string> texts;
};

/// What a file holds by names.
struct TorchParts
{
    std::vector<NamedTensor> tensors;
    std::vector<NamedList> lists;
    std::vector<std::string> leftOut; ///< names of what is neither
    std::size_t visited = 0;
};

std::string keyText(const Value &key)
{
    return key.kind == Kind::integer ? std::to_string(key.integer) : key.text;
}

bool isPlain(const Value &value)
{
    return value.kind == Kind::text || value.kind == Kind::integer;
}

void collect(const Value &value, const std::string &name, int depth, TorchParts &parts)
{
    constexpr std::size_t most = 1000000; // one value may be named many times over
    if (++parts.visited > most)
        throw pickle::BadPickle("more than " + std::to_string(most) + " values");
    const auto inner = [&](const std::string &key) { return name.empty() ? key : name + "." + key; };
    const bool listed = value.kind == Kind::list || value.kind == Kind::tuple;
    if (value.kind == Kind::tensor) {
        parts.tensors.push_back(namedTensor(name.empty() ? "tensor" : name, value));
    } else if (value.kind == Kind::dictionary && depth < deepestDictionary) {
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2)
            collect(*value.items[i + 1], inner(keyText(*value.items[i])), depth + 1, parts);
    } else if (listed && !value.items.empty() &&
               std::ranges::all_of(value.items, [](const Value *each) { return isPlain(*each); })) {
        NamedList list{name, {}};
        for (const Value *each : value.items)
            list.texts.push_back(keyText(*each));
        parts.lists.push_back(std::move(list));
    } else if (listed && depth < deepestDictionary) {
        for (std::size_t i = 0; i < value.items.size(); ++i)
            collect(*value.items[i], inner(std::to_string(i)), depth + 1, parts);
    } else if (value.kind != Kind::none) {
        parts.leftOut.push_back(name);
    }
}

/// The one asked for, or all matrices with as many rows as the largest.
std::vector<const NamedTensor *> chooseMatrices(const TorchParts &parts, const std::string &wanted)
{
    std::vector<const NamedTensor *> chosen;
    for (const NamedTensor &tensor : parts.tensors) {
        if (tensor.isMatrix() && (wanted.empty() || tensor.name == wanted))
            chosen.push_back(&tensor);
    }
    const auto size = [](const NamedTensor *tensor) { return tensor->header.shape[0] * tensor->header.shape[1]; };
    const auto largest = std::ranges::max_element(chosen, {}, size);
    const std::uint64_t rows = largest == chosen.end() ? 0 : (*largest)->header.shape[0];
    std::erase_if(chosen, [&](const NamedTensor *tensor) { return tensor->header.shape[0] != rows; });
    return chosen;
}

bool isVector(const NamedTensor &tensor)
{
    return tensor.problem.empty() && tensor.header.shape.size() == 1 && tensor.header.shape[0] > 1;
}

/// A vector for each item, by its name; empty if the tensors are not that.
std::vector<const NamedTensor *> vectorsOfItems(const TorchParts &parts)
{
    std::vector<const NamedTensor *> vectors;
    for (const NamedTensor &tensor : parts.tensors) {
        const bool numbers = tensor.header.kind == 'f' || tensor.header.kind == 'B';
        if (!isVector(tensor) || !numbers || tensor.header.shape != parts.tensors.front().header.shape)
            return {};
        vectors.push_back(&tensor);
    }
    return vectors.size() > 1 ? vectors : std::vector<const NamedTensor *>();
}

Error noTensors(const TorchParts &parts, const std::string &wanted)
{
    const auto wrong =
        std::ranges::find_if(parts.tensors, [](const NamedTensor &tensor) { return !tensor.problem.empty(); });
    if (wrong != parts.tensors.end())
        return Error(ErrorCode::unsupportedType, wrong->problem).at(wrong->name);
    return Error(ErrorCode::badDataset, "this PyTorch file holds no matrix of numbers, items × dimensions" +
                                            (wanted.empty() ? std::string() : ", of the name “" + wanted + "”") +
                                            "; choose another file");
}

std::string spaceNameOf(std::string name)
{
    std::replace(name.begin(), name.end(), '/', '_'); // would be a group in a dataset
    return name;
}

/// Rows of their own, one tensor each.
Result<Matrix> stack(TorchArchive &archive, const std::vector<const NamedTensor *> &vectors, Index rows,
                     const RunContext &context)
{
    const auto dimensions = static_cast<Index>(vectors.front()->header.shape[0]);
    Matrix matrix(rows, dimensions);
    for (Index row = 0; row < rows; ++row) {
        const auto values = archive.matrix(*vectors[static_cast<std::size_t>(row)], dimensions, {});
        if (!values)
            return values.error();
        matrix.row(row) = values->col(0).transpose();
        if (context.cancelled())
            return cancelledError();
        context.report(static_cast<double>(row) / static_cast<double>(rows), "reading");
    }
    return matrix;
}

Index rowsWanted(std::size_t rows, const OpenOptions &options)
{
    const auto all = static_cast<Index>(rows);
    return options.firstRows() > 0 ? std::min(all, options.firstRows()) : all;
}

Result<OpenedFile> openItems(const FileCandidate &candidate, TorchArchive &archive,
                             const std::vector<const NamedTensor *> &vectors, const RunContext &context)
{
    const Index rows = rowsWanted(vectors.size(), candidate.options);
    auto matrix = stack(archive, vectors, rows, context);
    if (!matrix)
        return matrix.error();
    SideColumns columns(rows);
    std::vector<std::string> ids;
    for (const NamedTensor *vector : vectors)
        ids.push_back(vector->name);
    columns.offer("id", std::move(ids));
    std::vector<EmbeddingSet> spaces;
    spaces.push_back(
        {stemOf(candidate.file.path), "", vectors.front()->header.typeName(), std::move(*matrix), nullptr});
    OpenedFile opened = columns.assemble(candidate.file.path, std::move(spaces));
    opened.warnings.emplace_back("Each tensor was taken as the vector of the item it is named after.");
    return opened;
}

Status offerLists(const TorchParts &parts, TorchArchive &archive, Index all, Index rows, SideColumns &columns)
{
    const auto offer = [&](const std::string &name, std::vector<std::string> texts) {
        if (columns.wants(name))
            columns.offer(name, std::move(texts));
        else
            columns.offerOther(name, std::move(texts));
    };
    for (const NamedList &list : parts.lists) {
        if (std::ssize(list.texts) == all)
            offer(list.name, list.texts);
    }
    for (const NamedTensor &tensor : parts.tensors) {
        if (!tensor.problem.empty() || tensor.header.shape.size() != 1 || tensor.header.rows() != all)
            continue;
        auto texts = archive.texts(tensor, rows);
        if (!texts)
            return texts.error();
        const bool whole = tensor.header.kind == 'i' || tensor.header.kind == 'u';
        if (whole)
            offer(tensor.name, std::move(*texts));
        else
            columns.offerOther(tensor.name, std::move(*texts));
    }
    return Done{};
}

/// “a, b and 3 more”
std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += (i == 0 ? "“" : ", “") + names[i] + "”";
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

/// What does not become a space or a column.
void noteLeftOut(const TorchParts &parts, const std::vector<const NamedTensor *> &chosen, Index rows,
                 OpenedFile &opened)
{
    std::vector<std::string> names = parts.leftOut;
    for (const NamedTensor &tensor : parts.tensors) {
        const bool column = tensor.problem.empty() && tensor.header.shape.size() == 1 && tensor.header.rows() == rows;
        if (!column && std::ranges::find(chosen, &tensor) == chosen.end())
            names.push_back(tensor.name);
        if (tensor.isMatrix())
            opened.arrays.push_back(tensor.name);
    }
    for (const NamedList &list : parts.lists) {
        if (std::ssize(list.texts) != rows)
            names.push_back(list.name);
    }
    if (!names.empty())
        opened.warnings.push_back("Left out, because they are no matrices or columns of " + std::to_string(rows) +
                                  " rows: " + listed(names) + ".");
}

Result<OpenedFile> openTensors(const FileCandidate &candidate, TorchArchive &archive, const TorchParts &parts,
                               const RunContext &context)
{
    const auto chosen = chooseMatrices(parts, candidate.options.array);
    if (chosen.empty()) {
        const auto vectors =
            candidate.options.array.empty() ? vectorsOfItems(parts) : std::vector<const NamedTensor *>();
        return vectors.empty() ? noTensors(parts, candidate.options.array)
                               : openItems(candidate, archive, vectors, context);
    }
    if (const Status few = fewEnough(chosen.size()); !few)
        return few.error();
    const Index all = chosen.front()->header.rows();
    const Index rows = rowsWanted(static_cast<std::size_t>(all), candidate.options);
    std::vector<EmbeddingSet> spaces;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(chosen.size());
        };
        auto matrix = archive.matrix(*chosen[i], rows, context.part(share(i), share(i + 1)));
        if (!matrix)
            return matrix.error();
        spaces.push_back({spaceNameOf(chosen[i]->name), "", chosen[i]->header.typeName(), std::move(*matrix), nullptr});
    }
    SideColumns columns(rows);
    if (const Status offered = offerLists(parts, archive, all, rows, columns); !offered)
        return offered.error();
    OpenedFile opened = columns.assemble(candidate.file.path, std::move(spaces));
    noteLeftOut(parts, chosen, all, opened);
    return opened;
}

} // namespace

bool isTorch(const FileCandidate &candidate)
{
    // The header of the archive's first member: 30 bytes, of which the last four are lengths, then its name.
    constexpr std::size_t headBytes = 30, longestName = 200;
    const std::string_view bytes = candidate.beginning;
    if (!bytes.starts_with("PK\x03\x04") || bytes.size() < headBytes)
        return false;
    const std::size_t length = static_cast<unsigned char>(bytes[26]) + 256U * static_cast<unsigned char>(bytes[27]);
    return length <= longestName && bytes.substr(headBytes, length).ends_with("/data.pkl");
}

Result<OpenedFile> openTorch(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    TorchArchive archive(candidate.file);
    if (!archive.isOpen())
        return Error(ErrorCode::damagedFile,
                     "this PyTorch file cannot be opened as an archive; it was cut off, make or download it again")
            .in(path);
    const auto bytes = archive.member("data.pkl", largestPickle);
    if (!bytes)
        return bytes.error().in(path);
    try {
        const pickle::Content content = pickle::read(*bytes);
        TorchParts parts;
        collect(*content.root, "", 0, parts);
        auto opened = openTensors(candidate, archive, parts, context);
        return opened ? std::move(opened) : Result<OpenedFile>(opened.error().in(path, opened.error().place));
    } catch (const pickle::RefusedClass &refused) {
        return Error(ErrorCode::unsupportedType,
                     "this PyTorch file holds an object of the class " + std::string(refused.what()).substr(0, 80) +
                         ", which only Python can make; save the tensors alone: torch.save({\"embeddings\": tensor}, "
                         "\"vectors.pt\")")
            .in(path);
    } catch (const pickle::BadPickle &bad) {
        return Error(ErrorCode::damagedFile, "this PyTorch file is damaged (its list of tensors: " +
                                                 std::string(bad.what()) + "); make or download it again")
            .in(path);
    }
}

} // namespace anchorscope::io
