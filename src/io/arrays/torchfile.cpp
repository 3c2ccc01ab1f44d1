// SPDX-License-Identifier: GPL-3.0-or-later

/// Format of PyTorch's files .pt and .pth: a tensor, or tensors in lists and dictionaries (pickle: io/arrays/pickle.h).

#include "io/arrays/arrayfile.h"
#include "io/arrays/torcharchive.h"
#include "io/roles/part.h"

#include <algorithm>
#include <map>
#include <set>

namespace anchorscope::io {

namespace {

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
    constexpr std::size_t most = 1000000; // maximum number of values, each counted once for each of its names
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

std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += (i == 0 ? "“" : ", “") + names[i] + "”";
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

class TorchFile final : public ArrayFile
{
public:
    TorchFile(TorchArchive &archive, TorchParts parts);

    const std::vector<ArrayPart> &parts() const override { return m_parts; }
    Result<Matrix> matrix(std::size_t array, Index rows, const RunContext &context) override
    {
        return m_archive.matrix(m_content.tensors[array], rows, context);
    }
    Result<std::vector<std::string>> texts(std::size_t array, Index rows) override
    {
        const std::size_t tensors = m_content.tensors.size();
        if (array >= tensors)
            return m_content.lists[array - tensors].texts;
        return m_archive.texts(m_content.tensors[array], rows);
    }
    std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &items) const override;
    Error noMatrix(const std::string &chosen) const override;
    void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes) const override;
    const char *noun() const override { return "tensor"; }

private:
    struct ListIds
    {
        std::string name; ///< end of the names of texts that are ids, such as “.id”
        std::vector<std::string> ids;
    };
    std::optional<ListIds> idsInList(const std::vector<std::size_t> &items) const;

    TorchArchive &m_archive;
    TorchParts m_content;
    std::vector<ArrayPart> m_parts; ///< arrays of the file: all tensors, then all lists
};

TorchFile::TorchFile(TorchArchive &archive, TorchParts parts) : m_archive(archive), m_content(std::move(parts))
{
    for (const NamedTensor &tensor : m_content.tensors) {
        const NpyHeader &header = tensor.header;
        const ArrayKind kind = tensor.problem.empty() ? arrayKind(header.kind) : ArrayKind::unknown;
        m_parts.push_back({tensor.name, kind, header.shape, tensor.problem, {}, header.typeName()});
    }
    for (const NamedList &list : m_content.lists)
        m_parts.push_back({list.name, ArrayKind::text, {list.texts.size()}});
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
    if (!names.empty())
        notes.push_back("Left out, because they are not tensors or lists: " + listed(names) + ".");
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
