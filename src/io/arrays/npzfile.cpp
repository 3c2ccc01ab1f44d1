// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/sidecolumns.h"
#include "io/numpy/npyarray.h"
#include "io/roles/arrays.h"

#include <zip.h>

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <set>
#include <unistd.h>

namespace anchorscope::io {

namespace {

/// Deflate cannot shrink further than this.
constexpr std::uint64_t maxRatio = 1040;

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Member = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

/// An array of the archive, its header read.
struct Array
{
    zip_uint64_t index = 0;
    std::string name; ///< without ".npy"
    std::uint64_t bytes = 0;
    NpyHeader header;
    bool isMatrix() const
    {
        return header.isNumeric() && header.shape.size() == 2 && header.shape[0] > 0 && header.shape[1] > 0;
    }
};

/// Reads the arrays of one archive; every error names its array.
class NpzReader
{
public:
    NpzReader(const std::string &path, Archive archive) : m_path(path), m_archive(std::move(archive)) {}

    Status list();
    const std::vector<Array> &arrays() const { return m_arrays; }
    /// Sentences about arrays that cannot be read.
    const std::vector<std::string> &leftOut() const { return m_leftOut; }
    std::vector<std::string> memberNames() const;
    Result<Matrix> matrix(const Array &array, Index rows, const RunContext &context);
    Result<std::vector<std::string>> texts(const Array &array, Index rows);
    Error error(ErrorCode code, std::string message, const std::string &place) const
    {
        return Error(code, std::move(message)).in(m_path, place);
    }

private:
    Status checkMember(const zip_stat_t &facts, const std::string &name) const;
    /// Reads an array with `read`, then the rest of it, which makes libzip compare the checksum.
    template <class T, class Read> Result<T> withStream(const Array &array, const Read &read) const;

