// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/csv.h"

#include "core/valuetext.h"
#include "io/files/atomicfile.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <charconv>

namespace anchorscope::io {

namespace {

class CsvParser
{
public:
    CsvParser(std::string_view text, char separator) : m_text(text), m_separator(separator) {}

    Result<std::vector<CsvRecord>> parse()
    {
        std::vector<CsvRecord> records;
        while (m_at < m_text.size()) {
            CsvRecord record{m_line, {}};
            bool more = true;
            while (more) {
                record.fields.emplace_back();
                if (const Status read = field(record.fields.back()); !read)
                    return read.error();
                more = nextField();
            }
            endLine();
            if (record.fields.size() > 1 || !record.fields[0].empty())
                records.push_back(std::move(record));
        }
        return records;
    }

private:
    bool at(char each) const { return m_at < m_text.size() && m_text[m_at] == each; }
    bool atEndOfLine() const
    {
        return m_at >= m_text.size() || at('\n') ||
               (at('\r') && (m_at + 1 == m_text.size() || m_text[m_at + 1] == '\n'));
    }
    bool atSeparator() const { return at(m_separator) || (m_separator == ' ' && at('\t')); }

    Status field(std::string &target)
    {
        if (m_separator == ' ')
            skipBlanks();
        if (m_separator != ' ' && at('"'))
            return quoted(target);
        while (!atEndOfLine() && !atSeparator())
            target += m_text[m_at++];
        return Done{};
    }

    Status quoted(std::string &target)
    {
        const std::size_t first = m_line;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (at('"')) {
                ++m_at;
                if (!at('"'))
                    return afterQuote();
            }
            m_line += m_text[m_at] == '\n';
            target += m_text[m_at];
        }
        return Error(ErrorCode::badLine, "a quote that begins here is never closed; close it or remove it")
            .at("line " + std::to_string(first));
    }

    Status afterQuote() const
    {
        if (atEndOfLine() || atSeparator())
            return Done{};
        return Error(ErrorCode::badLine, "text follows a closing quote; write a quote inside a field twice")
            .at("line " + std::to_string(m_line));
    }

    void skipBlanks()
    {
        while (at(' ') || at('\t'))
            ++m_at;
    }

    bool nextField()
    {
        if (m_separator == ' ') {
            skipBlanks();
            return !atEndOfLine();
        }
        const bool more = atSeparator();
        m_at += more;
        return more;
    }

    void endLine()
    {
        m_at += at('\r');
        m_at += at('\n');
        ++m_line;
    }

    std::string_view m_text;
    char m_separator;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
};

/// Splits each line at its tabs; quotes are ordinary characters.
std::vector<CsvRecord> splitAtTabs(std::string_view text)
{
    std::vector<CsvRecord> records;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = takeLine(text);
        const auto fields = splitAt(line, '\t');
        if (!line.empty())
            records.push_back({number, {fields.begin(), fields.end()}});
    }
    return records;
}

bool areEven(const std::vector<CsvRecord> &records)
{
    return !records.empty() && records[0].fields.size() > 1 &&
           std::ranges::all_of(
               records, [&](const CsvRecord &record) { return record.fields.size() == records[0].fields.size(); });
}

constexpr std::string_view formulaBeginnings = "=+-@\t\r";

bool isPlainNumber(std::string_view field)
{
    field.remove_prefix(field.starts_with('+'));
    double value = 0;
    return readValue(field, value);
}

/// True if a text begins with a character that starts a formula, after any number of apostrophes.
bool looksLikeFormula(std::string_view field)
{
    const std::size_t first = field.find_first_not_of('\'');
    return first != std::string_view::npos && formulaBeginnings.find(field[first]) != std::string_view::npos;
}

using namespace std::string_view_literals;

constexpr std::string_view escapeLetters = "\\bfnrtv0N'\"", escapedCharacters = "\\\b\f\n\r\t\v\0N'\""sv;

void undoEscapes(std::string &field)
{
    if (field == "\\N")
        field.clear();
    std::size_t to = 0;
    for (std::size_t at = 0; at < field.size(); ++at) {
        const std::size_t letter =
            field[at] == '\\' && at + 1 < field.size() ? escapeLetters.find(field[at + 1]) : std::string_view::npos;
        at += letter != std::string_view::npos;
        field[to++] = letter != std::string_view::npos ? escapedCharacters[letter] : field[at];
    }
    field.resize(to);
}

bool splitQuoted(std::string_view record, std::vector<std::string> &fields)
{
    constexpr std::string_view blanks = " \t";
    for (fields.clear();;) {
        record.remove_prefix(std::min(record.find_first_not_of(blanks), record.size()));
        if (record.empty())
            return !fields.empty();
        const std::size_t close = record[0] == '"' ? record.find('"', 1) : std::string_view::npos;
        const bool quoted = close != std::string_view::npos &&
                            (close + 1 == record.size() || blanks.find(record[close + 1]) != std::string_view::npos);
        const std::size_t end = quoted ? close + 1 : std::min(record.find_first_of(blanks), record.size());
        fields.emplace_back(quoted ? record.substr(1, close - 1) : record.substr(0, end));
        record.remove_prefix(end);
    }
}

