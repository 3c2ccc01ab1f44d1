// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/pairloader.h"

namespace anchorscope::io {

namespace {

std::string spaceNames(const Dataset &dataset)
{
    return joinedText(dataset.spaces, ", ", [](const auto &set) { return set->name; });
}

Result<std::shared_ptr<const Dataset>> obtain(const std::string &path, const OpenOptions &options,
                                              const OpenDatasets &open, std::vector<std::string> &warnings,
                                              const RunContext &context)
{
    if (auto dataset = open.find(path, options))
        return dataset;
    auto read = openFile(path, options, context);
    if (!read)
        return read.error();
    warnings.insert(warnings.end(), read->warnings.begin(), read->warnings.end());
    return std::shared_ptr<const Dataset>(std::make_shared<Dataset>(std::move(read->dataset)));
}

/// Adds advice to an error about an unknown item: a file of pairs may name items that were not read.
Error partOfList(Error error, const DataChoice &choice)
{
    if (choice.maxItems > 0 && error.code == ErrorCode::unknownItem)
        error.message += "; only " + std::to_string(choice.maxItems) +
                         " items of each file were read, read all of them to use a list of pairs of all";
    return error;
}

} // namespace

std::shared_ptr<const Dataset> OpenDatasets::find(const std::string &path, const OpenOptions &options) const
{
    for (const auto &[dataset, with] : entries) {
        const bool drawn = with.sample || options.sample;
        const bool enough = drawn ? with.sample == options.sample && with.sampleSeed == options.sampleSeed &&
                                        with.maxRows == options.maxRows
                                  : with.maxRows == 0 || (options.maxRows > 0 && options.maxRows <= with.maxRows);
        const bool known = dataset && (!options.identify || !dataset->hash.empty());
        if (known && dataset->path == path && enough && with.array == options.array &&
            with.skipBadRows == options.skipBadRows && with.columns == options.columns && with.items == options.items)
            return dataset;
    }
    return nullptr;
}

Result<std::shared_ptr<const EmbeddingSet>> chooseSpace(const Dataset &dataset, const std::string &name,
                                                        std::size_t position)
{
    if (!name.empty()) {
        if (auto set = dataset.space(name))
            return set;
        return Error(ErrorCode::noSuchSpace, "Expected one of the spaces ", spaceNames(dataset), ", found “", name,
                     "”.")
            .in(dataset.path);
    }
    if (position < dataset.spaces.size())
        return dataset.spaces[position];
    return Error(ErrorCode::oneSpace, "Expected two spaces to compare, found only ", spaceNames(dataset),
                 ". Add the file of the other space.")
        .in(dataset.path);
}

Result<LoadedData> loadPair(const DataChoice &choice, const OpenDatasets &open, const RunContext &context)
{
    std::vector<std::string> warnings;
    const auto readX = obtain(choice.x.path, choice.optionsOf(Side::x), open, warnings, context.part(0, 0.4));
    if (!readX)
        return readX.error();
    OpenDatasets openNow = open;
    openNow.entries.push_back({*readX, choice.optionsOf(Side::x)});
    const auto readY = obtain(choice.y.path, choice.optionsOf(Side::y), openNow, warnings, context.part(0.4, 0.8));
    if (!readY)
        return readY.error();
    const auto &datasetX = *readX, &datasetY = *readY;
    auto x = chooseSpace(*datasetX, choice.x.space, 0);
    auto y = x ? chooseSpace(*datasetY, choice.y.space, choice.x.path == choice.y.path ? 1 : 0) : x;
    if (!y)
        return y.error();
    // Limits the items again, because a dataset that was already in memory may have more rows than requested.
    if (choice.maxItems > 0 && !choice.sample)
        keepFirstItems(*x, *y, choice.maxItems);
    context.report(0.8, "pairing items");
    auto pair = pairSpaces(*x, *y, choice.rule, choice.pairingFile);
    if (!pair)
        return partOfList(pair.error(), choice);
    LoadedData data{choice, datasetX, datasetY, std::move(*pair)};
    data.pair.warnings.insert(data.pair.warnings.end(), warnings.begin(), warnings.end());
    data.choice.x.space = data.pair.x->name;
    data.choice.y.space = data.pair.y->name;
    return data;
}

std::vector<std::shared_ptr<const EmbeddingSet>> LoadedData::furtherSpaces() const
{
    std::vector<std::shared_ptr<const EmbeddingSet>> further;
    if (choice.x.path != choice.y.path || pair.rule != PairingRule::byRow)
        return further;
    for (const auto &space : datasetX->spaces) {
        const bool fits = space->size() == pair.x->size() && space->size() == pair.y->size();
        if (fits && inspectFinite(*space) && space->name != pair.x->name && space->name != pair.y->name)
            further.push_back(space);
    }
    return further;
}

} // namespace anchorscope::io
