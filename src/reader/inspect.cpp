// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/inspect.h"

#include "frame/frame.h"
#include "frame/handle.h"
#include "reader/attributes.h"
#include "reader/datatypes.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace anchorscope {

namespace {

/// Maximum compression ratio of Deflate (gzip).
constexpr std::uint64_t maxRatio = 1040;
/// Minimum size assumed for a dataset in the rule that a chunk has at most twice the bytes of its dataset.
constexpr std::uint64_t freeChunkBytes = 64 << 20;
constexpr int maxDepth = 32;

void refuse(frame::Node &node, std::string_view code, std::string sentence)
{
    if (!node.problem.empty())
        return;
    node.problemCode = code;
    node.problem = std::move(sentence);
    if (code == "damaged-file")
        node.problem += "; restore the file from a copy or create it again";
}

std::string filterName(H5Z_filter_t filter, const char *name)
{
    constexpr std::array known = {std::pair(32000, "lzf"),        std::pair(32001, "blosc"), std::pair(32004, "lz4"),
                                  std::pair(32008, "bitshuffle"), std::pair(32013, "zfp"),   std::pair(32015, "zstd")};
    const auto found = std::ranges::find(known, filter, [](const auto &each) { return each.first; });
    const std::string word = found != known.end() ? found->second : name[0] ? name : "unnamed";
    return word + " (" + std::to_string(filter) + ")";
}

void checkFilters(hid_t creation, frame::Node &node)
{
    const int filters = H5Pget_nfilters(creation);
    if (filters < 0)
        refuse(node, "damaged-file", "the list of its filters cannot be read");
    for (int i = 0; i < filters; ++i) {
        unsigned flags = 0, config = 0;
        std::size_t values = 0;
        char name[64] = "";
        const H5Z_filter_t filter =
            H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values, nullptr, sizeof name, name, &config);
        name[sizeof name - 1] = '\0';
        if (filter < 0)
            refuse(node, "damaged-file", "the list of its filters cannot be read");
        else if (H5Zfilter_avail(filter) <= 0)
            refuse(node, "missing-filter",
                   "it is compressed with " + filterName(filter, name) +
                       ", which is not built in; save it again with gzip compression or without any");
    }
}

std::string bytesText(std::uint64_t bytes)
{
    return std::to_string(bytes) + " bytes";
}

/// Number of chunks of a completely written dataset; nullopt on overflow.
std::optional<std::uint64_t> expectedChunks(const frame::Node &node, const std::vector<hsize_t> &chunk)
{
    std::optional<std::uint64_t> count = 1;
    for (std::size_t i = 0; i < chunk.size() && count; ++i)
        count = frame::product(*count, node.shape[i] / chunk[i] + (node.shape[i] % chunk[i] != 0));
    return count;
}

void checkChunks(hid_t dataset, hid_t space, std::uint64_t bytes, std::uint64_t elementSize, frame::Node &node)
{
    const std::vector<hsize_t> chunk = chunkShape(dataset);
    std::optional<std::uint64_t> chunkBytes = elementSize;
    for (const hsize_t extent : chunk)
        chunkBytes = chunkBytes && extent > 0 ? frame::product(*chunkBytes, extent) : std::nullopt;
    const bool possible = chunk.size() == node.shape.size() && chunkBytes.has_value();
    if (!possible || *chunkBytes / 2 > std::max(bytes, freeChunkBytes))
        return refuse(node, "damaged-file", "its chunks are larger than itself");
    const auto expected = expectedChunks(node, chunk);
    hsize_t written = 0;
    if (!expected || H5Dget_num_chunks(dataset, space, &written) < 0)
        return refuse(node, "damaged-file", "its list of chunks cannot be read (" + hdf5ErrorText() + ")");
    if (written < *expected)
        refuse(node, "never-written",
               "only " + std::to_string(written) + " of its " + std::to_string(*expected) +
                   " parts were ever written; the program that wrote this file did not finish; run it again");
}

