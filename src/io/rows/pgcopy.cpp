// SPDX-License-Identifier: GPL-3.0-or-later

/// Output of PostgreSQL's COPY … TO … (FORMAT binary), described in its manual under “COPY”, “Binary Format”, with the
/// types vector and halfvec of pgvector. The file contains no names or types of columns; types are inferred.

#include "core/kernels/half.h"
#include "io/formats/format.h"
#include "io/formats/indexbytes.h"
#include "io/rows/tablerows.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace anchorscope::io {

namespace {

using namespace std::string_view_literals;

constexpr auto copyMagic = "PGCOPY\n\xff\r\n\0"sv;
constexpr std::uint32_t largestField = 1 << 30; ///< maximum size of a field in bytes in PostgreSQL
constexpr std::size_t maxFields = 1600;         ///< maximum number of columns of a table in PostgreSQL

template <class T> T bigEndian(std::string_view bytes)
{
    std::make_unsigned_t<T> value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<std::make_unsigned_t<T>>(value << 8 | static_cast<unsigned char>(bytes[i]));
    return static_cast<T>(value);
}

using Fields = std::vector<std::optional<std::string>>; ///< bytes of each field of a row; nullopt for NULL

class CopyRows
{
public:
    CopyRows(const InputFile &file, const RunContext &context) : m_bytes(file, context)
    {
        constexpr std::uint32_t withOids = 1 << 16;
        m_bytes.skip(copyMagic.size());
        const auto flags = number<std::uint32_t>();
        const auto extension = number<std::uint32_t>();
        if (flags != 0)
            throw RefusedIndex(Error(ErrorCode::unsupportedType,
                                     (flags & withOids) != 0 ? "its rows have OIDs; copy the table without them"
                                                             : "it has options that are not known; copy it as CSV"));
        m_bytes.skip(extension);
    }
    bool next(Fields &fields)
    {
        const auto count = number<std::int16_t>();
        if (count == -1) {
            if (m_bytes.left() > 0)
                throw BadIndex("it has bytes after its end");
            return false;
        }
        if (count < 1 || static_cast<std::size_t>(count) > maxFields || (m_fields != 0 && count != m_fields))
            throw BadIndex("a row has ", count, " fields");
        m_fields = count;
        fields.assign(static_cast<std::size_t>(count), std::nullopt);
        for (auto &field : fields) {
            const auto length = number<std::int32_t>();
            if (length == -1)
                continue;
            if (length < 0 || static_cast<std::uint32_t>(length) > largestField ||
                static_cast<std::uint64_t>(length) > m_bytes.left())
                throw BadIndex("a field has a length of ", length, " bytes");
            field.emplace(static_cast<std::size_t>(length), '\0');
            m_bytes.read(field->data(), field->size());
        }
        return true;
    }

private:
    template <class T> T number()
    {
        std::array<char, sizeof(T)> bytes{};
        m_bytes.read(bytes.data(), bytes.size());
        return bigEndian<T>({bytes.data(), bytes.size()});
    }

