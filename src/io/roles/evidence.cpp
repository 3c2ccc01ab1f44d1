// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/evidence.h"

#include "core/plaintext.h"
#include "frame/sentence.h"
#include "io/roles/assign.h"

#include <algorithm>
#include <map>

namespace anchorscope::io {

namespace {

/// Minimum number of columns in each of two families (“text_0”, … and “image_0”, …) for the error that both may be the
/// vector. Smaller families, such as “x1”, “x2”, “x3”, may be parts of one vector.
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
    // If the name is a number, such as “400.5”, its stem is empty, so that all such names form one family.
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
    return {.rivals = Error(
                ErrorCode::badDataset,
                sentence("expected the columns of one vector, found those of several by their names, such as ", first,
                         " and ", second, "; specify the ones to read, for example --columns vector=", first,
                         ", or join them: --columns vector=", first, ",vector=", second))};
}

std::string_view outerOf(std::string_view name)
{
    return name.substr(0, name.find_last_of("./") + 1);
}

bool Evidence::isBuffer(std::size_t i) const
{
    const std::string_view outer = outerOf(parts[i].name);
    const auto isType = [&](const Part &part) {
        return part.name.ends_with("type") && outerOf(part.name) == outer && part.facts.example == "Buffer";
    };
    return parts[i].facts.wholeLists && parts[i].name.ends_with(".data") && std::ranges::any_of(parts, isType);
}

bool Evidence::isCandidate(std::size_t i) const
{
    return !done[i] && !parts[i].chosen && (parts[i].facts.holdsVectors() || parts[i].facts.holdsLists());
}

bool Evidence::isStrong(std::size_t i) const
{
    const Part &part = parts[i];
    const PartFacts &facts = part.facts;
    if (!isCandidate(i) || facts.variesInLength() || (facts.lists > 0 && facts.longest < 2) || asideOf(i))
        return false;
    return facts.lists == 0 || !facts.wholeLists || (isVectorName(part.name) && !facts.oneHot);
}

bool Evidence::isSparsePart(std::size_t i) const
{
    const std::string_view outer = outerOf(parts[i].name);
    const std::string own = toLower(std::string_view(parts[i].name).substr(outer.size()));
    const auto isIndices = [&](const Part &part) {
        return outerOf(part.name) == outer && toLower(part.name.substr(outer.size())) == "indices";
    };
    return (own == "values" || own == "indices") && std::ranges::any_of(parts, isIndices);
}

bool Evidence::any(bool (Evidence::*is)(std::size_t) const) const
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if ((this->*is)(i))
            return true;
    }
    return false;
}

bool Evidence::isMany(std::size_t i) const
{
    return asideOf(i) || (parts[i].facts.variesInLength() && parts[i].facts.rows > 2);
}

bool Evidence::isOfFamily(std::size_t i) const
{
    return family.stem && !hasVectors && !parts[i].name.empty() && facts(i).isNumeric() &&
           stemOf(parts[i].name) == family.stem;
}

bool Evidence::isOtherNotation(std::size_t i) const
{
    return !facts(i).isNumeric() && !facts(i).isText() && !isTelling(i);
}

bool Evidence::isNamedId(std::size_t i) const
{
    const std::string &name = parts[i].name;
    return isIdName(name) && !isMeasure(i) && !(facts(i).isNumeric() && isIndexName(name));
}

bool Evidence::hasOtherIds(std::size_t i) const
{
    for (std::size_t other = 0; other < parts.size() && toLower(parts[i].name) == "id"; ++other) {
        if (parts[other].name == "custom_id" && differs(other))
            return true;
    }
    return hasId;
}

bool Evidence::labelNamed() const
{
    return std::ranges::any_of(parts, [](const Part &part) { return isLabelName(part.name); });
}

bool Evidence::isNamedLabel(std::size_t i) const
{
    return !isNamedId(i) && (isLabelName(parts[i].name) || (isIdName(parts[i].name) && isMeasure(i)));
}

bool Evidence::isLabelLike(std::size_t i) const
{
    if (!isNamedLabel(i) || toLower(parts[i].name) != "y")
        return isNamedLabel(i);
    const bool ofPoint = std::ranges::any_of(parts, [](const Part &part) { return toLower(part.name) == "x"; });
    const bool target = holdsFractions(i) && facts(i).distinct * 2 > facts(i).present() && !hasLabel;
    return !ofPoint && !target;
}

