// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/jsonrecords.h"

#include "io/roles/facts.h"
#include "io/text/lineblocks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <istream>
#include <optional>

namespace anchorscope::io {

namespace {

using Json = nlohmann::json;

/// Maximum depth of nested values; no table of vectors is nested more deeply.
constexpr std::size_t deepest = 64;

/// First character of the short texts of a ShortRecord; a record that contains it is not changed.
constexpr char shortMark = '\x7f';

/// Text of a cell for a JSON object in an array; the members of the object are not stored.
constexpr std::string_view objectText = "{…}";

/// Removes the outer brackets of an array whose only element is an array, repeatedly.
std::string withoutOuter(std::string text)
{
    const auto isOuter = [&text] {
        std::size_t depth = 0, at = 0;
        for (; at < text.size() && (depth != 1 || at < 2); ++at)
            depth = text[at] == '[' ? depth + 1 : text[at] == ']' ? depth - 1 : depth;
        return at + 1 == text.size();
    };
    while (text.starts_with("[[") && isOuter())
        text = text.substr(1, text.size() - 2);
    return text;
}

class RecordBuilder
{
public:
    void begin() { *this = RecordBuilder(); }
    void key(const std::string &name)
    {
        if (m_skipped > 0)
            return;
        m_path.resize(m_objects.back().path);
        m_path += (m_path.empty() ? "" : ".") + name;
    }
    void beginObject()
    {
        ++m_depth;
        if (m_skipped == 0)
            leaveLone();
        if (m_arrays == 1 && m_text == "[") {
            m_lone.push_back({m_objects.size(), m_record.size()});
            m_arrays = 0;
            m_text.clear();
        }
        if (m_arrays == 0) {
            m_objects.push_back({m_path.size(), m_record.size()});
            return;
        }
        if (m_skipped++ == 0) {
            separate();
            m_text += objectText;
        }
    }
    void beginArray()
    {
        ++m_depth;
        if (m_skipped > 0)
            return;
        leaveLone();
        separate();
        m_arraysWithin += m_arrays == 1;
        m_text += '[';
        m_first = true;
        ++m_arrays;
    }
    void endObject()
    {
        --m_depth;
        if (m_skipped > 0) {
            --m_skipped;
            return;
        }
        m_path.resize(m_objects.back().path);
        if (!m_path.empty())
            joinNumbered(m_objects.back().cells);
        m_objects.pop_back();
    }
    void endArray()
    {
        --m_depth;
        if (m_skipped > 0)
            return;
        if (isAfterLone())
            return m_lone.pop_back();
        m_text += ']';
        m_first = false;
        if (--m_arrays > 0)
            return;
        if (m_objects.empty() && m_elements.size() > 1 && (m_words > 0 || (m_arraysWithin > 0 && m_scalars > 0)))
            storeElements();
        else
            store(withoutOuter(std::exchange(m_text, {})));
        m_elements.clear();
        m_words = m_scalars = m_arraysWithin = 0;
    }
    void scalar(std::string_view text, bool word)
    {
        if (m_skipped > 0)
            return;
        leaveLone();
        if (m_arrays == 0)
            return store(std::string(text));
        separate();
        m_scalars += m_arrays == 1;
        m_words += m_arrays == 1 && word;
        m_text += text;
    }
    std::size_t depth() const { return m_depth; }
    JsonRecord take() { return std::move(m_record); }

private:
    /// Array whose first element is an object. If no other element follows, the members of the object become members of
    /// the item: OpenAI's batch output has each vector in such an array.
    struct Lone
    {
        std::size_t objects; ///< number of nested objects around the array
        std::size_t cells;   ///< number of cells of the item that were read before the array
    };
    struct OpenObject
    {
        std::size_t path;  ///< length of the object's own path in m_path
        std::size_t cells; ///< number of cells of the item that were read before the object
    };
    bool isAfterLone() const { return m_arrays == 0 && !m_lone.empty() && m_objects.size() == m_lone.back().objects; }
    /// Replaces the members of an array's first object by a placeholder, because another element follows.
    void leaveLone()
    {
        if (!isAfterLone())
            return;
        m_record.resize(std::min(m_record.size(), m_lone.back().cells));
        m_lone.pop_back();
        m_text = "[" + std::string(objectText);
        m_arrays = 1;
        m_elements.assign(1, 1);
    }
    void separate()
    {
        if (m_arrays > 0 && !m_first)
            m_text += between;
        if (m_arrays == 1 && m_objects.empty())
            m_elements.push_back(m_text.size());
        m_first = false;
    }
    void storeElements()
    {
        m_text.replace(m_text.size() - 1, 1, between);
        for (std::size_t i = 0; i < m_elements.size(); ++i) {
            const std::size_t end = i + 1 < m_elements.size() ? m_elements[i + 1] : m_text.size();
            m_record.emplace_back(std::to_string(i),
                                  withoutOuter(m_text.substr(m_elements[i], end - between.size() - m_elements[i])));
        }
        m_text.clear();
    }
    /// Stores a cell. If two members have the same name, the last one counts, as in Python and JavaScript.
    void store(std::string text)
    {
        const auto found = std::ranges::find(m_record, m_path, &JsonRecord::value_type::first);
        if (m_record.size() < maxSearched && found != m_record.end())
            found->second = std::move(text);
        else
            m_record.emplace_back(m_path, std::move(text));
    }

