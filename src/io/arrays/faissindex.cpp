// SPDX-License-Identifier: GPL-3.0-or-later

/// FAISS indexes (faiss/impl/index_write.cpp) with uncompressed vectors: flat ones, which are read as one matrix,
/// IVF-Flat and HNSW-Flat; also scalar quantizers of 8 bits or float16. Each may be inside an index of ids
/// (IndexIDMap). Other kinds are rejected with advice.

#include "core/kernels/half.h"
#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/indexbytes.h"
#include "io/formats/itemmetadata.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace anchorscope::io {

namespace {

/// Bytes of an index header: four letters, number of dimensions (int32), number of vectors and two unused numbers
/// (int64), is_trained (1 byte), metric (int32).
constexpr std::size_t indexHeadBytes = 4 + 4 + 3 * 8 + 1 + 4;
/// Code of the metric L2. Metrics with a larger code have an argument, a float32, which follows the code in the file.
constexpr std::int32_t lastPlainMetric = 1;

std::size_t endOfHead(std::string_view bytes, std::size_t at)
{
    return at + indexHeadBytes + (numberAt<std::int32_t>(bytes, at + indexHeadBytes - 4) > lastPlainMetric ? 4 : 0);
}

/// Kind of a FAISS index. If an IndexIDMap (ids) encloses another index with the vectors, the kind of the inner index.
struct IndexKind
{
    std::string letters;
    bool hasIds = false;
    std::size_t at = 0; ///< offset in the file of the four letters that name the kind
};

IndexKind kindOf(std::string_view bytes)
{
    IndexKind kind;
    kind.hasIds = bytes.starts_with("IxMp") || bytes.starts_with("IxM2");
    kind.at = kind.hasIds ? endOfHead(bytes, 0) : 0;
    kind.letters = bytes.substr(std::min(kind.at, bytes.size()), 4);
    return kind;
}

bool isFlat(std::string_view letters)
{
    return letters == "IxF2" || letters == "IxFI" || letters == "IxFl";
}

/// Exception for an index of a kind that is not read.
struct OtherKind
{
    std::string letters;
};

/// Error for an index whose vectors are compressed or not in the order of the items. The message contains Python code
/// that saves the vectors. `path`: file that this code opens. `hasIds`: true if an IndexIDMap encloses the index; its
/// own reconstruct_n() would abort Python, so the code calls that of the inner index.
Error compressedIndex(const std::string &letters, const std::string &path, bool hasIds)
{
    const std::string whole = hasIds ? "faiss.downcast_index(index.index)" : "index";
    std::string before, ids = "faiss.vector_to_array(index.id_map)",
                        vectors = whole + ".reconstruct_n(0, index.ntotal)";
    const bool inverted = letters.starts_with("Iw");
    if (inverted) { // here FAISS finds a vector only by id, by means of a hash table
        before = "lists = " + whole +
                 ".invlists; ids = numpy.sort(numpy.concatenate([faiss.rev_swig_ptr(lists.get_ids(i), "
                 "lists.list_size(i)) for i in range(lists.nlist)])); " +
                 whole + ".set_direct_map_type(faiss.DirectMap.Hashtable); ";
        vectors = "[" + whole + ".reconstruct(int(i)) for i in ids]";
        ids = hasIds ? ids : "ids";
    }
    if (letters.starts_with("IB") || letters == "IwFd") // FAISS cannot return their vectors
        return Error(ErrorCode::unknownFormat, "this is a FAISS index of the kind “", letters,
                     "”, which FAISS cannot take apart; save the vectors that it was made from");
    return Error(ErrorCode::unknownFormat, "this is a FAISS index of the kind “", letters,
                 "”, whose vectors are compressed or in another order; save them from Python: ",
                 "index = faiss.read_index(\"", path, "\"); ", before,
                 inverted || hasIds ? "numpy.savez(\"vectors.npz\", id=" + ids + ", vectors=" + vectors + ")"
                                    : "numpy.save(\"vectors.npy\", " + vectors + ")");
}

struct IndexHead
{
    Index dimensions = 0, rows = 0;
};

/// Vectors of an index, one row for each item, and the items' ids; without ids, row numbers identify the items.
struct IndexRows
{
    Matrix vectors;
    std::vector<std::int64_t> ids;
    std::string type = "float32"; ///< number type of the vectors in the file
};

IndexHead readHead(IndexBytes &bytes)
{
    IndexHead head;
    head.dimensions = bytes.number<std::int32_t>();
    head.rows = static_cast<Index>(bytes.number<std::int64_t>());
    bytes.skip(2 * 8 + 1); // skips two unused numbers and the flag is_trained
    if (bytes.number<std::int32_t>() > lastPlainMetric)
        bytes.skip(4);
    if (head.dimensions < 1 || head.rows < 0)
        throw BadIndex("it declares ", head.rows, " vectors of ", head.dimensions, " dimensions");
    return head;
}

/// Allocates the vectors, after checking that memory and the size of the file suffice.
Matrix roomFor(const IndexHead &head, const IndexBytes &bytes)
{
    const auto rows = static_cast<std::uint64_t>(head.rows), dimensions = static_cast<std::uint64_t>(head.dimensions);
    const auto numbers = frame::product(rows, dimensions);
    if (!numbers || *numbers > bytes.left()) // even a quantized number takes at least one byte
        throw BadIndex("it declares more vectors than it has bytes");
    if (const Status fits = FileBudget().take(frame::bytesOfNumbers(rows, dimensions)); !fits)
        throw RefusedIndex(fits.error());
    return Matrix(head.rows, head.dimensions);
}

IndexRows readFlat(IndexBytes &bytes)
{
    const IndexHead head = readHead(bytes);
    const auto count = bytes.number<std::uint64_t>();
    IndexRows rows{roomFor(head, bytes), {}};
    if (count != static_cast<std::uint64_t>(rows.vectors.size()))
        throw BadIndex("it has ", count, " numbers for ", rows.vectors.size());
    bytes.read(rows.vectors.data(), count * sizeof(float));
    return rows;
}

IndexRows readHnsw(IndexBytes &bytes)
{
    const IndexHead head = readHead(bytes);
    bytes.skipList(8); // skips the probabilities of the graph's levels
    for (int list = 0; list < 2; ++list)
        bytes.skipList(4); // skips the number of neighbours at each level, and the level of each vector
    bytes.skipList(8);     // skips the offset of each vector's neighbours in their list
    bytes.skipList(4);     // skips the neighbours in the graph
    bytes.skip(5 * 4);     // skips entry point, highest level and three options
    const std::string letters = bytes.letters();
    if (!isFlat(letters))
        throw OtherKind{"IHN… over " + letters};
    IndexRows rows = readFlat(bytes);
    if (rows.vectors.rows() != head.rows)
        throw BadIndex("its graph and its vectors have different counts");
    return rows;
}

std::vector<std::uint64_t> readListSizes(IndexBytes &bytes, std::uint64_t lists)
{
    const std::string letters = bytes.letters();
    std::vector<std::uint64_t> sizes(lists, 0);
    const auto count = bytes.listSize(8);
    if (letters == "full" && count == lists) {
        bytes.read(sizes.data(), count * 8);
        return sizes;
    }
    if (letters != "sprs" || count % 2 != 0)
        throw BadIndex("its lists are stored in an unknown format");
    for (std::uint64_t i = 0; i < count / 2; ++i) {
        const auto list = bytes.number<std::uint64_t>(), size = bytes.number<std::uint64_t>();
        if (list >= lists)
            throw BadIndex("it names a list that it does not have");
        sizes[list] = size;
    }
    return sizes;
}

void skipDirectMap(IndexBytes &bytes)
{
    const auto kind = bytes.number<std::uint8_t>();
    bytes.skipList(8);
    constexpr std::uint8_t hashed = 2;
    if (kind == hashed)
        bytes.skipList(16);
}

IndexRows readInverted(IndexBytes &bytes)
{
    const IndexHead head = readHead(bytes);
    const auto lists = bytes.number<std::uint64_t>();
    bytes.skip(8); // skips nprobe, the number of lists that a search examines
    const std::string quantizer = bytes.letters();
    if (!isFlat(quantizer))
        throw OtherKind{"IwFl over " + quantizer};
    (void)readFlat(bytes);
    skipDirectMap(bytes);
    if (const std::string letters = bytes.letters(); letters != "ilar")
        throw OtherKind{"IwFl with lists “" + letters + "”"};
    if (bytes.number<std::uint64_t>() != lists || lists > bytes.left())
        throw BadIndex("it has two counts of lists");
    const std::uint64_t rowBytes = static_cast<std::uint64_t>(head.dimensions) * sizeof(float);
    if (bytes.number<std::uint64_t>() != rowBytes)
        throw BadIndex("its vectors have another length than its dimensions");
    IndexRows rows{roomFor(head, bytes), {}};
    Index done = 0;
    for (const std::uint64_t size : readListSizes(bytes, lists)) {
        if (size > static_cast<std::uint64_t>(head.rows - done))
            throw BadIndex("its lists hold more vectors than it declares");
        bytes.read(rows.vectors.data() + done * head.dimensions, size * rowBytes);
        rows.ids.resize(static_cast<std::size_t>(done) + size);
        bytes.read(rows.ids.data() + done, size * 8);
        done += static_cast<Index>(size);
    }
    if (done != head.rows)
        throw BadIndex("its lists hold ", done, " vectors, but it declares ", head.rows);
    return rows;
}

/// Supported kinds of FAISS's ScalarQuantizer.
enum Quantizer : std::int32_t { eightBits = 0, eightBitsUniform = 2, float16 = 4, eightBitsDirect = 5 };

void decodeRow(std::int32_t kind, const std::vector<std::uint8_t> &codes, const std::vector<float> &trained,
               Index dimensions, float *target)
{
    const auto share = [&](Index i) {
        return (static_cast<float>(codes[static_cast<std::size_t>(i)]) + 0.5F) / 255.0F;
    };
    for (Index i = 0; i < dimensions; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (kind == eightBits)
            target[i] = trained[at] + share(i) * trained[at + static_cast<std::size_t>(dimensions)];
        else if (kind == eightBitsUniform)
            target[i] = trained[0] + share(i) * trained[1];
        else if (kind == float16)
            target[i] = halfToFloat(static_cast<std::uint16_t>(codes[2 * at] | codes[2 * at + 1] << 8));
        else
            target[i] = static_cast<float>(codes[at]);
    }
}

IndexRows readQuantized(IndexBytes &bytes)
{
    const IndexHead head = readHead(bytes);
    const auto kind = bytes.number<std::int32_t>();
    if (kind != eightBits && kind != eightBitsUniform && kind != float16 && kind != eightBitsDirect)
        throw OtherKind{"IxSQ of kind " + std::to_string(kind)};
    bytes.skip(4 + 4); // skips two options for the range of values
    const auto dimensions = bytes.number<std::uint64_t>(), codeBytes = bytes.number<std::uint64_t>();
    std::vector<float> trained(bytes.listSize(4));
    bytes.read(trained.data(), trained.size() * 4);
    const std::uint64_t expected = static_cast<std::uint64_t>(head.dimensions) * (kind == float16 ? 2 : 1);
    const std::uint64_t ranges = kind == eightBits ? 2 * dimensions : kind == eightBitsUniform ? 2 : 0;
    if (dimensions != static_cast<std::uint64_t>(head.dimensions) || codeBytes != expected || trained.size() < ranges)
        throw BadIndex("its quantizer does not fit its dimensions");
    const std::uint64_t codes = bytes.number<std::uint64_t>();
    IndexRows rows{roomFor(head, bytes), {}, kind == float16 ? "float16" : "uint8"};
    if (codes != codeBytes * static_cast<std::uint64_t>(head.rows))
        throw BadIndex("it has ", codes, " bytes of vectors");
    std::vector<std::uint8_t> code(codeBytes);
    for (Index row = 0; row < head.rows; ++row) {
        bytes.read(code.data(), code.size());
        decodeRow(kind, code, trained, head.dimensions, rows.vectors.row(row).data());
    }
    return rows;
}

IndexRows readKind(IndexBytes &bytes)
{
    const std::string letters = bytes.letters();
    if (letters == "IHNf")
        return readHnsw(bytes);
    if (letters == "IwFl")
        return readInverted(bytes);
    if (letters == "IxSQ")
        return readQuantized(bytes);
    throw OtherKind{letters};
}

/// Reads a whole index. `hasIds`: true if it is inside an IndexIDMap, in which the ids follow the index.
IndexRows readWhole(IndexBytes &bytes, bool hasIds)
{
    if (!hasIds)
        return readKind(bytes);
    (void)bytes.letters();
    const IndexHead head = readHead(bytes);
    IndexRows rows = readKind(bytes);
    std::vector<std::int64_t> ids(bytes.listSize(8));
    bytes.read(ids.data(), ids.size() * 8);
    if (std::ssize(ids) != rows.vectors.rows() || head.rows != rows.vectors.rows())
        throw BadIndex("it has ", ids.size(), " ids for ", rows.vectors.rows(), " vectors");
    if (rows.ids.empty()) {
        rows.ids = std::move(ids);
        return rows;
    }
    for (std::int64_t &id : rows.ids) {
        if (id < 0 || id >= std::ssize(ids))
            throw BadIndex("a vector has the number ", id, ", which it does not have");
        id = ids[static_cast<std::size_t>(id)];
    }
    return rows;
}

/// Sorts the vectors by id. If the ids are 0, 1, 2, … afterwards, removes them.
void putInOrder(IndexRows &rows)
{
    std::vector<Index> order(rows.ids.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index row) { return rows.ids[static_cast<std::size_t>(row)]; });
    if (!std::ranges::is_sorted(order)) {
        rows.vectors = Matrix(rows.vectors(order, Eigen::all));
        std::ranges::sort(rows.ids);
    }
    if (std::ranges::all_of(rows.ids, [at = std::int64_t{0}](std::int64_t id) mutable { return id == at++; }))
        rows.ids.clear();
}

