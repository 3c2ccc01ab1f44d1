// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/arrayfile.h"

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <set>
#include <unistd.h>

namespace anchorscope::io {

namespace {

/// Maximum compression ratio of Deflate in zip archives.
constexpr std::uint64_t maxRatio = 1040;

using Member = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

Status checkMember(const zip_stat_t &facts)
{
    if (facts.encryption_method != ZIP_EM_NONE)
        return Error(ErrorCode::unsupportedType, "this array is encrypted; save the archive without a password");
    if (facts.comp_method != ZIP_CM_STORE && facts.comp_method != ZIP_CM_DEFLATE)
        return Error(ErrorCode::missingFilter,
                     "it is compressed by a method that NumPy does not use; save it again with NumPy");
    if (facts.size / maxRatio > facts.comp_size)
        return Error(ErrorCode::damagedFile, "it declares ", facts.size, " bytes, which its ", facts.comp_size,
                     " compressed bytes cannot hold");
    return Done{};
}

/// Archive of NumPy arrays (.npz).
class NpzFile final : public ArrayFile
{
public:
    explicit NpzFile(const InputFile &file) : ArrayFile("NumPy"), m_path(file.path), m_archive(openZip(file)) {}

    /// Reads the headers of all arrays. Errors have the name of the array as their place.
    Status list()
    {
        if (!m_archive)
            return Error(ErrorCode::damagedFile,
                         "this archive cannot be opened; it is damaged or was cut off: create or download it again");
        const zip_int64_t entries = zip_get_num_entries(m_archive.get(), 0);
        std::set<std::string> names;
        for (zip_int64_t i = 0; i < entries; ++i) {
            zip_stat_t facts;
            if (zip_stat_index(m_archive.get(), static_cast<zip_uint64_t>(i), 0, &facts) != 0 || !facts.name)
                return Error(
                    ErrorCode::damagedFile,
                    "the list of arrays in this archive cannot be read; it is damaged: create or download it again");
            const std::string name = facts.name;
            if (!name.ends_with(".npy"))
                continue;
            if (!names.insert(name).second)
                return Error(ErrorCode::damagedFile,
                             "two arrays of this archive have the same name; rename one and save it again")
                    .at(name);
            if (const Status good = checkMember(facts); !good)
                return good.error().at(name);
            std::string beginning(std::min<std::uint64_t>(facts.size, largestNpyHeader), '\0');
            const Member member(zip_fopen_index(m_archive.get(), static_cast<zip_uint64_t>(i), 0), zip_fclose);
            if (!member || zip_fread(member.get(), beginning.data(), beginning.size()) !=
                               static_cast<zip_int64_t>(beginning.size()))
                return Error(ErrorCode::damagedFile,
                             "this array cannot be unpacked; the archive is damaged: create or download it again")
                    .at(name);
            const std::string array = name.substr(0, name.size() - 4);
            auto header = parseNpyHeader(beginning, facts.size);
            if (header) {
                m_members.push_back(static_cast<zip_uint64_t>(i));
                add({array, arrayKind(header->kind), header->shape, {}, {}, header->typeName()}, *header);
            } else if (header.error().code == ErrorCode::unsupportedType) {
                m_unreadable.push_back("The array “" + array + "” was left out: " + header.error().message + ".");
            } else {
                return header.error().at(name);
            }
        }
        return Done{};
    }

    Error noMatrix(const std::string &chosen) const override
    {
        const std::vector<std::string> names = memberNames();
        const auto has = [&](const char *name) { return std::ranges::count(names, name) > 0; };
        if (has("indptr.npy") || (has("row.npy") && has("col.npy") && has("shape.npy")))
            return Error(ErrorCode::badDataset,
                         "this is a sparse matrix of SciPy (save_npz), which is not supported; save a dense one: "
                         "numpy.save(\"vectors.npy\", scipy.sparse.load_npz(\"",
                         m_path, "\").toarray()), or one of fewer dimensions by sklearn's TruncatedSVD");
        if (const auto foreign = unsupportedMember(m_path, names))
            return *foreign;
        if (parts().empty() && m_unreadable.empty() && !names.empty())
            return Error(ErrorCode::unknownFormat,
                         "this archive holds no NumPy arrays but other files, the first of them “", names.front(),
                         "”; unpack it (unzip) and open its contents");
        return Error(ErrorCode::badDataset, "this archive holds no matrix of numbers, items × dimensions",
                     chosen.empty() ? std::string() : " of the name “" + chosen + "”",
                     "; save one in it or choose another file");
    }