bool splitPlain(std::string_view record, RecordShape shape, std::vector<std::string> &fields)
{
    if (shape.quotes && record.find('"') != std::string_view::npos) {
        auto records = parseCsv(record, shape.separator);
        if (!records || records->size() != 1)
            return false;
        fields = std::move(records->front().fields);
        return true;
    }
    fields.clear();
    while (true) {
        const std::size_t end = record.find(shape.separator);
        fields.emplace_back(record.substr(0, end));
        if (end == std::string_view::npos)
            return true;
        record.remove_prefix(end + 1);
    }
}

} // namespace

char detectSeparator(std::string_view text)
{
    text = withoutMark(text);
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    // First record of the table without the parts in quotes, because these may contain line breaks and separators. If a
    // quote is never closed, it is an ordinary character, and the record is the first line.
    std::string record;
    bool quoted = false;
    for (const char each : text) {
        if (each == '\n' && !quoted)
            break;
        quoted = quoted != (each == '"');
        if (!quoted)
            record += each;
    }
    if (quoted)
        record = text.substr(0, text.find('\n'));
    for (const char separator : {'\t', ',', ';'}) {
        if (record.find(separator) != std::string::npos)
            return separator;
    }
    return ' ';
}

Result<std::vector<CsvRecord>> parseCsv(std::string_view text, char separator)
{
    return CsvParser(withoutMark(text), separator).parse();
}

Result<std::vector<CsvRecord>> parseColumns(std::string_view text, char &separator)
{
    separator = detectSeparator(text);
    auto first = parseCsv(text, separator);
    if (first && areEven(*first))
        return first;
    if (text.find('\t') != std::string_view::npos) {
        auto tabbed = splitAtTabs(withoutMark(text));
        if (areEven(tabbed)) {
            separator = '\t';
            return tabbed;
        }
    }
    auto blanks = parseCsv(text, ' ');
    if (blanks && areEven(*blanks)) {
        separator = ' ';
        return blanks;
    }
    return first;
}

std::string_view withoutApostrophe(std::string_view field)
{
    return field.starts_with('\'') && looksLikeFormula(field) ? field.substr(1) : field;
}

std::string csvField(std::string_view field)
{
    const bool apostrophe = field.size() > 1 && looksLikeFormula(field) && !isPlainNumber(field);
    if (field.find_first_of(",\"\r\n") == std::string_view::npos)
        return (apostrophe ? "'" : "") + std::string(field);
    std::string quoted = apostrophe ? "\"'" : "\"";
    for (const char each : field) {
        if (each == '"')
            quoted += '"';
        quoted += each;
    }
    return quoted + '"';
}

Status writeNumbers(const std::string &path, const std::vector<std::string> &header,
                    const std::vector<std::vector<std::string>> &names, const Matrix &values)
{
    std::string text = joinedText(header, ",", csvField) + '\n';
    char digits[32];
    for (Index i = 0; i < values.rows(); ++i) {
        const char *comma = "";
        for (const auto &column : names) {
            text.append(comma).append(csvField(column[static_cast<std::size_t>(i)]));
            comma = ",";
        }
        for (Index j = 0; j < values.cols(); ++j) {
            const auto end = std::to_chars(digits, digits + sizeof digits, values(i, j)).ptr;
            text.append(comma).append(digits, end);
            comma = ",";
        }
        text.append("\n");
    }
    return writeAtomically(path, text);
}

bool haveEscapes(const std::vector<std::vector<std::string>> &rows)
{
    std::size_t escapes = 0;
    for (const auto &row : rows) {
        for (const std::string_view cell : row) {
            if (cell == "\\N")
                return true;
            for (std::size_t at = cell.find('\\'); at != std::string_view::npos;
                 at = cell.find('\\', at + 2), ++escapes) {
                const char next = at + 1 < cell.size() ? cell[at + 1] : ' ';
                if (escapeLetters.find(next) == std::string_view::npos ||
                    (at > 0 && cell[at - 1] == ':' && next != '\\'))
                    return false;
            }
        }
    }
    return escapes > 0;
}

bool isPaddedText(std::string_view text)
{
    for (std::size_t at = text.find('\0'); at != std::string_view::npos; at = text.find('\0', at)) {
        at = std::min(text.find_first_not_of('\0', at), text.size());
        if (at < text.size() && std::string_view("\",;|\t\r\n").find(text[at]) == std::string_view::npos)
            return false;
    }
    return true;
}

bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields)
{
    if (shape.separator == ' ')
        return splitQuoted(record, fields);
    if (!splitPlain(record, shape, fields))
        return false;
    for (std::string &field : fields) {
        if (shape.padded)
            field = withoutBlanks(field);
        if (shape.escapes)
            undoEscapes(field);
        // ClickHouse pads texts of fixed length with zero bytes.
        field.resize(field.find_last_not_of('\0') + 1);
    }
    return true;
}

} // namespace anchorscope::io