    /// Replaces the cells from index `first` on by one array, if they are numbers named 0, 1, … in order.
    void joinNumbered(std::size_t first)
    {
        std::string text = "[";
        for (std::size_t i = first; i < m_record.size(); ++i) {
            const auto &[name, number] = m_record[i];
            if (name != m_path + "." + std::to_string(i - first) || !isNumber(number))
                return;
            text += (i > first ? std::string(between) : std::string()) + number;
        }
        if (m_record.size() < first + 2)
            return;
        m_record.resize(first);
        store(text + "]");
    }

    /// Maximum number of cells searched for equal names; beyond it, the search takes longer than reading.
    static constexpr std::size_t maxSearched = 64;
    static constexpr std::string_view between = ", ";
    JsonRecord m_record;
    std::string m_path, m_text;
    std::vector<OpenObject> m_objects;
    std::vector<Lone> m_lone;
    std::vector<std::size_t> m_elements; ///< offset in m_text of each element of an outermost array
    std::size_t m_words = 0, m_scalars = 0, m_arraysWithin = 0; ///< in an outermost array: texts, all scalars, arrays
    std::size_t m_depth = 0, m_arrays = 0, m_skipped = 0;
    bool m_first = false;
};

/// True if a key only names the type of an object's single value, so that the value replaces the object: MongoDB's
/// {"$numberDouble": "0.5"} and {"$oid": "…"}, DynamoDB's {"N": "0.5"}.
bool wraps(std::string_view member, std::string_view value)
{
    return member.starts_with("$number") || member == "$oid" || (member == "N" && isNumber(value));
}

/// First key and value of an object that may only wrap a value with its type.
struct HeldObject
{
    std::optional<std::string> member, value;
    bool word = false;
};

/// Builds records from the events of nlohmann's JSON parser. An object that only names the type of a value is replaced
/// by the value. To stop the parser, functions return false.
class Handler final : public nlohmann::json_sax<Json>
{
public:
    /// `inArray`: true if the parsed text is an item of an array. `lists`: ShortRecord::lists, if it was shortened.
    explicit Handler(const TakeRecord &take, bool inArray = false, std::vector<std::string> lists = {})
        : m_take(take), m_lists(std::move(lists)), m_inArray(inArray)
    {
    }
    bool start_object(std::size_t) override
    {
        if (!passOn())
            return false;
        m_held.emplace();
        return true;
    }
    bool key(string_t &name) override
    {
        if (m_held && !m_held->member) {
            m_held->member = name;
            return true;
        }
        return passOn() && named(name);
    }
    bool end_object() override
    {
        if (!m_held || !m_held->value || !wraps(*m_held->member, *m_held->value))
            return passOn() && endObject();
        const bool word = m_held->word && *m_held->member == "$oid";
        const std::string value = *std::exchange(m_held, {})->value;
        return scalar(value, word);
    }
    bool start_array(std::size_t) override { return passOn() && beginArray(); }
    bool end_array() override
    {
        if (m_record.depth() == 0) {
            m_inArray = false;
            return true;
        }
        m_record.endArray();
        return finish();
    }
    bool null() override { return value("", false); }
    bool boolean(bool value) override { return this->value(value ? "true" : "false", true); }
    bool number_integer(number_integer_t number) override { return value(std::to_string(number), false); }
    bool number_unsigned(number_unsigned_t number) override { return value(std::to_string(number), false); }
    /// Passes on a number as text, with a point in place of the locale's decimal point, which the parser uses.
    bool number_float(number_float_t, const string_t &text) override
    {
        constexpr std::string_view written = "+-0123456789eE";
        std::string plain = text;
        if (const std::size_t point = plain.find_first_not_of(written); point != std::string::npos)
            plain[point] = '.';
        return value(plain, false);
    }
    bool string(string_t &text) override { return value(text, true); }
    bool binary(binary_t &) override { return false; } // never called: JSON text contains no binary values
    bool parse_error(std::size_t, const std::string &token, const Json::exception &error) override
    {
        m_problem = token;
        m_message = error.what();
        return false;
    }
    /// Text at which parsing failed.
    const std::optional<std::string> &problem() const { return m_problem; }
    /// True if the parser's message about the failure contains `words`.
    bool says(const char *words) const { return m_message.find(words) != std::string::npos; }
    bool tooDeep() const { return m_tooDeep; }

private:
    bool value(std::string_view text, bool word)
    {
        if (!m_held || !m_held->member || m_held->value)
            return passOn() && scalar(text, word);
        m_held->value = text;
        m_held->word = word;
        return true;
    }
    /// Handles the events of an object that was held back, because it turned out not to be a value with its type.
    bool passOn()
    {
        const auto held = std::exchange(m_held, {});
        return !held || (beginObject() && (!held->member || named(*held->member)) &&
                         (!held->value || scalar(*held->value, held->word)));
    }
    bool check(std::size_t depth)
    {
        m_tooDeep = depth > deepest;
        return !m_tooDeep;
    }
    bool beginObject()
    {
        if (!m_inArray) {
            m_objects.push_back(m_member.size());
            return check(m_objects.size());
        }
        begin();
        m_record.beginObject();
        return check(m_record.depth());
    }
    bool named(const std::string &name)
    {
        if (m_inArray) {
            m_record.key(name);
            return true;
        }
        m_member.resize(m_objects.back());
        if (!m_member.empty())
            m_member += pathSeparator;
        m_member += name;
        return true;
    }
    bool endObject()
    {
        if (m_inArray) {
            m_record.endObject();
            return finish();
        }
        m_member.resize(m_objects.back());
        m_objects.pop_back();
        return true;
    }
    bool beginArray()
    {
        if (!m_inArray) {
            m_inArray = true;
            return true;
        }
        begin();
        m_record.beginArray();
        return check(m_record.depth());
    }
    bool scalar(std::string_view text, bool word)
    {
        if (!m_inArray)
            return m_take(m_member, JsonPlace::alone, {{"", std::string(text)}});
        std::size_t list = m_lists.size();
        if (word && text.starts_with(shortMark))
            std::from_chars(text.data() + 1, text.data() + text.size(), list);
        begin();
        m_record.scalar(list < m_lists.size() ? m_lists[list] : text, word && list == m_lists.size());
        return finish();
    }
    void begin()
    {
        if (m_record.depth() == 0)
            m_record.begin();
    }
    bool finish() { return m_record.depth() > 0 || m_take(m_member, JsonPlace::item, m_record.take()); }

