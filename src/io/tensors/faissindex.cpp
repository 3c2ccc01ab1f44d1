// SPDX-License-Identifier: GPL-3.0-or-later

/// FAISS indexes that keep their vectors as they are (faiss/impl/index_read.cpp): IndexFlat, alone or with ids of its
/// own (IndexIDMap). All others are compressed or in another order, and are refused with the way out.

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/sidecolumns.h"

#include <algorithm>
#include <cstring>

namespace anchorscope::io {

namespace {

/// After its four letters: d (int32), n, two numbers without meaning (int64), is_trained (1 byte), metric (int32).
constexpr std::size_t indexHeaderBytes = 4 + 4 + 3 * 8 + 1 + 4;
/// Metrics beyond L2 have an argument, a float32.
constexpr std::int32_t lastPlainMetric = 1;

template <class T> T numberAt(std::string_view bytes, std::size_t at)
{
    T value{};
    if (at + sizeof(T) <= bytes.size())
        std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

struct FlatIndex
{
    std::int64_t rows = 0;
    std::int32_t dimensions = 0;
    std::uint64_t vectors = 0; ///< where they begin
    std::uint64_t end = 0;     ///< where they end
    bool hasIds = false;
};

bool isFlat(std::string_view letters)
{
    return letters == "IxF2" || letters == "IxFI" || letters == "IxFl";
}

Error damagedIndex(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this FAISS index is damaged: " + what + "; write it again");
}

/// `hasIds`: it is within an index of ids, which cannot give vectors back (FAISS ends Python when asked).
Error notFlat(const std::string &path, std::string_view letters, bool hasIds)
{
    // An inverted file finds its vectors by number only once it has a map of them.
    const std::string vectors = hasIds ? "faiss.downcast_index(index.index)" : "index";
    const std::string map = letters.starts_with("Iw") ? vectors + ".make_direct_map(); " : "";
    return Error(
        ErrorCode::unknownFormat,
        "this is a FAISS index of the kind “" + std::string(letters) +
            "”, whose vectors are compressed or in another order; save them from Python: index = faiss.read_index(\"" +
            path + "\"); " + map + "numpy.save(\"vectors.npy\", " + vectors + ".reconstruct_n(0, index.ntotal))" +
            (hasIds ? "; numpy.savetxt(\"ids.txt\", faiss.vector_to_array(index.id_map), \"%d\") saves its ids" : ""));
}

/// Where the header of an index ends, by its metric.
std::size_t endOfHeader(std::string_view bytes, std::size_t at)
{
    return at + indexHeaderBytes + (numberAt<std::int32_t>(bytes, at + indexHeaderBytes - 4) > lastPlainMetric ? 4 : 0);
}

Result<FlatIndex> readHeader(const FileCandidate &candidate)
{
    const std::string_view bytes = candidate.beginning;
    FlatIndex index;
    std::size_t at = 0;
    index.hasIds = bytes.starts_with("IxMp") || bytes.starts_with("IxM2");
    if (index.hasIds)
        at = endOfHeader(bytes, 0);
    const std::string_view letters = bytes.substr(std::min(at, bytes.size()), 4);
    if (letters.size() == 4 && !isFlat(letters))
        return notFlat(candidate.file.path, letters, index.hasIds);
    const std::size_t counted = endOfHeader(bytes, at);
    if (counted + 8 > bytes.size())
        return damagedIndex("it ends within its header");
    index.dimensions = numberAt<std::int32_t>(bytes, at + 4);
    index.rows = numberAt<std::int64_t>(bytes, at + 8);
    if (index.dimensions < 1 || index.rows < 1)
        return Error(ErrorCode::badDataset, "this FAISS index holds " + std::to_string(index.rows) + " vectors of " +
                                                std::to_string(index.dimensions) +
                                                " dimensions; at least one of each is needed");
    index.vectors = counted + 8;
    const auto numbers =
        frame::product(static_cast<std::uint64_t>(index.rows), static_cast<std::uint64_t>(index.dimensions));
    const auto length = numbers ? frame::product(*numbers, sizeof(float)) : std::nullopt;
    // The count of numbers; newer versions count bytes of codes, in fours.
    if (!numbers || !length || numberAt<std::uint64_t>(bytes, counted) != *numbers)
        return damagedIndex("it declares " + std::to_string(index.rows) + " vectors of " +
                            std::to_string(index.dimensions) + " dimensions and " +
                            std::to_string(numberAt<std::uint64_t>(bytes, counted)) + " numbers");
    const std::uint64_t room = candidate.file.bytes - index.vectors;
    const std::uint64_t ids = index.hasIds ? 8 + 8 * static_cast<std::uint64_t>(index.rows) : 0;
    if (*length > room || room - *length != ids)
        return damagedIndex("its vectors need " + std::to_string(*length) + " bytes" +
                            (index.hasIds ? ", its ids " + std::to_string(ids) : std::string()) + ", found " +
                            std::to_string(room));
    index.end = index.vectors + *length;
    return index;
}

/// Ids, of the rows that are kept.
Result<std::vector<std::string>> readIds(const InputFile &file, const FlatIndex &index, Index rows)
{
    const Status fits = FileBudget().take(frame::bytesOfStrings(static_cast<std::uint64_t>(rows), 20));
    if (!fits)
        return fits.error();
    std::uint64_t offset = index.end;
    const ByteStream stream = [&](std::span<char> target) {
        auto count = file.read(offset, target);
        offset += count ? *count : 0;
        return count;
    };
    std::uint64_t count = 0;
    if (const auto got = stream({reinterpret_cast<char *>(&count), sizeof count}); !got)
        return got.error();
    if (count != static_cast<std::uint64_t>(index.rows))
        return damagedIndex("it has " + std::to_string(count) + " ids for " + std::to_string(index.rows) + " vectors");
    NpyHeader header;
    header.kind = 'i';
    header.itemBytes = 8;
    header.shape = {count};
    return readNpyTexts(header, rows, stream);
}

} // namespace

bool isFaissIndex(const FileCandidate &candidate)
{
    // Four letters, the dimension and the count: no text has zeros there.
    const std::string_view bytes = candidate.beginning;
    const bool letters = bytes.starts_with("Ix") || bytes.starts_with("Iw") || bytes.starts_with("IH") ||
                         bytes.starts_with("Ib") || bytes.starts_with("IB");
    return letters && bytes.size() > 12 && numberAt<std::int32_t>(bytes, 4) > 0 &&
           numberAt<std::int32_t>(bytes, 4) < (1 << 24) && bytes[7] == '\0';
}

Result<OpenedFile> openFaissIndex(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const auto index = readHeader(candidate);
    if (!index)
        return index.error().in(path);
    NpyHeader header;
    header.itemBytes = sizeof(float);
    header.shape = {static_cast<std::uint64_t>(index->rows), static_cast<std::uint64_t>(index->dimensions)};
    header.dataOffset = index->vectors;
    OpenOptions options = candidate.options;
    options.sample = options.sample && !index->hasIds; // else rows are drawn by id when all are read
    if (candidate.options.sample && index->hasIds)
        options.maxRows = 0;
    auto opened = openMatrix({candidate.file, candidate.beginning, options}, header, context);
    if (!opened || !index->hasIds)
        return opened;
    auto ids = readIds(candidate.file, *index, opened->dataset.items->count);
    if (!ids)
        return ids.error().in(path);
    EmbeddingSet set = *opened->dataset.spaces.front();
    SideColumns columns(set.size());
    columns.add("id", std::move(*ids), ColumnUse::id);
    std::vector<EmbeddingSet> spaces;
    spaces.push_back(std::move(set));
    return columns.assemble(path, std::move(spaces));
}

} // namespace anchorscope::io
