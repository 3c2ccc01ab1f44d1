// SPDX-License-Identifier: GPL-3.0-or-later

/// Text files of lines with a word and D numbers, separated by spaces: word2vec and fastText (after a line “N D”) and
/// GloVe. Words may contain spaces; the last D fields are the numbers. A first line may name the columns by numbers.

#include "io/formats/format.h"
#include "io/roles/assign.h"
#include "io/rows/vectorrows.h"
#include "io/text/lineblocks.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace anchorscope::io {

namespace {

constexpr std::size_t sampleLines = 1000;
constexpr std::string_view separators = ",;|"; ///< separators of numbers other than blanks

struct Layout
{
    Index dimensions = 0;
    bool hasWords = true;
    bool hasHeader = false;
    bool listed = false;  ///< true if lines are a word and a list, “word [0.1, 0.2]” or “word: 0.1, 0.2”
    bool written = false; ///< true if every word has quotes or punctuation around it, as in source code
    bool aligned = false; ///< true if most lines begin with blanks that align the numbers (MATLAB, Fortran)
    bool quoted = false;  ///< true if every word is in double quotes, as R writes it
    Index declaredRows = 0;
    std::uint64_t dataOffset = 0;
    Index firstLine = 1; ///< number of the first line with a vector, from 1
    std::vector<std::string> notes = {};
};

std::size_t trailingNumbers(const std::vector<std::string_view> &fields)
{
    float value = 0;
    std::size_t count = 0;
    while (count < fields.size() && readField(fields[fields.size() - 1 - count], value))
        ++count;
    return count;
}

std::optional<Index> countIn(std::string_view text)
{
    const auto number = wholeNumber(text);
    return number && *number >= 0 ? std::optional(static_cast<Index>(*number)) : std::nullopt;
}

/// Returns the first lines of a text except blank ones, and except the last line if it may be incomplete.
std::vector<std::string_view> firstLines(const FileCandidate &candidate, std::string_view text)
{
    if (candidate.beginning.size() < candidate.file.bytes)
        text = text.substr(0, text.rfind('\n') + 1);
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < sampleLines) {
        const std::string_view line = takeLine(text);
        if (line.find_first_not_of(" \t") != std::string_view::npos)
            lines.push_back(line);
    }
    return lines;
}

/// True if a line that was split at spaces has other separators: if all fields except the last end with one, as in
/// “a, b, c”, or if the last but one is a number and a separator, as in “New York, 0.1, 0.2” and “a | 0.1 | 0.2”.
bool hasSeparators(const std::vector<std::string_view> &fields)
{
    const auto isSeparated = [&](std::string_view field) {
        return !field.empty() && separators.find(field.back()) != std::string_view::npos;
    };
    if (fields.size() < 2 || !isSeparated(fields[fields.size() - 2]))
        return false;
    std::string_view last = fields[fields.size() - 2];
    last = last.substr(0, last.find_last_not_of(separators) + 1);
    float value = 0;
    return last.empty() || readField(last.substr(last.find_last_of(separators) + 1), value) ||
           std::all_of(fields.begin(), fields.end() - 1, isSeparated);
}

/// True if a tab separates a word that ends with a number from the numbers of its vector, as in “New 7\t0.1 0.2”.
bool endsWithNumberBeforeTab(std::string_view line, std::size_t numbers)
{
    const std::size_t tab = line.find('\t');
    return tab != std::string_view::npos && line.find('\t', tab + 1) == std::string_view::npos &&
           isVectorText(line.substr(tab + 1)) && splitAtBlanks(line.substr(tab + 1)).size() < numbers;
}