    const TakeRecord &m_take;
    std::vector<std::string> m_lists;
    RecordBuilder m_record;
    std::string m_member;
    std::vector<std::size_t> m_objects; ///< for each open object outside arrays: length of its path
    bool m_inArray;
    std::optional<HeldObject> m_held;
    std::optional<std::string> m_problem;
    std::string m_message;
    bool m_tooDeep = false;
};

/// JSON record whose long lists of numbers are replaced by a list of one short text (a mark, and an index into
/// `lists`), because nlohmann's parser takes three times as long for them.
struct ShortRecord
{
    std::string text;
    std::vector<std::string> lists; ///< numbers of each replaced list, such as “0.5, 1”
};

/// Moves `at` past a number. Returns false for other text and for exponents of three or more digits.
bool passNumber(std::string_view text, std::size_t &at)
{
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            ++at;
        return at - from;
    };
    const auto pass = [&](char one, char other) {
        const bool found = at < text.size() && (text[at] == one || text[at] == other);
        at += found;
        return found;
    };
    pass('-', '-');
    const bool zero = at < text.size() && text[at] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (zero && whole > 1) || (pass('.', '.') && digits() == 0))
        return false;
    if (!pass('e', 'E'))
        return true;
    pass('+', '-');
    const std::size_t exponent = digits();
    return exponent == 1 || exponent == 2;
}

/// Returns the numbers from `at` to the closing bracket of their list as text, and moves `at` there; empty if they are
/// fewer than 8 or the list contains anything else.
std::string numberList(std::string_view text, std::size_t &at)
{
    constexpr std::size_t fewest = 8;
    std::size_t count = 0;
    std::string list;
    const auto passBlanks = [&] {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'))
            ++at;
    };
    for (bool more = true; more; ++count) {
        passBlanks();
        const std::size_t from = at;
        if (!passNumber(text, at))
            return {};
        list += count > 0 ? ", " : "";
        list += text.substr(from, at - from);
        passBlanks();
        more = at < text.size() && text[at] == ',';
        at += more;
    }
    return at < text.size() && text[at] == ']' && count >= fewest ? list : std::string();
}

std::size_t afterText(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return at + 1;
}

