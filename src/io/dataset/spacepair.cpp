// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/spacepair.h"

#include "core/plaintext.h"
#include "io/dataset/pairfile.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace anchorscope::io {

namespace {

/// Maximum number of pairs to compare; a million would take seconds. If there are more, compares evenly spaced ones.
constexpr std::size_t maxCompared = 10'000;

/// Result of comparing a column's values in X and Y, pair by pair. `pairs`: number of pairs with a value in both files.
/// `differ`: number of those whose values differ, although another item of Y has the value of X.
struct Differences
{
    std::size_t pairs = 0, differ = 0;
    bool sampled = false;
    bool isMajority() const { return differ * 2 > pairs; }
};

Differences differences(const SpacePair &pair, const std::function<std::string(ItemIndex)> &textX,
                        const std::function<std::string(ItemIndex)> &textY)
{
    Differences result;
    const std::vector<ItemIndex> paired = pair.pairing.pairedItemsOfX();
    const std::size_t step = (paired.size() + maxCompared - 1) / maxCompared;
    result.sampled = step > 1;
    std::unordered_map<std::string, std::size_t> changed; // for each value in X: pairs with another value in Y
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < paired.size(); i += step) {
        const std::string mine = textX(paired[i]);
        const std::string partner = textY(pair.pairing.partnerOfX(paired[i]));
        if (mine.empty() || partner.empty())
            continue;
        ++result.pairs;
        if (mine == partner)
            continue;
        ++changed[mine];
        ++unlike;
    }
    if (unlike * 2 <= result.pairs)
        return result;
    for (ItemIndex y = 0; y < pair.y->size() && !changed.empty(); ++y) {
        if (const auto found = changed.extract(textY(y)))
            result.differ += found.mapped();
    }
    return result;
}

std::string doubt(const Differences &found, const std::string &what)
{
    return std::to_string(found.differ) + " of " + std::to_string(found.pairs) + (found.sampled ? " sampled" : "") +
           " pairs have different " + what + ", although these occur in both files; the pairing may be wrong.";
}

/// Warns about each column that both files have, and about the labels, if most pairs have different values, as wrong
/// pairs do. The names of labels and categories may differ between files, so these are compared only for pairs by row.
void warnAboutDifferingPairs(const SpacePair &pair, std::vector<std::string> &notes)
{
    const ItemTable &x = *pair.x->items, &y = *pair.y->items;
    const bool rows = pair.rule == PairingRule::byRow;
    for (const ItemColumn &column : x.columns) {
        const bool names = column.kind == ColumnKind::text || column.kind == ColumnKind::date;
        const auto other = std::ranges::find(y.columns, column.name, &ItemColumn::name);
        if (other == y.columns.end() || !(names || (rows && column.kind == ColumnKind::category)))
            continue;
        const Differences found = differences(
            pair, [&](ItemIndex item) { return column.text(item); }, [&](ItemIndex item) { return other->text(item); });
        if (!found.isMajority())
            continue;
        const std::string name = "“" + column.name + "”";
        notes.push_back(doubt(found, "values in " + name) +
                        (names ? " If " + name + " names the items, choose it as their ids in both files." : ""));
    }
    if (!rows || !x.hasLabels() || !y.hasLabels())
        return;
    const Differences found = differences(
        pair, [&](ItemIndex item) { return x.labelName(item); }, [&](ItemIndex item) { return y.labelName(item); });
    if (found.isMajority())
        notes.push_back(doubt(found, "labels") + " Rows are paired only if both files are in the same order.");
}

void warnAboutRows(const EmbeddingSet &set, const SpaceFacts &facts, std::vector<std::string> &warnings)
{
    if (!facts.zeroRows.empty())
        warnings.push_back(set.name + " has " + counted(std::ssize(facts.zeroRows), "row") +
                           " of zeros only (the first is “" + set.items->name(facts.zeroRows.front()) +
                           "”); such rows have no direction: they are neither seeds nor anchors, match nothing, and "
                           "are left out of all scores.");
    if (facts.allRowsEqual)
        warnings.push_back("All rows of " + set.name + " are equal; its items cannot be distinguished.");
}

Error otherRowNumbers(const EmbeddingSet &set)
{
    return Error(ErrorCode::differentCounts, "rows of ", set.name,
                 " were left out (bad ones, repeated ids, or all but a random "
                 "sample), so that its row numbers are no longer "
                 "those of the other file; correct these rows, read the first "
                 "rows instead of a sample, or give both files ids");
}