    void addNotes(const ArrayRoles &, std::vector<std::string> &notes) const override
    {
        notes.insert(notes.end(), m_unreadable.begin(), m_unreadable.end());
        std::vector<std::string> others = memberNames();
        std::erase_if(others, [](const std::string &name) { return name.ends_with(".npy") || name.ends_with('/'); });
        if (others.empty())
            return;
        const std::string more =
            others.size() > 1 ? " and " + std::to_string(others.size() - 1) + " more files were" : " was";
        notes.push_back(
            "“" + others.front() + "”" + more +
            " left out: expected arrays of NumPy (.npy) in the archive. If there are ids among them, unpack "
            "the archive and give them with --ids.");
    }

private:
    std::vector<std::string> memberNames() const
    {
        std::vector<std::string> names;
        const zip_int64_t entries = zip_get_num_entries(m_archive.get(), 0);
        for (zip_int64_t i = 0; i < entries; ++i) {
            const char *name = zip_get_name(m_archive.get(), static_cast<zip_uint64_t>(i), 0);
            names.emplace_back(name ? name : "");
        }
        return names;
    }

    Result<ByteStream> open(std::size_t array) const override
    {
        return memberStream(m_archive, m_members[array],
                            Error(ErrorCode::damagedFile, "this array cannot be unpacked; the archive is damaged"));
    }

    std::string m_path;
    ZipArchive m_archive;
    std::vector<zip_uint64_t> m_members;
    std::vector<std::string> m_unreadable;
};

bool isZip(const FileCandidate &candidate)
{
    return candidate.beginning.starts_with("PK\x03\x04") || candidate.beginning.starts_with("PK\x05\x06");
}

Result<OpenedFile> openNpz(const FileCandidate &candidate, const RunContext &context)
{
    NpzFile file(candidate.file);
    const Status listed = file.list();
    return listed ? openArrays(file, candidate, context) : listed.error().in(candidate.file.path);
}

Result<TextTable> textsOfNpz(const FileCandidate &candidate, const RunContext &)
{
    NpzFile file(candidate.file);
    const Status listed = file.list();
    return listed ? textsOfArrays(file, candidate.file.path) : listed.error().in(candidate.file.path);
}

} // namespace

ZipArchive openZip(const InputFile &file)
{
    const int descriptor = ::fcntl(file.descriptor.get(), F_DUPFD_CLOEXEC, 0);
    int code = 0;
    ZipArchive archive(descriptor < 0 ? nullptr : zip_fdopen(descriptor, 0, &code), zip_discard);
    if (!archive && descriptor >= 0)
        ::close(descriptor);
    return archive;
}

ByteStream memberStream(const ZipArchive &archive, zip_uint64_t member, const Error &broken)
{
    const std::shared_ptr<zip_file_t> opened(zip_fopen_index(archive.get(), member, 0),
                                             [](zip_file_t *each) { each ? zip_fclose(each) : 0; });
    return [opened, broken](std::span<char> target) -> Result<std::size_t> {
        const zip_int64_t count = opened ? zip_fread(opened.get(), target.data(), target.size()) : -1;
        return count < 0 ? broken : Result(static_cast<std::size_t>(count));
    };
}

extern const FileFormat npzFormat{
    .label = "NumPy archive (.npz)", .recognises = isZip, .open = openNpz, .hasArrays = true, .texts = textsOfNpz};

} // namespace anchorscope::io
