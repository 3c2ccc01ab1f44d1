// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/scoring.h"

#include "cli/commands.h"

#include "io/dataset/itemfile.h"
#include "io/dataset/userannotations.h"

#include <map>

namespace anchorscope::cli {

std::optional<Completion> readCompletion(OptionReader &reader)
{
    if (!reader.has("completion"))
        return std::nullopt;
    const QString word = reader.text("completion");
    const auto completion = findCompletion(word.toStdString());
    if (!completion)
        reader.keep(wrongUsage(QString("Expected --completion to be none, completed or polar, found “%1”.").arg(word)));
    return completion;
}

void addSplitOption(OptionReader &reader)
{
    reader.group("Data");
    reader.addOption({"split",
                      "A file of two columns, an item of X and its part: train, test, or anchor (an anchor and nothing "
                      "else); or a dataset with such parts. Anchors are drawn from the part anchor, or from train if "
                      "no item has the part anchor.",
                      "FILE"});
}

void addLabelsOption(OptionReader &reader)
{
    reader.group("Data");
    reader.addOption(
        {"labels",
         "Labels instead of those of the data: a file of two columns, an item of X and its label, or a set "
         "of labels of a dataset, DATA.h5:NAME.",
         "FILE"});
}

void addDictionaryOption(OptionReader &reader)
{
    reader.group("Data");
    reader.addOption({"dictionary",
                      "Also score translations from X to Y with a file of two columns, a word and a correct answer. A "
                      "word may have several lines; any of its answers counts.",
                      "FILE"});
}

namespace {

/// Converts known pairs to dictionary entries: each item of one space with all its partners, without zero rows.
std::vector<DictionaryEntry> entriesOf(const std::vector<SeedPair> &pairs, const EmptyItems &empty, Side side)
{
    std::map<ItemIndex, std::vector<ItemIndex>> partners;
    for (const SeedPair &pair : pairs) {
        if (placeOf(pair.x, empty.x) == noItem && placeOf(pair.y, empty.y) == noItem)
            partners[side == Side::x ? pair.x : pair.y].push_back(side == Side::x ? pair.y : pair.x);
    }
    std::vector<DictionaryEntry> entries;
    for (auto &[item, answers] : partners)
        entries.push_back({item, std::move(answers)});
    return entries;
}

} // namespace

Status readBrought(OptionReader &reader, PairedData &data, ExperimentOptions &options)
{
    io::SpacePair &pair = data.pair;
    if (reader.has("dictionary")) {
        auto entries =
            io::readDictionary(filePath(reader.text("dictionary")), *pair.x->items, *pair.y->items, pair.warnings);
        if (!entries)
            return entries.error();
        options.dictionary = std::move(*entries);
    } else if (commandOf(reader).reads.dictionary && !pair.severalPartners.empty()) {
        options.partnersInY = entriesOf(pair.severalPartners, pair.emptyItems(), Side::x);
        options.partnersInX = entriesOf(pair.severalPartners, pair.emptyItems(), Side::y);
    }
    if (!reader.has("split") && !reader.has("labels"))
        return Done{};
    Result<ItemTable> items = labelledItems(*pair.x, *pair.y, pair.pairing);
    items->ids = pair.x->items->ids;
    if (reader.has("labels"))
        items = io::readLabels(filePath(reader.text("labels")), *items);
    if (items && reader.has("split"))
        items = io::readSplit(filePath(reader.text("split")), *items);
    if (!items)
        return items.error();
    std::vector<ItemIndex> train;
    for (ItemIndex item = 0; item < std::ssize(items->parts); ++item) {
        const ItemPart part = items->parts[static_cast<std::size_t>(item)];
        if (part == ItemPart::train)
            train.push_back(item);
        if (part != ItemPart::anchor)
            continue;
        options.anchorOnlyOfX.push_back(item);
        if (pair.pairing.partnerOfX(item) != noItem)
            options.anchorOnlyOfY.push_back(pair.pairing.partnerOfX(item));
    }
    if (!options.anchorOnlyOfX.empty() && !options.dictionary.empty())
        return wrongUsage("Expected --dictionary or a --split with items of the part anchor, found both.");
    if (reader.has("split") && train.empty() && options.anchorOnlyOfX.empty())
        return Error(ErrorCode::badLine, "expected items of the part train or anchor to draw anchors from, found none")
            .in(filePath(reader.value("split")));
    options.protocol.pool = options.anchorOnlyOfX.empty() ? train : options.anchorOnlyOfX;
    options.itemsOfX = std::make_shared<const ItemTable>(std::move(*items));
    return Done{};
}

} // namespace anchorscope::cli