Result<OpenedFile> withIds(const std::string &path, EmbeddingSet set, const std::vector<std::int64_t> &ids)
{
    std::vector<std::string> texts;
    for (const std::int64_t id : ids)
        texts.push_back(std::to_string(id));
    ItemMetadata columns(set.size());
    if (!texts.empty())
        columns.add("id", std::move(texts), ColumnUse::id);
    std::vector<EmbeddingSet> spaces;
    spaces.push_back(std::move(set));
    return columns.assemble(path, std::move(spaces));
}

/// Reads a whole index that does not store its vectors as one matrix.
Result<OpenedFile> openStored(const FileCandidate &candidate, const IndexKind &kind, const RunContext &context)
{
    IndexBytes bytes(candidate.file, context);
    IndexRows rows = readWhole(bytes, kind.hasIds);
    if (bytes.left() > 0)
        throw BadIndex("it has ", bytes.left(), " bytes after its vectors");
    if (rows.vectors.rows() == 0)
        return Error(ErrorCode::badDataset, "this FAISS index holds no vectors; add them and write it again");
    if (kind.letters == "IwFl" && !kind.hasIds)
        putInOrder(rows);
    const Index first = candidate.options.firstRows();
    if (first > 0 && first < rows.vectors.rows()) {
        rows.vectors.conservativeResize(first, rows.vectors.cols());
        rows.ids.resize(std::min(rows.ids.size(), static_cast<std::size_t>(first)));
    }
    return withIds(candidate.file.path, {stemOf(candidate.file.path), "", rows.type, std::move(rows.vectors), nullptr},
                   rows.ids);
}

