// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matrix.h"
#include "frame/budget.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/spacepair.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/formats/format.h"
#include "io/rows/columnarfile.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>

namespace anchorscope::io {

namespace {

constexpr std::size_t maxFiles = 200;   ///< maximum number of files; a larger folder is probably a mistake
constexpr std::size_t maxItems = 20000; ///< maximum number of files with one vector each

struct Member
{
    std::string file; ///< name of the file without the folder
    OpenedFile opened;
    std::vector<Index> rows = {}; ///< rows, in this file, of the items that all files contain

    const ItemTable &items() const { return *opened.dataset.items; }
};
using Members = std::vector<Member>;

std::vector<std::string> filesIn(const std::string &folder)
{
    std::vector<std::string> names = namesIn(folder);
    std::erase_if(names, [&](const std::string &name) {
        std::error_code unknown;
        return name.starts_with('.') ||
               !std::filesystem::is_regular_file(std::filesystem::path(folder) / name, unknown);
    });
    return names;
}

std::uint64_t bytesOf(const Dataset &dataset)
{
    std::uint64_t bytes = dataset.items->thumbnails.pixels.size();
    for (const auto &space : dataset.spaces)
        bytes += frame::bytesOfNumbers(static_cast<std::uint64_t>(space->size()),
                                       static_cast<std::uint64_t>(space->dimension()));
    for (const std::string &id : dataset.items->ids)
        bytes += frame::bytesOfStrings(1, id.size());
    return bytes;
}

std::string leftOut(const std::string &file, const std::string &why)
{
    return file + " was left out: " + why;
}

/// Returns the ending of all files, .npy or .pt, if they may be one item's vector each; otherwise an empty text.
std::string_view endingOfItems(const std::vector<std::string> &names)
{
    for (const std::string_view ending : {".npy", ".pt"}) {
        if (names.size() > 1 && std::ranges::all_of(names, [&](const auto &name) { return name.ends_with(ending); }))
            return ending;
    }
    return {};
}

/// Returns advice for a folder whose files may be one item's vector each; otherwise an empty text.
std::string stackAdvice(const std::string &folder, const std::vector<std::string> &names)
{
    const std::string_view ending = endingOfItems(names);
    if (ending.empty())
        return {};
    const std::string load =
        ending == ".npy" ? "numpy.load(p)" : "next(iter(torch.load(p)[\"mean_representations\"].values()))";
    return "; if each file holds the vector of one item, save them as one table in Python: paths = "
           "sorted(pathlib.Path(\"" +
           folder + "\").iterdir()); numpy.savez(\"" + stemOf(folder) +
           ".npz\", id=[p.stem for p in paths], vectors=numpy.stack([" + load + " for p in paths]))";
}

/// Opens each file, and leaves out files that cannot be read. `items`: true if each file has the vector of one item.
Result<Members> openEach(const std::string &folder, const std::vector<std::string> &names, bool items,
                         std::vector<std::string> &warnings, const RunContext &context)
{
    Members members;
    FileBudget budget;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto opened = openFile((std::filesystem::path(folder) / names[i]).string(), {.identify = true, .item = items},
                               context.step(i, names.size()));
        if (context.cancelled() || (!opened && opened.error().code == ErrorCode::cancelled))
            return cancelledError();
        if (!opened) {
            warnings.push_back(leftOut(names[i], opened.error().message));
            continue;
        }
        const Index width = opened->dataset.spaces[0]->dimension();
        const Index expected = members.empty() ? width : members[0].opened.dataset.spaces[0]->dimension();
        if (items && (opened->dataset.items->count != 1 || width != expected))
            return Members();
        if (const Status fits = budget.take(bytesOf(opened->dataset)); !fits)
            return Error(fits.error().code, "its files are too large together: ", fits.error().message)
                .in(folder, names[i]);
        for (const std::string &warning : opened->warnings)
            warnings.push_back(names[i] + ": " + warning);
        members.push_back({names[i], std::move(*opened)});
    }
    return members;
}

Result<Members> readMembers(const std::string &folder, std::vector<std::string> &warnings, const RunContext &context)
{
    const std::vector<std::string> names = filesIn(folder);
    const bool many = names.size() > maxFiles, mayBeItems = !endingOfItems(names).empty() && names.size() <= maxItems;
    auto members = many ? Result(Members()) : openEach(folder, names, false, warnings, context);
    if (members && members->empty() && mayBeItems) {
        std::vector<std::string> notes;
        members = openEach(folder, names, true, notes, context);
        if (members && !members->empty())
            warnings = std::move(notes);
    }
    if (members && members->empty() && many)
        return Error(ErrorCode::tooLarge, "expected a folder of at most ", maxFiles, " files of vectors, found ",
                     names.size(), " files")
            .in(folder);
    if (members && members->empty())
        return Error(ErrorCode::unknownFormat, "expected a folder with files of vectors, found ",
                     warnings.empty() ? "no file in it" : "none; " + warnings.front(), stackAdvice(folder, names))
            .in(folder);
    return members;
}

/// Leaves out files and warns about each. reason(member) returns the reason, or an empty text to keep the file.
template <class Reason> void leaveOut(Members &members, std::vector<std::string> &warnings, const Reason &reason)
{
    std::erase_if(members, [&](const Member &member) {
        const std::string why = reason(member);
        if (!why.empty())
            warnings.push_back(leftOut(member.file, why));
        return !why.empty();
    });
}

/// Leaves out files without ids if other files have ids. Keeps them if those ids are the same in all files, and there
/// are as many rows, so that the files can be joined by row.
void dropThoseWithoutIds(Members &members, std::vector<std::string> &warnings)
{
    const auto hasIds = [](const Member &member) { return member.items().hasIds(); };
    const auto first = std::ranges::find_if(members, hasIds);
    if (first == members.end())
        return;
    const std::vector<std::string> ids = first->items().ids;
    const bool sameIds = std::ranges::all_of(
        members, [&](const Member &member) { return !hasIds(member) || member.items().ids == ids; });
    leaveOut(members, warnings, [&](const Member &member) -> std::string {
        if (hasIds(member) || (sameIds && member.items().count == static_cast<Index>(ids.size())))
            return {};
        return "it has no ids, but the other files do; add ids, or open it by itself";
    });
}

void joinByRow(Members &members, std::vector<std::string> &warnings)
{
    std::map<Index, int> files;
    for (const Member &member : members)
        ++files[member.items().count];
    Index rows = members.front().items().count;
    for (const auto &[count, number] : files) {
        if (number > files[rows])
            rows = count;
    }
    leaveOut(members, warnings, [&](const Member &member) -> std::string {
        const Index found = member.items().count;
        if (found == rows)
            return {};
        return "expected " + std::to_string(rows) + " rows as in the other files, found " + std::to_string(found);
    });
    for (Member &member : members) {
        for (Index row = 0; row < rows; ++row)
            member.rows.push_back(row);
    }
}

/// Joins the files by id. The items are those whose ids all files contain, in the order of the first file.
Status joinById(Members &members, const std::string &folder, std::vector<std::string> &warnings)
{
    // Copies the pointer to the first file's items, because leaving out files moves the elements of `members`.
    const auto first = members.front().opened.dataset.items;
    leaveOut(members, warnings, [&](const Member &member) -> std::string {
        return countDifferently(*first, member.items())
                   ? "its ids and those of the first file number the rows, one from 0 and one from 1; number them alike"
                   : "";
    });
    std::vector<std::unordered_map<std::string_view, Index>> places(members.size());
    for (std::size_t m = 0; m < members.size(); ++m) {
        const std::vector<std::string> &ids = members[m].items().ids;
        for (std::size_t row = 0; row < ids.size(); ++row)
            places[m].emplace(ids[row], static_cast<Index>(row));
    }
    for (const std::string &id : members.front().items().ids) {
        if (!std::ranges::all_of(places, [&](const auto &of) { return of.contains(id); }))
            continue;
        for (std::size_t m = 0; m < members.size(); ++m)
            members[m].rows.push_back(places[m].at(id));
    }
    if (members.front().rows.empty())
        return Error(ErrorCode::noMatchingIds, "expected files that share ids, found no id that is in all of the ",
                     members.size(),
                     " files; open two of them as X and Y, remove those of other items, or, if they are the parts of "
                     "one table, join them into one file")
            .in(folder);
    for (const Member &member : members) {
        const auto kept = static_cast<Index>(member.rows.size());
        if (kept < member.items().count)
            warnings.push_back(member.file + ": " + std::to_string(member.items().count - kept) + " of its " +
                               std::to_string(member.items().count) + " items are not in all files and were left out.");
    }
    return Done{};
}

/// Warns about files such as “part-0.npy” and “part-1.npy”, whose rows were paired: they may be parts of one table.
void noteNumbered(const Members &members, std::vector<std::string> &warnings)
{
    const auto withoutDigits = [](std::string name) {
        std::erase_if(name, [](char each) { return each >= '0' && each <= '9'; });
        return name;
    };
    for (std::size_t i = 1; i < members.size(); ++i) {
        const Member &one = members[i - 1], &other = members[i];
        if (withoutDigits(one.file) != withoutDigits(other.file) ||
            one.opened.dataset.spaces[0]->dimension() != other.opened.dataset.spaces[0]->dimension())
            continue;
        warnings.push_back("Row 1 of " + one.file + " and row 1 of " + other.file +
                           " were taken as the same item, and so on. If these files are the parts of one table, join "
                           "them into one file.");
        return;
    }
}

Status align(Members &members, const std::string &folder, std::vector<std::string> &warnings)
{
    dropThoseWithoutIds(members, warnings);
    if (std::ranges::all_of(members, [](const Member &member) { return member.items().hasIds(); }))
        return joinById(members, folder, warnings);
    const std::size_t all = members.size();
    joinByRow(members, warnings);
    if (members.size() * 2 < all)
        return Error(ErrorCode::badDataset, "expected matrices with a row for each item, found ", all,
                     " files of different numbers of rows; if each belongs to one item, such as the vectors of its "
                     "tokens, save their means as one matrix")
            .in(folder);
    noteNumbered(members, warnings);
    return Done{};
}

template <class T> void takeIfNone(std::vector<T> &have, const std::vector<T> &more)
{
    if (have.empty())
        have = more;
}

template <class T> void addNamed(std::vector<T> &have, const std::vector<T> &more)
{
    for (const T &each : more) {
        if (std::ranges::find(have, each.name, &T::name) == have.end())
            have.push_back(each);
    }
}

ItemTable joinedItems(const Members &members)
{
    ItemTable joined;
    for (const Member &member : members) {
        const auto items = someItems(member.items(), member.rows);
        joined.count = items->count;
        takeIfNone(joined.ids, items->ids);
        if (!joined.hasLabels()) {
            joined.labels = items->labels;
            joined.labelNames = items->labelNames;
        }
        if (joined.thumbnails.empty())
            joined.thumbnails = items->thumbnails;
        takeIfNone(joined.parts, items->parts);
        addNamed(joined.columns, items->columns);
        addNamed(joined.frames, items->frames);
    }
    return joined;
}

std::shared_ptr<const EmbeddingSet> joinedSpace(const EmbeddingSet &space, const Member &member, std::string name,
                                                const std::shared_ptr<const ItemTable> &items)
{
    const bool whole =
        member.rows.size() == static_cast<std::size_t>(space.size()) && std::ranges::is_sorted(member.rows);
    return std::make_shared<const EmbeddingSet>(
        EmbeddingSet{std::move(name), space.model, space.storedType,
                     whole ? space.vectors : Matrix(space.vectors(member.rows, allIndices)), items});
}

/// Joins files that contain only vectors into one table. Files of one row each: the items are named after the files.
/// Files with names that are typical of parts of a table (img_emb_0.npy): their rows follow in the order of the
/// numbers. Returns nullopt for other files.
std::optional<Dataset> joinedParts(const Members &members, const std::string &folder,
                                   std::vector<std::string> &warnings)
{
    std::map<std::string, const Member *> files;
    for (const Member &member : members)
        files[member.file] = &member;
    std::vector<std::string> names = filesIn(folder);
    const bool perItem = !endingOfItems(names).empty() &&
                         std::ranges::all_of(members, [](const Member &member) { return member.items().count == 1; });
    std::erase_if(names, [&](const std::string &name) { return perItem && !files.contains(name); });
    if (!perItem)
        names = orderOfParts(names);
    const EmbeddingSet &first = *members.front().opened.dataset.spaces[0];
    ItemTable items;
    for (const auto &[name, file] : files) {
        const bool bare = !file->items().hasIds() && !file->items().hasLabels() && file->items().columns.empty();
        if (names.size() != files.size() || !bare || file->opened.dataset.spaces.size() > 1 ||
            file->opened.dataset.spaces[0]->dimension() != first.dimension())
            return std::nullopt;
        items.count += file->items().count;
        if (perItem)
            items.ids.push_back(stemOf(name));
    }
    Dataset dataset;
    dataset.items = std::make_shared<ItemTable>(items);
    EmbeddingSet space{stemOf(folder), first.model, first.storedType, Matrix(items.count, first.dimension()),
                       dataset.items};
    Index done = 0;
    for (const std::string &name : names) {
        const Matrix &vectors = files[name]->opened.dataset.spaces[0]->vectors;
        space.vectors.middleRows(done, vectors.rows()) = vectors;
        done += vectors.rows();
    }
    dataset.spaces.push_back(std::make_shared<const EmbeddingSet>(std::move(space)));
    const std::string count = std::to_string(names.size());
    warnings.push_back(perItem
                           ? "Each of the " + count + " files was taken as the vector of the item it is named after."
                           : "The rows of the " + count + " files from " + names.front() + " to " + names.back() +
                                 " were read as one table, in the order of their numbers; convert saves it.");
    if (const std::string missing = perItem ? std::string() : noteOfMissingParts(names); !missing.empty())
        warnings.push_back(missing);
    return dataset;
}

Dataset joined(const Members &members)
{
    std::map<std::string, int> files;
    for (const Member &member : members)
        ++files[stemOf(member.file)];
    Dataset dataset;
    dataset.items = std::make_shared<ItemTable>(joinedItems(members));
    for (const Member &member : members) {
        const Dataset &read = member.opened.dataset;
        const std::string stem = stemOf(member.file);
        const std::string name = files[stem] > 1 ? member.file : stem;
        for (const auto &space : read.spaces)
            dataset.spaces.push_back(
                joinedSpace(*space, member, read.spaces.size() > 1 ? name + ":" + space->name : name, dataset.items));
    }
    return dataset;
}

bool isCollection(const FileCandidate &candidate)
{
    return !candidate.file.descriptor.valid() && isFolder(candidate.file.path);
}

/// Opens a folder as one dataset (io/README.md, “Formats that are read”). Hidden files and nested folders are not read.
/// The hash covers names and hashes of all files. Errors: "unknown-format" (no file is readable), "no-matching-ids",
/// "too-large", "cancelled".
Result<OpenedFile> openCollection(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    OpenedFile opened;
    auto members = readMembers(path, opened.warnings, context);
    if (!members)
        return members.error();
    if (auto table = joinedParts(*members, path, opened.warnings)) {
        opened.dataset = std::move(*table);
    } else if (const Status fits = align(*members, path, opened.warnings); !fits) {
        return fits.error();
    } else {
        opened.dataset = joined(*members);
    }
    opened.format = "folder of " + counted(std::ssize(*members), "file");
    opened.dataset.path = path;
    RunningHash hash;
    for (const Member &member : *members) {
        opened.dataset.bytes += member.opened.dataset.bytes;
        hash.add(hash.bytes(), member.file + '\n' + member.opened.dataset.hash + '\n');
    }
    opened.dataset.hash = hash.content().hash;
    return opened;
}

bool isUnsupportedFolder(const FileCandidate &candidate)
{
    return isCollection(candidate) && unsupportedMember(candidate.file.path, namesIn(candidate.file.path));
}

Result<OpenedFile> refuseFolder(const FileCandidate &candidate, const RunContext &)
{
    return *unsupportedMember(candidate.file.path, namesIn(candidate.file.path));
}

} // namespace

extern const FileFormat collectionFormat{
    .label = "a folder", .recognises = isCollection, .open = openCollection, .source = DataSource::folder};
extern const FileFormat unsupportedFolderFormat{.label = "not readable",
                                                .recognises = isUnsupportedFolder,
                                                .open = refuseFolder,
                                                .source = DataSource::folder,
                                                .refused = true};

} // namespace anchorscope::io
