// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"

#include "core/data/toys.h"
#include "core/matrix.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/dataset/finish.h"
#include "io/files/atomicfile.h"
#include "io/files/gzip.h"
#include "io/files/inputfile.h"
#include "io/formats/format.h"
#include "io/formats/rowsample.h"
#include "io/hdf5/hdf5reader.h"

#include <algorithm>
#include <new>
#include <optional>

namespace anchorscope::io {

namespace {

const FileFormat *knownFormat(const FileCandidate &candidate)
{
    const auto formats = fileFormats();
    const auto found =
        std::ranges::find_if(formats, [&](const FileFormat *format) { return format->recognises(candidate); });
    return found == formats.end() ? nullptr : *found;
}

bool hasShape(const FileCandidate &candidate)
{
    return candidate.file.descriptor.valid() && !candidate.options.shape.empty();
}

const FileFormat *formatOf(const FileCandidate &candidate)
{
    return hasShape(candidate) ? &rawMatrixFormat : knownFormat(candidate);
}

/// If the user gave a shape (--shape), checks that the file contains float32 numbers without a header.
Status checkShape(const FileCandidate &candidate)
{
    if (!hasShape(candidate))
        return Done{};
    const FileFormat *format = knownFormat(candidate);
    // Some unsupported formats are recognized by two bytes only, which may also begin float32 numbers: no error then.
    const bool foreign = format && format->refused;
    if (format && !(foreign && isRawFloats(candidate)))
        return Error(ErrorCode::wrongUsage, "Expected float32 numbers without a header for --shape, found ",
                     foreign ? "a file of another kind" : format->label, ". Leave --shape out.")
            .in(candidate.file.path);
    if (format || mayBeFloats(candidate))
        return Done{};
    return Error(ErrorCode::badDataset,
                 "its bytes are hardly float32 numbers (little-endian), which --shape expects: many would be far too "
                 "large or too small; save them from Python, here with their type: numpy.save(\"vectors.npy\", "
                 "numpy.fromfile(\"",
                 candidate.file.path, "\", \"<f8\").reshape(-1, D))")
        .in(candidate.file.path);
}

/// Returns an error if the user chose columns or an array, but the format has none to choose from.
Status checkChoices(const FileCandidate &candidate, const FileFormat &format)
{
    const OpenOptions &options = candidate.options;
    const std::string &path = candidate.file.path;
    const bool single = format.source == DataSource::file || format.source == DataSource::parts;
    if (format.refused || (options.columns.empty() && options.array.empty()))
        return Done{};
    if (!single)
        return Error(ErrorCode::wrongUsage, "Expected a file to choose an array or columns of, found ", format.label,
                     ".")
            .in(path);
    if (!options.columns.empty() && !format.columns)
        return Error(ErrorCode::wrongUsage, "Expected a table to choose columns of, found ", format.label,
                     ". Leave the choice of columns out.")
            .in(path);
    if (!options.array.empty() && !format.hasArrays)
        return noArrays(format.label).in(path);
    return Done{};
}

Error unknownFormat(const FileCandidate &candidate)
{
    if (isRawFloats(candidate))
        return Error(ErrorCode::unknownFormat,
                     "it seems to hold float32 numbers without a header, so the number of dimensions is unknown; "
                     "convert it with --shape N,D, or save it from Python with these, here D: "
                     "numpy.save(\"vectors.npy\", numpy.fromfile(\"",
                     candidate.file.path, "\", \"<f4\").reshape(-1, D))");
    return Error(ErrorCode::unknownFormat,
                 "its format is unknown; expected HDF5, .npy, .npz, safetensors, Parquet, Arrow, PyTorch, FAISS, JSON, "
                 "word vectors, CSV or TSV with numbers in it; convert it to one of these");
}

Result<OpenedFile> openCandidate(const FileCandidate &candidate, const RunContext &context)
{
    const FileFormat *format = formatOf(candidate);
    // Reports an error of reading first, because it may be the reason why no format was recognized.
    if (const Status read = candidate.file.wasRead(); !read)
        return read.error();
    if (!format)
        return unknownFormat(candidate).in(candidate.file.path);
    if (const Status fits = checkShape(candidate); !fits)
        return fits.error();
    if (const Status offered = checkChoices(candidate, *format); !offered)
        return offered.error();
    OpenOptions options = candidate.options;
    if (!options.items.empty() && format->source != DataSource::synthetic) {
        options.maxRows = 0; // reads all rows, because `items` has ids and labels for all of them
        options.sample = false;
    }
    auto opened = format->open({candidate.file, candidate.beginning, options}, context);
    if (!opened)
        return opened;
    if (opened->format.empty())
        opened->format = format->label;
    if (const Status finished = finish(*opened, *format, candidate, context); !finished)
        return finished.error();
    return opened;
}

Result<OpenedFile> openPlain(const InputFile &file, const OpenOptions &options, const RunContext &context)
{
    const auto plain = plainFile(file, context.part(0, 0.3));
    if (!plain)
        return plain.error();
    auto opened = openCandidate({plain->unpacked ? *plain->unpacked : file, plain->beginning, options},
                                plain->unpacked ? context.part(0.3, 1) : context);
    if (opened && plain->unpacked)
        opened->format += ", gzip";
    return opened;
}

/// Sets size and hash of an opened file; bytes that are not hashed yet are read through the same descriptor.
Status identify(OpenedFile &opened, const InputFile &file, const OpenOptions &options, const RunContext &context)
{
    if (!options.identify)
        return Done{};
    auto content = contentOf(file, context);
    if (!content)
        return content.error();
    opened.dataset.bytes = content->bytes;
    opened.dataset.hash = std::move(content->hash);
    return Done{};
}

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

bool isToy(const FileCandidate &candidate)
{
    return !candidate.file.descriptor.valid() && isToyName(candidate.file.path);
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

Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options, const RunContext &context)
{
    if (isToyName(path) || isFolder(path))
        return openCandidate({InputFile{path}, {}, options}, context);
    auto file = openInput(path);
    if (!file)
        return file.error();
    if (options.identify)
        file->hash = std::make_unique<RunningHash>();
    try {
        auto opened = openPlain(*file, options, context.part(0, options.identify ? 0.95 : 1));
        if (const Status known = opened ? identify(*opened, *file, options, context) : Status(Done{}); !known)
            return known.error();
        // Reports that the file changed while it was read: its data may be mixed, and other errors misleading.
        if (const Status unchanged = file->unchanged();
            !unchanged && (opened || opened.error().code != ErrorCode::cancelled))
            return unchanged.error();
        return opened;
    } catch (const std::bad_alloc &) {
        return Error(ErrorCode::tooLarge,
                     "there is not enough memory to open this file; open fewer rows or close other programs")
            .in(path);
    }
}

std::vector<Part> tableColumns(const std::string &path, const std::string &choice)
{
    const auto file = openInput(path);
    const auto plain = file ? plainFile(*file, {}) : Result<PlainFile>(file.error());
    if (!plain)
        return {};
    const OpenOptions options{.columns = choice};
    const FileCandidate candidate{plain->unpacked ? *plain->unpacked : *file, plain->beginning, options};
    const FileFormat *format = formatOf(candidate);
    return format && format->columns ? format->columns(candidate) : std::vector<Part>();
}

Result<TextTable> readTexts(const std::string &path, const RunContext &context)
{
    const auto file = openInput(path);
    const auto plain = file ? plainFile(*file, context) : Result<PlainFile>(file.error());
    if (!plain)
        return plain.error();
    const OpenOptions options;
    const FileCandidate candidate{plain->unpacked ? *plain->unpacked : *file, plain->beginning, options};
    const FileFormat *format = knownFormat(candidate);
    if (const Status read = candidate.file.wasRead(); !read)
        return read.error();
    if (format && format->texts)
        return format->texts(candidate, context);
    if (plain->beginning.find('\0') == std::string::npos) {
        auto text = readWholeFile(candidate.file);
        return text ? Result(TextTable{.unit = "line", .text = std::move(*text)}) : text.error();
    }
    if (!format)
        return Error(ErrorCode::unknownFormat, "its format is unknown; expected CSV or TSV, JSON, Parquet, Arrow, "
                                               ".npy, .npz or HDF5 with ids, labels or pairs")
            .in(path);
    const auto opened = openCandidate(candidate, context);
    if (!opened)
        return opened.error();
    const ItemTable &items = *opened->dataset.items;
    if (!items.hasIds() && !items.hasLabels() && items.columns.empty())
        return Error(ErrorCode::badDataset, "expected ids, labels or pairs, found vectors only (", opened->format, ")")
            .in(path);
    return tableOf(items);
}

Result<Dataset> openDataset(const std::string &path, const RunContext &context)
{
    auto opened = openFile(path, {}, context);
    if (!opened)
        return opened.error();
    return std::move(opened->dataset);
}

Status saveDataset(const std::string &path, const Dataset &dataset)
{
    for (const auto &space : dataset.spaces) {
        if (space->items->hasIds() && dataset.items->hasIds() && space->items->ids != dataset.items->ids)
            return Error(ErrorCode::badDataset, "expected spaces over the same items, found other items in ",
                         space->name, "; create the toy without missing partners")
                .in(path);
    }
    std::optional<Hdf5Writer> file(std::in_place);
    writeDataset(*file, dataset);
    const auto bytes = file->bytes();
    if (!bytes)
        return bytes.error().in(path);
    return writeAtomically(path, *bytes, [&](const std::string &written) -> Status {
        file.reset(); // frees the bytes, because reading the file back needs as much memory again
        const auto content = readHdf5({.path = written, .load = datasetPatterns()});
        return content ? compareDataset(*content, dataset) : Status(content.error());
    });
}

extern const FileFormat toyFormat{.label = "synthetic data, which are specified by name",
                                  .recognises = isToy,
                                  .open = openToy,
                                  .source = DataSource::synthetic};

} // namespace anchorscope::io