    IndexBytes m_bytes;
    std::int16_t m_fields = 0;
};

enum class CopyType { text, vector, half, uuid, boolean, whole, single, fraction };

bool isVectorField(std::string_view field, std::size_t numberBytes)
{
    constexpr std::size_t headBytes = 4;
    if (field.size() < headBytes || bigEndian<std::int16_t>(field.substr(2)) != 0)
        return false;
    const auto dimensions = bigEndian<std::int16_t>(field);
    return dimensions > 0 && field.size() == headBytes + static_cast<std::size_t>(dimensions) * numberBytes;
}

/// True for the type numeric: four 16-bit numbers (count of digits, weight, sign, scale), then digits in base 10,000.
bool isNumericField(std::string_view field)
{
    constexpr std::size_t headBytes = 8;
    if (field.size() < headBytes || field.size() != headBytes + std::uint64_t{2} * bigEndian<std::uint16_t>(field))
        return false;
    const auto weight = bigEndian<std::int16_t>(field.substr(2));
    const auto sign = bigEndian<std::uint16_t>(field.substr(4)), scale = bigEndian<std::uint16_t>(field.substr(6));
    bool fits = (sign == 0 || sign == 0x4000) && scale < 0x4000 && weight > -64 && weight < 64;
    for (std::size_t at = headBytes; at < field.size(); at += 2)
        fits = fits && bigEndian<std::uint16_t>(field.substr(at)) < 10000;
    return fits;
}

bool isPrintable(std::string_view field)
{
    return std::ranges::all_of(field, [](char each) {
        const auto letter = static_cast<unsigned char>(each);
        return letter >= 0x20 || letter == '\t' || letter == '\n' || letter == '\r';
    });
}

/// True if eight bytes are 0 or a double of a magnitude common in vectors. As int64 they would be beyond 2^48, or 0.
bool isFraction(std::string_view field)
{
    const auto bits = bigEndian<std::uint64_t>(field);
    constexpr std::uint64_t least = 0x3000000000000000, most = 0x5000000000000000, sign = std::uint64_t{1} << 63;
    const std::uint64_t size = bits & ~sign;
    return size == 0 || (size > least && size < most);
}

/// Infers the type of a column; nullopt if its fields are valid for two types.
std::optional<CopyType> typeOf(const std::vector<Fields> &rows, std::size_t column)
{
    const auto all = [&](const auto &fits) {
        return std::ranges::all_of(rows, [&](const Fields &row) { return !row[column] || fits(*row[column]); });
    };
    const auto have = [&](std::size_t bytes) {
        return all([=](const std::string &field) { return field.size() == bytes; });
    };
    const bool some = std::ranges::any_of(rows, [&](const Fields &row) { return row[column].has_value(); });
    const bool singles = some && all([](const std::string &field) { return isVectorField(field, 4); });
    const bool halves = some && all([](const std::string &field) { return isVectorField(field, 2); });
    const bool numeric = some && all(isNumericField);
    if (singles + halves + numeric > 1)
        return std::nullopt;
    if (singles || halves)
        return singles ? CopyType::vector : CopyType::half;
    if (all([](const std::string &field) { return isPrintable(field) && isUtf8(field); }))
        return CopyType::text;
    if (have(16))
        return CopyType::uuid;
    if (have(1))
        return CopyType::boolean;
    if (have(8) && all(isFraction))
        return CopyType::fraction;
    // Four bytes are a float if its magnitude is common in vectors. As an int32 they would be 0 or beyond 800 million.
    if (have(4) && all([](const std::string &field) {
            const float size = std::abs(std::bit_cast<float>(bigEndian<std::uint32_t>(field)));
            return size == 0 || (size > 1e-6F && size < 1e6F);
        }))
        return CopyType::single;
    return have(2) || have(4) || have(8) ? CopyType::whole : CopyType::text;
}

std::string vectorText(std::string_view field, std::size_t numberBytes)
{
    std::string text = "[";
    for (std::size_t at = 4; at < field.size(); at += numberBytes) {
        const float value = numberBytes == 4 ? std::bit_cast<float>(bigEndian<std::uint32_t>(field.substr(at)))
                                             : halfToFloat(bigEndian<std::uint16_t>(field.substr(at)));
        text += (at > 4 ? "," : "") + numberText(value);
    }
    return text + "]";
}

std::string uuidText(std::string_view field)
{
    std::string text;
    for (const char each : field) {
        text += text.size() == 8 || text.size() == 13 || text.size() == 18 || text.size() == 23 ? "-" : "";
        text += hexText(static_cast<unsigned char>(each), 2);
    }
    return text;
}

std::string textOf(const std::string &field, CopyType type)
{
    switch (type) {
    case CopyType::vector:
        return isVectorField(field, 4) ? vectorText(field, 4) : "";
    case CopyType::half:
        return isVectorField(field, 2) ? vectorText(field, 2) : "";
    case CopyType::uuid:
        return field.size() == 16 ? uuidText(field) : "";
    case CopyType::single:
        return field.size() == 4 ? numberText(std::bit_cast<float>(bigEndian<std::uint32_t>(field))) : "";
    case CopyType::boolean:
        return field == "\1" ? "true" : "false";
    case CopyType::fraction:
        return field.size() == 8 ? numberText(std::bit_cast<double>(bigEndian<std::uint64_t>(field))) : "";
    case CopyType::whole:
        if (field.size() == 2)
            return std::to_string(bigEndian<std::int16_t>(field));
        if (field.size() == 4)
            return std::to_string(bigEndian<std::int32_t>(field));
        return field.size() == 8 ? std::to_string(bigEndian<std::int64_t>(field)) : "";
    case CopyType::text:
        break;
    }
    return field;
}

std::vector<std::string> textsOf(const Fields &fields, const std::vector<CopyType> &types)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < fields.size(); ++i)
        texts.push_back(fields[i] ? textOf(*fields[i], types[i]) : std::string());
    return texts;
}

