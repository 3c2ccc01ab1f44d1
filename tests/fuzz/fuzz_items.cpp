// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: users' files about items: a split, labels, a dictionary, accuracies.

#include "fuzz/fuzzfile.h"
#include "io/dataset/itemfile.h"

#include <cmath>
#include <set>

using namespace anchorscope;

namespace {

void requireRead(const std::string &path, const ItemTable &items)
{
    const auto texts = io::readItemTexts(path, items);
    if (!texts)
        return require(!texts.error().message.empty());
    const ItemTable labelled = io::withLabels(*texts, items);
    require(std::ssize(labelled.labels) == items.count);
    for (const std::int32_t label : labelled.labels)
        require(label == unlabelled || (label >= 0 && label < std::ssize(labelled.labelNames)));
    if (const auto parted = io::withParts(*texts, items))
        require(std::ssize(parted->parts) == items.count);
    else
        require(!parted.error().message.empty());
}

void requireEntries(const std::string &path, const ItemTable &x, const ItemTable &y)
{
    std::vector<std::string> warnings;
    const auto entries = io::readDictionary(path, x, y, warnings);
    if (!entries)
        return require(!entries.error().message.empty());
    std::set<ItemIndex> words;
    for (const DictionaryEntry &entry : *entries) {
        require(entry.word >= 0 && entry.word < x.count && words.insert(entry.word).second);
        require(!entry.answers.empty());
        for (const ItemIndex answer : entry.answers)
            require(answer >= 0 && answer < y.count);
        require(std::set<ItemIndex>(entry.answers.begin(), entry.answers.end()).size() == entry.answers.size());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    ItemTable named, rows;
    named.ids = {"one", "two, or more", "a \"b\"", "x_id", ""};
    named.count = rows.count = 5;
    for (const ItemTable *items : {&named, &rows}) {
        requireRead(file.path(), *items);
        requireEntries(file.path(), named, *items);
    }
    if (const auto numbers = io::readNamedNumbers(file.path())) {
        require(!numbers->empty());
        for (const auto &[name, value] : *numbers)
            require(std::isfinite(value));
    }
    return 0;
}