/// Checks that the stored bytes suffice for the `bytes` bytes that a dataset declares; otherwise sets the node's
/// problem.
void checkStorage(hid_t dataset, hid_t space, hid_t creation, std::uint64_t bytes, const TypeInfo &type,
                  frame::Node &node)
{
    const std::uint64_t stored = H5Dget_storage_size(dataset);
    if (bytes == 0)
        return;
    if (stored == 0 && H5Eget_num(H5E_DEFAULT) > 0) // libhdf5 also returns the size 0 after a failure
        return refuse(node, "damaged-file", "its size in the file cannot be read (" + hdf5ErrorText() + ")");
    if (stored == 0)
        return refuse(node, "never-written",
                      "it declares " + bytesText(bytes) +
                          " but nothing was ever written to it; write its values and save the file again");
    if (H5Pget_layout(creation) == H5D_CHUNKED)
        checkChunks(dataset, space, bytes, type.storedBytes, node);
    const bool filtered = H5Pget_nfilters(creation) > 0;
    const std::uint64_t atMost = filtered ? frame::product(stored, maxRatio).value_or(UINT64_MAX) : stored;
    if (bytes > atMost)
        refuse(node, "damaged-file",
               "it declares " + bytesText(bytes) + " but the file holds only " + bytesText(stored) + " of it");
}

void readShape(hid_t space, frame::Node &node)
{
    const H5S_class_t extent = H5Sget_simple_extent_type(space);
    const int rank = H5Sget_simple_extent_ndims(space);
    if ((extent != H5S_SIMPLE && extent != H5S_SCALAR) || rank < 0 || rank > static_cast<int>(frame::maxRank))
        return refuse(node, "unsupported-type",
                      "it has no extent, so it holds no values; save numbers or strings in it");
    hsize_t extents[frame::maxRank] = {};
    if (H5Sget_simple_extent_dims(space, extents, nullptr) < 0)
        return refuse(node, "damaged-file", "its shape cannot be read (" + hdf5ErrorText() + ")");
    if (std::any_of(extents, extents + rank, [](hsize_t each) { return each > frame::maxExtent; }))
        return refuse(node, "damaged-file", "it declares more rows or columns than any file can hold");
    node.shape.assign(extents, extents + rank);
}

/// True for a dataset that is a column of items. Keeps float64, because the window shows its numbers with all digits.
bool isColumn(const std::string &path)
{
    return path.starts_with("/items/columns/") || path.starts_with("/obs/");
}

void describeDataset(hid_t dataset, bool keepDouble, frame::Node &node)
{
    const Hdf5Handle type(H5Dget_type(dataset));
    const Hdf5Handle space(H5Dget_space(dataset));
    const Hdf5Handle creation(H5Dget_create_plist(dataset));
    if (!type || !space || !creation)
        return refuse(node, "damaged-file", "its description cannot be read (" + hdf5ErrorText() + ")");
    const TypeInfo info = describeType(type.id(), keepDouble);
    node.storedType = info.name;
    node.element = info.element;
    readShape(space.id(), node);
    const bool letters = info.element == frame::Element::string && !info.variableString && info.storedBytes == 1;
    if (letters && node.shape.size() == 2)
        node.storedType = "letters"; // for NetCDF, whose texts are rows of single characters
    if (info.element == frame::Element::none)
        refuse(node, "unsupported-type",
               "its type (" + info.name + ") is not supported; save numbers or strings in its place");
    if (H5Pget_external_count(creation.id()) != 0)
        refuse(node, "outside-file", "its values lie in another file, which is not followed; copy them into this file");
    if (H5Pget_layout(creation.id()) == H5D_VIRTUAL)
        refuse(node, "outside-file",
               "it is a virtual dataset that points to other files; copy the values into this file");
    checkFilters(creation.id(), node);
    const auto bytes = frame::arrayBytes(node.shape, std::max<std::size_t>(info.storedBytes, 1));
    if (!bytes)
        refuse(node, "damaged-file", "its declared shape is larger than any file");
    if (node.problem.empty())
        checkStorage(dataset, space.id(), creation.id(), *bytes, info, node);
}

class Walker
{
public:
    Walker(bool keepDouble, const StatusPipe &status) : m_keepDouble(keepDouble), m_status(status) {}

    void group(hid_t id, const std::string &path, int depth)
    {
        frame::Node node{.path = path, .kind = frame::Kind::group};
        addAttributes(id, node);
        add(std::move(node));
        if (depth >= maxDepth)
            throw std::runtime_error("groups are nested more than " + std::to_string(maxDepth) + " deep");
        for (const auto &[name, type] : links(id)) {
            const std::string child = (path == "/" ? path : path + "/") + name;
            m_status.enter(child);
            if (type == H5L_TYPE_HARD)
                object(id, name, child, depth);
            else
                link(child, type);
        }
    }
    std::vector<frame::Node> take() { return std::move(m_nodes); }

private:
    using Link = std::pair<std::string, H5L_type_t>;