struct CopyLayout
{
    TableLayout table;
    std::vector<CopyType> types;
};

std::optional<Error> findCopyLayout(const FileCandidate &candidate, CopyLayout &layout)
{
    CopyRows rows(candidate.file, {});
    std::vector<Fields> first;
    Fields fields;
    while (first.size() < layoutSampleRows && rows.next(fields))
        first.push_back(fields);
    if (first.empty())
        return Error(ErrorCode::badDataset, "this table has no rows; copy one with vectors in it");
    for (std::size_t i = 0; i < first.front().size(); ++i) {
        const auto type = typeOf(first, i);
        if (!type)
            return Error(ErrorCode::badDataset, "the fields of column ", i + 1,
                         " may be vectors or numbers, as this format has no types; copy the table as CSV: COPY … WITH "
                         "(FORMAT csv, HEADER)");
        layout.types.push_back(*type);
        layout.table.columns.push_back({"", ColumnUse::other, {}, false});
    }
    TextRows texts;
    for (const Fields &row : first)
        texts.push_back(textsOf(row, layout.types));
    if (!findRoles(texts, 0, candidate.options.columns, layout.table))
        return Error(ErrorCode::badDataset,
                     "this table has no column of vectors; copy a column of the type vector or halfvec");
    return layout.table.refusal;
}

Status readRows(const FileCandidate &candidate, const CopyLayout &layout, RowCollector &collector,
                const RunContext &context)
{
    CopyRows rows(candidate.file, context);
    RecordRows records(layout.table, collector);
    Fields fields;
    bool more = true;
    while (more && rows.next(fields))
        more = records.add(textsOf(fields, layout.types));
    if (more)
        records.flush();
    return collector.status();
}

Result<OpenedFile> openCopy(const FileCandidate &candidate, const RunContext &context)
{
    CopyLayout layout;
    if (const auto refused = findCopyLayout(candidate, layout))
        return *refused;
    RowCollector rows(layout.table.dimensions(), layout.table.has(ColumnUse::id), 0, candidate.options, FileBudget(),
                      "row");
    const Status read = readRows(candidate, layout, rows, context);
    return assembleRows(candidate, layout.table, rows, read, "this table has no rows; copy one with vectors in it");
}

std::vector<Part> columnsOfPgCopy(const FileCandidate &candidate)
{
    const auto columns = readIndex(candidate.file.path, "", "", [&]() -> Result<std::vector<Part>> {
        CopyLayout layout;
        (void)findCopyLayout(candidate, layout);
        return layout.table.columns;
    });
    return columns ? *columns : std::vector<Part>();
}

Result<OpenedFile> openPgCopy(const FileCandidate &candidate, const RunContext &context)
{
    return readIndex(candidate.file.path, "copy of a table", "create it again",
                     [&] { return openCopy(candidate, context); });
}

} // namespace

extern const FileFormat pgCopyFormat{
    .label = "PostgreSQL binary copy",
    .recognises = [](const FileCandidate &candidate) { return candidate.beginning.starts_with(copyMagic); },
    .open = openPgCopy,
    .columns = columnsOfPgCopy};

} // namespace anchorscope::io