/// Returns a header that describes a flat index as a matrix, after comparing its counts with the size of the file.
NpyHeader findMatrix(const FileCandidate &candidate, const IndexKind &kind)
{
    const std::string_view bytes = candidate.beginning;
    if (kind.letters.size() == 4 && !isFlat(kind.letters))
        throw OtherKind{kind.letters};
    const std::size_t counted = endOfHead(bytes, kind.at);
    if (counted + 8 > bytes.size())
        throw BadIndex("it ends within its header");
    const auto dimensions = numberAt<std::int32_t>(bytes, kind.at + 4);
    const auto rows = numberAt<std::int64_t>(bytes, kind.at + 8);
    const auto found = numberAt<std::uint64_t>(bytes, counted);
    if (dimensions < 1 || rows < 1)
        throw RefusedIndex(Error(ErrorCode::badDataset, "this FAISS index holds ", rows, " vectors of ", dimensions,
                                 " dimensions; at least one of each is needed"));
    NpyHeader header{.itemBytes = sizeof(float),
                     .shape = {static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(dimensions)},
                     .dataOffset = counted + 8};
    const auto numbers = frame::elementCount(header.shape);
    const auto length = numbers ? frame::product(*numbers, sizeof(float)) : std::nullopt;
    // `found`: in newer versions of FAISS, bytes divided by 4, which for float32 is also the count of numbers.
    if (!numbers || !length || found != *numbers)
        throw BadIndex("it declares ", rows, " vectors of ", dimensions, " dimensions and ", found, " numbers");
    const std::uint64_t room = candidate.file.bytes - header.dataOffset;
    const std::uint64_t ids = kind.hasIds ? 8 + 8 * header.shape[0] : 0;
    if (*length > room || room - *length != ids)
        throw BadIndex("its vectors need ", *length, " bytes",
                       kind.hasIds ? ", its ids " + std::to_string(ids) : std::string(), ", found ", room);
    return header;
}