/// Returns an error if random samples cannot be paired by row: drawn differently, or only one file is a sample.
Status checkSamples(const SpacePair &pair)
{
    const DrawnRows &x = pair.x->items->drawn, &y = pair.y->items->drawn;
    if (x == y)
        return Done{};
    if (x.from == 0 || y.from == 0)
        return otherRowNumbers(x.from > 0 ? *pair.x : *pair.y);
    return Error(ErrorCode::differentCounts, "rows can only be drawn from both files alike if these have ids or "
                                             "equally many rows; read the first rows instead of a sample");
}

Status checkRowNumbers(const SpacePair &pair)
{
    const ItemTable &x = *pair.x->items, &y = *pair.y->items;
    if (&x == &y || (x.hasIds() && x.ids == y.ids))
        return Done{};
    for (const auto &set : {pair.x, pair.y}) {
        if (set->items->rowsLeftOut)
            return otherRowNumbers(*set);
    }
    return checkSamples(pair);
}

Status pairByRow(SpacePair &pair)
{
    if (const Status numbers = checkRowNumbers(pair); !numbers)
        return numbers;
    const Index x = pair.x->size(), y = pair.y->size();
    if (x != y)
        return Error(ErrorCode::differentCounts, "pairing by row needs equal counts, found ", x, " rows in ",
                     pair.x->name, " and ", y, " in ", pair.y->name, "; give ids, a file of pairs, or no pairing");
    pair.rule = PairingRule::byRow;
    pair.pairing = Correspondence::byRow(x);
    return Done{};
}

Status pairById(SpacePair &pair)
{
    for (const auto &set : {pair.x, pair.y}) {
        if (!set->items->hasIds())
            return Error(ErrorCode::noMatchingIds, "pairing by id needs ids, and ", set->name,
                         " has none; pair by row or give a file of pairs");
    }
    pair.rule = PairingRule::byId;
    pair.pairing = Correspondence::byId(*pair.x->items, *pair.y->items);
    if (!pair.pairing.empty())
        return Done{};
    const std::string spelling = spellingNote(*pair.x->items, *pair.y->items, pair.pairing);
    return Error(ErrorCode::noMatchingIds, "no id of ", pair.x->name, " (such as “", pair.x->items->name(0),
                 "”) occurs in ", pair.y->name, " (such as “", pair.y->items->name(0), "”); ",
                 spelling.empty() ? "" : "many " + spelling + ", ", "give a file of pairs, or choose no pairing");
}

Status pairByList(SpacePair &pair, const std::string &list)
{
    for (const auto &set : {pair.x, pair.y}) {
        if ((set->items->rowsLeftOut || set->items->drawn.from > 0) && !set->items->hasIds())
            return otherRowNumbers(*set);
    }
    auto pairs = readPairs(list, *pair.x->items, *pair.y->items, &pair.warnings, PairLines::several);
    if (!pairs)
        return pairs.error();
    pair.pairing = Correspondence(pair.x->size(), pair.y->size());
    // Removes pairs that occur several times.
    std::set<std::pair<ItemIndex, ItemIndex>> known;
    std::erase_if(*pairs, [&](const SeedPair &each) { return !known.emplace(each.x, each.y).second; });
    for (const SeedPair &each : *pairs)
        pair.pairing.pair(each.x, each.y);
    if (std::ssize(*pairs) == pair.pairing.pairs())
        return Done{};
    pair.warnings.push_back("Items have several partners in the " + std::to_string(pairs->size()) +
                            " pairs: retrieval counts any of them; runs and maps use the first of each item, " +
                            std::to_string(pair.pairing.pairs()) + " pairs one to one.");
    pair.severalPartners = std::move(*pairs);
    return Done{};
}

/// Error for ids that count items from 0 in one file and from 1 in the other. `rows`: true if the ids are row numbers.
Error otherCount(bool rows)
{
    return Error(ErrorCode::noMatchingIds,
                 rows ? "the ids of one file number its rows from 0 and those of the other from 1, so that the same id "
                        "is another row; pair by row if their rows are the same items, or by id to keep this"
                      : "the ids of one file are numbered from 0 and those of the other from 1, so that the same id is "
                        "most likely another item; number the items alike in both files, or pair by id to keep this");
}

/// Pairs items by id if both spaces have ids, otherwise by row. Sets PairingRule::none if no ids match.
Status pairAutomatically(SpacePair &pair)
{
    if (pair.x->items == pair.y->items)
        return pairByRow(pair);
    if (pair.x->items->hasIds() && pair.y->items->hasIds()) {
        if (countDifferently(*pair.x->items, *pair.y->items))
            return otherCount(areRowNumbers(*pair.x->items) && areRowNumbers(*pair.y->items));
        if (const Status byId = pairById(pair); !byId) {
            pair.rule = PairingRule::none;
            pair.warnings.push_back("The pairing is unknown: " + byId.error().message + ".");
        }
        return Done{};
    }
    const bool idsOfX = pair.x->items->hasIds(), idsOfY = pair.y->items->hasIds();
    const std::string missing = (idsOfX   ? pair.y->name + " has"
                                 : idsOfY ? pair.x->name + " has"
                                          : "both files have") +
                                " no ids";
    if (const Status byRow = pairByRow(pair); !byRow)
        return Error(byRow.error().code, missing, ", and ", byRow.error().message);
    pair.assumed = true;
    pair.warnings.push_back("Row 1 of one file was paired with row 1 of the other, and so on, because " + missing +
                            ". Unless their rows are in the same order, all scores are wrong; give both files ids.");
    return Done{};
}

