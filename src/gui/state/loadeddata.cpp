// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/loadeddata.h"

namespace anchorscope::gui {

namespace {

std::string spaceNames(const Dataset &dataset)
{
    std::string names;
    for (const auto &set : dataset.spaces)
        names += (names.empty() ? "" : ", ") + set->name;
    return names;
}

Result<std::shared_ptr<const Dataset>> obtain(const std::string &path, const io::OpenOptions &options,
                                              const OpenDatasets &open, std::vector<std::string> &warnings,
                                              const RunContext &context)
{
    if (auto dataset = open.find(path, options))
        return dataset;
    auto read = io::openFile(path, options, context);
    if (!read)
        return read.error();
    warnings.insert(warnings.end(), read->warnings.begin(), read->warnings.end());
    return std::shared_ptr<const Dataset>(std::make_shared<Dataset>(std::move(read->dataset)));
}

Result<std::shared_ptr<const EmbeddingSet>> choose(const Dataset &dataset, const std::string &name,
                                                   std::size_t position)
{
    if (!name.empty()) {
        if (auto set = dataset.space(name))
            return set;
        return Error(ErrorCode::noSuchSpace,
                     "There is no space called “" + name + "” here. The file holds: " + spaceNames(dataset) + ".")
            .in(dataset.path);
    }
    if (position < dataset.spaces.size())
        return dataset.spaces[position];
    return Error(ErrorCode::oneSpace,
                 "This file holds one space only (" + spaceNames(dataset) + "). Open a second file to compare it with.")
        .in(dataset.path);
}

} // namespace

std::shared_ptr<const Dataset> OpenDatasets::find(const std::string &path, const io::OpenOptions &options) const
{
    for (const auto &[dataset, with] : entries) {
        const bool drawn = with.sample || options.sample;
        const bool enough = drawn ? with.sample == options.sample && with.sampleSeed == options.sampleSeed &&
                                        with.maxRows == options.maxRows
                                  : with.maxRows == 0 || (options.maxRows > 0 && options.maxRows <= with.maxRows);
        if (dataset && dataset->path == path && enough && with.array == options.array &&
            with.skipBadRows == options.skipBadRows)
            return dataset;
    }
    return nullptr;
}

Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context)
{
    auto data = std::make_shared<LoadedData>();
    data->choice = choice;
    std::vector<std::string> warnings;
    auto datasetX = obtain(choice.pathX, choice.optionsOf(Side::x), open, warnings, context.part(0, 0.4));
    if (!datasetX)
        return datasetX.error();
    data->datasetX = *datasetX;
    OpenDatasets openNow = open;
    openNow.entries.push_back({*datasetX, choice.optionsOf(Side::x)});
    auto datasetY = obtain(choice.pathY, choice.optionsOf(Side::y), openNow, warnings, context.part(0.4, 0.8));
    if (!datasetY)
        return datasetY.error();
    data->datasetY = *datasetY;
    auto x = choose(*data->datasetX, choice.spaceX, 0);
    auto y = choose(*data->datasetY, choice.spaceY, choice.pathX == choice.pathY ? 1 : 0);
    if (!x || !y)
        return x ? y.error() : x.error();
    if (choice.maxItems > 0 && !choice.sample) {
        x = firstItems(*x, choice.maxItems);
        y = firstItems(*y, choice.maxItems);
    }
    context.report(0.8, "pairing items");
    auto pair = io::pairSpaces(*x, *y, choice.rule, choice.pairingFile);
    if (!pair)
        return pair.error();
    data->pair = std::move(*pair);
    data->pair.warnings.insert(data->pair.warnings.begin(), warnings.begin(), warnings.end());
    data->choice.spaceX = data->pair.x->name;
    data->choice.spaceY = data->pair.y->name;
    data->factsX = inspect(data->pair.x->vectors);
    data->factsY = inspect(data->pair.y->vectors);
    return std::shared_ptr<const LoadedData>(std::move(data));
}

} // namespace anchorscope::gui
