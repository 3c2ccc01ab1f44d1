// SPDX-License-Identifier: GPL-3.0-or-later

/// Format of PyTorch's files .pt and .pth: a tensor, or tensors in lists and dictionaries (pickle: io/arrays/pickle.h).

#include "core/matrix.h"
#include "core/runcontext.h"
#include "frame/budget.h"
#include "io/arrays/arrayfile.h"
#include "io/arrays/torchstorages.h"
#include "io/files/inputfile.h"
#include "io/roles/part.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace anchorscope::io {

namespace {

/// Tensor or NumPy array in a PyTorch file. Its name joins the keys of nested dictionaries with dots:
/// “state.encoder.weight”.
struct NamedTensor
{
    std::string name;
    const pickle::Value *tensor = nullptr;
    NpyHeader header = {}; ///< type and shape of the tensor; dataOffset counts from the start of its storage
    std::string problem = {};
    std::optional<TensorSteps> steps = {}; ///< positions of the elements; nullopt for a tensor without gaps
};

/// Returns the end of a tensor in its storage, in elements; nullopt if it overflows.
std::optional<std::uint64_t> reach(const pickle::Value &tensor)
{
    std::int64_t last = tensor.integer;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        std::int64_t step = 0;
        if (tensor.shape[i] == 0)
            return 0;
        if (tensor.strides[i] < 0 || __builtin_mul_overflow(tensor.shape[i] - 1, tensor.strides[i], &step) ||
            __builtin_add_overflow(last, step, &last))
            return std::nullopt;
    }
    return last < 0 || last == INT64_MAX ? std::nullopt : std::optional(static_cast<std::uint64_t>(last) + 1);
}

/// True if the elements of a tensor are stored without gaps, row by row or, if `fortran` is true, column by column.
bool isDense(const pickle::Value &tensor, bool fortran)
{
    std::int64_t expected = 1;
    const std::size_t rank = tensor.shape.size();
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = fortran ? i : rank - 1 - i;
        if (tensor.shape[axis] > 1 && tensor.strides[axis] != expected)
            return false;
        if (tensor.shape[axis] < 0 || __builtin_mul_overflow(expected, tensor.shape[axis], &expected))
            return false;
    }
    return true;
}

/// Describes a list or matrix that is a part of a larger tensor (a slice, or a repeated row) as groups of elements.
/// Sets `fortran` to true if a group is a column, to false if it is a row. Returns a problem, or an empty text.
std::string describeSteps(const pickle::Value &tensor, std::uint64_t elements, TensorSteps &steps, bool &fortran)
{
    constexpr std::uint64_t mostRepeated = 1 << 24; // maximum number of elements of a tensor that repeats numbers
    const auto number = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    const std::size_t rank = tensor.shape.size();
    if (rank != 1 && rank != 2)
        return {}; // only lists and matrices are read
    fortran = rank == 2 && tensor.strides[1] > tensor.strides[0];
    const std::size_t inner = rank == 1 || fortran ? 0 : 1, outer = fortran ? 1 : 0;
    steps = {rank == 1 ? 1 : number(tensor.shape[outer]), number(tensor.shape[inner]),
             rank == 1 ? 0 : number(tensor.strides[outer]), number(tensor.strides[inner])};
    if ((steps.groupStep == 0 || steps.step == 0) && elements > mostRepeated)
        return "it repeats its numbers, as expand does; save tensor.clone()";
    if (steps.groups > 1 && steps.step > 0 && steps.groupStep <= (steps.count - 1) * steps.step)
        return "its rows overlap, as those of unfold do; save tensor.clone()";
    return {};
}

/// Creates a NamedTensor. Sets `problem` if its type, shape or position in the storage is not valid or supported.
NamedTensor namedTensor(std::string name, const pickle::Value &tensor, bool bigEndian)
{
    NamedTensor named{std::move(name), &tensor};
    const pickle::Value &storage = *tensor.items[0];
    const StorageType *type = storageType(storage);
    const auto refuse = [&](std::string why) {
        named.problem = std::move(why);
        return named;
    };
    if (!type)
        return refuse("its numbers have the type " + storage.type.substr(0, 40) +
                      ", which is not supported; save it as float32");
    if (tensor.shape.size() != tensor.strides.size() ||
        std::ranges::any_of(tensor.shape, [](std::int64_t extent) { return extent < 0; }))
        return refuse("its shape is damaged");
    named.header.kind = type->kind;
    named.header.itemBytes = type->bytes;
    named.header.shape.assign(tensor.shape.begin(), tensor.shape.end());
    const auto end = reach(tensor), elements = frame::elementCount(named.header.shape);
    if (!end || !elements || storage.integer < 0 || *end > static_cast<std::uint64_t>(storage.integer))
        return refuse("it goes beyond the numbers that are stored");
    named.header.fortranOrder = !isDense(tensor, false);
    if (named.header.fortranOrder && !isDense(tensor, true)) {
        named.steps.emplace();
        std::string problem = describeSteps(tensor, *elements, *named.steps, named.header.fortranOrder);
        if (!problem.empty())
            return refuse(std::move(problem));
    }
    named.header.bigEndian = bigEndian;
    named.header.dataOffset = static_cast<std::size_t>(tensor.integer) * type->bytes;
    return named;
}

