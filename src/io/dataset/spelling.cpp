// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/spelling.h"

#include "core/plaintext.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_set>

namespace anchorscope::io {

namespace {

std::string trimmedId(std::string_view id)
{
    return std::string(withoutBlanks(id));
}

std::string lowerId(std::string_view id)
{
    return toLower(trimmedId(id));
}

std::string baseName(std::string_view id)
{
    id = id.substr(0, id.find('?'));
    return trimmedId(id.substr(id.find_last_of("/\\") + 1));
}

std::string withoutEnding(std::string_view id)
{
    const std::string base = baseName(id);
    const std::size_t dot = base.rfind('.');
    return dot == 0 ? base : base.substr(0, dot);
}

std::string withoutZeros(std::string_view id)
{
    const std::string trimmed = trimmedId(id);
    return trimmed.substr(std::min(trimmed.find_first_not_of('0'), trimmed.size()));
}

std::string withoutSeparators(std::string_view id)
{
    std::string text = lowerId(id);
    std::erase_if(text, [](char each) { return each == ' ' || each == '_' || each == '-'; });
    return text;
}

/// Removes letters beyond ASCII, because Unicode has two forms of accented letters (NFC and NFD).
std::string withoutAccented(std::string_view id)
{
    const auto isMark = [&](std::size_t at) { return at < id.size() && (id[at] == '\xCC' || id[at] == '\xCD'); };
    std::string text;
    for (std::size_t i = 0; i < id.size(); ++i) {
        if (static_cast<unsigned char>(id[i]) < 0x80 && !isMark(i + 1))
            text += id[i];
    }
    return text;
}

struct Spelling
{
    std::string (*of)(std::string_view);
    const char *what;
};
/// Changes of spelling that are tried to make ids match, in ascending order of how much they change.
constexpr std::array spellings = {Spelling{trimmedId, "without blanks at their ends"},
                                  Spelling{lowerId, "in lower case"},
                                  Spelling{withoutZeros, "without zeros at their beginning"},
                                  Spelling{baseName, "as names of files without folders"},
                                  Spelling{withoutEnding, "as names of files without folders and endings"},
                                  Spelling{withoutSeparators, "in lower case without “_”, “-” and blanks"},
                                  Spelling{withoutAccented, "with accents in one form (Unicode NFC)"}};

/// Numbering of items by ids such as “item_0”, “0” or “000”: all numbers from 0 or 1 on, once each, in any order.
struct Numbering
{
    std::string_view stem;
    std::size_t start = 0;
};
std::optional<Numbering> numberingOf(const ItemTable &items)
{
    const std::size_t count = items.ids.size();
    if (count < 2)
        return std::nullopt;
    std::vector<bool> seen(count + 1, false);
    const std::string_view first = items.ids[0];
    const std::string_view stem = first.substr(0, first.find_last_not_of("0123456789") + 1);
    for (const std::string_view id : items.ids) {
        std::size_t number = 0;
        if (!id.starts_with(stem))
            return std::nullopt;
        const std::string_view digits = id.substr(stem.size());
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        const bool padded = digits.size() == first.size() - stem.size() && digits.ends_with(std::to_string(number));
        if (error != std::errc() || number > count || (digits != std::to_string(number) && !padded) || seen[number])
            return std::nullopt;
        seen[number] = true;
    }
    if (seen[0] && seen[count]) // `count` different numbers without a gap cannot include both 0 and `count`
        return std::nullopt;
    return Numbering{stem, seen[0] ? 0U : 1U};
}

} // namespace

bool areRowNumbers(const ItemTable &items)
{
    const std::size_t start = items.ids.empty() || items.ids[0] != "1" ? 0 : 1;
    for (std::size_t i = 0; i < items.ids.size(); ++i) {
        if (items.ids[i] != std::to_string(i + start))
            return false;
    }
    return items.ids.size() > 1;
}

bool countDifferently(const ItemTable &x, const ItemTable &y)
{
    const auto ofX = numberingOf(x), ofY = ofX ? numberingOf(y) : ofX;
    return ofY && ofX->stem == ofY->stem && ofX->start != ofY->start;
}

std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing)
{
    constexpr std::size_t sample = 1000; // maximum number of ids of X to examine, to limit the time
    std::vector<ItemIndex> alone;
    for (std::size_t i = 0; i < x.ids.size() && alone.size() < sample; ++i) {
        if (pairing.partnerOfX(static_cast<ItemIndex>(i)) == noItem)
            alone.push_back(static_cast<ItemIndex>(i));
    }
    if (alone.empty())
        return {};
    for (const Spelling &spelling : spellings) {
        std::unordered_set<std::string> remaining;
        for (const ItemIndex i : alone)
            remaining.insert(spelling.of(x.ids[static_cast<std::size_t>(i)]));
        remaining.erase(std::string());
        std::size_t found = 0;
        for (std::size_t j = 0; j < y.ids.size(); ++j) {
            if (pairing.partnerOfY(static_cast<ItemIndex>(j)) == noItem)
                found += remaining.erase(spelling.of(y.ids[j]));
        }
        // If a change of spelling makes a tenth of the ids match, this is not by chance.
        if (found * 10 >= std::max<std::size_t>(alone.size(), 10))
            return std::string("would match ") + spelling.what + "; spell them alike in both files";
    }
    return {};
}

} // namespace anchorscope::io