ShortRecord shortened(std::string_view text)
{
    ShortRecord record;
    const bool marked = text.find(shortMark) != std::string_view::npos ||
                        text.find("\\u007") != std::string_view::npos; // \u007f, the escape sequence of `shortMark`
    if (!text.starts_with('{') || marked)
        return record;
    std::size_t copied = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            at = afterText(text, at) - 1;
        if (at >= text.size() || text[at] != '[')
            continue;
        std::size_t end = at + 1;
        std::string list = numberList(text, end);
        if (list.empty())
            continue;
        record.text += text.substr(copied, at + 1 - copied);
        record.text += std::string("\"") + shortMark + std::to_string(record.lists.size()) + '"';
        record.lists.push_back(std::move(list));
        copied = at = end;
    }
    record.text += text.substr(copied);
    return record;
}

/// Bytes of a file for the JSON parser.
class FileBuffer final : public std::streambuf
{
public:
    explicit FileBuffer(const FileCandidate &candidate)
        : m_file(candidate.file), m_offset(candidate.beginning.size() - withoutMark(candidate.beginning).size()),
          m_block(1 << 20, '\0')
    {
    }
    const Status &status() const { return m_status; }
    double share() const { return static_cast<double>(m_offset) / static_cast<double>(m_file.bytes); }
    std::size_t line() const { return m_lines + static_cast<std::size_t>(std::count(eback(), gptr(), '\n')) + 1; }

private:
    int_type underflow() override
    {
        m_lines += static_cast<std::size_t>(std::count(eback(), egptr(), '\n'));
        const auto count = m_file.read(m_offset, m_block);
        if (!count)
            m_status = count.error();
        const std::size_t bytes = count ? *count : 0;
        m_offset += bytes;
        setg(m_block.data(), m_block.data(), m_block.data() + bytes);
        return bytes > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
    }

    const InputFile &m_file;
    std::uint64_t m_offset;
    std::string m_block;
    std::size_t m_lines = 0;
    Status m_status = Done{};
};

Error notJson(const Handler &handler)
{
    if (handler.tooDeep())
        return Error(ErrorCode::badLine, "expected rows of numbers, found values that are nested more than ", deepest,
                     " deep; save the vectors as .npy");
    std::string near = handler.problem().value_or("");
    near = near.size() > 40 ? near.substr(near.size() - 40) : near;
    if (handler.says("number overflow"))
        return Error(ErrorCode::badLine, "expected numbers of at most 1.8e308, found “", near,
                     "”; leave such rows out");
    if (handler.says("unexpected end of input") || handler.says("missing closing quote"))
        return Error(ErrorCode::badLine, "expected the rest of a JSON value, found its end near “", near,
                     "”; the file may have been cut off: create or download it again");
    if (handler.says("'{'; expected end of input") || handler.says("'['; expected end of input"))
        return Error(ErrorCode::badLine, "expected one JSON value, found another behind it; write each value on a line "
                                         "of its own (jq -c .), or all in one array (jq -s .)");
    if (handler.says("; expected ']'"))
        return Error(ErrorCode::badLine, "expected a comma before “", near.ends_with('[') ? "[" : near,
                     "”, found none, as where print() writes an array; save it by numpy.save, or its lists as JSON: "
                     "json.dump(x.tolist(), file)");
    const bool nan = near.ends_with("Na") || near.ends_with("N") || near.ends_with("I") || near.ends_with("-I");
    return Error(ErrorCode::badLine, "invalid JSON near “", near, "”",
                 nan ? " (JSON has no NaN or Infinity); leave such rows out" : "; create or download the file again");
}

} // namespace

Result<JsonRecord> readJsonRecord(std::string_view text)
{
    text.remove_prefix(text.starts_with('\x1e')); // separator of records in JSON text sequences (RFC 7464)
    JsonRecord record;
    const TakeRecord take = [&](const std::string &, JsonPlace, JsonRecord read) {
        record = std::move(read);
        return true;
    };
    ShortRecord shorter = shortened(text);
    if (!shorter.lists.empty()) {
        Handler handler(take, true, std::move(shorter.lists));
        if (Json::sax_parse(shorter.text, &handler))
            return record;
    }
    Handler handler(take, true); // parses the unshortened text, so that an error can quote it
    return Json::sax_parse(text.begin(), text.end(), &handler) ? Result(std::move(record)) : notJson(handler);
}

Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context)
{
    FileBuffer buffer(candidate);
    std::istream stream(&buffer);
    bool cancelled = false;
    std::size_t count = 0;
    const TakeRecord counted = [&](const std::string &member, JsonPlace place, JsonRecord record) {
        if (++count % 256 == 0) {
            cancelled = context.cancelled();
            context.report(buffer.share(), "reading");
        }
        return !cancelled && take(member, place, std::move(record));
    };
    Handler handler(counted);
    const bool good = Json::sax_parse(stream, &handler) || (!handler.problem() && !handler.tooDeep());
    if (cancelled)
        return cancelledError();
    if (!buffer.status())
        return buffer.status();
    return good ? Status(Done{}) : notJson(handler).at(sentence("line ", buffer.line()));
}

} // namespace anchorscope::io