    std::string m_path;
    Archive m_archive;
    std::vector<Array> m_arrays;
    std::vector<std::string> m_leftOut;
    FileBudget m_budget; ///< a few compressed bytes can stand for many
};

Status NpzReader::checkMember(const zip_stat_t &facts, const std::string &name) const
{
    if (facts.encryption_method != ZIP_EM_NONE)
        return error(ErrorCode::unsupportedType, "this array is encrypted; save the archive without a password", name);
    if (facts.comp_method != ZIP_CM_STORE && facts.comp_method != ZIP_CM_DEFLATE)
        return error(ErrorCode::missingFilter,
                     "it is compressed by a method that NumPy does not use; save it again with NumPy", name);
    if (facts.size / maxRatio > facts.comp_size)
        return error(ErrorCode::damagedFile,
                     "it declares " + std::to_string(facts.size) + " bytes, which its " +
                         std::to_string(facts.comp_size) + " compressed bytes cannot hold",
                     name);
    return Done{};
}

std::vector<std::string> NpzReader::memberNames() const
{
    std::vector<std::string> names;
    const zip_int64_t entries = zip_get_num_entries(m_archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        const char *name = zip_get_name(m_archive.get(), static_cast<zip_uint64_t>(i), 0);
        names.emplace_back(name ? name : "");
    }
    return names;
}

Status NpzReader::list()
{
    const zip_int64_t entries = zip_get_num_entries(m_archive.get(), 0);
    std::set<std::string> names;
    for (zip_int64_t i = 0; i < entries; ++i) {
        zip_stat_t facts;
        if (zip_stat_index(m_archive.get(), static_cast<zip_uint64_t>(i), 0, &facts) != 0 || !facts.name)
            return error(
                ErrorCode::damagedFile,
                "the list of arrays in this archive cannot be read; it is damaged: create or download it again", "");
        const std::string name = facts.name;
        if (!name.ends_with(".npy"))
            continue;
        if (!names.insert(name).second)
            return error(ErrorCode::damagedFile,
                         "two arrays of this archive have the same name; rename one and save it again", name);
        if (const Status good = checkMember(facts, name); !good)
            return good;
        std::string beginning(std::min<std::uint64_t>(facts.size, largestNpyHeader), '\0');
        const Member member(zip_fopen_index(m_archive.get(), static_cast<zip_uint64_t>(i), 0), zip_fclose);
        if (!member ||
            zip_fread(member.get(), beginning.data(), beginning.size()) != static_cast<zip_int64_t>(beginning.size()))
            return error(ErrorCode::damagedFile,
                         "this array cannot be unpacked; the archive is damaged: create or download it again", name);
        auto header = parseNpyHeader(beginning, facts.size);
        if (header)
            m_arrays.push_back({static_cast<zip_uint64_t>(i), name.substr(0, name.size() - 4), facts.size, *header});
        else if (header.error().code == ErrorCode::unsupportedType)
            m_leftOut.push_back("The array “" + name.substr(0, name.size() - 4) +
                                "” was left out: " + header.error().message + ".");
        else
            return header.error().in(m_path, name);
    }
    return Done{};
}

template <class T, class Read> Result<T> NpzReader::withStream(const Array &array, const Read &read) const
{
    const Member member(zip_fopen_index(m_archive.get(), array.index, 0), zip_fclose);
    const auto broken = [&] {
        return error(ErrorCode::damagedFile, "this array cannot be unpacked; the archive is damaged", array.name);
    };
    if (!member)
        return broken();
    const ByteStream stream = [&](std::span<char> target) -> Result<std::size_t> {
        const zip_int64_t count = zip_fread(member.get(), target.data(), target.size());
        if (count < 0)
            return broken();
        return static_cast<std::size_t>(count);
    };
    auto value = readToEnd(stream, array.header.dataOffset, read);
    return value ? std::move(value) : Result<T>(value.error().in(m_path, array.name));
}

Result<Matrix> NpzReader::matrix(const Array &array, Index rows, const RunContext &context)
{
    const auto columns = static_cast<std::uint64_t>(array.header.columns());
    if (const Status fits = m_budget.take(frame::bytesOfNumbers(static_cast<std::uint64_t>(rows), columns)); !fits)
        return fits.error().in(m_path, array.name);
    return withStream<Matrix>(
        array, [&](const ByteStream &stream) { return readNpyMatrix(array.header, rows, stream, context); });
}

Result<std::vector<std::string>> NpzReader::texts(const Array &array, Index rows)
{
    const Status fits = m_budget.take(frame::bytesOfStrings(static_cast<std::uint64_t>(rows), array.header.itemBytes));
    if (!fits)
        return fits.error().in(m_path, array.name);
    return withStream<std::vector<std::string>>(
        array, [&](const ByteStream &stream) { return readNpyTexts(array.header, rows, stream); });
}

Status readLists(NpzReader &reader, const std::vector<std::size_t> &lists, Index rows, SideColumns &columns)
{
    for (const std::size_t i : lists) {
        const Array &array = reader.arrays()[i];
        auto texts = reader.texts(array, rows);
        if (!texts)
            return texts.error();
        columns.add(array.name, std::move(*texts));
    }
    return Done{};
}

/// Sentences about what was not read: arrays that cannot be, and files of other kinds, which may hold the ids.
void noteLeftOut(const NpzReader &reader, std::vector<std::string> &notes)
{
    notes.insert(notes.end(), reader.leftOut().begin(), reader.leftOut().end());
    std::vector<std::string> others = reader.memberNames();
    std::erase_if(others, [](const std::string &name) { return name.ends_with(".npy") || name.ends_with('/'); });
    if (others.empty())
        return;
    const std::string more =
        others.size() > 1 ? " and " + std::to_string(others.size() - 1) + " more files were" : " was";
    notes.push_back(
        "“" + others.front() + "”" + more +
        " left out: expected arrays of NumPy (.npy) in the archive. If there are ids among them, unpack the "
        "archive and give them with --ids.");
}

/// Arrays of one vector each as one space.
Result<OpenedFile> stackItems(NpzReader &reader, const std::vector<std::size_t> &items, const FileCandidate &candidate,
                              const RunContext &context)
{
    const Index first = candidate.options.firstRows(), all = static_cast<Index>(items.size());
    const Index rows = first > 0 ? std::min(first, all) : all;
    Matrix vectors;
    std::vector<std::string> ids;
    for (Index i = 0; i < rows; ++i) {
        const Array &array = reader.arrays()[items[static_cast<std::size_t>(i)]];
        const bool isRow = array.header.shape.size() == 2;
        auto values = reader.matrix(array, isRow ? 1 : array.header.rows(), context.part(0, 0));
        if (!values)
            return values.error();
        if (vectors.size() == 0)
            vectors.resize(rows, values->size());
        vectors.row(i) = Eigen::Map<const Eigen::RowVectorXf>(values->data(), values->size());
        ids.push_back(array.name);
    }
    OpenedFile opened =
        singleSpace(candidate, std::move(vectors), std::move(ids), reader.arrays()[items.front()].header.typeName());
    opened.warnings.push_back("Each of the " + std::to_string(all) +
                              " arrays was taken as the vector of the item it is named after.");
    noteLeftOut(reader, opened.warnings);
    return opened;
}

/// The first rows of each matrix.
Result<std::vector<EmbeddingSet>> readSpaces(NpzReader &reader, const std::vector<std::size_t> &matrices, Index rows,
                                             const RunContext &context)
{
    std::vector<EmbeddingSet> spaces;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(matrices.size());
        };
        const Array &array = reader.arrays()[matrices[i]];
        auto values = reader.matrix(array, rows, context.part(share(i), share(i + 1)));
        if (!values)
            return values.error();
        std::string name = array.name;
        std::replace(name.begin(), name.end(), '/', '_'); // would be a group in a dataset
        spaces.push_back({name, "", array.header.typeName(), std::move(*values), nullptr});
    }
    return spaces;
}