std::vector<std::int64_t> readIds(const InputFile &file, const NpyHeader &vectors, Index rows)
{
    if (const Status fits = FileBudget().take(frame::bytesOfStrings(static_cast<std::uint64_t>(rows), 20)); !fits)
        throw RefusedIndex(fits.error());
    const RunContext quick;
    IndexBytes bytes(file, quick);
    bytes.skip(vectors.dataOffset + vectors.shape[0] * vectors.shape[1] * sizeof(float));
    if (const auto count = bytes.number<std::uint64_t>(); count != vectors.shape[0])
        throw BadIndex("it has ", count, " ids for ", vectors.shape[0], " vectors");
    std::vector<std::int64_t> ids(static_cast<std::size_t>(rows));
    bytes.read(ids.data(), ids.size() * sizeof(std::int64_t));
    return ids;
}

/// Reads only the requested rows of an index whose vectors are one matrix in the file.
Result<OpenedFile> openFlat(const FileCandidate &candidate, const IndexKind &kind, const RunContext &context)
{
    const NpyHeader header = findMatrix(candidate, kind);
    OpenOptions options = candidate.options;
    if (options.sample && kind.hasIds) { // a sample is drawn by id, so all rows are read first
        options.sample = false;
        options.maxRows = 0;
    }
    auto opened = openMatrix({candidate.file, candidate.beginning, options}, header, context);
    if (!opened || !kind.hasIds)
        return opened;
    const auto ids = readIds(candidate.file, header, opened->dataset.items->count);
    return withIds(candidate.file.path, *opened->dataset.spaces.front(), ids);
}

