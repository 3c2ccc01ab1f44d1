// SPDX-License-Identifier: GPL-3.0-or-later

/// File format HDF5, read by the helper process: an Anchorscope dataset, or matrices that chooseHdf5() selects.

#include "frame/budget.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/arrays/anyhdf5.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/hdf5/hdf5reader.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

bool recognisesHdf5(const FileCandidate &candidate)
{
    const auto found = isHdf5(candidate.file);
    return found && *found;
}

/// Returns an error for a session, whose anchors look like spaces; the error names the session's data files.
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
    return Error(ErrorCode::otherData,
                 "this is a session, not a dataset; open it alone in the window, or use "
                 "it with --session and its data: ",
                 files)
        .in(path);
}

bool isRequested(const frame::Node &node, const Hdf5Request &request)
{
    return std::ranges::any_of(request.load, [&](const auto &pattern) { return frame::matchesPath(pattern, node); });
}

/// Sets the limits of the helper's reply, if vectors keep the number type of the file. Such vectors are used from the
/// reply, which is on disk if it is too large for memory. Does not change the request if the other values do not fit
/// into memory, or if the vectors are implausibly large for the size of the file.
void makeRoom(const Hdf5Content &listing, std::uint64_t fileBytes, Hdf5Request &request)
{
    constexpr std::uint64_t structure = 64 << 20; ///< memory for the parts of the reply that are not values
    constexpr std::uint64_t maxPacked = 8;        ///< highest plausible compression ratio; rarely above 2 for vectors
    const std::uint64_t limit = largestDecodedFile();
    std::uint64_t stored = 0, others = 0, decoded = 0;
    for (const frame::Node &node : listing.nodes()) {
        const bool requested = isRequested(node, request);
        const std::uint64_t bytes = requested ? frame::decodedBytes(node, 0) : 0;
        if (bytes > UINT64_MAX / 4 || decoded > UINT64_MAX / 4)
            return;
        decoded += bytes;
        const bool stays = node.shape.size() == 2 && Hdf5Content::storedNumber(node);
        if (stays && requested)
            stored += *frame::elementCount(node.shape) * frame::elementBytes(node.element);
        else
            others += bytes;
    }
    if (others > limit || stored / maxPacked > fileBytes)
        return; // the helper then rejects the request as too large
    request.maxBytes = std::max(decoded + structure, limit);
    if (stored + others > limit)
        request.scratchBytes = stored + others + structure;
}

/// Removes images from a request if they are too large for thumbnails, because they would take gigabytes of memory, and
/// adds a sentence for the user about it.
void leaveOutLargeImages(const Hdf5Content &listing, Hdf5Request &request, std::vector<std::string> &notes)
{
    /// Maximum height and width in pixels: more than tooltips need on a screen of double resolution.
    constexpr std::uint64_t maxPixels = 512;
    const frame::Node *images = listing.find(imagesPath);
    if (!images || images->shape.size() < 3 || std::max(images->shape[1], images->shape[2]) <= maxPixels)
        return;
    std::erase(request.load, imagesPath);
    notes.push_back(sentence("The pictures were left out: they have ", images->shape[1], " × ", images->shape[2],
                             " pixels, expected thumbnails of at most ", maxPixels, " × ", maxPixels, "."));
}

/// Returns the nodes of an HDF5 file. For an Anchorscope dataset, adds to `request` which values to read, and to
/// `notes` sentences for the user. Reads the values of a small dataset as well: starting the helper again takes 35 ms.
Result<Hdf5Content> planReading(const FileCandidate &candidate, Hdf5Request &request, std::vector<std::string> &notes,
                                const RunContext &context)
{
    constexpr std::uint64_t smallFile = 16 << 20, smallReply = 64 << 20;
    const OpenOptions &options = candidate.options;
    const bool plain = !options.distributed && !keepsFileType(options);
    Hdf5Request first{.path = request.path};
    if (plain && candidate.file.bytes <= smallFile) {
        first.load = request.load;
        first.maxBytes = std::min(smallReply, largestDecodedFile());
    }
    auto listing = readHdf5(candidate.file, first, context);
    if (!listing)
        return listing;
    if (isAnchorscopeDataset(*listing))
        leaveOutLargeImages(*listing, request, notes);
    if (plain)
        return listing;
    if (const auto share = shareToRead(options, rowsOfSpaces(*listing), context.communicator))
        request.some = Hdf5Rows{spacesPattern, *share};
    if (keepsFileType(options) && isAnchorscopeDataset(*listing))
        makeRoom(*listing, candidate.file.bytes, request);
    return listing;
}

/// True if `content` has exactly the requested values, except for those that cannot be read.
bool hasValues(const Hdf5Content &content, const Hdf5Request &request)
{
    return std::ranges::all_of(content.nodes(), [&](const frame::Node &node) {
        const bool readable = node.problem.empty() || errorCodeOf(node.problemCode) == ErrorCode::tooLarge;
        return node.kind != frame::Kind::dataset || !readable || node.loaded == isRequested(node, request);
    });
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
    if (content && isAnchorscopeDataset(*content) && !hasValues(*content, request))
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
        auto dataset = decodeDataset(*content, path, keepsFileType(options), context.part(0.9, 1));
        if (!dataset)
            return dataset.error();
        addSandboxWarning(*content, notes);
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
    if (opened)
        addSandboxWarning(*content, opened->warnings);
    return opened;
}

/// Reads an HDF5 file as texts: the columns of its items if it is a dataset or AnnData, otherwise all its lists.
Result<TextTable> textsOfHdf5(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    Hdf5Request request{.path = path};
    auto content = readHdf5(candidate.file, request, context);
    if (!content)
        return content.error();
    if (isAnchorscopeDataset(*content) || isSession(*content) || content->find("/obs")) {
        const auto opened = openHdf5(candidate, context);
        return opened ? Result(tableOf(*opened->dataset.items)) : opened.error();
    }
    for (const frame::Node &node : content->nodes()) {
        if (node.kind == frame::Kind::dataset && node.shape.size() == 1 && node.problem.empty())
            request.load.push_back(literally(node.path));
    }
    content = readHdf5(candidate.file, request, context);
    if (!content)
        return content.error();
    NamedTexts lists;
    for (const frame::Node &node : content->nodes()) {
        if (node.loaded)
            lists.emplace_back(nameOf(node.path), textsOf(*content, node));
    }
    if (lists.empty())
        return Error(ErrorCode::badDataset, "expected lists of ids, labels or pairs, found none in this HDF5 file")
            .in(path);
    return tableOf(std::move(lists));
}

} // namespace

extern const FileFormat hdf5Format{
    .label = "HDF5", .recognises = recognisesHdf5, .open = openHdf5, .hasArrays = true, .texts = textsOfHdf5};

} // namespace anchorscope::io
