// SPDX-License-Identifier: GPL-3.0-or-later

/// PyTorch's .pt and .pth: a tensor, or tensors, lists and dictionaries of them. The pickle in it is read by
/// io/arrays/pickle.h, which runs nothing.

#include "io/arrays/torchfile.h"

#include "io/formats/sidecolumns.h"
#include "io/roles/arrays.h"
#include "io/roles/part.h"
#include "io/arrays/torcharchive.h"

#include <algorithm>
#include <map>
#include <set>

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
    std::map<std::string, std::string> texts; ///< single ones, by name
    std::vector<std::string> leftOut;         ///< names of what is neither
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
        if (isPlain(value))
            parts.texts.emplace(name, keyText(value));
        parts.leftOut.push_back(name);
    }
}

/// Tensors, then lists.
std::vector<ArrayPart> arraysOf(const TorchParts &parts)
{
    std::vector<ArrayPart> arrays;
    for (const NamedTensor &tensor : parts.tensors)
        arrays.push_back({tensor.name, tensor.problem.empty() ? arrayKind(tensor.header.kind) : ArrayKind::unknown,
                          tensor.header.shape, tensor.problem});
    for (const NamedList &list : parts.lists)
        arrays.push_back({list.name, ArrayKind::text, {list.texts.size()}});
    return arrays;
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

Index rowsWanted(std::uint64_t rows, const OpenOptions &options)
{
    const auto all = static_cast<Index>(rows);
    return options.firstRows() > 0 ? std::min(all, options.firstRows()) : all;
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

/// `read`: the end of the names of those that were read after all.
void noteLeftOut(const TorchParts &parts, const std::string &read, OpenedFile &opened)
{
    std::vector<std::string> names = parts.leftOut;
    std::erase_if(names, [&](const std::string &name) { return !read.empty() && name.ends_with(read); });
    if (!names.empty())
        opened.warnings.push_back("Left out, because they are not tensors or lists: " + listed(names) + ".");
}

struct ListIds
{
    std::string name; ///< with a dot: “.id”
    std::vector<std::string> ids;
};

/// Ids of the items of a list, whose tensors are “0.embedding”, “1.embedding”, …: texts of equal names that differ,
/// else none. No value if they are in no list.
std::optional<ListIds> idsInList(const TorchParts &parts, const std::vector<std::size_t> &items)
{
    const auto number = [](std::size_t i) { return std::to_string(i); };
    const std::string rest = parts.tensors[items[0]].name.substr(1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (parts.tensors[items[i]].name != number(i) + rest)
            return std::nullopt;
    }
    for (const auto &[name, text] : parts.texts) {
        if (!name.starts_with("0.") || !isIdName(name))
            continue;
        std::vector<std::string> ids;
        std::set<std::string> different;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto found = parts.texts.find(number(i) + name.substr(1));
            ids.push_back(found == parts.texts.end() ? std::string() : found->second);
            different.insert(ids.back());
        }
        if (different.size() == items.size() && !different.contains({}))
            return ListIds{name.substr(1), std::move(ids)};
    }
    return ListIds();
}

/// Tensors of one vector each as one space.
Result<OpenedFile> stackItems(TorchArchive &archive, const TorchParts &parts, const std::vector<std::size_t> &items,
                              const FileCandidate &candidate, const RunContext &context)
{
    const Index rows = rowsWanted(items.size(), candidate.options);
    Matrix vectors;
    std::vector<std::string> ids;
    for (Index i = 0; i < rows; ++i) {
        const NamedTensor &tensor = parts.tensors[items[static_cast<std::size_t>(i)]];
        auto values = archive.matrix(tensor, tensor.header.shape.size() == 2 ? 1 : tensor.header.rows(), {});
        if (!values)
            return values.error();
        if (vectors.size() == 0)
            vectors.resize(rows, values->size());
        vectors.row(i) = Eigen::Map<const Eigen::RowVectorXf>(values->data(), values->size());
        ids.push_back(tensor.name);
        if (context.cancelled())
            return cancelledError();
        context.report(static_cast<double>(i) / static_cast<double>(rows), "reading");
    }
    const auto inList = idsInList(parts, items);
    if (inList)
        ids.assign(inList->ids.begin(), inList->ids.begin() + (inList->ids.empty() ? 0 : rows));
    OpenedFile opened =
        singleSpace(candidate, std::move(vectors), std::move(ids), parts.tensors[items.front()].header.typeName());
    opened.warnings.push_back("Each of the " + std::to_string(items.size()) +
                              (inList ? " tensors of the list was taken as the vector of an item."
                                      : " tensors was taken as the vector of the item it is named after."));
    noteLeftOut(parts, inList ? inList->name : std::string(), opened);
    return opened;
}

Result<std::vector<EmbeddingSet>> readSpaces(TorchArchive &archive, const TorchParts &parts,
                                             const std::vector<std::size_t> &chosen, Index rows,
                                             const RunContext &context)
{
    std::vector<EmbeddingSet> spaces;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(chosen.size());
        };
        const NamedTensor &tensor = parts.tensors[chosen[i]];
        auto matrix = archive.matrix(tensor, rows, context.part(share(i), share(i + 1)));
        if (!matrix)
            return matrix.error();
        std::string name = tensor.name;
        std::replace(name.begin(), name.end(), '/', '_'); // would be a group in a dataset
        spaces.push_back({name, "", tensor.header.typeName(), std::move(*matrix), nullptr});
    }
    return spaces;
}

