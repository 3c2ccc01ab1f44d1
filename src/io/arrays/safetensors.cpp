// SPDX-License-Identifier: GPL-3.0-or-later

/// Format safetensors (https://github.com/huggingface/safetensors, “Format”): the length of the header in 8 bytes, a
/// header in JSON, and the bytes of the tensors without gaps.

#include "frame/budget.h"
#include "io/arrays/arrayfile.h"
#include "io/formats/indexbytes.h"
#include "io/roles/part.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

namespace anchorscope::io {

namespace {

using Json = nlohmann::json;

/// Maximum bytes of the header. The format allows 100 MB, but 100 000 tensors need only 10 MB.
constexpr std::uint64_t largestHeader = 25'000'000;
/// Maximum length of a stored type name; the names of known types are shorter.
constexpr std::size_t longestType = 20;

struct Tensor
{
    std::string name;
    NpyHeader header; ///< header of the tensor; dataOffset counts from the beginning of the file
    std::string type; ///< element type in the notation of the file
    std::uint64_t begin = 0, end = 0;
    bool known = false; ///< true if the element type is supported
};

struct NumberType
{
    const char *name;
    char kind;
    std::size_t bytes;
};
constexpr std::array numberTypes = {NumberType{"F32", 'f', 4}, NumberType{"F16", 'f', 2}, NumberType{"BF16", 'B', 2},
                                    NumberType{"F64", 'f', 8}, NumberType{"I8", 'i', 1},  NumberType{"U8", 'u', 1},
                                    NumberType{"I16", 'i', 2}, NumberType{"U16", 'u', 2}, NumberType{"I32", 'i', 4},
                                    NumberType{"U32", 'u', 4}, NumberType{"I64", 'i', 8}, NumberType{"U64", 'u', 8},
                                    NumberType{"BOOL", 'b', 1}};

Error damaged(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this safetensors file is damaged: ", what, "; create or download it again");
}

struct HeaderEntry
{
    std::string name;
    std::optional<std::string> type;
    std::optional<std::vector<std::uint64_t>> shape, place;
};

/// Receiver of the JSON parser's events for the header. Passes on one tensor at a time and stores nothing else.
class HeaderHandler final : public nlohmann::json_sax<Json>
{
public:
    explicit HeaderHandler(std::function<bool(HeaderEntry)> take) : m_take(std::move(take)) {}

    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(number_integer_t) override { return other(); }
    bool number_float(number_float_t, const string_t &) override { return other(); }
    bool binary(binary_t &) override { return false; } // never called: JSON text contains no binary values
    bool number_unsigned(number_unsigned_t number) override
    {
        if (!m_list)
            return other();
        if (m_list->size() == longestList)
            return false;
        m_list->push_back(number);
        return true;
    }
    bool string(string_t &text) override
    {
        if (m_depth == entryDepth && m_key == "dtype")
            m_entry.type = std::move(text);
        if (m_entry.name == metadataKey && (isIdName(m_key) || isLabelName(m_key)))
            m_lists.insert(m_key);
        return other();
    }
    bool key(string_t &name) override
    {
        if (m_depth == 1)
            m_entry = {name, {}, {}, {}};
        else if (m_depth == entryDepth)
            m_key = name;
        return true;
    }
    bool start_object(std::size_t) override { return !m_list && ++m_depth < deepest; }
    bool end_object() override
    {
        const bool ended = --m_depth == 1;
        return !ended || m_entry.name == metadataKey || m_take(std::move(m_entry));
    }
    bool start_array(std::size_t) override
    {
        const bool isList = m_depth == entryDepth && (m_key == "shape" || m_key == "data_offsets");
        if (isList)
            m_list = &(m_key == "shape" ? m_entry.shape : m_entry.place).emplace();
        return (isList || (m_depth >= entryDepth && !m_list)) && ++m_depth < deepest;
    }
    bool end_array() override
    {
        --m_depth;
        m_list = nullptr;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const Json::exception &) override
    {
        m_isJson = false;
        return false;
    }

    bool isJson() const { return m_isJson; }
    const std::set<std::string> &lists() const { return m_lists; }
    /// Returns the name of the tensor that is being read; after a failure, the name of the invalid tensor.
    const std::string &name() const { return m_entry.name; }

private:
    static constexpr std::size_t longestList = frame::maxRank, deepest = 64, entryDepth = 2;
    static constexpr std::string_view metadataKey = "__metadata__";

    /// True if JSON values of every kind are valid at the current place: in a member of the header that is not a list.
    bool other() const { return m_depth >= entryDepth && !m_list; }

