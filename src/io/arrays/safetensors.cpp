// SPDX-License-Identifier: GPL-3.0-or-later

/// safetensors (https://github.com/huggingface/safetensors, “Format”): 8 bytes of length, a header in JSON, the bytes
/// of the tensors, each beginning where the one before ends.

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/sidecolumns.h"
#include "io/roles/arrays.h"
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

/// The format's own limit is 100 MB; those of models with 100 000 tensors have 10 MB.
constexpr std::uint64_t largestHeader = 25'000'000;
constexpr std::size_t longestType = 20; ///< of which is kept; those that are known are shorter

struct Tensor
{
    std::string name;
    NpyHeader header; ///< dataOffset: from the beginning of the file
    std::string type; ///< as the file names it
    std::uint64_t begin = 0, end = 0;
    bool known = false; ///< its type is one that is read
    bool isMatrix() const { return known && header.shape.size() == 2 && header.shape[0] > 0 && header.shape[1] > 0; }
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

std::uint64_t headerBytes(std::string_view beginning)
{
    std::uint64_t length = 0;
    for (std::size_t i = 8; i > 0; --i)
        length = length << 8 | static_cast<unsigned char>(beginning[i - 1]);
    return length;
}

Error damaged(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this safetensors file is damaged: " + what + "; create or download it again");
}

/// What the header says of one tensor.
struct HeaderEntry
{
    std::string name;
    std::optional<std::string> type;
    std::optional<std::vector<std::uint64_t>> shape, place;
};

/// Takes the header from the events of a parser, a tensor at a time: whatever else it holds is never kept.
class HeaderHandler final : public nlohmann::json_sax<Json>
{
public:
    explicit HeaderHandler(std::function<bool(HeaderEntry)> take) : m_take(std::move(take)) {}

    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(number_integer_t) override { return other(); }
    bool number_float(number_float_t, const string_t &) override { return other(); }
    bool binary(binary_t &) override { return false; } // not of JSON
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
    /// Texts of the metadata that are named like ids or labels.
    const std::set<std::string> &lists() const { return m_lists; }
    /// Of the tensor that could not be read.
    const std::string &name() const { return m_entry.name; }

private:
    static constexpr std::size_t longestList = frame::maxRank, deepest = 64, entryDepth = 2;
    static constexpr std::string_view metadataKey = "__metadata__";

    /// A value that says nothing of a tensor; in place of a tensor or in a list of numbers there can be none.
    bool other() const { return m_depth >= entryDepth && !m_list; }

    std::function<bool(HeaderEntry)> m_take;
    HeaderEntry m_entry;
    std::string m_key;
    std::set<std::string> m_lists;
    std::vector<std::uint64_t> *m_list = nullptr; ///< that is being read
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
    const auto count = frame::elementCount(*entry.shape);
    const auto bytes = count ? frame::product(*count, type->bytes) : std::nullopt;
    if (tensor.end < tensor.begin || bytes != tensor.end - tensor.begin)
        return damaged("its shape and type need " + (bytes ? std::to_string(*bytes) : "more than 2^64") +
                       " bytes, its place is " + std::to_string(tensor.begin) + " to " + std::to_string(tensor.end))
            .at(entry.name);
    return tensor;
}

/// The tensors in the order of the header. `first`: where their bytes begin in the file.
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

/// All tensors in the order of their bytes, every size checked.
Result<std::vector<Tensor>> readHeader(const InputFile &file, std::string_view beginning,
                                       std::vector<std::string> &notes)
{
    const std::uint64_t length = headerBytes(beginning);
    if (length > largestHeader || length > file.bytes - 8)
        return damaged("its header should have " + std::to_string(length) + " bytes, but the file has " +
                       std::to_string(file.bytes));
    std::string text(length, '\0');
    const auto got = file.read(8, text);
    if (!got)
        return got.error();
    text.resize(*got);
    auto read = tensorsOf(text, 8 + length, notes);
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

std::vector<ArrayPart> partsOf(const std::vector<Tensor> &tensors)
{
    std::vector<ArrayPart> parts;
    for (const Tensor &tensor : tensors) {
        ArrayPart part{tensor.name, tensor.known ? arrayKind(tensor.header.kind) : ArrayKind::whole,
                       tensor.header.shape};
        if (!tensor.known)
            part.problem = "its numbers have the type " + tensor.type + ", which is not supported; save them as F32";
        parts.push_back(std::move(part));
    }
    return parts;
}

Error noMatrix(const std::vector<Tensor> &tensors, const std::string &wanted)
{
    const auto unknown = std::ranges::find(tensors, false, &Tensor::known);
    if (unknown != tensors.end())
        return Error(ErrorCode::unsupportedType,
                     "its numbers have the type " + unknown->type + ", which is not supported; save them as F32")
            .at(unknown->name);
    return Error(ErrorCode::badDataset, "this safetensors file holds no matrix of numbers, items × dimensions" +
                                            (wanted.empty() ? std::string() : ", of the name “" + wanted + "”") +
                                            "; choose another file");
}

ByteStream streamOf(const InputFile &file, std::uint64_t offset)
{
    return [&file, offset](std::span<char> target) mutable {
        auto count = file.read(offset, target);
        offset += count ? *count : 0;
        return count;
    };
}

/// Reads tensors within one budget.
class TensorReader
{
public:
    TensorReader(const InputFile &file, Index rows) : m_file(file), m_rows(rows) {}

    Result<EmbeddingSet> space(const Tensor &tensor, const RunContext &context)
    {
        if (const Status fits =
                m_budget.take(frame::bytesOfNumbers(static_cast<std::uint64_t>(m_rows), tensor.header.shape[1]));
            !fits)
            return fits.error().at(tensor.name);
        auto values = readNpyMatrix(tensor.header, m_rows, streamOf(m_file, tensor.header.dataOffset), context);
        if (!values)
            return values.error().at(tensor.name);
        std::string name = tensor.name;
        std::replace(name.begin(), name.end(), '/', '_'); // would be a group in a dataset
        return EmbeddingSet{name.empty() ? "tensor" : name, "", tensor.header.typeName(), std::move(*values), nullptr};
    }
    Result<std::vector<std::string>> texts(const Tensor &tensor)
    {
        const Status fits = m_budget.take(frame::bytesOfStrings(static_cast<std::uint64_t>(m_rows), 20));
        if (!fits)
            return fits.error().at(tensor.name);
        return readNpyTexts(tensor.header, m_rows, streamOf(m_file, tensor.header.dataOffset));
    }

private:
    const InputFile &m_file;
    Index m_rows;
    FileBudget m_budget;
};

/// Lists of one number for each item.
Status readColumns(const std::vector<Tensor> &tensors, const std::vector<std::size_t> &lists, TensorReader &reader,
                   SideColumns &columns)
{
    for (const std::size_t i : lists) {
        const Tensor &tensor = tensors[i];
        auto texts = reader.texts(tensor);
        if (!texts)
            return texts.error();
        columns.add(tensor.name, std::move(*texts));
    }
    return Done{};
}

Result<std::vector<EmbeddingSet>> readSpaces(const std::vector<Tensor> &tensors, const std::vector<std::size_t> &chosen,
                                             TensorReader &reader, const RunContext &context)
{
    std::vector<EmbeddingSet> spaces;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(chosen.size());
        };
        auto space = reader.space(tensors[chosen[i]], context.part(share(i), share(i + 1)));
        if (!space)
            return space.error();
        spaces.push_back(std::move(*space));
    }
    return spaces;
}

