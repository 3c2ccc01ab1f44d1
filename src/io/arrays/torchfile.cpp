// SPDX-License-Identifier: GPL-3.0-or-later

/// Format of PyTorch's files .pt and .pth: a tensor, or tensors in lists and dictionaries (pickle: io/arrays/pickle.h).

#include "core/matrix.h"
#include "core/runcontext.h"
#include "frame/budget.h"
#include "io/arrays/arrayfile.h"
#include "io/arrays/pickle.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/numpy/npyarray.h"
#include "io/roles/part.h"
#include "io/text/visibletext.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <map>
#include <set>
#include <unistd.h>

namespace anchorscope::io {

namespace {

/// Tensor in a PyTorch file. Its name joins the keys of nested dictionaries with dots: “state.encoder.weight”.
struct NamedTensor
{
    std::string name;
    const pickle::Value *tensor = nullptr;
    NpyHeader header = {}; ///< type and shape of the tensor; dataOffset counts from the start of its storage
    std::string problem = {};
    bool isMatrix() const
    {
        return problem.empty() && header.shape.size() == 2 && header.shape[0] > 0 && header.shape[1] > 0;
    }
};

class TorchArchive
{
public:
    explicit TorchArchive(const InputFile &file);

    bool isOpen() const { return m_zip != nullptr; }
    /// Reads a whole file of the archive, named relative to the main folder. Errors "damaged-file", "too-large".
    Result<std::string> member(const std::string &name, std::uint64_t limit) const;
    /// Calls `read` with a stream of a tensor's elements, and reads the rest, so that libzip compares the checksum.
    template <class T, class Read> Result<T> read(const NamedTensor &tensor, const Read &read) const;

private:
    std::unique_ptr<zip_t, decltype(&zip_discard)> m_zip{nullptr, zip_discard};
    std::string m_folder; ///< main folder of the archive, ending with a slash
};

struct StorageType
{
    std::string_view name;
    char kind;
    std::size_t bytes;
};
constexpr std::array storageTypes = {StorageType{"FloatStorage", 'f', 4},    StorageType{"HalfStorage", 'f', 2},
                                     StorageType{"BFloat16Storage", 'B', 2}, StorageType{"DoubleStorage", 'f', 8},
                                     StorageType{"CharStorage", 'i', 1},     StorageType{"ByteStorage", 'u', 1},
                                     StorageType{"ShortStorage", 'i', 2},    StorageType{"IntStorage", 'i', 4},
                                     StorageType{"LongStorage", 'i', 8},     StorageType{"BoolStorage", 'b', 1}};

Error damagedArchive(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this PyTorch file is damaged: " + what + "; create or download it again");
}

/// Returns the end of a tensor in its storage, in elements; nullopt if it overflows.
std::optional<std::uint64_t> reach(const NpyHeader &header, std::int64_t first)
{
    auto count = frame::elementCount(header.shape);
    if (!count || first < 0 || __builtin_add_overflow(*count, static_cast<std::uint64_t>(first), &*count))
        return std::nullopt;
    return count;
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

/// Creates a NamedTensor, checking type, shape and place. `problem` is set if it cannot be read.
NamedTensor namedTensor(std::string name, const pickle::Value &tensor)
{
    NamedTensor named{std::move(name), &tensor};
    const pickle::Value &storage = *tensor.items[0];
    const auto type = std::ranges::find(storageTypes, storage.type, &StorageType::name);
    const auto refuse = [&](std::string why) {
        named.problem = std::move(why);
        return named;
    };
    if (type == storageTypes.end())
        return refuse("its numbers have the type " + storage.type.substr(0, 40) +
                      ", which is not supported; save it as float32");
    if (tensor.shape.size() != tensor.strides.size() ||
        std::ranges::any_of(tensor.shape, [](std::int64_t extent) { return extent < 0; }))
        return refuse("its shape is damaged");
    named.header.kind = type->kind;
    named.header.itemBytes = type->bytes;
    named.header.shape.assign(tensor.shape.begin(), tensor.shape.end());
    named.header.fortranOrder = !isDense(tensor, false);
    if (named.header.fortranOrder && !isDense(tensor, true))
        return refuse("it is a part of a larger tensor; save tensor.contiguous()");
    const auto end = reach(named.header, tensor.integer);
    if (!end || storage.integer < 0 || *end > static_cast<std::uint64_t>(storage.integer))
        return refuse("it goes beyond the numbers that are stored");
    named.header.dataOffset = static_cast<std::size_t>(tensor.integer) * type->bytes;
    return named;
}

TorchArchive::TorchArchive(const InputFile &file)
{
    const int copy = ::fcntl(file.descriptor.get(), F_DUPFD_CLOEXEC, 0);
    int code = 0;
    m_zip.reset(copy < 0 ? nullptr : zip_fdopen(copy, 0, &code));
    if (!m_zip && copy >= 0)
        ::close(copy);
    const char *first = m_zip ? zip_get_name(m_zip.get(), 0, 0) : nullptr;
    const std::string name = first ? first : "";
    m_folder = name.substr(0, name.rfind('/') + 1);
}

Result<std::string> TorchArchive::member(const std::string &name, std::uint64_t limit) const
{
    zip_stat_t facts;
    const std::string whole = m_folder + name;
    if (zip_stat(m_zip.get(), whole.c_str(), 0, &facts) != 0)
        return damagedArchive("the member " + name + " is missing");
    if (facts.size > limit || facts.comp_method != ZIP_CM_STORE || facts.encryption_method != ZIP_EM_NONE ||
        facts.comp_size != facts.size)
        return Error(ErrorCode::tooLarge, "expected " + name + " uncompressed and of at most " + std::to_string(limit) +
                                              " bytes, found " + std::to_string(facts.size));
    std::string bytes(facts.size, '\0');
    zip_file_t *stream = zip_fopen_index(m_zip.get(), facts.index, 0);
    char beyond = 0; // reading beyond the end makes libzip compare the checksum
    const bool read = stream &&
                      zip_fread(stream, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()) &&
                      zip_fread(stream, &beyond, 1) == 0;
    if (stream)
        zip_fclose(stream);
    if (!read)
        return damagedArchive("the member " + name + " cannot be read");
    return bytes;
}

template <class T, class Read> Result<T> TorchArchive::read(const NamedTensor &tensor, const Read &read) const
{
    const pickle::Value &storage = *tensor.tensor->items[0];
    const std::string name = m_folder + "data/" + storage.text;
    zip_stat_t facts;
    const auto expected = frame::product(static_cast<std::uint64_t>(storage.integer), tensor.header.itemBytes);
    if (zip_stat(m_zip.get(), name.c_str(), 0, &facts) != 0 || facts.comp_method != ZIP_CM_STORE ||
        facts.size != expected)
        return damagedArchive("its storage data/" + storage.text.substr(0, 40) + " is missing or of another size")
            .at(tensor.name);
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> member(zip_fopen_index(m_zip.get(), facts.index, 0),
                                                                    zip_fclose);
    const ByteStream stream = [&](std::span<char> target) -> Result<std::size_t> {
        const zip_int64_t count = member ? zip_fread(member.get(), target.data(), target.size()) : -1;
        if (count < 0)
            return damagedArchive("its numbers cannot be read").at(tensor.name);
        return static_cast<std::size_t>(count);
    };
    auto value = readToEnd(stream, tensor.header.dataOffset, read);
    return value ? std::move(value) : Result<T>(value.error().at(tensor.name));
}

using pickle::Value;
using Kind = Value::Kind;

/// Maximum bytes of the pickle; checkpoints have about 10 000 tensors of about 100 bytes each in it.
constexpr std::uint64_t largestPickle = 64 << 20;
constexpr int deepestDictionary = 8;

struct NamedList
{
    std::string name;
    std::vector<std::string> texts;
};

struct TorchParts
{
    std::vector<NamedTensor> tensors;
    std::vector<NamedList> lists;
    std::map<std::string, std::string> texts; ///< texts that are not in lists, by name
    std::vector<std::string> leftOut;
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
    constexpr std::size_t most = 1000000; // maximum number of values; one with several names counts several times
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

class TorchFile final : public ArrayFile
{
public:
    TorchFile(const TorchArchive &archive, TorchParts parts);

    const std::vector<ArrayPart> &parts() const override { return m_parts; }
    Result<Matrix> matrix(std::size_t array, Index rows, const RunContext &context) override;
    Result<std::vector<std::string>> texts(std::size_t array, Index rows) override;
    std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &items) const override;
    Error noMatrix(const std::string &chosen) const override;
    void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes) const override;
    const char *noun() const override { return "tensor"; }

private:
    struct ListIds
    {
        std::string name; ///< last part of the names of the texts that are ids, such as “.id”
        std::vector<std::string> ids;
    };
    std::optional<ListIds> idsInList(const std::vector<std::size_t> &items) const;

    const TorchArchive &m_archive;
    FileBudget m_budget;
    TorchParts m_content;
    std::vector<ArrayPart> m_parts; ///< arrays of the file: all tensors, then all lists
};

TorchFile::TorchFile(const TorchArchive &archive, TorchParts parts) : m_archive(archive), m_content(std::move(parts))
{
    for (const NamedTensor &tensor : m_content.tensors) {
        const NpyHeader &header = tensor.header;
        const ArrayKind kind = tensor.problem.empty() ? arrayKind(header.kind) : ArrayKind::unknown;
        m_parts.push_back({tensor.name, kind, header.shape, tensor.problem, {}, header.typeName()});
    }
    for (const NamedList &list : m_content.lists)
        m_parts.push_back({list.name, ArrayKind::text, {list.texts.size()}});
}

Result<Matrix> TorchFile::matrix(std::size_t array, Index rows, const RunContext &context)
{
    const NamedTensor &tensor = m_content.tensors[array];
    const auto columns = static_cast<std::uint64_t>(tensor.header.columns());
    if (const Status fits = m_budget.take(frame::bytesOfNumbers(static_cast<std::uint64_t>(rows), columns)); !fits)
        return fits.error().at(tensor.name);
    return m_archive.read<Matrix>(
        tensor, [&](const ByteStream &stream) { return readNpyMatrix(tensor.header, rows, stream, context); });
}

Result<std::vector<std::string>> TorchFile::texts(std::size_t array, Index rows)
{
    constexpr std::uint64_t longest = 20; // maximum number of characters of a 64-bit integer
    const std::size_t tensors = m_content.tensors.size();
    if (array >= tensors)
        return m_content.lists[array - tensors].texts;
    const NamedTensor &tensor = m_content.tensors[array];
    if (const Status fits = m_budget.take(frame::bytesOfStrings(static_cast<std::uint64_t>(rows), longest)); !fits)
        return fits.error().at(tensor.name);
    return m_archive.read<std::vector<std::string>>(
        tensor, [&](const ByteStream &stream) { return readNpyTexts(tensor.header, rows, stream); });
}

Error TorchFile::noMatrix(const std::string &chosen) const
{
    const auto wrong = std::ranges::find_if(m_parts, [](const ArrayPart &part) { return !part.problem.empty(); });
    if (wrong != m_parts.end())
        return Error(ErrorCode::unsupportedType, wrong->problem).at(wrong->name);
    return Error(ErrorCode::badDataset, "this PyTorch file holds no matrix of numbers, items × dimensions" +
                                            (chosen.empty() ? std::string() : ", of the name “" + chosen + "”") +
                                            "; choose another file");
}

/// Returns the ids of items that are dictionaries in a list (with tensors “0.embedding”, “1.embedding”, …): their texts
/// under one key, if these are all different; empty without such a key. Nullopt if the items are not in a list.
std::optional<TorchFile::ListIds> TorchFile::idsInList(const std::vector<std::size_t> &items) const
{
    if (items.empty())
        return std::nullopt;
    const std::string rest = m_parts[items[0]].name.substr(1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (m_parts[items[i]].name != std::to_string(i) + rest)
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

std::optional<std::vector<std::string>> TorchFile::idsOf(const std::vector<std::size_t> &items) const
{
    auto inList = idsInList(items);
    return inList ? std::optional(std::move(inList->ids)) : std::nullopt;
}

void TorchFile::addNotes(const ArrayRoles &roles, std::vector<std::string> &notes) const
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

/// True for files of torch.save since PyTorch 1.6: a zip archive of a pickle, and a file of numbers for each storage.
bool isTorch(const FileCandidate &candidate)
{
    // Header of the archive's first file: 30 bytes, which end with the lengths of name and extra data; then the name.
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
    const TorchArchive archive(candidate.file);
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
        TorchFile file(archive, std::move(parts));
        return openArrays(file, candidate, context);
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

} // namespace

extern const FileFormat torchFormat{.label = "PyTorch", .recognises = isTorch, .open = openTorch, .hasArrays = true};

} // namespace anchorscope::io