/// Finds the number of dimensions of most lines, and whether words precede the numbers. Returns false if the lines are
/// not word vectors; fields separated only by tabs are a table unless a first line declares the dimensions.
bool findDimensions(const std::vector<std::string_view> &lines, std::optional<Index> declared, Layout &layout)
{
    // Number of lines, by number of fields (`votes`) and by how many numbers follow the word (`after`).
    std::map<std::size_t, std::size_t> votes, after;
    std::size_t numberFirst = 0, numeric = 0, spaced = 0, separated = 0, joined = 0, tabbed = 0;
    // If most lines begin with a blank, blanks align the numbers; otherwise such a line has the word “ ”.
    const auto blanks = std::ranges::count_if(lines, [](std::string_view line) { return line.starts_with(' '); });
    layout.aligned = blanks * 2 > std::ssize(lines);
    for (const std::string_view line : lines) {
        const auto fields = splitAtBlanks(line);
        const std::size_t numbers = trailingNumbers(fields);
        const bool blankWord = !layout.aligned && line[0] == ' ';
        const bool word = blankWord || numbers < fields.size();
        const bool startsWithFraction = !word && fields[0].find_first_of(".eE") != std::string_view::npos;
        numeric += numbers >= 2 || (numbers >= 1 && word);
        numberFirst += startsWithFraction;
        // A file whose lines contain tabs but no space is a table.
        spaced += line.find(' ') != std::string_view::npos;
        joined += numbers < fields.size() && hasJoinedNumber(fields[fields.size() - 1 - numbers]); // “w0,0.1 0.2 0.3”
        tabbed += endsWithNumberBeforeTab(line, numbers);
        separated += hasSeparators(fields);
        ++votes[fields.size() + blankWord];
        if (word)
            ++after[numbers];
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) { return vote.second; });
    const bool fits = declared && !votes.empty() && static_cast<Index>(most->first) == *declared + 1;
    const std::size_t rows = fits ? numeric : std::min(numeric, spaced);
    // Minimum number of rows; three lines, or a tenth of all lines if this is more, may be names or comments instead.
    const std::size_t needed =
        lines.size() > 3 ? lines.size() - std::max<std::size_t>(lines.size() / 10, 3) : lines.size();
    if (lines.empty() || (rows * 10 < lines.size() * 9 && (rows < needed || rows < 4)) ||
        std::max(separated, joined) * 10 > numeric * 9 || tabbed * 2 > lines.size())
        return false;
    // If nearly all rows begin with a fraction, they have no words.
    layout.hasWords = numberFirst * 10 < numeric * 9;
    layout.dimensions = static_cast<Index>(most->first) - (layout.hasWords ? 1 : 0);
    // If words contain spaces, lines differ in their number of fields, but most end with equally many numbers.
    const auto usual = std::ranges::max_element(after, {}, [](const auto &vote) { return vote.second; });
    if (layout.hasWords && usual != after.end() && usual->second * 2 > lines.size())
        layout.dimensions = static_cast<Index>(usual->first);
    return layout.dimensions >= 1;
}

struct ListedLine
{
    std::string_view word, numbers;
};

/// True if some blank between two numbers has no other separator beside it.
bool hasPlainBlank(std::string_view numbers)
{
    const auto fields = splitAtBlanks(numbers);
    for (std::size_t i = 1; i < fields.size(); ++i) {
        if (separators.find(fields[i - 1].back()) == std::string_view::npos &&
            separators.find(fields[i].front()) == std::string_view::npos)
            return true;
    }
    return false;
}

/// Splits “word [0.1, 0.2]”, “'word': [0.1, 0.2],”, “word: 0.1, 0.2, …” or “word 0.1,0.2,…”; nullopt for other lines.
std::optional<ListedLine> listIn(std::string_view line)
{
    constexpr std::size_t none = std::string_view::npos;
    constexpr std::string_view before = " \t,;:=", behind = " \t,;)]}";
    const std::size_t bracket = line.find('['), close = line.rfind(']'), blank = line.find_first_of(" \t");
    if (line.substr(0, bracket).find("{\"") != none) // rejects lines with a JSON object
        return std::nullopt;
    if (bracket != none && bracket > 0 && before.find(line[bracket - 1]) != none && close != none && close > bracket &&
        line.find_first_not_of(behind, close) == none) {
        const std::string_view numbers = line.substr(bracket, close + 1 - bracket);
        return isVectorText(numbers) ? std::optional(ListedLine{line.substr(0, bracket), numbers}) : std::nullopt;
    }
    if (blank == none || blank == 0 || line[blank - 1] == ',' || line[blank - 1] == ';')
        return std::nullopt;
    const std::string_view rest = line.substr(blank);
    // Numbers have one separator; “New 7,0.1 0.2” is an id that ends with a number, and a list.
    return rest.find_first_of(separators) != none && !hasPlainBlank(rest) && isVectorText(rest)
               ? std::optional(ListedLine{line.substr(0, blank), rest})
               : std::nullopt;
}

