// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/columnfamily.h"

#include "core/plaintext.h"

#include <algorithm>
#include <map>

namespace anchorscope::io {

namespace {

/// Minimum number of columns in each of two families (“text_0”, … and “image_0”, …) if either may be the vector. Fewer
/// columns, such as “x1”, “x2”, “x3”, may belong to one vector together with others.
constexpr std::size_t fewestOfRivals = 4;

std::string rangeOf(const std::vector<Part> &parts, const std::string &stem)
{
    std::string first, last;
    for (const Part &part : parts) {
        if (!part.chosen && part.facts.isNumeric() && stemOf(part.name) == stem) {
            first = first.empty() ? part.name : first;
            last = part.name;
        }
    }
    return first + ":" + last;
}

} // namespace

std::optional<std::string> stemOf(std::string_view name)
{
    name = name.substr(0, name.find_last_not_of("])}") + 1);
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::size_t length = last == std::string_view::npos ? 0 : last + 1;
    if (length == name.size())
        return std::nullopt;
    // A name that is a number has an empty stem, so that “400.5” and “401” are in one family.
    return isNumber(name) ? std::string() : toLower(name.substr(0, length));
}

ColumnFamily columnFamily(const std::vector<Part> &parts)
{
    std::map<std::string, std::size_t> votes;
    std::size_t numeric = 0;
    for (const Part &part : parts) {
        if (!part.facts.isNumeric() || part.chosen || isAsideName(part.name))
            continue;
        ++numeric;
        if (const auto stem = part.name.empty() ? std::nullopt : stemOf(part.name))
            ++votes[*stem];
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) {
        return std::pair(claimsVectors(vote.first) && vote.second > 1, vote.second);
    });
    if (most == votes.end() || most->second < 2)
        return {};
    const bool claims = claimsVectors(most->first);
    const auto isRival = [&](const auto &vote) {
        const bool large = std::min(vote.second, most->second) >= fewestOfRivals;
        const bool alike =
            vote.second == most->second || (most->second * 2 >= numeric && vote.second * 2 >= most->second);
        return vote.first != most->first && large && alike && claimsVectors(vote.first) == claims;
    };
    const auto rival = std::ranges::find_if(votes, isRival);
    if (rival == votes.end())
        return claims || most->second * 2 >= numeric ? ColumnFamily{.stem = most->first} : ColumnFamily();
    const std::string first = rangeOf(parts, most->first), second = rangeOf(parts, rival->first);
    return {.rivals = Error(ErrorCode::badDataset,
                            "expected the columns of one vector, found those of several by their names, such as " +
                                first + " and " + second + "; specify the ones to read, for example --columns vector=" +
                                first + ", or join them: --columns vector=" + first + ",vector=" + second)};
}

} // namespace anchorscope::io
