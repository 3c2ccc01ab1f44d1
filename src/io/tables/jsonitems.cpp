// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/tables/jsonitems.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace anchorscope::io {

namespace {

/// A file as a stream.
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

private:
    int_type underflow() override
    {
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
    Status m_status = Done{};
};

/// The array of an object: its numbers as one text as long as it holds nothing else, else its items.
struct Member
{
    std::string numbers;
    std::size_t count = 0;
    std::vector<JsonRecord> records;

    bool isVector() const { return records.empty(); }
    void add(JsonRecord record)
    {
        const bool plain = record.size() == 1 && record[0].first.empty();
        float value = 0;
        if (isVector() && plain && readField(record[0].second, value)) {
            numbers += (count == 0 ? "[" : ", ") + record[0].second;
        } else {
            split();
            records.push_back(std::move(record));
        }
        ++count;
    }
    /// Numbers into items.
    void split()
    {
        std::istringstream text(numbers.empty() ? std::string() : numbers.substr(1));
        for (std::string number; std::getline(text >> std::ws, number, ',');)
            records.push_back({{"", number}});
        numbers.clear();
    }
    bool holdsVectors() const
    {
        return !isVector() &&
               std::ranges::any_of(records.front(), [](const auto &cell) { return isVectorText(cell.second); });
    }
};

std::uint64_t bytesOf(const JsonRecord &record)
{
    std::uint64_t bytes = 0;
    for (const auto &[name, text] : record)
        bytes += name.size() + frame::bytesOfStrings(1, text.size());
    return bytes;
}

/// Items of an object: those of its arrays that are as long as the one with vectors, side by side; or, where all arrays
/// are vectors, these by their names.
class ObjectItems
{
public:
    Status read(const FileCandidate &candidate, const RunContext &context)
    {
        FileBudget budget;
        Status fits = Done{};
        const auto take = [&](const std::string &name, JsonRecord record) {
            fits = budget.take(bytesOf(record));
            const auto [place, fresh] = m_places.emplace(name, m_members.size());
            if (fresh)
                m_members.emplace_back(name, Member());
            m_members[place->second].second.add(std::move(record));
            return fits.ok();
        };
        const Status done = readJsonArrays(candidate, take, context);
        return fits ? done : fits;
    }

    std::vector<JsonRecord> items()
    {
        const auto vectors =
            std::ranges::find_if(m_members, [](const auto &each) { return each.second.holdsVectors(); });
        const auto plain = std::ranges::find_if(m_members, [](const auto &each) { return each.second.isVector(); });
        if (vectors != m_members.end())
            return sideBySide(vectors->second.count);
        if (plain == m_members.end())
            return {};
        const std::size_t length = plain->second.count;
        const auto fits = [&](const auto &each) { return !each.second.isVector() && each.second.count == length; };
        return std::ranges::any_of(m_members, fits) ? sideBySide(length) : byName();
    }
    /// Whether items() are vectors by the names of their members.
    bool named() const { return m_named; }

private:
    std::vector<JsonRecord> byName()
    {
        m_named = true;
        std::vector<JsonRecord> items;
        for (auto &[name, member] : m_members) {
            if (member.isVector() && member.count > 1)
                items.push_back({{"id", name}, {"", std::move(member.numbers) + "]"}});
        }
        return items.size() > 1 ? items : std::vector<JsonRecord>();
    }
    std::vector<JsonRecord> sideBySide(std::size_t length)
    {
        const auto fits = [&](const auto &each) { return each.second.count == length; };
        const bool single = std::ranges::count_if(m_members, fits) == 1;
        std::vector<JsonRecord> items(length);
        for (auto &[name, member] : m_members) {
            if (member.count != length)
                continue;
            member.isVector() ? member.split() : void();
            for (std::size_t i = 0; i < length; ++i) {
                for (auto &[key, text] : member.records[i]) {
                    const std::string own = key.empty() ? name : single ? key : name + '.' + key;
                    items[i].emplace_back(own, std::move(text));
                }
            }
            member.records.clear();
        }
        return items;
    }

    std::vector<std::pair<std::string, Member>> m_members;
    std::unordered_map<std::string, std::size_t> m_places;
    bool m_named = false;
};

} // namespace

std::string_view withoutMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(mark) ? mark.size() : 0);
    return text;
}

Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context)
{
    FileBuffer buffer(candidate);
    std::istream stream(&buffer);
    bool cancelled = false;
    std::size_t count = 0;
    const Status read = readJsonArrays(stream, [&](const std::string &member, JsonRecord record) {
        if (++count % 256 == 0) {
            cancelled = context.cancelled();
            context.report(buffer.share(), "reading");
        }
        return !cancelled && take(member, std::move(record));
    });
    if (cancelled)
        return cancelledError();
    return buffer.status() ? read : buffer.status();
}

Result<JsonItems> readJsonObject(const FileCandidate &candidate, const RunContext &context)
{
    ObjectItems object;
    if (const Status read = object.read(candidate, context); !read)
        return read.error();
    auto items = object.items();
    return JsonItems{std::move(items), object.named()};
}

} // namespace anchorscope::io