std::string_view withoutBlanksBehind(std::string_view word)
{
    return word.substr(0, word.find_last_not_of(" \t") + 1);
}

/// Removes quotes, brackets and punctuation around a word, as in “word:”, “word =”, “'word',” and “('word',”.
std::string_view wordAlone(std::string_view word)
{
    word = word.substr(0, word.find_last_not_of(" \t,;:=") + 1);
    word.remove_prefix(std::min(word.find_first_not_of(" \t([{"), word.size()));
    const bool quoted = word.size() > 2 && (word[0] == '"' || word[0] == '\'') && word.back() == word[0];
    return quoted ? word.substr(1, word.size() - 2) : word;
}

/// Sets the layout and returns true if nearly every line is a word, blanks and a list of numbers.
bool findLists(const std::vector<std::string_view> &lines, Layout &layout)
{
    std::vector<ListedLine> listed;
    for (const std::string_view line : lines) {
        if (const auto parts = listIn(line))
            listed.push_back(*parts);
    }
    if (lines.empty() || listed.size() * 10 < lines.size() * 9 || !listIn(lines[0]))
        return false;
    std::vector<float> values;
    layout.dimensions = appendVector(listed[0].numbers, values);
    layout.listed = true;
    layout.written = std::ranges::all_of(
        listed, [](const ListedLine &each) { return wordAlone(each.word) != withoutBlanksBehind(each.word); });
    return layout.dimensions > 0;
}

std::size_t countForeign(const std::vector<std::string_view> &lines, const Layout &layout)
{
    constexpr std::size_t most = 50;
    const auto dimensions = static_cast<std::size_t>(layout.dimensions);
    std::size_t count = 0;
    while (count < std::min(most, lines.size())) {
        const auto fields = splitAtBlanks(lines[count]);
        const std::size_t numbers = trailingNumbers(fields);
        const bool counts =
            fields.size() < 4 && fields.size() < dimensions && // true for a line of counts: “60 6 1”
            std::ranges::all_of(fields, [](std::string_view field) { return countIn(field).has_value(); });
        const bool damaged =
            // True for a row with an error in one of its numbers, which must be reported.
            fields.size() == dimensions + 1 && numbers > 0 && lines[count][0] != '#';
        if (numbers >= dimensions || (numbers * 2 > dimensions && !counts) || damaged)
            break;
        ++count;
    }
    return count < lines.size() ? count : 0;
}

/// Sets the first line with a vector to the one that begins at `line`, and removes the lines before it.
void beginAt(const char *line, const FileCandidate &candidate, std::vector<std::string_view> &lines, Layout &layout)
{
    const char *beginning = candidate.beginning.data();
    layout.dataOffset = static_cast<std::uint64_t>(line - beginning);
    layout.firstLine = 1 + std::count(beginning, line, '\n');
    std::erase_if(lines, [&](std::string_view each) { return each.data() < line; });
}

void skipForeign(const FileCandidate &candidate, std::vector<std::string_view> &lines, Layout &layout)
{
    const std::size_t count = countForeign(lines, layout);
    if (count == 0)
        return;
    layout.notes.push_back((count == 1 ? "A line" : std::to_string(count) + " lines") +
                           " before the first row, which hold" + (count == 1 ? "s" : "") + " no row, " +
                           (count == 1 ? "was" : "were") + " left out: “" + std::string(lines[0].substr(0, 60)) +
                           (lines[0].size() > 60 || count > 1 ? "…”." : "”."));
    beginAt(lines[count].data(), candidate, lines, layout);
}

bool areQuoted(const std::vector<std::string_view> &lines)
{
    return std::ranges::all_of(lines, [](std::string_view line) {
        const std::size_t end = line.find('"', 1);
        return line.starts_with('"') && end != std::string_view::npos && end + 1 < line.size() &&
               (line[end + 1] == ' ' || line[end + 1] == '\t');
    });
}

void takeHeader(std::string_view &text, Layout &layout, std::optional<Index> &dimensions)
{
    std::string_view rest = text;
    const auto first = splitAtBlanks(takeLine(rest));
    const auto rows = first.empty() ? std::nullopt : countIn(first[0]);
    const bool columns = rows == 0 && rest.find_first_not_of(" \t\r\n") != std::string_view::npos; // “0 1”
    if (first.size() != 2 || !rows || columns || !countIn(first[1]) || *countIn(first[1]) == 0)
        return;
    layout.hasHeader = true;
    layout.declaredRows = *rows;
    layout.dataOffset += text.size() - rest.size();
    layout.firstLine = 2;
    dimensions = wholeNumber(first[1]);
    text = rest;
}