/// Creates a NamedTensor of a NumPy array, whose numbers or texts are in the pickle.
NamedTensor namedArray(std::string name, const pickle::Value &array)
{
    NamedTensor named{std::move(name), &array};
    std::string shape;
    for (const std::int64_t extent : array.shape)
        shape += std::to_string(extent) + ",";
    const std::string text = "{'descr': '" + array.type + "', 'fortran_order': " + (array.integer ? "True" : "False") +
                             ", 'shape': (" + shape + "), }";
    std::string beginning = std::string(npyMagic) + "\1" + '\0';
    beginning += static_cast<char>(text.size() & 0xff);
    beginning += static_cast<char>(text.size() >> 8);
    auto header = parseNpyHeader(beginning + text, beginning.size() + text.size() + array.text.size());
    if (!header)
        named.problem = header.error().message;
    else
        named.header = std::move(*header);
    named.header.dataOffset = 0;
    return named;
}

using pickle::Value;
using Kind = Value::Kind;

constexpr int deepestDictionary = 8;

struct TorchParts
{
    std::vector<NamedTensor> tensors = {};
    NamedTexts lists = {};
    std::map<std::string, std::string> texts = {}; ///< texts that are not in lists; key: name of the text
    std::vector<std::string> leftOut = {};
    std::size_t visited = 0;
    bool bigEndian = false;
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
    constexpr std::size_t most = 1000000; // maximum number of visits; a shared value is visited several times
    if (++parts.visited > most)
        throw pickle::BadPickle("more than " + std::to_string(most) + " values");
    const auto inner = [&](const std::string &key) { return name.empty() ? key : name + "." + key; };
    const bool listed = value.kind == Kind::list || value.kind == Kind::tuple;
    if (value.kind == Kind::tensor) {
        parts.tensors.push_back(namedTensor(name.empty() ? "tensor" : name, value, parts.bigEndian));
    } else if (value.kind == Kind::array) {
        parts.tensors.push_back(namedArray(name.empty() ? "array" : name, value));
    } else if (value.kind == Kind::dictionary && depth < deepestDictionary) {
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2)
            collect(*value.items[i + 1], inner(keyText(*value.items[i])), depth + 1, parts);
    } else if (listed && !value.items.empty() &&
               std::ranges::all_of(value.items, [](const Value *each) { return isPlain(*each); })) {
        parts.lists.emplace_back(name, std::vector<std::string>());
        for (const Value *each : value.items)
            parts.lists.back().second.push_back(keyText(*each));
    } else if (listed && depth < deepestDictionary) {
        for (std::size_t i = 0; i < value.items.size(); ++i)
            collect(*value.items[i], inner(std::to_string(i)), depth + 1, parts);
    } else if (value.kind != Kind::none) {
        if (isPlain(value))
            parts.texts.emplace(name, keyText(value));
        parts.leftOut.push_back(name);
    }
}

class TorchFile final : public ArrayFile
{
public:
    /// Creates the list of arrays: first all tensors, then all lists.
    TorchFile(const TorchStorages &storages, TorchParts parts)
        : ArrayFile("PyTorch"), m_storages(storages), m_content(std::move(parts))
    {
        for (const NamedTensor &tensor : m_content.tensors) {
            const NpyHeader &header = tensor.header;
            const ArrayKind kind = tensor.problem.empty() ? arrayKind(header.kind) : ArrayKind::unknown;
            add({tensor.name, kind, header.shape, tensor.problem, {}, header.typeName()}, header);
        }
        for (const auto &[name, texts] : m_content.lists)
            add({name, ArrayKind::text, {texts.size()}});
    }

    Result<std::vector<std::string>> texts(std::size_t array, Index rows) override
    {
        const std::size_t tensors = m_content.tensors.size();
        return array < tensors ? ArrayFile::texts(array, rows) : m_content.lists[array - tensors].second;
    }