/// Tensors of one vector each as one space.
Result<OpenedFile> stackItems(const FileCandidate &candidate, const std::vector<Tensor> &tensors,
                              const std::vector<std::size_t> &items, const RunContext &context)
{
    const Index first = candidate.options.firstRows(), all = static_cast<Index>(items.size());
    const Index rows = first > 0 ? std::min(first, all) : all;
    Matrix vectors;
    std::vector<std::string> ids;
    for (Index i = 0; i < rows; ++i) {
        const Tensor &tensor = tensors[items[static_cast<std::size_t>(i)]];
        const Index width = static_cast<Index>(tensor.header.shape.back());
        if (i == 0) {
            const auto count = static_cast<std::uint64_t>(rows);
            if (const Status fits = FileBudget().take(frame::bytesOfNumbers(count, tensor.header.shape.back())); !fits)
                return fits.error().in(candidate.file.path, tensor.name);
            vectors.resize(rows, width);
        }
        NpyHeader row = tensor.header;
        row.shape = {1, tensor.header.shape.back()};
        auto values = readNpyMatrix(row, 1, streamOf(candidate.file, row.dataOffset), context.part(0, 0));
        if (!values)
            return values.error().in(candidate.file.path, tensor.name);
        vectors.row(i) = values->row(0);
        ids.push_back(tensor.name);
    }
    OpenedFile opened =
        singleSpace(candidate, std::move(vectors), std::move(ids), tensors[items.front()].header.typeName());
    opened.warnings.push_back("Each of the " + std::to_string(all) +
                              " tensors was taken as the vector of the item it is named after.");
    return opened;
}

void noteMatrix(const Tensor &tensor, std::vector<std::string> &names)
{
    if (tensor.isMatrix())
        names.push_back(tensor.name);
}

} // namespace

bool isSafetensors(const FileCandidate &candidate)
{
    const std::string_view bytes = candidate.beginning;
    // No header has 2^48 bytes, so these two are 0 in a file of that format, damaged or not.
    return bytes.size() > 9 && bytes[8] == '{' && bytes[7] == '\0' && bytes[6] == '\0';
}

Result<OpenedFile> openSafetensors(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    std::vector<std::string> notes;
    const auto tensors = readHeader(candidate.file, candidate.beginning, notes);
    if (!tensors)
        return tensors.error().in(path, tensors.error().place);
    const ArrayRoles roles = assignArrays(partsOf(*tensors), candidate.options.array);
    if (roles.refusal)
        return roles.refusal->in(path);
    const std::vector<std::size_t> &chosen = roles.items.empty() ? roles.spaces : roles.items;
    if (chosen.empty()) {
        const Error error = noMatrix(*tensors, candidate.options.array);
        return error.in(path, error.place);
    }
    if (!roles.items.empty())
        return stackItems(candidate, *tensors, roles.items, context);
    if (const Status few = fewEnough(chosen.size()); !few)
        return few.error().in(path);
    const auto all = static_cast<Index>(roles.rows), first = candidate.options.firstRows();
    const Index rows = first > 0 ? std::min(first, all) : all;
    TensorReader reader(candidate.file, rows);
    SideColumns columns(rows);
    auto spaces = readSpaces(*tensors, chosen, reader, context);
    if (!spaces)
        return spaces.error().in(path, spaces.error().place);
    if (const Status read = readColumns(*tensors, roles.lists, reader, columns); !read)
        return read.error().in(path, read.error().place);
    for (const ArrayRoles::LeftOut &each : roles.leftOut)
        columns.leaveOut((*tensors)[each.part].name, each.why);
    auto opened = columns.assembleArrays(path, std::move(*spaces));
    if (!opened)
        return opened;
    std::ranges::for_each(*tensors, [&](const Tensor &each) { noteMatrix(each, opened->arrays); });
    addNotes(roles, opened->warnings);
    opened->warnings.insert(opened->warnings.end(), notes.begin(), notes.end());
    return opened;
}

} // namespace anchorscope::io