/// True if the first line names the columns by numbers, as pandas does: “word 0 1 2” or “0 1 2”.
bool namesColumns(const std::vector<std::string_view> &lines)
{
    constexpr std::size_t sampleRows = 200;
    if (lines.size() < 2)
        return false;
    const auto first = splitAtBlanks(lines[0]);
    const std::size_t numbers = trailingNumbers(first);
    const auto isWhole = [](std::string_view field) {
        float value = 0;
        return readField(field, value) && value == std::floor(value);
    };
    if (numbers == 0 || numbers + 1 < first.size() ||
        !std::all_of(first.end() - static_cast<std::ptrdiff_t>(numbers), first.end(), isWhole))
        return false;
    TextRows rows;
    for (const std::string_view line : std::span(lines).first(std::min(lines.size(), sampleRows)))
        splitRecord(line, {' '}, rows.emplace_back());
    if (numbers == rows[0].size() && numbers + 1 == rows[1].size())
        rows[0].insert(rows[0].begin(), "");
    if (numbers < rows[0].size()) { // words may be numbers, and the first a text: “the”, “2008”
        for (auto row = rows.begin() + 1; row != rows.end(); ++row)
            row->front().insert(0, "word ");
    }
    return rows[0].size() == rows[1].size() && hasHeaderRow(rows);
}

std::optional<Layout> findLayout(const FileCandidate &candidate)
{
    Layout layout;
    std::string_view text = withoutMark(candidate.beginning);
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    layout.dataOffset = candidate.beginning.size() - text.size();
    std::optional<Index> declared;
    takeHeader(text, layout, declared);
    std::vector<std::string_view> lines = firstLines(candidate, text);
    if (findLists(lines, layout))
        return layout;
    if (!layout.hasHeader && namesColumns(lines))
        beginAt(lines[1].data(), candidate, lines, layout);
    if (!findDimensions(lines, declared, layout))
        return std::nullopt;
    if (layout.hasHeader)
        layout.dimensions = *declared;
    layout.hasWords = layout.hasWords || layout.hasHeader;
    if (!layout.hasHeader)
        skipForeign(candidate, lines, layout);
    layout.quoted = layout.hasWords && areQuoted(lines);
    return layout;
}

bool readNumbers(std::string_view text, Index dimensions, std::vector<float> &values)
{
    const std::size_t before = values.size();
    const char *at = text.data(), *end = text.data() + text.size();
    for (Index i = 0; i < dimensions; ++i) {
        while (at != end && (*at == ' ' || *at == '\t'))
            ++at;
        float value = 0;
        at = readNumber(at, end, value);
        if (!at || (at != end && *at != ' ' && *at != '\t')) {
            values.resize(before);
            return false;
        }
        values.push_back(value);
    }
    while (at != end && (*at == ' ' || *at == '\t'))
        ++at;
    if (at != end)
        values.resize(before);
    return at == end;
}

std::optional<std::size_t> lastFields(std::string_view line, Index dimensions)
{
    std::size_t at = line.find_last_not_of(" \t") + 1;
    for (Index i = 0; i < dimensions; ++i) {
        if (at == 0)
            return std::nullopt;
        const std::size_t blank = line.find_last_of(" \t", at - 1);
        if (i + 1 == dimensions)
            return blank == std::string_view::npos ? 0 : blank + 1;
        if (blank == std::string_view::npos)
            return std::nullopt;
        at = line.find_last_not_of(" \t", blank) + 1;
    }
    return std::nullopt;
}

std::string complaint(std::string_view line, Index dimensions)
{
    const auto fields = splitAtBlanks(line);
    const std::size_t numbers = trailingNumbers(fields);
    const std::string_view wrong = numbers < fields.size() ? fields[fields.size() - 1 - numbers] : std::string_view();
    const std::size_t comma = wrong.find(',');
    if (comma != std::string_view::npos && comma > 0 &&
        wrong.find_first_not_of("+-0123456789,eE") == std::string_view::npos)
        return "expected numbers with a decimal point, found “" + std::string(wrong.substr(0, 40)) +
               "”; save the file with decimal points";
    return "expected a word and " + std::to_string(dimensions) + " numbers, found " + std::to_string(numbers) +
           " numbers at the end of this line; correct it, or leave bad rows out";
}