    std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &items) const override
    {
        auto inList = idsInList(items);
        return inList ? std::optional(std::move(inList->ids)) : std::nullopt;
    }

    void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes) const override
    {
        std::vector<std::string> names = m_content.leftOut;
        if (const auto inList = idsInList(roles.items); inList && !inList->name.empty())
            std::erase_if(names, [&](const std::string &name) { return name.ends_with(inList->name); });
        if (names.empty())
            return;
        for (std::string &name : names)
            name = "“" + name + "”";
        notes.push_back("Left out, because they are not tensors or lists: " + listText(names, 3) + ".");
    }

    const char *noun() const override { return "tensor"; }

private:
    struct ListIds
    {
        std::string name; ///< common end of the names of the texts: “.id” for “0.id”, “1.id”, …
        std::vector<std::string> ids;
    };

    /// Returns the ids of items that are dictionaries in a list, so that their tensors are named “0.embedding”,
    /// “1.embedding”, …. The ids are the texts under a key of the dictionaries, if all are different; empty without
    /// such a key. Returns nullopt if the items are not in a list.
    std::optional<ListIds> idsInList(const std::vector<std::size_t> &items) const
    {
        if (items.empty())
            return std::nullopt;
        const std::string rest = parts()[items[0]].name.substr(1);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (parts()[items[i]].name != std::to_string(i) + rest)
                return std::nullopt;
        }
        for (const auto &[name, text] : m_content.texts) {
            if (!name.starts_with("0.") || !isIdName(name))
                continue;
            std::vector<std::string> ids;
            std::set<std::string> different;
            for (std::size_t i = 0; i < items.size(); ++i) {
                const auto found = m_content.texts.find(std::to_string(i) + name.substr(1));
                ids.push_back(found == m_content.texts.end() ? std::string() : found->second);
                different.insert(ids.back());
            }
            if (different.size() == items.size() && !different.contains({}))
                return ListIds{name.substr(1), std::move(ids)};
        }
        return ListIds();
    }

    Result<ByteStream> open(std::size_t array) const override
    {
        const NamedTensor &tensor = m_content.tensors[array];
        const Value &value = *tensor.tensor;
        if (value.kind == Kind::array)
            return streamFrom(value.text);
        const auto count = static_cast<std::uint64_t>(value.items[0]->integer);
        return m_storages.open(*value.items[0], frame::product(count, tensor.header.itemBytes).value_or(0));
    }

    ByteStream elements(std::size_t array, const ByteStream &stream) const override
    {
        const NamedTensor &tensor = m_content.tensors[array];
        return tensor.steps ? withoutGaps(stream, *tensor.steps, tensor.header.itemBytes) : stream;
    }

    const TorchStorages &m_storages;
    TorchParts m_content;
};

/// Calls `use` with the arrays of a file.
template <class T, class Use> Result<T> withArrays(const FileCandidate &candidate, const Use &use)
{
    const std::string &path = candidate.file.path;
    try {
        const auto storages = openTorch(candidate.file, candidate.beginning);
        if (!storages)
            return storages.error().in(path);
        const pickle::Content content = (*storages)->values();
        TorchParts parts{.bigEndian = (*storages)->bigEndian()};
        collect(*content.root, "", 0, parts);
        TorchFile file(**storages, std::move(parts));
        return use(file);
    } catch (const pickle::RefusedClass &refused) {
        return Error(ErrorCode::unsupportedType, "this PyTorch file holds an object of the class ",
                     std::string(refused.what()).substr(0, 80),
                     ", which only Python can create; save only the tensors: torch.save({\"embeddings\": tensor}, "
                     "\"vectors.pt\")")
            .in(path);
    } catch (const pickle::BadPickle &bad) {
        return Error(ErrorCode::damagedFile, "this PyTorch file is damaged (its list of tensors: ", bad.what(),
                     "); create or download it again")
            .in(path);
    }
}

Result<OpenedFile> openTensors(const FileCandidate &candidate, const RunContext &context)
{
    return withArrays<OpenedFile>(candidate, [&](ArrayFile &file) { return openArrays(file, candidate, context); });
}

Result<TextTable> textsOfTorch(const FileCandidate &candidate, const RunContext &)
{
    return withArrays<TextTable>(candidate, [&](ArrayFile &file) { return textsOfArrays(file, candidate.file.path); });
}

} // namespace

extern const FileFormat torchFormat{
    .label = "PyTorch",
    .recognises = [](const FileCandidate &candidate) { return isTorchFile(candidate.beginning); },
    .open = openTensors,
    .hasArrays = true,
    .texts = textsOfTorch};

} // namespace anchorscope::io
