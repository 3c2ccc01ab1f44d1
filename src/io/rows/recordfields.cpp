// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/recordfields.h"

#include "io/text/csv.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

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

bool haveEscapes(const TextRows &rows)
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
        if (shape.escapes)
            undoEscapes(field);
        // ClickHouse pads texts of fixed length with zero bytes.
        field.resize(field.find_last_not_of('\0') + 1);
    }
    return true;
}

} // namespace anchorscope::io