bool parseListed(std::string_view line, const Layout &layout, RowBlock &block)
{
    const auto parts = listIn(line);
    const std::size_t before = block.values.size();
    if (!parts || appendVector(parts->numbers, block.values) != layout.dimensions) {
        block.values.resize(before);
        return false;
    }
    block.ids.emplace_back(layout.written ? wordAlone(parts->word) : withoutBlanksBehind(parts->word));
    return true;
}

/// True if a word such as “cat 0.12345” ends with a component of a vector; the line then has one number too many.
bool endsWithVectorNumber(std::string_view word)
{
    constexpr std::size_t fewestDecimals = 4; // minimum number of decimals of a component; “Python 3.11” has fewer
    const std::size_t blank = word.find_last_of(" \t");
    if (blank == std::string_view::npos)
        return false;
    const std::string_view last = word.substr(blank + 1);
    const std::size_t point = last.find('.');
    float value = 0;
    return point != std::string_view::npos && last.size() - point > fewestDecimals && readField(last, value);
}

RowBlock parseBlock(std::string_view text, const Layout &layout)
{
    RowBlock block;
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        const Index number = block.lines++;
        if (layout.aligned)
            line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty())
            continue;
        if (layout.listed) {
            if (!parseListed(line, layout, block))
                block.refuse(number, layout.dimensions, complaint(line, layout.dimensions));
            continue;
        }
        // Position of the end of the word, which for most words is the first space.
        std::size_t wordEnd = layout.hasWords ? std::min(line.find_first_of(" \t"), line.size()) : 0;
        bool good = readNumbers(line.substr(wordEnd), layout.dimensions, block.values);
        if (!good && layout.hasWords) {
            const auto numbersBegin = lastFields(line, layout.dimensions);
            good = numbersBegin && *numbersBegin > 0 &&
                   !endsWithVectorNumber(withoutBlanksBehind(line.substr(0, *numbersBegin))) &&
                   readNumbers(line.substr(*numbersBegin), layout.dimensions, block.values);
            wordEnd = good ? *numbersBegin - 1 : 0;
        }
        if (!good)
            block.refuse(number, layout.dimensions, complaint(line, layout.dimensions));
        else if (layout.hasWords)
            block.ids.emplace_back(layout.quoted && wordEnd > 1 ? line.substr(1, wordEnd - 2)
                                                                : line.substr(0, wordEnd));
    }
    return block;
}

bool isWordVectors(const FileCandidate &candidate)
{
    const auto layout = findLayout(candidate);
    return layout && (layout->hasHeader || !isCertainTable(candidate));
}

Result<OpenedFile> openWordVectors(const FileCandidate &candidate, const RunContext &context)
{
    const Layout layout = *findLayout(candidate);
    RowCollector rows(layout.dimensions, layout.hasWords, layout.firstLine, candidate.options);
    const Status parsed = parseLines(
        LineBlocks(candidate.file, layout.dataOffset), [&](std::string_view text) { return parseBlock(text, layout); },
        [&](RowBlock block) { return rows.take(std::move(block)); }, context);
    if (const Status finished = rows.finish(parsed, "this file has no rows; expected a word and numbers in each line");
        !finished)
        return finished.error().in(candidate.file.path);
    OpenedFile opened = singleSpace(candidate, {"", "", "text", rows.takeMatrix(), nullptr}, rows.takeIds());
    opened.ofText = true;
    opened.warnings = layout.notes;
    rows.describe(opened);
    const Index found = rows.seen();
    if (layout.hasHeader && found != layout.declaredRows && candidate.options.firstRows() == 0)
        opened.warnings.push_back(
            "The first line announces " + std::to_string(layout.declaredRows) + " rows, found " +
            std::to_string(found) +
            (found < layout.declaredRows ? "; the file may have been cut off." : "; all of them were read."));
    return opened;
}

} // namespace

extern const FileFormat wordVectorsFormat{
    .label = "word vectors, text", .recognises = isWordVectors, .open = openWordVectors};

} // namespace anchorscope::io
