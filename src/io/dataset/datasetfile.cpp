// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"

#include "core/data/toys.h"
#include "frame/budget.h"
#include "io/columnar/columnarfile.h"
#include "io/dataset/broughtfile.h"
#include "io/dataset/collection.h"
#include "io/dataset/fileformats.h"
#include "io/dataset/keptrows.h"
#include "io/dataset/oddfigures.h"
#include "io/dataset/toyfile.h"
#include "io/files/atomicfile.h"
#include "io/files/filebudget.h"
#include "io/files/gzip.h"
#include "io/files/inputfile.h"
#include "io/formats/anchorscopedataset.h"
#include "io/formats/anyhdf5.h"
#include "io/formats/datasetlayout.h"
#include "io/formats/format.h"
#include "io/hdf5/hdf5reader.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fnmatch.h>
#include <limits>
#include <new>
#include <optional>

namespace anchorscope::io {

namespace {

bool recognisesHdf5(const FileCandidate &candidate)
{
    const auto found = isHdf5(candidate.file);
    return found && *found;
}

std::vector<std::string> warningsOf(const Hdf5Content &content)
{
    std::string warning = sandboxWarning(content);
    if (warning.empty())
        return {};
    return {std::move(warning)};
}

/// The anchors of a session look like spaces, but what it was made from is elsewhere.
Error sessionAsData(const Hdf5Content &content, const std::string &path)
{
    std::string files;
    for (const char *group : {"/x", "/y"}) {
        const frame::Node *input = content.find(group);
        const std::string file = input ? attributeText(*input, "path") : std::string();
        std::error_code error;
        if (!file.empty() && files.find(file) == std::string::npos)
            files += (files.empty() ? "" : " and ") + file +
                     (std::filesystem::exists(file, error) ? "" : " (no longer there)");
    }
    return Error(ErrorCode::otherData, "this is a session, not a dataset; open it alone in the window, or use it with "
                                       "--session and its data: " +
                                           files)
        .in(path);
}

Error noArrays(const std::string &found)
{
    return Error(ErrorCode::wrongUsage,
                 "Expected a file of several arrays (HDF5, .npz, safetensors) to choose an array "
                 "of, found " +
                     found + ". Leave the choice of an array out.");
}

/// Of vectors that stay as they are read the frame itself is all that is held; one that memory has no room for is kept
/// on disk. Whatever else is read has to fit into memory, and a file that claims to hold many times its size is
/// refused.
void makeRoom(const Hdf5Content &listing, std::uint64_t fileBytes, Hdf5Request &request)
{
    constexpr std::uint64_t structure = 64 << 20; ///< of a frame: its table, and what payloads are rounded up by
    constexpr std::uint64_t maxPacked = 8;        ///< times the file; vectors are hardly ever packed to a half
    const std::uint64_t limit = largestDecodedFile();
    std::uint64_t stored = 0, others = 0, decoded = 0;
    for (const frame::Node &node : listing.nodes()) {
        const bool wanted = std::ranges::any_of(request.load, [&](const std::string &pattern) {
            return ::fnmatch(pattern.c_str(), node.path.c_str(), FNM_PATHNAME) == 0;
        });
        const std::uint64_t bytes = wanted ? frame::decodedBytes(node, 0) : 0;
        if (bytes > UINT64_MAX / 4 || decoded > UINT64_MAX / 4)
            return;
        decoded += bytes;
        const bool stays = node.shape.size() == 2 && Hdf5Content::storedNumber(node);
        if (stays && wanted)
            stored += *frame::elementCount(node.shape) * frame::elementBytes(node.element);
        else
            others += bytes;
    }
    if (others > limit || stored / maxPacked > fileBytes)
        return; // refused by the helper, where it is too much
    request.maxBytes = std::max(decoded + structure, limit);
    if (stored + others > limit)
        request.scratchBytes = stored + others + structure;
}

/// Pictures that are no thumbnails would need gigabytes; the sentence says that they are not read, or is empty.
std::string leaveOutLargePictures(const Hdf5Content &listing, Hdf5Request &request)
{
    constexpr std::uint64_t maxPixels = 512; ///< a side: more than a tooltip or the Inspector shows at scale 2
    const frame::Node *images = listing.find(imagesPath);
    if (!images || images->shape.size() < 3 || std::max(images->shape[1], images->shape[2]) <= maxPixels)
        return {};
    std::erase(request.load, imagesPath);
    return "The pictures were left out: they have " + std::to_string(images->shape[1]) + " × " +
           std::to_string(images->shape[2]) + " pixels, expected thumbnails of at most " + std::to_string(maxPixels) +
           " × " + std::to_string(maxPixels) + ".";
}

/// The listing of a file, and how it is to be read if it is a dataset; notes for the user.
Result<Hdf5Content> planReading(const FileCandidate &candidate, Hdf5Request &request, std::vector<std::string> &notes,
                                const RunContext &context)
{
    const OpenOptions &options = candidate.options;
    auto listing = readHdf5(candidate.file, {.path = request.path}, context);
    if (!listing)
        return listing;
    if (isAnchorscopeDataset(*listing)) {
        const std::string note = leaveOutLargePictures(*listing, request);
        if (!note.empty())
            notes.push_back(note);
    }
    if (!options.distributed && !staysStored(options))
        return listing;
    if (const auto share = shareToRead(options, rowsOfSpaces(*listing), context.communicator))
        request.some = Hdf5Rows{spacesPattern, *share};
    if (staysStored(options) && isAnchorscopeDataset(*listing))
        makeRoom(*listing, candidate.file.bytes, request);
    return listing;
}

bool isSession(const Hdf5Content &content)
{
    const frame::Node *root = content.find("/");
    return root && attributeText(*root, "format") == "anchorscope-session";
}

Result<OpenedFile> openHdf5(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const OpenOptions &options = candidate.options;
    Hdf5Request request{.path = path, .load = datasetPatterns()};
    std::vector<std::string> notes;
    auto content = planReading(candidate, request, notes, context.part(0, 0));
    if (content && (isAnchorscopeDataset(*content) || isSession(*content)))
        content = readHdf5(candidate.file, request, context.part(0, 0.9));
    if (!content)
        return content.error();
    const frame::Node *root = content->find("/");
    if (root && !root->problem.empty())
        return nodeError(path, *root);
    if (isSession(*content))
        return sessionAsData(*content, path);
    if (isAnchorscopeDataset(*content)) {
        if (!options.array.empty())
            return noArrays("an Anchorscope dataset, whose spaces are all read").in(path);
        auto dataset = decodeDataset(*content, path, staysStored(options), context.part(0.9, 1));
        if (!dataset)
            return dataset.error();
        if (options.firstRows() > 0 && options.firstRows() < dataset->items->count)
            keepFirstRows(*dataset, options.firstRows());
        std::ranges::move(warningsOf(*content), std::back_inserter(notes));
        return OpenedFile{std::move(*dataset), "Anchorscope dataset", std::move(notes), 0, 0};
    }
    const auto choice = chooseHdf5(*content, options.array, path);
    if (!choice)
        return choice.error();
    request.load = choice->patterns();
    content = readHdf5(candidate.file, request, context.part(0, 0.9));
    if (!content)
        return content.error();
    auto opened = decodeHdf5(*content, *choice, options, path, context.part(0.9, 1));
    if (opened) {
        for (std::string &warning : warningsOf(*content))
            opened->warnings.push_back(std::move(warning));
    }
    return opened;
}

} // namespace

extern const FileFormat hdf5Format{.label = "HDF5", .recognises = recognisesHdf5, .open = openHdf5, .hasArrays = true};

namespace {

/// No text of ours holds a NUL: files of ours end their texts with it.
Status checkTexts(const ItemTable &items)
{
    for (const auto &[texts, what] : {std::pair(&items.ids, "ids"), std::pair(&items.labelNames, "labels")}) {
        const auto found =
            std::ranges::find_if(*texts, [](const std::string &text) { return text.find('\0') != std::string::npos; });
        if (found != texts->end())
            return Error(ErrorCode::badDataset, std::string("expected ") + what + " without NUL characters, found “" +
                                                    visibleText(found->substr(0, 40), LineBreaks::show) +
                                                    "”; remove them, or create the file again if it is damaged");
    }
    return Done{};
}

/// Ids and labels that are no UTF-8 stay as they are, and meet no others.
void noteEncoding(const ItemTable &items, std::vector<std::string> &notes)
{
    for (const auto &[texts, what] : {std::pair(&items.ids, "ids"), std::pair(&items.labelNames, "labels")}) {
        const auto found = std::ranges::find_if(*texts, [](const std::string &text) { return !isUtf8(text); });
        if (found != texts->end())
            notes.push_back(
                "Some " + std::string(what) + " are not UTF-8, the first is “" + found->substr(0, 40) +
                "”: they were written in Latin-1 or another encoding, or cut in the middle of a character, and do not "
                "match the same words of other files. Text files can be converted: iconv -f LATIN1 -t "
                "UTF-8.");
    }
}

void noteContent(OpenedFile &opened)
{
    noteEncoding(*opened.dataset.items, opened.warnings);
    const std::vector<std::string> odd = oddFigures(opened);
    opened.warnings.insert(opened.warnings.begin(), odd.begin(), odd.end());
}

/// A list of names beside a matrix is told, not taken: other files of a folder may have as many lines.
void noteNamesBeside(const std::string &path, Index rows, std::vector<std::string> &notes)
{
    constexpr std::uint64_t largest = std::uint64_t{1} << 28; // bytes; ten million names of 25 letters
    for (const char *name : {"names.txt", "ids.txt", "words.txt", "vocab.txt", "tokens.txt", "labels.txt"}) {
        const std::string beside = (std::filesystem::path(path).parent_path() / name).string();
        std::error_code ignored;
        const auto text = std::filesystem::is_regular_file(beside, ignored) && beside != path
                              ? readWholeFile(beside, largest)
                              : Result<std::string>(std::string());
        if (!text || text->empty())
            continue;
        const Index lines = std::ranges::count(*text, '\n') + (text->back() == '\n' ? 0 : 1);
        if (lines == rows)
            notes.push_back("“" + std::string(name) +
                            "” beside this file has a line for each item and was not read; if these are its ids or "
                            "labels, give it: Add ids or labels… in the preview, or --ids (--ids-y for Y).");
    }
}

const FileFormat *knownFormat(const FileCandidate &candidate)
{
    const auto formats = fileFormats();
    const auto found =
        std::ranges::find_if(formats, [&](const FileFormat *format) { return format->recognises(candidate); });
    return found == formats.end() ? nullptr : *found;
}

const FileFormat *formatOf(const FileCandidate &candidate)
{
    return candidate.options.shape.empty() ? knownFormat(candidate) : &rawMatrixFormat;
}

/// A shape said of a file that says itself what it is, or whose bytes are no float32.
Status checkShape(const FileCandidate &candidate)
{
    if (candidate.options.shape.empty())
        return Done{};
    const FileFormat *format = knownFormat(candidate);
    const bool foreign = format && format == &foreignFormat; // some are known by two bytes only
    if (format && !(foreign && isRawFloats(candidate)))
        return Error(ErrorCode::wrongUsage, "Expected float32 numbers without a header for --shape, found " +
                                                std::string(foreign ? "a file of another kind" : format->label) +
                                                ". Leave --shape out.")
            .in(candidate.file.path);
    if (format || mayBeFloats(candidate))
        return Done{};
    return Error(ErrorCode::badDataset,
                 "its bytes are hardly float32 numbers (little-endian), which --shape expects: many would be far too "
                 "large or too small; save them from Python, here with their type: numpy.save(\"vectors.npy\", "
                 "numpy.fromfile(\"" +
                     candidate.file.path + "\", \"<f8\").reshape(-1, D))")
        .in(candidate.file.path);
}

/// The ids and labels of another file, if any, belong to all rows, so all are read before some are kept.
Status finishItems(OpenedFile &opened, const OpenOptions &options)
{
    Dataset &dataset = opened.dataset;
    const Index leftOut = opened.badRows + opened.duplicates;
    if (!options.items.empty() && leftOut > 0)
        return Error(ErrorCode::badDataset,
                     "its lines cannot be matched to the rows of the vectors, of which " + std::to_string(leftOut) +
                         (leftOut == 1 ? " was" : " were") + " left out" +
                         (opened.duplicates > 0 ? " because their ids are repeated; leave out the column of ids "
                                                  "(--columns ignore=NAME), or make those ids different"
                                                : "; correct those rows instead"))
            .in(options.items);
    if (!options.items.empty()) {
        auto items = readItems(options.items, *dataset.items);
        if (!items)
            return items.error();
        shareItems(dataset, std::make_shared<ItemTable>(std::move(*items)));
    }
    if (options.firstRows() > 0 && options.firstRows() < dataset.items->count)
        keepFirstRows(dataset, options.firstRows());
    return Done{};
}

Result<OpenedFile> openWithItems(const FileFormat &format, const FileCandidate &candidate, const RunContext &context)
{
    OpenOptions all = candidate.options;
    all.maxRows = 0;
    all.sample = false;
    auto opened = format.open({candidate.file, candidate.beginning, all}, context);
    if (!opened)
        return opened;
    if (const Status finished = finishItems(*opened, candidate.options); !finished)
        return finished.error();
    return opened;
}

Status checkLimits(const Dataset &dataset)
{
    const Status few = fewEnough(dataset.spaces.size());
    return few ? checkTexts(*dataset.items) : few;
}

Error unknownFormat(const FileCandidate &candidate)
{
    if (isRawFloats(candidate))
        return Error(ErrorCode::unknownFormat,
                     "it seems to hold float32 numbers without a header, so the number of dimensions is unknown; "
                     "convert it with --shape N,D, or save it from Python with these, here D: "
                     "numpy.save(\"vectors.npy\", numpy.fromfile(\"" +
                         candidate.file.path + "\", \"<f4\").reshape(-1, D))");
    return Error(ErrorCode::unknownFormat,
                 "its format is unknown; expected HDF5, .npy, .npz, safetensors, Parquet, Arrow, PyTorch, FAISS, JSON, "
                 "word vectors, CSV or TSV with numbers in it; convert it to one of these");
}

Result<OpenedFile> openCandidate(const FileCandidate &candidate, const RunContext &context)
{
    const FileFormat *format = formatOf(candidate);
    if (const Status read = candidate.file.wasRead(); !read) // what was not recognised may be what was not read
        return read.error();
    if (!format)
        return unknownFormat(candidate).in(candidate.file.path);
    if (const Status fits = checkShape(candidate); !fits)
        return fits.error();
    if (!candidate.options.columns.empty() && !format->columns && format != &foreignFormat)
        return Error(ErrorCode::wrongUsage, std::string("Expected a table to choose columns of, found ") +
                                                format->label + ". Leave the choice of columns out.")
            .in(candidate.file.path);
    if (!candidate.options.array.empty() && !format->hasArrays && format != &foreignFormat)
        return noArrays(format->label).in(candidate.file.path);
    auto opened =
        candidate.options.items.empty() ? format->open(candidate, context) : openWithItems(*format, candidate, context);
    if (!opened)
        return opened;
    if (opened->format.empty())
        opened->format = format->label;
    if (const Status limits = checkLimits(opened->dataset); !limits)
        return limits.error().in(candidate.file.path);
    opened->dataset.columns = columnChoice(opened->columns);
    noteContent(*opened);
    if (candidate.options.items.empty() && !opened->dataset.items->hasIds())
        noteNamesBeside(candidate.file.path, opened->dataset.items->count, opened->warnings);
    drawRows(*opened, candidate.options);
    markRows(*opened);
    keepStored(opened->dataset, candidate.options);
    keepShares(opened->dataset, candidate.options, context.communicator);
    if (opened->dataset.items->count > std::numeric_limits<ItemIndex>::max())
        return Error(ErrorCode::tooLarge, "it has more items than this program supports; open a part of it")
            .in(candidate.file.path);
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

/// Notes what the file holds: hashed while its data were read, the rest from the same descriptor.
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

/// A table whose rows are in several files.
Result<OpenedFile> openTableOfParts(const std::string &path, const std::vector<std::string> &parts,
                                    const OpenOptions &options, const RunContext &context)
{
    if (!options.array.empty())
        return noArrays("a table in several files").in(path);
    OpenOptions all = options;
    if (!options.items.empty()) {
        all.maxRows = 0;
        all.sample = false;
    }
    auto opened = openParts(path, parts, all, context);
    if (!opened)
        return opened;
    if (const Status finished = finishItems(*opened, options); !finished)
        return finished.error();
    opened->dataset.columns = columnChoice(opened->columns);
    noteContent(*opened);
    drawRows(*opened, options);
    markRows(*opened);
    return opened;
}

/// All files of a folder in place of one.
Result<OpenedFile> openFolder(const std::string &path, const OpenOptions &options, const RunContext &context)
{
    if (const auto foreign = foreignFolder(path))
        return *foreign;
    const auto parts = partsOfTable(path);
    if (!parts)
        return parts.error();
    if (!parts->empty())
        return openTableOfParts(path, *parts, options, context);
    if (!options.array.empty() || !options.columns.empty())
        return Error(ErrorCode::wrongUsage, "Expected a file to choose an array or columns of, found a folder.")
            .in(path);
    auto opened = openCollection(path, context);
    if (!opened)
        return opened;
    if (const Status finished = finishItems(*opened, options); !finished)
        return finished.error();
    drawRows(*opened, options);
    markRows(*opened);
    return opened;
}

} // namespace

Result<OpenedFile> openFile(const std::string &path, const OpenOptions &options, const RunContext &context)
{
    if (isToyName(path))
        return openToy(path, options);
    if (isFolder(path))
        return openFolder(path, options, context);
    auto file = openInput(path);
    if (!file)
        return file.error();
    if (options.identify)
        file->hash = std::make_unique<RunningHash>();
    try {
        auto opened = openPlain(*file, options, context.part(0, options.identify ? 0.95 : 1));
        if (const Status known = opened ? identify(*opened, *file, options, context) : Status(Done{}); !known)
            return known.error();
        // Whatever was found in a file that changed meanwhile, right or wrong, is no news about the file that is there.
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
            return Error(ErrorCode::badDataset, "expected spaces over the same items, found other items in " +
                                                    space->name + "; create the toy without missing partners")
                .in(path);
    }
    std::optional<Hdf5Writer> file(std::in_place);
    writeDataset(*file, dataset);
    const auto bytes = file->bytes();
    if (!bytes)
        return bytes.error().in(path);
    return writeAtomically(path, *bytes, [&](const std::string &written) -> Status {
        file.reset(); // what is read back needs as much memory again
        const auto content = readHdf5({.path = written, .load = datasetPatterns()});
        return content ? compareDataset(*content, dataset) : Status(content.error());
    });
}

} // namespace anchorscope::io
