// SPDX-License-Identifier: GPL-3.0-or-later

/// FAISS indexes that hold their vectors, though not as one matrix (faiss/impl/index_write.cpp): IVF-Flat, HNSW-Flat
/// and scalar quantizers of 8 bits or float16, alone or with ids of their own (IndexIDMap).

#include "io/indexes/storedindex.h"
#include "core/kernels/half.h"
#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/sidecolumns.h"
#include "io/indexes/indexbytes.h"

#include <algorithm>
#include <numeric>

namespace anchorscope::io {

namespace {

struct IndexHead
{
    Index dimensions = 0, rows = 0;
};

/// Vectors of an index, with the ids that it keeps; none: the place of a row.
struct IndexRows
{
    Matrix vectors;
    std::vector<std::int64_t> ids;
    std::string type = "float32"; ///< as they are stored
};

IndexHead readHead(IndexBytes &bytes)
{
    IndexHead head;
    head.dimensions = bytes.number<std::int32_t>();
    head.rows = static_cast<Index>(bytes.number<std::int64_t>());
    bytes.skip(2 * 8 + 1);                      // two numbers without meaning, whether it is trained
    constexpr std::int32_t lastPlainMetric = 1; // others have an argument
    if (bytes.number<std::int32_t>() > lastPlainMetric)
        bytes.skip(4);
    if (head.dimensions < 1 || head.rows < 0)
        throw BadIndex("it declares " + std::to_string(head.rows) + " vectors of " + std::to_string(head.dimensions) +
                       " dimensions");
    return head;
}

/// Room for the vectors, if memory has it and the file could hold them.
Matrix roomFor(const IndexHead &head, const IndexBytes &bytes)
{
    const auto rows = static_cast<std::uint64_t>(head.rows), dimensions = static_cast<std::uint64_t>(head.dimensions);
    const auto numbers = frame::product(rows, dimensions);
    if (!numbers || *numbers > bytes.left()) // a byte each at least
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
        throw BadIndex("it has " + std::to_string(count) + " numbers for " + std::to_string(rows.vectors.size()));
    bytes.read(rows.vectors.data(), count * sizeof(float));
    return rows;
}

/// A graph over the vectors, which are behind it.
IndexRows readHnsw(IndexBytes &bytes)
{
    const IndexHead head = readHead(bytes);
    bytes.skipList(8); // probabilities of levels
    for (int list = 0; list < 2; ++list)
        bytes.skipList(4); // neighbours of a level, levels
    bytes.skipList(8);     // offsets
    bytes.skipList(4);     // neighbours
    bytes.skip(5 * 4);     // entry point, highest level, three options
    const std::string letters = bytes.letters();
    if (letters != "IxF2" && letters != "IxFI" && letters != "IxFl")
        throw RefusedIndex(compressedIndex("IHN… over " + letters));
    IndexRows rows = readFlat(bytes);
    if (rows.vectors.rows() != head.rows)
        throw BadIndex("its graph and its vectors have different counts");
    return rows;
}

/// Number of vectors in each inverted list.
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
    bytes.skip(8); // lists that a search probes
    const std::string quantizer = bytes.letters();
    if (quantizer != "IxF2" && quantizer != "IxFI" && quantizer != "IxFl")
        throw RefusedIndex(compressedIndex("IwFl over " + quantizer));
    (void)readFlat(bytes);
    skipDirectMap(bytes);
    if (const std::string letters = bytes.letters(); letters != "ilar")
        throw RefusedIndex(compressedIndex("IwFl with lists “" + letters + "”"));
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
        throw BadIndex("its lists hold " + std::to_string(done) + " vectors, but it declares " +
                       std::to_string(head.rows));
    return rows;
}

/// Kinds of FAISS’s ScalarQuantizer that are read.
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
        throw RefusedIndex(compressedIndex("IxSQ of kind " + std::to_string(kind)));
    bytes.skip(4 + 4); // how its range was found
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
        throw BadIndex("it has " + std::to_string(codes) + " bytes of vectors");
    std::vector<std::uint8_t> code(codeBytes);
    for (Index row = 0; row < head.rows; ++row) {
        bytes.read(code.data(), code.size());
        decodeRow(kind, code, trained, head.dimensions, rows.vectors.row(row).data());
    }
    return rows;
}