    static std::vector<Link> links(hid_t group)
    {
        std::vector<Link> found;
        const auto collect = [](hid_t, const char *name, const H5L_info_t *info, void *target) -> herr_t {
            auto &list = *static_cast<std::vector<Link> *>(target);
            if (list.size() >= frame::maxNodes)
                return 1;
            list.emplace_back(name, info->type);
            return 0;
        };
        hsize_t position = 0;
        if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &position, collect, &found) < 0)
            throw std::runtime_error("a group cannot be listed (" + hdf5ErrorText() + ")");
        return found;
    }

    void object(hid_t parent, const std::string &name, const std::string &path, int depth)
    {
        const Hdf5Handle id(H5Oopen(parent, name.c_str(), H5P_DEFAULT));
        if (H5Iget_type(id.id()) == H5I_GROUP)
            return group(id.id(), path, depth + 1);
        frame::Node node{.path = path, .kind = frame::Kind::dataset};
        if (H5Iget_type(id.id()) == H5I_DATASET) {
            describeDataset(id.id(), m_keepDouble || isColumn(node.path), node);
            addAttributes(id.id(), node);
            if (node.storedType == "compound" && node.shape.size() == 1 && node.problemCode == "unsupported-type")
                return fields(id.id(), std::move(node));
        } else if (H5Iget_type(id.id()) == H5I_DATATYPE) {
            return; // skips a named data type, because it does not hold values
        } else {
            refuse(node, "damaged-file", "it cannot be opened (" + hdf5ErrorText() + ")");
        }
        add(std::move(node));
    }

    /// Adds a dataset of a compound type as a group, and its fields as datasets in it.
    void fields(hid_t dataset, frame::Node node)
    {
        const Hdf5Handle type(H5Dget_type(dataset)), space(H5Dget_space(dataset)),
            creation(H5Dget_create_plist(dataset));
        const auto fields = fieldsOf(type.id());
        const auto bytes = frame::product(node.shape[0], std::max<std::size_t>(H5Tget_size(type.id()), 1));
        if (fields.empty() || !bytes)
            return add(std::move(node));
        node.problemCode.clear();
        node.problem.clear();
        checkStorage(dataset, space.id(), creation.id(), *bytes, describeType(type.id(), true), node);
        if (!node.problem.empty())
            return add(std::move(node));
        const std::string path = node.path;
        const std::uint64_t rows = node.shape[0];
        node.kind = frame::Kind::group;
        node.shape.clear();
        add(std::move(node));
        for (const FieldInfo &each : fields) {
            frame::Node field{.path = path + "/" + each.name, .kind = frame::Kind::dataset};
            const TypeInfo info = describeType(each.type.id(), m_keepDouble || isColumn(field.path));
            field.storedType = info.name;
            field.element = info.element;
            field.shape = {rows};
            if (each.count > 0)
                field.shape.push_back(each.count);
            add(std::move(field));
        }
    }

    static void addAttributes(hid_t id, frame::Node &node)
    {
        if (!readAttributes(id, node.attributes))
            refuse(node, "damaged-file", "its attributes cannot be read (" + hdf5ErrorText() + ")");
    }

    void link(const std::string &path, H5L_type_t type)
    {
        frame::Node node{.path = path, .kind = frame::Kind::link};
        refuse(node, "outside-file",
               type == H5L_TYPE_SOFT
                   ? std::string("it is a link to another place, which is not followed; store the values here")
                   : std::string(frame::linkToAnotherFile));
        add(std::move(node));
    }

    void add(frame::Node node)
    {
        if (m_nodes.size() >= frame::maxNodes)
            throw std::runtime_error("it has more than " + std::to_string(frame::maxNodes) + " objects");
        m_nodes.push_back(std::move(node));
    }

    bool m_keepDouble;
    const StatusPipe &m_status;
    std::vector<frame::Node> m_nodes;
};

} // namespace

std::vector<hsize_t> chunkShape(hid_t dataset)
{
    const Hdf5Handle creation(H5Dget_create_plist(dataset));
    if (H5Pget_layout(creation.id()) != H5D_CHUNKED)
        return {};
    hsize_t extents[frame::maxRank] = {};
    const int rank = H5Pget_chunk(creation.id(), frame::maxRank, extents);
    return {extents, extents + std::max(rank, 0)};
}

std::vector<frame::Node> listNodes(hid_t file, bool keepDouble, const StatusPipe &status)
{
    Walker walker(keepDouble, status);
    const Hdf5Handle root(H5Gopen2(file, "/", H5P_DEFAULT));
    if (!root)
        throw std::runtime_error("its root cannot be opened (" + hdf5ErrorText() + ")");
    walker.group(root.id(), "/", 0);
    return walker.take();
}

} // namespace anchorscope