Error noMatrix(const NpzReader &reader, const FileCandidate &candidate)
{
    const std::vector<std::string> names = reader.memberNames();
    const auto has = [&](const char *name) { return std::ranges::count(names, name) > 0; };
    if (has("indptr.npy") || (has("row.npy") && has("col.npy") && has("shape.npy")))
        return reader.error(ErrorCode::badDataset,
                            "this is a sparse matrix of SciPy (save_npz), which is not supported; save a dense one: "
                            "numpy.save(\"vectors.npy\", scipy.sparse.load_npz(\"" +
                                candidate.file.path +
                                "\").toarray()), or one of fewer dimensions by sklearn's TruncatedSVD",
                            "");
    if (const auto foreign = foreignMember(candidate.file.path, names))
        return *foreign;
    if (reader.arrays().empty() && reader.leftOut().empty() && !names.empty())
        return reader.error(ErrorCode::unknownFormat,
                            "this archive holds no NumPy arrays but other files, the first of them “" + names.front() +
                                "”; unpack it (unzip) and open its contents",
                            "");
    const std::string &wanted = candidate.options.array;
    return reader.error(ErrorCode::badDataset,
                        "this archive holds no matrix of numbers, items × dimensions" +
                            (wanted.empty() ? std::string() : " of the name “" + wanted + "”") +
                            "; save one in it or choose another file",
                        "");
}

/// Through the descriptor that is open already: by its name another file could be found by now. None if libzip refuses.
Archive openArchive(const InputFile &file)
{
    const int descriptor = ::fcntl(file.descriptor.get(), F_DUPFD_CLOEXEC, 0);
    int code = 0;
    Archive archive(descriptor < 0 ? nullptr : zip_fdopen(descriptor, 0, &code), zip_discard);
    if (!archive && descriptor >= 0)
        ::close(descriptor);
    return archive;
}

} // namespace

bool isZip(const FileCandidate &candidate)
{
    return candidate.beginning.starts_with("PK\x03\x04") || candidate.beginning.starts_with("PK\x05\x06");
}

Result<OpenedFile> openNpz(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    Archive archive = openArchive(candidate.file);
    if (!archive)
        return Error(ErrorCode::damagedFile,
                     "this archive cannot be opened; it is damaged or was cut off: create or download it again")
            .in(path);
    NpzReader reader(path, std::move(archive));
    if (const Status listed = reader.list(); !listed)
        return listed.error();
    std::vector<ArrayPart> parts;
    for (const Array &array : reader.arrays())
        parts.push_back({array.name, arrayKind(array.header.kind), array.header.shape});
    const ArrayRoles roles = assignArrays(parts, candidate.options.array);
    if (roles.refusal)
        return roles.refusal->in(path);
    if (!roles.items.empty())
        return stackItems(reader, roles.items, candidate, context);
    if (roles.spaces.empty())
        return noMatrix(reader, candidate);
    const auto allRows = static_cast<Index>(roles.rows), first = candidate.options.firstRows();
    const Index rows = first > 0 ? std::min(first, allRows) : allRows;
    SideColumns columns(rows);
    if (const Status read = readLists(reader, roles.lists, rows, columns); !read)
        return read.error();
    auto spaces = readSpaces(reader, roles.spaces, rows, context);
    if (!spaces)
        return spaces.error();
    for (const ArrayRoles::LeftOut &each : roles.leftOut)
        columns.leaveOut(parts[each.part].name, each.why);
    auto opened = columns.assembleArrays(path, std::move(*spaces));
    if (!opened)
        return opened;
    for (const Array &array : reader.arrays()) {
        if (array.isMatrix())
            opened->arrays.push_back(array.name);
    }
    addNotes(roles, opened->warnings);
    noteLeftOut(reader, opened->warnings);
    return opened;
}

} // namespace anchorscope::io