    std::function<bool(HeaderEntry)> m_take;
    HeaderEntry m_entry;
    std::string m_key;
    std::set<std::string> m_lists;
    std::vector<std::uint64_t> *m_list = nullptr; ///< list of numbers that is being read; null outside lists
    std::size_t m_depth = 0;
    bool m_isJson = true;
};

Error incomplete(const std::string &name)
{
    return damaged("it does not specify the type, shape and place of this tensor").at(name);
}

Result<Tensor> tensorOf(const HeaderEntry &entry)
{
    if (!entry.type || !entry.shape || !entry.place || entry.place->size() != 2)
        return incomplete(entry.name);
    Tensor tensor;
    tensor.name = entry.name;
    tensor.begin = entry.place->front();
    tensor.end = entry.place->back();
    tensor.type = entry.type->substr(0, longestType);
    tensor.header.shape = *entry.shape;
    const auto type = std::ranges::find(numberTypes, tensor.type, &NumberType::name);
    tensor.known = type != numberTypes.end();
    if (!tensor.known)
        return tensor;
    tensor.header.kind = type->kind;
    tensor.header.itemBytes = type->bytes;
    const auto bytes = frame::arrayBytes(*entry.shape, type->bytes);
    if (tensor.end < tensor.begin || bytes != tensor.end - tensor.begin)
        return damaged("its shape and type need " + (bytes ? std::to_string(*bytes) : "more than 2^64") +
                       " bytes, its place is " + std::to_string(tensor.begin) + " to " + std::to_string(tensor.end))
            .at(entry.name);
    return tensor;
}

/// Returns the tensors in the order of the header. `first`: offset of the first tensor in the file.
Result<std::vector<Tensor>> tensorsOf(const std::string &header, std::uint64_t first, std::vector<std::string> &notes)
{
    std::vector<Tensor> tensors;
    std::optional<Error> wrong;
    HeaderHandler handler([&](const HeaderEntry &entry) {
        auto tensor = tensorOf(entry);
        if (!tensor) {
            wrong = tensor.error();
            return false;
        }
        tensor->header.dataOffset = first + tensor->begin;
        tensors.push_back(std::move(*tensor));
        return true;
    });
    const bool done = Json::sax_parse(header, &handler);
    if (wrong)
        return *wrong;
    if (!done)
        return handler.isJson() && !handler.name().empty() ? incomplete(handler.name())
                                                           : damaged("its header is not a JSON object");
    for (const std::string &list : handler.lists())
        notes.push_back("The text “" + list +
                        "” of the metadata was left out: ids and labels are not read from there; save them as text, "
                        "one per line, and give them with --ids.");
    return tensors;
}

/// Returns the tensors in the order of their bytes, after checking all sizes and offsets.
Result<std::vector<Tensor>> readHeader(const InputFile &file, std::string_view beginning,
                                       std::vector<std::string> &notes)
{
    const std::uint64_t length = numberAt<std::uint64_t>(beginning, 0);
    if (length > largestHeader || length > file.bytes - 8)
        return damaged("its header should have " + std::to_string(length) + " bytes, but the file has " +
                       std::to_string(file.bytes));
    const auto text = file.bytesAt(8, length);
    if (!text)
        return text.error();
    auto read = tensorsOf(*text, 8 + length, notes);
    if (!read)
        return read;
    std::vector<Tensor> &tensors = *read;
    std::ranges::sort(tensors, {}, [](const Tensor &tensor) { return std::pair(tensor.begin, tensor.end); });
    std::uint64_t end = 0;
    for (const Tensor &tensor : tensors) {
        if (tensor.begin != end || tensor.end < tensor.begin)
            return damaged("its bytes begin at " + std::to_string(tensor.begin) +
                           ", but those of the previous tensor end at " + std::to_string(end))
                .at(tensor.name);
        end = tensor.end;
    }
    if (end != file.bytes - 8 - length)
        return damaged("its tensors have " + std::to_string(end) + " bytes, found " +
                       std::to_string(file.bytes - 8 - length));
    return read;
}

class SafetensorsFile final : public ArrayFile
{
public:
    /// `notes`: sentences for the user about texts in “__metadata__”.
    SafetensorsFile(const InputFile &file, const std::vector<Tensor> &tensors, std::vector<std::string> notes)
        : ArrayFile("safetensors", false), m_file(file), m_notes(std::move(notes))
    {
        for (const Tensor &tensor : tensors) {
            ArrayPart part{tensor.name, ArrayKind::whole, tensor.header.shape, {}, {}, tensor.header.typeName()};
            if (tensor.known)
                part.kind = arrayKind(tensor.header.kind);
            else
                part.problem =
                    "its numbers have the type " + tensor.type + ", which is not supported; save them as F32";
            add(std::move(part), tensor.header);
        }
    }
    void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes) const override
    {
        if (roles.items.empty()) // otherwise the tensors' names are the ids, and notes do not matter
            notes.insert(notes.end(), m_notes.begin(), m_notes.end());
    }
    const char *noun() const override { return "tensor"; }

private:
    Result<ByteStream> open(std::size_t array) const override { return streamFrom(m_file, headerOf(array).dataOffset); }

    const InputFile &m_file;
    std::vector<std::string> m_notes;
};

bool isSafetensors(const FileCandidate &candidate)
{
    const std::string_view bytes = candidate.beginning;
    // Bytes 0 to 7 are the header's length, which is below 2^48, so the highest two are 0, even in a damaged file.
    return bytes.size() > 9 && bytes[8] == '{' && bytes[7] == '\0' && bytes[6] == '\0';
}

Result<OpenedFile> openSafetensors(const FileCandidate &candidate, const RunContext &context)
{
    std::vector<std::string> notes;
    auto tensors = readHeader(candidate.file, candidate.beginning, notes);
    if (!tensors)
        return tensors.error().in(candidate.file.path);
    SafetensorsFile file(candidate.file, *tensors, std::move(notes));
    return openArrays(file, candidate, context);
}

} // namespace

extern const FileFormat safetensorsFormat{
    .label = "safetensors", .recognises = isSafetensors, .open = openSafetensors, .hasArrays = true};

} // namespace anchorscope::io