Status applyRule(SpacePair &pair, const std::string &list)
{
    switch (pair.rule) {
    case PairingRule::automatic:
        return pairAutomatically(pair);
    case PairingRule::byId:
        return pairById(pair);
    case PairingRule::byRow:
        return pairByRow(pair);
    case PairingRule::list:
        return pairByList(pair, list);
    case PairingRule::none:
        pair.pairing = Correspondence(pair.x->size(), pair.y->size());
        break;
    }
    return Done{};
}

void warnAboutUnpaired(SpacePair &pair)
{
    if (pair.rule == PairingRule::none || !pair.severalPartners.empty())
        return;
    const auto tell = [&](const EmbeddingSet &set) {
        const Index missing = set.size() - pair.pairing.pairs();
        if (missing > 0)
            pair.warnings.push_back(std::to_string(missing) + " of the " + std::to_string(set.size()) + " items of " +
                                    set.name + " have no partner.");
    };
    tell(*pair.x);
    tell(*pair.y);
    if (pair.rule != PairingRule::byId || pair.pairing.empty())
        return;
    const std::string spelling = spellingNote(*pair.x->items, *pair.y->items, pair.pairing);
    if (!spelling.empty())
        pair.warnings.push_back("Many ids without a partner " + spelling + ".");
}

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

void keepFirstItems(std::shared_ptr<const EmbeddingSet> &x, std::shared_ptr<const EmbeddingSet> &y, Index count)
{
    const bool shared = x->items == y->items;
    x = firstItems(x, count);
    if (shared && y->size() > count)
        y = std::make_shared<EmbeddingSet>(
            EmbeddingSet{y->name, y->model, y->storedType, y->vectors.topRows(count), x->items});
    else
        y = firstItems(y, count);
}

Result<SpaceFacts> inspectFinite(const EmbeddingSet &set)
{
    SpaceFacts facts = inspect(set);
    if (facts.nonFiniteRows.empty())
        return facts;
    const ItemIndex first = facts.nonFiniteRows.front();
    return Error(ErrorCode::nonFinite, "expected numbers, found NaN, infinity or numbers beyond 3.4e38 in ",
                 counted(std::ssize(facts.nonFiniteRows), "row"), ", the first is “", set.items->name(first),
                 "”; remove these rows and save the file again")
        .at(set.name + ", row " + std::to_string(first));
}

Result<SpacePair> pairItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                            PairingRule rule, const std::string &list)
{
    SpacePair pair{std::move(x), std::move(y), {}, rule, {}};
    if (const Status paired = applyRule(pair, list); !paired)
        return paired.error();
    warnAboutUnpaired(pair);
    std::vector<std::string> doubts;
    if (pair.x->items != pair.y->items)
        warnAboutDifferingPairs(pair, doubts);
    if (pair.assumed && !doubts.empty())
        return Error(ErrorCode::noMatchingIds,
                     "at least one file has no ids, and the rows hardly contain the same items: ", doubts.front(),
                     " Give both files ids, or a file of pairs; pair by row to keep this order");
    pair.warnings.insert(pair.warnings.end(), doubts.begin(), doubts.end());
    return pair;
}

Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list)
{
    auto factsX = inspectFinite(*x);
    auto factsY = factsX ? inspectFinite(*y) : factsX;
    if (!factsY)
        return factsY.error();
    std::vector<std::string> warnings;
    warnAboutRows(*x, *factsX, warnings);
    warnAboutRows(*y, *factsY, warnings);
    auto pair = pairItems(std::move(x), std::move(y), rule, list);
    if (!pair)
        return pair;
    pair->factsX = std::move(*factsX);
    pair->factsY = std::move(*factsY);
    pair->pairing = pair->pairing.without(pair->factsX.zeroRows, pair->factsY.zeroRows);
    pair->warnings.insert(pair->warnings.end(), warnings.begin(), warnings.end());
    return pair;
}

bool areRowNumbers(const ItemTable &items)
{
    const std::size_t start = items.ids.empty() || items.ids[0] != "1" ? 0 : 1;
    return items.ids.size() > 1 && areNumbered(items.ids, start);
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
