// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/values.h"

#include "frame/budget.h"
#include "frame/handle.h"
#include "reader/attributes.h"
#include "reader/bytebuffer.h"
#include "reader/datatypes.h"
#include "reader/inspect.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>

namespace anchorscope {

namespace {

constexpr std::uint64_t blockBytes = 16 << 20;
constexpr hsize_t variableStringsPerBlock = 4096;
constexpr std::size_t variableBytesPerBlock = 256 << 20;

/// Rows of an HDF5 dataset in blocks that end at chunk borders, so that no chunk is decompressed twice.
class RowBlocks
{
public:
    /// Iterates over the requested rows of the dataset `node`; rows of blocks are counted from the first requested row.
    RowBlocks(hid_t dataset, const frame::Node &node, std::uint64_t rowBytes) : m_fileSpace(H5Dget_space(dataset))
    {
        const std::vector<std::uint64_t> shape = node.payloadShape();
        m_shape.assign(shape.begin(), shape.end());
        m_shape.resize(std::min(m_shape.size(),
                                static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(m_fileSpace.id()), 0))));
        m_first = node.firstRow;
        const std::vector<hsize_t> chunk = chunkShape(dataset);
        const hsize_t step = chunk.empty() ? 1 : std::max<hsize_t>(chunk[0], 1);
        const hsize_t needed = std::max<hsize_t>(blockBytes / std::max<std::uint64_t>(rowBytes, 1), 1);
        m_rowsPerBlock = (needed + step - 1) / step * step;
    }
    void limitRows(hsize_t rows) { m_rowsPerBlock = std::min(m_rowsPerBlock, rows); }
    hsize_t rows() const { return m_shape.empty() ? 1 : m_shape[0]; }
    hsize_t rowsAt(hsize_t begin) const { return std::min(m_rowsPerBlock, rows() - begin); }
    hsize_t rowsPerBlock() const { return std::min(m_rowsPerBlock, rows()); }

    bool read(hid_t dataset, hid_t memory, hsize_t begin, void *target, hid_t transfer = H5P_DEFAULT) const
    {
        if (m_shape.empty())
            return H5Dread(dataset, memory, H5S_ALL, H5S_ALL, transfer, target) >= 0;
        std::vector<hsize_t> start(m_shape.size(), 0), count(m_shape);
        start[0] = m_first + begin;
        count[0] = rowsAt(begin);
        const Hdf5Handle memorySpace(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr));
        return H5Sselect_hyperslab(m_fileSpace.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >=
                   0 &&
               H5Dread(dataset, memory, memorySpace.id(), m_fileSpace.id(), transfer, target) >= 0;
    }

private:
    std::vector<hsize_t> m_shape;
    Hdf5Handle m_fileSpace;
    hsize_t m_first = 0;
    hsize_t m_rowsPerBlock = 1;
};

std::map<std::int64_t, std::string> namesOf(hid_t enumeration)
{
    std::map<std::int64_t, std::string> names;
    const Hdf5Handle number(H5Tget_super(enumeration));
    const int members = H5Tget_nmembers(enumeration);
    for (unsigned i = 0; members > 0 && i < static_cast<unsigned>(members); ++i) {
        alignas(std::int64_t) std::array<char, 64> value{};
        char *name = H5Tget_member_name(enumeration, i);
        if (name && H5Tget_size(number.id()) <= value.size() &&
            H5Tget_member_value(enumeration, i, value.data()) >= 0 &&
            H5Tconvert(number.id(), H5T_NATIVE_INT64, 1, value.data(), nullptr, H5P_DEFAULT) >= 0) {
            std::int64_t key = 0;
            std::memcpy(&key, value.data(), sizeof key);
            names.emplace(key, name);
        }
        H5free_memory(name);
    }
    return names;
}

std::uint64_t valuesPerRow(const frame::Node &node)
{
    std::uint64_t count = 1;
    for (std::size_t i = 1; i < node.shape.size(); ++i)
        count *= node.shape[i];
    return count;
}