bool isFaissIndex(const FileCandidate &candidate)
{
    // Byte 7 is the highest one of the number of dimensions and therefore 0, unlike any byte of a text.
    const std::string_view bytes = candidate.beginning;
    const bool letters = bytes.starts_with("Ix") || bytes.starts_with("Iw") || bytes.starts_with("IH") ||
                         bytes.starts_with("Ib") || bytes.starts_with("IB") || bytes.starts_with("IN") ||
                         bytes.starts_with("IP");
    return letters && bytes.size() > 12 && numberAt<std::int32_t>(bytes, 4) > 0 &&
           numberAt<std::int32_t>(bytes, 4) < (1 << 24) && bytes[7] == '\0';
}

Result<OpenedFile> openFaissIndex(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const IndexKind kind = kindOf(candidate.beginning);
    const bool stored = kind.letters == "IHNf" || kind.letters == "IwFl" || kind.letters == "IxSQ";
    return readIndex(path, "FAISS index", "write it again", [&]() -> Result<OpenedFile> {
        try {
            return stored ? openStored(candidate, kind, context) : openFlat(candidate, kind, context);
        } catch (const OtherKind &other) {
            return compressedIndex(other.letters, path, kind.hasIds);
        }
    });
}

} // namespace

extern const FileFormat faissFormat{.label = "FAISS index", .recognises = isFaissIndex, .open = openFaissIndex};

} // namespace anchorscope::io