std::string Evidence::indexEvidence(std::size_t i) const
{
    const std::string &name = parts[i].name;
    if (!facts(i).isWhole() || facts(i).isSparse() || (i > 0 && name.empty() && !named) ||
        (numbersLeft() < 2 && !hasVectors))
        return {};
    const bool unnamed = isUnnamedIndex(i), many = facts(i).rows >= fewRows;
    // A column with decimal points contains row numbers only if NumPy's savetxt wrote them: “0.000e+00”, ….
    if (!unnamed && !facts(i).writtenWhole && !(facts(i).running && many && !named))
        return {};
    const std::string start = unnamed && name.empty() ? "has no name and " : "";
    if (facts(i).running && facts(i).rows >= 3)
        return start + "counts the rows";
    if (facts(i).growing && many)
        return start + "holds whole numbers that only increase";
    const bool unique = facts(i).isUnique() && (unnamed || (many && wholeLeft() == 1));
    return unique ? start + "holds whole numbers that occur once each" : std::string();
}

bool Evidence::identifies(std::size_t i) const
{
    const bool unnamed = isUnnamedIndex(i);
    return besideVectors ? unnamed && !facts(i).running : i == 0 || unnamed;
}

std::size_t Evidence::numbersLeft() const
{
    std::size_t left = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        left += done[i] ? parts[i].use == ColumnUse::vector : parts[i].facts.isNumeric();
    return left;
}

std::size_t Evidence::wholeLeft() const
{
    std::size_t left = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        left += parts[i].facts.isWhole() && (!done[i] || parts[i].use == ColumnUse::vector);
    return left;
}

bool Evidence::couldBeIds(std::size_t i) const
{
    const PartFacts &facts = parts[i].facts;
    const bool first = i == 0 && !besideVectors;
    return !done[i] && facts.isText() && (first ? facts.distinct * 2 > facts.present() : mostlyUnique(facts));
}

std::size_t Evidence::textsForIds() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        count += couldBeIds(i);
    return count;
}

bool Evidence::isShortText(std::size_t i) const
{
    constexpr std::size_t longestLabel = 60;
    return facts(i).length <= longestLabel * facts(i).rows;
}

bool Evidence::isClassText(std::size_t i) const
{
    const bool few = isFew(i) || (i > 0 && facts(i).rows <= 10 && !facts(i).isUnique());
    return few && facts(i).distinct > 1 && isShortText(i);
}

bool Evidence::isClassNumber(std::size_t i) const
{
    const bool atEdge = (named ? i == 0 : isFirstNumber(i)) || i + 1 == parts.size();
    const bool few = facts(i).rows >= fewRows && facts(i).distinct * 2 <= facts(i).rows;
    return atEdge && few && facts(i).distinct > 1 && facts(i).isWhole() && wholeLeft() == 1 && numbersLeft() > 2;
}

bool Evidence::isFirstNumber(std::size_t i) const
{
    for (std::size_t before = 0; before < i; ++before) {
        if (!done[before] || parts[before].use == ColumnUse::vector)
            return false;
    }
    return true;
}

bool Evidence::isOneHotColumn(std::size_t i) const
{
    const auto stem = [this](std::size_t at) {
        const std::string &name = parts[at].name;
        return name.substr(0, name.find_last_of("_.") + 1);
    };
    std::size_t ones = 0, columns = 0, fractions = 0;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const PartFacts &facts = parts[at].facts;
        fractions += facts.isNumeric() && !facts.isWhole();
        const bool sister = facts.isBinary() && stem(at) == stem(i);
        ones += sister ? facts.ones : 0;
        columns += sister;
    }
    const PartFacts &own = parts[i].facts;
    return own.isBinary() && !stem(i).empty() && fractions > 0 && columns > 1 && ones == own.rows;
}

double Evidence::excess(double spread) const
{
    std::vector<double> spreads;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (done[i] && parts[i].use == ColumnUse::vector)
            spreads.push_back(parts[i].facts.spread);
    }
    const double median = medianOf(std::move(spreads));
    return median > 0 && spread > farBeyond * median ? spread / median : 0;
}

} // namespace anchorscope::io