/// Memory for the variable-length strings of a block of rows. allocate() returns null if a damaged file needs too much.
class StringArena
{
public:
    static void *allocate(std::size_t bytes, void *self)
    {
        auto &arena = *static_cast<StringArena *>(self);
        if (bytes > variableBytesPerBlock - arena.m_used)
            return nullptr;
        arena.m_used += bytes;
        arena.m_pieces.push_back(std::make_unique_for_overwrite<char[]>(std::max<std::size_t>(bytes, 1)));
        return arena.m_pieces.back().get();
    }
    static void release(void *, void *) {}
    void clear()
    {
        m_pieces.clear();
        m_used = 0;
    }

private:
    std::vector<std::unique_ptr<char[]>> m_pieces;
    std::size_t m_used = 0;
};

void addText(const char *place, const TypeInfo &info, const std::map<std::int64_t, std::string> &names,
             StringColumn &column)
{
    if (info.enumerated) {
        std::int64_t value = 0;
        std::memcpy(&value, place, sizeof value);
        const auto name = names.find(value);
        column.add(name == names.end() ? std::to_string(value) : name->second);
    } else if (info.variableString) {
        const char *text = nullptr;
        std::memcpy(&text, place, sizeof text);
        column.add(text ? text : "");
    } else {
        column.add(fixedText(place, info.storedBytes, info.spacePadded));
    }
}

/// Returns the HDF5 type for reading one field of a compound dataset: a compound type with only `field`, of the type
/// `type`. If `field` is empty, returns `type`. `count`: length of a list of such values, or 0.
Hdf5Handle within(const std::string &field, hid_t type, std::uint64_t count)
{
    const hsize_t length = count;
    const Hdf5Handle list(count > 0 ? H5Tarray_create2(type, 1, &length) : H5Tcopy(type));
    if (field.empty() || !list)
        return Hdf5Handle(H5Tcopy(type));
    Hdf5Handle compound(H5Tcreate(H5T_COMPOUND, H5Tget_size(list.id())));
    if (!compound || H5Tinsert(compound.id(), field.c_str(), 0, list.id()) < 0)
        return Hdf5Handle(H5I_INVALID_HID);
    return compound;
}

void damaged(frame::Node &node)
{
    node.problemCode = "damaged-file";
    node.problem = "its values cannot be read (" + hdf5ErrorText() +
                   "); the file is damaged or was cut off: create or download it again";
}

} // namespace

std::uint64_t payloadBytes(const frame::Node &node)
{
    const std::uint64_t count = frame::elementCount(node.payloadShape()).value_or(UINT64_MAX);
    if (node.element == frame::Element::string)
        return frame::product(count, sizeof(std::uint64_t)).value_or(UINT64_MAX - 8) + 8;
    return frame::product(count, frame::elementBytes(node.element)).value_or(UINT64_MAX);
}

bool ValueReader::fits(std::uint64_t decoded, frame::Node &node) const
{
    if (decoded <= m_limit - m_decoded)
        return true;
    node.problemCode = "too-large";
    node.problem = frame::overBudget(m_decoded + std::min(decoded, UINT64_MAX - m_decoded), m_limit);
    return false;
}

void ValueReader::advance(std::uint64_t bytes)
{
    m_doneBytes += bytes;
    m_status.progress(m_totalBytes ? std::min(1.0, static_cast<double>(m_doneBytes) / static_cast<double>(m_totalBytes))
                                   : 1.0);
}

void ValueReader::load(frame::Node &node)
{
    m_status.enter(node.path);
    if (!fits(frame::decodedBytes(node, 0), node))
        return;
    // If the parent node is a dataset, this node is one of the fields of the dataset's compound type.
    const std::size_t end = node.path.rfind('/');
    const Hdf5Handle parent(H5Oopen(m_file, end == 0 ? "/" : node.path.substr(0, end).c_str(), H5P_DEFAULT));
    const bool field = H5Iget_type(parent.id()) == H5I_DATASET;
    const Hdf5Handle dataset(
        H5Dopen2(m_file, field ? node.path.substr(0, end).c_str() : node.path.c_str(), H5P_DEFAULT));
    if (!dataset)
        return damaged(node);
    Hdf5Handle type(H5Dget_type(dataset.id()));
    const std::string name = field ? node.path.substr(end + 1) : std::string();
    if (field) {
        auto fields = fieldsOf(type.id());
        const auto found = std::ranges::find(fields, name, &FieldInfo::name);
        if (found == fields.end())
            return damaged(node);
        type = std::move(found->type);
    }
    if (node.element == frame::Element::string)
        loadStrings(dataset.id(), type.id(), name, node);
    else
        loadNumbers(dataset.id(), type.id(), name, node);
}

