// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/toys.h"
#include "core/matrix.h"
#include "io/files/inputfile.h"
#include "io/formats/format.h"
#include "io/formats/rowsample.h"

namespace anchorscope::io {

namespace {

/// Size and hash of the vectors, ids and labels of a toy, by which a session identifies it.
FileContent toyContent(const Dataset &dataset)
{
    RunningHash hash;
    const auto add = [&hash](const char *bytes, std::size_t size) { hash.add(hash.bytes(), {bytes, size}); };
    for (const auto &space : dataset.spaces) {
        add(reinterpret_cast<const char *>(space->vectors.data()),
            static_cast<std::size_t>(space->vectors.size()) * sizeof(float));
        for (const std::string &id : space->items->ids)
            add(id.c_str(), id.size() + 1);
        add(reinterpret_cast<const char *>(space->items->labels.data()),
            space->items->labels.size() * sizeof(std::int32_t));
    }
    return hash.content();
}

void keepToyRows(Dataset &dataset, const OpenOptions &options)
{
    for (auto &space : dataset.spaces) {
        if (options.maxRows <= 0 || options.maxRows >= space->size())
            continue;
        if (!options.sample) {
            space = firstItems(space, options.maxRows);
            continue;
        }
        const std::vector<Index> rows =
            sampleRows(space->size(), space->items->ids, options.maxRows, options.sampleSeed);
        space = std::make_shared<EmbeddingSet>(EmbeddingSet{space->name, space->model, space->storedType,
                                                            space->vectors(rows, allIndices),
                                                            someItems(*space->items, rows)});
    }
    dataset.items = dataset.spaces.front()->items;
}

Result<OpenedFile> openToy(const FileCandidate &candidate, const RunContext &)
{
    const std::string &name = candidate.file.path;
    const auto toy = readToy(name);
    if (!toy)
        return toy.error();
    OpenedFile opened;
    opened.format = "toy";
    opened.dataset = makeToy(*toy);
    opened.dataset.path = name;
    if (candidate.options.identify) {
        FileContent content = toyContent(opened.dataset);
        opened.dataset.bytes = content.bytes;
        opened.dataset.hash = std::move(content.hash);
    }
    keepToyRows(opened.dataset, candidate.options);
    return opened;
}

} // namespace

extern const FileFormat toyFormat{.label = "synthetic data, which are specified by name",
                                  .recognises =
                                      [](const FileCandidate &candidate) {
                                          return !candidate.file.descriptor.valid() && isToyName(candidate.file.path);
                                      },
                                  .open = openToy,
                                  .source = DataSource::synthetic};

} // namespace anchorscope::io
