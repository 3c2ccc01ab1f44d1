// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/json.h"
#include "cli/optionreader.h"
#include "cli/outputs.h"
#include "core/neighbours/neighbours.h"
#include "core/projection/relative.h"
#include "io/dataset/userannotations.h"
#include "io/text/itemfinder.h"

namespace anchorscope::cli {

namespace {

/// Renames the only space of a file to the value of --space; an error if the file has several spaces.
Status renameSpace(Dataset &dataset, OptionReader &reader)
{
    const QString name = reader.text("space");
    if (!reader.has("space"))
        return Done{};
    if (dataset.spaces.size() != 1)
        return wrongUsage(QString("Expected one space to name “%1”, found %2. Choose one with --array.")
                              .arg(name)
                              .arg(dataset.spaces.size()));
    if (name.isEmpty() || name.contains('/'))
        return wrongUsage(QString("Expected a name without slashes for --space, found “%1”.").arg(name));
    auto renamed = std::make_shared<EmbeddingSet>(*dataset.spaces[0]);
    renamed->name = name.toStdString();
    dataset.spaces[0] = std::move(renamed);
    return Done{};
}

Status addFrames(Dataset &dataset, OptionReader &reader, std::vector<std::string> &warnings, const RunContext &context)
{
    if (reader.has("frame"))
        reader.note("frame", QJsonArray::fromStringList(reader.values("frame")));
    for (const QString &file : reader.values("frame")) {
        auto frame = io::readFrame(filePath(file), *dataset.items, warnings, context);
        if (!frame)
            return frame.error();
        io::addFrame(dataset, std::move(*frame));
    }
    return Done{};
}

/// Keeps the items of --near and the items nearest to each of them, so that a dataset shows the surroundings of a few
/// pivots (paper RR, Table 1).
Status keepNearest(Dataset &dataset, OptionReader &reader, const RunContext &context)
{
    if (!reader.has("near"))
        return reader.refuse({"near-count"}, "it is the number of items around those of --near");
    const Index count = reader.integer("near-count", usualNear, 1);
    if (const Status read = reader.status(); !read)
        return read;
    const io::ItemFinder finder(*dataset.items);
    std::vector<ItemIndex> pivots;
    for (const std::string &name : reader.words("near", {})) {
        pivots.push_back(finder.find(name));
        if (pivots.back() == noItem)
            return Error(ErrorCode::unknownItem,
                         "Expected " + finder.expected() + " for --near, found “" + name + "”.");
    }
    const std::vector<ItemIndex> near = nearestOfAny(pivots, dataset.spaces.front()->vectors, count, context);
    const std::vector<Index> rows(near.begin(), near.end());
    dataset.items = someItems(*dataset.items, rows);
    for (auto &space : dataset.spaces)
        space = std::make_shared<EmbeddingSet>(
            EmbeddingSet{space->name, space->model, space->storedType, rowsOf(space->vectors, near), dataset.items});
    return Done{};
}

Report converted(const io::OpenedFile &opened, const QString &target)
{
    const Dataset &dataset = opened.dataset;
    const EmbeddingSet &first = *dataset.spaces.front();
    Report report;
    report.warnings = opened.warnings;
    report.json = {
        {"items", count(dataset.items->count)},
        {"space", QString::fromStdString(first.name)},
        {"dimension", count(first.dimension())},
        {"format", QString::fromStdString(opened.format)},
        {"skipped", QJsonObject{{"duplicates", count(opened.duplicates)}, {"bad_rows", count(opened.badRows)}}},
        {"out", target}};
    report.text = QString("%1: %2, %3 of %4 dimensions, written to %5\n")
                      .arg(QString::fromStdString(opened.format))
                      .arg(counted(dataset.items->count, "item").c_str())
                      .arg(QString::fromStdString(first.name))
                      .arg(first.dimension())
                      .arg(target);
    return report;
}

} // namespace

Result<Report> convert(OptionReader &reader, const QString &data, const RunContext &ofRanks)
{
    if (!writesFiles(ofRanks))
        // On several MPI ranks, only the first one reports (mpi/README.md, “Who computes what”).
        return Report{};
    const RunContext context = ofRanks.withoutRanks();
    auto options = readingOptions(reader);
    if (!options)
        return options.error();
    options->skipBadRows = reader.flag("skip-bad-rows");
    options->array = reader.text("array").toStdString();
    options->shape = reader.text("shape").toStdString();
    options->columns = reader.text("columns").toStdString();
    options->items = filePath(reader.text("ids"));
    auto opened = io::openFile(filePath(data), *options, context.part(0, 0.5));
    if (!opened)
        return opened.error();
    if (const Status used = opened->ofText ? Status(Done{}) : reader.refuse({"skip-bad-rows"}, "the file is not text");
        !used)
        return used.error();
    if (const Status renamed = renameSpace(opened->dataset, reader); !renamed)
        return renamed.error();
    if (const Status added = addFrames(opened->dataset, reader, opened->warnings, context.part(0.5, 0.6)); !added)
        return added.error();
    if (const Status kept = keepNearest(opened->dataset, reader, context); !kept)
        return kept.error();
    for (const auto &space : opened->dataset.spaces)
        warnAboutNonFinite(*space, inspect(space->vectors), opened->warnings);
    const QString target = reader.positionalArguments().last();
    if (const Status saved = io::saveDataset(filePath(target), opened->dataset); !saved)
        return saved.error();
    return converted(*opened, target);
}

} // namespace anchorscope::cli