void ValueReader::loadNumbers(hid_t dataset, hid_t type, const std::string &field, frame::Node &node)
{
    Hdf5Handle half(node.element == frame::Element::float16 ? H5Tcopy(type) : H5I_INVALID_HID);
    if (half && H5Tset_order(half.id(), H5T_ORDER_LE) < 0)
        return damaged(node);
    const Hdf5Handle memory =
        within(field, half ? half.id() : memoryType(node.element), node.shape.size() > 1 ? node.shape[1] : 0);
    if (!memory)
        return damaged(node);
    const std::uint64_t perRow = valuesPerRow(node);
    const std::size_t valueBytes = frame::elementBytes(node.element);
    const RowBlocks blocks(dataset, node, perRow * valueBytes);

    const bool complete = m_frame.addPayload(node, [&](const FrameWriter::Append &append) {
        ByteBuffer block;
        for (hsize_t begin = 0; begin < blocks.rows(); begin += blocks.rowsPerBlock()) {
            const auto values = block.room(blocks.rowsAt(begin) * perRow * valueBytes);
            if (!blocks.read(dataset, memory.id(), begin, values.data()))
                return false;
            append(values);
            advance(values.size());
        }
        return true;
    });
    if (!complete)
        return damaged(node);
    m_decoded += frame::decodedBytes(node, 0);
}

void ValueReader::loadStrings(hid_t dataset, hid_t type, const std::string &field, frame::Node &node)
{
    TypeInfo info = describeType(type, true);
    const auto names = info.enumerated ? namesOf(type) : std::map<std::int64_t, std::string>();
    info.storedBytes = info.enumerated ? sizeof(std::int64_t) : info.storedBytes;
    const Hdf5Handle memory = within(field, info.enumerated ? H5T_NATIVE_INT64 : type, 0);
    if (!memory)
        return damaged(node);
    if (!fits(frame::decodedBytes(node, info.variableString ? 0 : info.storedBytes), node))
        return;
    const std::uint64_t perRow = valuesPerRow(node);
    RowBlocks blocks(dataset, node, perRow * info.storedBytes);
    if (info.variableString)
        blocks.limitRows(variableStringsPerBlock);
    StringArena arena;
    const Hdf5Handle transfer(H5Pcreate(H5P_DATASET_XFER));
    if (H5Pset_vlen_mem_manager(transfer.id(), StringArena::allocate, &arena, StringArena::release, nullptr) < 0)
        return damaged(node);
    std::vector<char> bytes(blocks.rowsPerBlock() * perRow * info.storedBytes);
    // The number of elements does not overflow, as fits() has checked.
    const std::uint64_t count = *frame::elementCount(node.payloadShape());
    StringColumn column;
    column.offsets.reserve(count + 1);
    const bool empty = count == 0;
    for (hsize_t begin = 0; begin < blocks.rows() && !empty; begin += blocks.rowsPerBlock()) {
        if (!blocks.read(dataset, memory.id(), begin, bytes.data(), transfer.id()))
            return damaged(node);
        const std::uint64_t values = blocks.rowsAt(begin) * perRow;
        for (std::uint64_t i = 0; i < values; ++i)
            addText(bytes.data() + i * info.storedBytes, info, names, column);
        arena.clear();
        if (!fits(frame::decodedBytes(node, 0) + column.bytes.size(), node))
            return;
        advance(values * sizeof(std::uint64_t));
    }
    m_decoded += frame::decodedBytes(node, 0) + column.bytes.size();
    m_frame.addStrings(node, column);
}

} // namespace anchorscope
