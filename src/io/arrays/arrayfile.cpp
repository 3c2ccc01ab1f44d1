// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/arrayfile.h"

#include "frame/budget.h"
#include "io/formats/itemmetadata.h"
#include "io/roles/part.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

Result<OpenedFile> stackItems(ArrayFile &file, const std::vector<std::size_t> &items, const FileCandidate &candidate,
                              const RunContext &context)
{
    const std::vector<ArrayPart> &parts = file.parts();
    const Index rows = candidate.options.rowsOf(std::ssize(items));
    Matrix vectors;
    std::vector<std::string> names;
    for (Index i = 0; i < rows; ++i) {
        const std::size_t array = items[static_cast<std::size_t>(i)];
        const std::vector<std::uint64_t> &shape = parts[array].shape;
        auto values = file.matrix(array, shape.size() == 1 ? static_cast<Index>(shape[0]) : 1, context.part(0, 0));
        if (!values)
            return values.error();
        if (vectors.size() == 0)
            vectors.resize(rows, values->size());
        vectors.row(i) = Eigen::Map<const Eigen::RowVectorXf>(values->data(), values->size());
        names.push_back(parts[array].name);
        if (context.cancelled())
            return cancelledError();
        context.report(static_cast<double>(i) / static_cast<double>(rows), "reading");
    }
    auto ids = file.idsOf(items);
    const bool named = !ids;
    if (ids)
        ids->resize(std::min(ids->size(), static_cast<std::size_t>(rows)));
    OpenedFile opened = singleSpace(candidate, {"", "", parts[items.front()].type, std::move(vectors), nullptr},
                                    named ? std::move(names) : std::move(*ids));
    opened.warnings.push_back("Each of the " + std::to_string(items.size()) + " " + file.noun() +
                              (named ? "s was taken as the vector of the item it is named after."
                                     : "s of the list was taken as the vector of an item."));
    return opened;
}

Result<std::vector<EmbeddingSet>> readSpaces(ArrayFile &file, const std::vector<std::size_t> &matrices, Index rows,
                                             const RunContext &context)
{
    std::vector<EmbeddingSet> spaces;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const ArrayPart &part = file.parts()[matrices[i]];
        auto values = file.matrix(matrices[i], rows, context.step(i, matrices.size()));
        if (!values)
            return values.error();
        spaces.push_back(
            {part.name.empty() ? file.noun() : nodeName(part.name), "", part.type, std::move(*values), nullptr});
    }
    return spaces;
}

Result<OpenedFile> readSpacesAndLists(ArrayFile &file, const ArrayRoles &roles, const FileCandidate &candidate,
                                      const RunContext &context)
{
    if (const Status few = checkSpaceCount(roles.spaces.size()); !few)
        return few.error();
    const Index rows = candidate.options.rowsOf(static_cast<Index>(roles.rows));
    auto spaces = readSpaces(file, roles.spaces, rows, context);
    if (!spaces)
        return spaces.error();
    ItemMetadata columns(rows);
    for (const std::size_t list : roles.lists) {
        auto texts = file.texts(list, rows);
        if (!texts)
            return texts.error();
        columns.add(file.parts()[list].name, std::move(*texts));
    }
    for (const ArrayRoles::LeftOut &each : roles.leftOut)
        columns.leaveOut(file.parts()[each.part].name, each.why);
    auto opened = columns.assembleArrays(candidate.file.path, std::move(*spaces));
    if (!opened)
        return opened;
    for (const ArrayPart &part : file.parts()) {
        if (part.isMatrix() && part.problem.empty())
            opened->arrays.push_back(part.name);
    }
    addNotes(roles, opened->warnings);
    return opened;
}

/// Opens a file with exactly one list of fractions as the vector of one item; nullopt for other files.
std::optional<Result<OpenedFile>> openItem(ArrayFile &file, const FileCandidate &candidate, const RunContext &context)
{
    const auto isVector = [](const ArrayPart &part) {
        return part.shape.size() == 1 && part.shape[0] > 1 && part.kind == ArrayKind::fractions && part.problem.empty();
    };
    const std::vector<ArrayPart> &parts = file.parts();
    const auto found = std::ranges::find_if(parts, isVector);
    if (found == parts.end() || std::ranges::count_if(parts, isVector) > 1)
        return std::nullopt;
    auto values =
        file.matrix(static_cast<std::size_t>(found - parts.begin()), static_cast<Index>(found->shape[0]), context);
    if (!values)
        return values.error().in(candidate.file.path);
    return singleSpace(candidate, {"", "", found->type, Matrix(values->transpose()), nullptr});
}

} // namespace

void ArrayFile::add(ArrayPart part, NpyHeader header)
{
    m_parts.push_back(std::move(part));
    m_headers.push_back(std::move(header));
}