Status readLists(TorchArchive &archive, const TorchParts &parts, const std::vector<std::size_t> &lists, Index rows,
                 SideColumns &columns)
{
    for (const std::size_t i : lists) {
        if (i >= parts.tensors.size()) {
            const NamedList &list = parts.lists[i - parts.tensors.size()];
            columns.add(list.name, list.texts);
            continue;
        }
        auto texts = archive.texts(parts.tensors[i], rows);
        if (!texts)
            return texts.error();
        columns.add(parts.tensors[i].name, std::move(*texts));
    }
    return Done{};
}

Result<OpenedFile> openTensors(const FileCandidate &candidate, TorchArchive &archive, const TorchParts &parts,
                               const RunContext &context)
{
    const std::string &wanted = candidate.options.array;
    const std::vector<ArrayPart> arrays = arraysOf(parts);
    const ArrayRoles roles = assignArrays(arrays, wanted);
    if (roles.refusal)
        return *roles.refusal;
    if (!roles.items.empty())
        return stackItems(archive, parts, roles.items, candidate, context);
    if (roles.spaces.empty())
        return noTensors(parts, wanted);
    const Index rows = rowsWanted(roles.rows, candidate.options);
    auto spaces = readSpaces(archive, parts, roles.spaces, rows, context);
    if (!spaces)
        return spaces.error();
    SideColumns columns(rows);
    if (const Status read = readLists(archive, parts, roles.lists, rows, columns); !read)
        return read.error();
    for (const ArrayRoles::LeftOut &each : roles.leftOut)
        columns.leaveOut(arrays[each.part].name, each.why);
    auto opened = columns.assembleArrays(candidate.file.path, std::move(*spaces));
    if (!opened)
        return opened;
    for (const NamedTensor &tensor : parts.tensors) {
        if (tensor.isMatrix())
            opened->arrays.push_back(tensor.name);
    }
    addNotes(roles, opened->warnings);
    noteLeftOut(parts, {}, *opened);
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
                     "this PyTorch file cannot be opened as an archive; it was cut off: create or download it again")
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
                         ", which only Python can create; save only the tensors: torch.save({\"embeddings\": tensor}, "
                         "\"vectors.pt\")")
            .in(path);
    } catch (const pickle::BadPickle &bad) {
        return Error(ErrorCode::damagedFile, "this PyTorch file is damaged (its list of tensors: " +
                                                 std::string(bad.what()) + "); create or download it again")
            .in(path);
    }
}

} // namespace anchorscope::io