IndexRows readIndex(IndexBytes &bytes)
{
    const std::string letters = bytes.letters();
    if (letters == "IHNf")
        return readHnsw(bytes);
    if (letters == "IwFl")
        return readInverted(bytes);
    if (letters == "IxSQ")
        return readQuantized(bytes);
    throw RefusedIndex(compressedIndex(letters));
}

/// An index, alone or in an IndexIDMap, which has the ids of its rows behind it.
IndexRows readWhole(IndexBytes &bytes, std::string_view letters)
{
    if (letters != "IxMp" && letters != "IxM2")
        return readIndex(bytes);
    bytes.skip(4);
    const IndexHead head = readHead(bytes);
    IndexRows rows = readIndex(bytes);
    std::vector<std::int64_t> ids(bytes.listSize(8));
    bytes.read(ids.data(), ids.size() * 8);
    if (std::ssize(ids) != rows.vectors.rows() || head.rows != rows.vectors.rows())
        throw BadIndex("it has " + std::to_string(ids.size()) + " ids for " + std::to_string(rows.vectors.rows()) +
                       " vectors");
    if (rows.ids.empty()) {
        rows.ids = std::move(ids);
        return rows;
    }
    for (std::int64_t &id : rows.ids) {
        if (id < 0 || id >= std::ssize(ids))
            throw BadIndex("a vector has the number " + std::to_string(id) + ", which it does not have");
        id = ids[static_cast<std::size_t>(id)];
    }
    return rows;
}

/// Rows in the order of their ids; these go if they only count the rows.
void putInOrder(IndexRows &rows)
{
    const auto isCounting = [&] {
        for (std::size_t i = 0; i < rows.ids.size(); ++i) {
            if (rows.ids[i] != static_cast<std::int64_t>(i))
                return false;
        }
        return true;
    };
    std::vector<Index> order(rows.ids.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index row) { return rows.ids[static_cast<std::size_t>(row)]; });
    if (!std::ranges::is_sorted(order)) {
        rows.vectors = Matrix(rows.vectors(order, Eigen::all));
        std::ranges::sort(rows.ids);
    }
    if (isCounting())
        rows.ids.clear();
}

} // namespace

bool isStoredIndex(const FileCandidate &candidate)
{
    std::string_view bytes = candidate.beginning;
    if (!isFaissIndex(candidate))
        return false;
    if (bytes.starts_with("IxMp") || bytes.starts_with("IxM2"))
        bytes.remove_prefix(std::min(endOfIndexHead(bytes), bytes.size()));
    return bytes.starts_with("IHNf") || bytes.starts_with("IwFl") || bytes.starts_with("IxSQ");
}

Result<OpenedFile> openStoredIndex(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    try {
        IndexBytes bytes(candidate.file, context);
        IndexRows rows = readWhole(bytes, candidate.beginning.substr(0, 4));
        if (bytes.left() > 0)
            throw BadIndex("it has " + std::to_string(bytes.left()) + " bytes after its vectors");
        if (rows.vectors.rows() == 0)
            return Error(ErrorCode::badDataset, "this FAISS index holds no vectors; add them and write it again")
                .in(path);
        const bool ordered = candidate.beginning.starts_with("IwFl");
        if (ordered)
            putInOrder(rows);
        const Index wanted = candidate.options.firstRows();
        if (wanted > 0 && wanted < rows.vectors.rows()) {
            rows.vectors.conservativeResize(wanted, rows.vectors.cols());
            rows.ids.resize(std::min(rows.ids.size(), static_cast<std::size_t>(wanted)));
        }
        std::vector<std::string> ids;
        for (const std::int64_t id : rows.ids)
            ids.push_back(std::to_string(id));
        SideColumns columns(rows.vectors.rows());
        if (!ids.empty())
            columns.add("id", std::move(ids), ColumnUse::id);
        std::vector<EmbeddingSet> spaces;
        spaces.push_back({stemOf(path), "", rows.type, std::move(rows.vectors), nullptr});
        return columns.assemble(path, std::move(spaces));
    } catch (const BadIndex &bad) {
        return Error(ErrorCode::damagedFile,
                     "this FAISS index is damaged: " + std::string(bad.what()) + "; write it again")
            .in(path);
    } catch (const RefusedIndex &refused) {
        return refused.error.in(path);
    }
}

} // namespace anchorscope::io