/// Calls `read` with a stream of an array's elements, if `bytes` more bytes fit into memory.
template <class T, class Read> Result<T> ArrayFile::readArray(std::size_t array, std::uint64_t bytes, const Read &read)
{
    const auto readElements = [&](const ByteStream &stream) { return read(elements(array, stream)); };
    const Status fits = m_budget.take(bytes);
    const auto stream = fits ? open(array) : fits.error();
    if (!stream)
        return stream.error().at(m_parts[array].name);
    const std::uint64_t offset = m_headers[array].dataOffset;
    auto value = m_checked ? readToEnd(*stream, offset, readElements) : readElements(*stream);
    return value ? std::move(value) : Result<T>(value.error().at(m_parts[array].name));
}

Result<Matrix> ArrayFile::matrix(std::size_t array, Index rows, const RunContext &context)
{
    const NpyHeader &header = m_headers[array];
    return readArray<Matrix>(
        array, frame::bytesOfNumbers(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(header.columns())),
        [&](const ByteStream &stream) { return readNpyMatrix(header, rows, stream, context); });
}

Result<std::vector<std::string>> ArrayFile::texts(std::size_t array, Index rows)
{
    const NpyHeader &header = m_headers[array];
    const auto cells = static_cast<std::uint64_t>(rows * header.columns());
    const std::size_t longest = (header.isNumeric() ? 3 : 1) * header.itemBytes; // three digits for each byte
    return readArray<std::vector<std::string>>(
        array, frame::bytesOfStrings(cells, longest),
        [&](const ByteStream &stream) { return readNpyTexts(header, rows, stream); });
}

Error ArrayFile::noMatrix(const std::string &chosen) const
{
    const auto wrong = std::ranges::find_if(m_parts, [](const ArrayPart &part) { return !part.problem.empty(); });
    if (wrong != m_parts.end())
        return Error(ErrorCode::unsupportedType, wrong->problem).at(wrong->name);
    return Error(ErrorCode::badDataset, "this ", m_format, " file holds no matrix of numbers, items × dimensions",
                 chosen.empty() ? std::string() : ", of the name “" + chosen + "”", "; choose another file");
}

Result<OpenedFile> openArrays(ArrayFile &file, const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const ArrayRoles roles = assignArrays(file.parts(), candidate.options.array);
    if (candidate.options.item && (roles.refusal || roles.spaces.empty())) {
        if (auto item = openItem(file, candidate, context))
            return std::move(*item);
    }
    if (roles.refusal)
        return roles.refusal->in(path);
    if (roles.items.empty() && roles.spaces.empty())
        return file.noMatrix(candidate.options.array).in(path);
    auto opened = roles.items.empty() ? readSpacesAndLists(file, roles, candidate, context)
                                      : stackItems(file, roles.items, candidate, context);
    if (!opened)
        return opened.error().in(path);
    file.addNotes(roles, opened->warnings);
    return opened;
}

TextTable rowsOf(std::vector<std::string> texts, const ArrayPart &array)
{
    TextTable table{.numbers = array.kind == ArrayKind::whole};
    const std::size_t columns = array.shape.size() > 1 ? array.shape[1] : 1;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i % columns == 0)
            table.records.push_back({i / columns, {}});
        table.records.back().fields.push_back(std::move(texts[i]));
    }
    return table;
}

Result<TextTable> textsOfArrays(ArrayFile &file, const std::string &path)
{
    const std::vector<ArrayPart> &parts = file.parts();
    const auto readable = [](const ArrayPart &part, std::size_t axes) {
        return part.problem.empty() && part.kind != ArrayKind::unknown && part.shape.size() == axes &&
               part.shape[0] > 0;
    };
    NamedTexts texts, numbers;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!readable(parts[i], 1))
            continue;
        auto list = file.texts(i, static_cast<Index>(parts[i].shape[0]));
        if (!list)
            return list.error().in(path);
        (parts[i].kind == ArrayKind::text ? texts : numbers).emplace_back(parts[i].name, std::move(*list));
    }
    std::ranges::move(numbers, std::back_inserter(texts));
    if (!texts.empty())
        return tableOf(std::move(texts));
    const auto matrix = std::ranges::find_if(parts, [&](const ArrayPart &part) {
        return readable(part, 2) && part.shape[1] > 0 && part.kind != ArrayKind::fractions;
    });
    if (matrix == parts.end())
        return Error(ErrorCode::badDataset, "expected lists of ids, labels or pairs, found none among the ",
                     parts.size(), " ", file.noun(), "s")
            .in(path);
    auto cells = file.texts(static_cast<std::size_t>(matrix - parts.begin()), static_cast<Index>(matrix->shape[0]));
    return cells ? Result(rowsOf(std::move(*cells), *matrix)) : cells.error().in(path);
}

} // namespace anchorscope::io
