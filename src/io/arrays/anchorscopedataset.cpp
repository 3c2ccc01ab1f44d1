// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/anchorscopedataset.h"

#include "core/kernels/half.h"
#include "io/arrays/obscolumns.h"
#include "io/formats/itemmetadata.h"
#include "io/hdf5/hdf5reader.h"
#include "io/text/textnumber.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <unordered_map>

namespace anchorscope::io {

namespace {

std::string shapeText(const frame::Node &node)
{
    if (node.shape.size() == 1)
        return "a list of " + std::to_string(node.shape[0]);
    return node.shape.empty() ? "a single value" : joinedText(node.shape, " × ");
}

bool isMember(std::string_view path, std::string_view group)
{
    return path.starts_with(group) && path.find('/', group.size()) == std::string_view::npos;
}

/// Returns a column as texts or numbers; texts if float64 cannot represent all of its integers.
ItemColumn columnOf(const Hdf5Content &content, const frame::Node &node)
{
    std::string name = node.path.substr(columnsGroup.size());
    if (node.element != frame::Element::string) {
        const auto integers = content.integers(node);
        if (!integers || std::ranges::none_of(*integers, isInexactAsDouble))
            return {std::move(name), ColumnKind::number, content.doubles(node)};
    }
    return itemColumn(std::move(name), textsOf(content, node));
}

/// Removes ids that are only row numbers. `numbered`: value of the attribute that marks such ids.
void forgetRowNumbers(const std::string &numbered, ItemTable &table)
{
    if (numbered.empty() || !areNumbered(table.ids))
        return;
    table.ids.clear();
    table.rowsLeftOut = numbered == rowNumbersLeftOut;
}

DrawnRows drawnRows(const frame::Node &ids)
{
    DrawnRows drawn{std::max<Index>(attributeInteger(ids, drawnFromAttribute).value_or(0), 0)};
    const std::string seed = attributeText(ids, drawnSeedAttribute);
    std::from_chars(seed.data(), seed.data() + seed.size(), drawn.seed);
    return drawn;
}

/// Converts the content of one HDF5 file to a dataset; errors name the HDF5 dataset concerned.
class Decoder
{
public:
    Decoder(const Hdf5Content &content, const std::string &path, bool stored, const RunContext &context)
        : m_content(content), m_path(path), m_stored(stored), m_context(context)
    {
    }

    Result<Dataset> decode()
    {
        const frame::Node *root = m_content.find("/");
        if (!root || !isAnchorscopeDataset(m_content))
            return Error(ErrorCode::unknownFormat, "this HDF5 file is not marked as an Anchorscope dataset")
                .in(m_path, "/");
        if (const Status version = checkVersion(*root); !version)
            return version.error();
        auto table = std::make_shared<ItemTable>();
        for (const auto step : {&Decoder::readIds, &Decoder::readLabels, &Decoder::readThumbnails,
                                &Decoder::readColumns, &Decoder::readFrames}) {
            if (const Status done = (this->*step)(*table); !done)
                return done.error();
        }
        Dataset dataset{m_path,
                        attributeText(*root, "title"),
                        attributeText(*root, "license"),
                        attributeText(*root, "source"),
                        table,
                        {}};
        for (const frame::Node &node : m_content.nodes()) {
            if (!isMember(node.path, spacesGroup))
                continue;
            auto space = readSpace(node, table);
            if (!space)
                return space.error();
            dataset.spaces.push_back(*space);
        }
        if (m_context.cancelled())
            return cancelledError();
        if (dataset.spaces.empty())
            return bad("/spaces", "it has no spaces; at least one dataset is needed in this group");
        return dataset;
    }

private:
    Error bad(const std::string &place, std::string message) const
    {
        return Error(ErrorCode::badDataset, std::move(message)).in(m_path, place);
    }
    /// Returns the node at a path; an error if its values were not read or its checksum does not match.
    Result<const frame::Node *> need(const std::string &path) const
    {
        const frame::Node *node = m_content.find(path);
        if (!node)
            return bad(
                path,
                "this dataset is missing; add it (“Dataset, version 1” in src/io/README.md lists what a file holds)");
        if (!node->problem.empty())
            return nodeError(m_path, *node);
        if (!node->loaded)
            return bad(path, "a dataset was expected, but a group was found; store the values under this name");
        if (!hasSavedValues(m_content, *node))
            return Error(ErrorCode::damagedFile,
                         "the values here are not those that were saved (their checksum differs); "
                         "restore the file from a copy or create it again")
                .in(m_path, path);
        return node;
    }

    Status checkVersion(const frame::Node &root) const
    {
        const auto version = attributeInteger(root, "version");
        if (!version || *version < 1)
            return bad("/", "its attribute “version” is missing or is not a positive number; set it to 1");
        if (*version > formatVersion)
            return Error(ErrorCode::newerVersion, "this dataset has version ", *version,
                         ", but this program reads versions up to ", formatVersion, "; use a newer Anchorscope")
                .in(m_path, "/");
        return Done{};
    }

    Status readIds(ItemTable &table) const
    {
        const auto node = need("/items/id");
        if (!node)
            return node.error();
        if ((*node)->element != frame::Element::string || (*node)->shape.size() != 1)
            return bad("/items/id", "expected a list of strings, found " + (*node)->storedType + ", " +
                                        shapeText(**node) + "; save the ids as strings");
        table.count = Hdf5Content::rows(**node);
        if (table.count == 0)
            return bad("/items/id", "it has no items; at least one is needed");
        if (table.count > std::numeric_limits<ItemIndex>::max())
            return Error(ErrorCode::tooLarge, "it has more items than this program supports; save a part of it")
                .in(m_path, "/items/id");
        std::unordered_map<std::string_view, Index> rowOfId;
        rowOfId.reserve(static_cast<std::size_t>(table.count));
        table.ids.reserve(static_cast<std::size_t>(table.count));
        for (const std::string_view id : m_content.strings(**node)) {
            const auto row = static_cast<Index>(table.ids.size());
            const auto [first, fresh] = rowOfId.emplace(id, row);
            if (!fresh)
                return bad("/items/id, row " + std::to_string(row),
                           "the id “" + std::string(id) + "” was used before in row " + std::to_string(first->second) +
                               "; ids must be unique, rename one of them");
            table.ids.emplace_back(id);
        }
        forgetRowNumbers(attributeText(**node, rowNumbersAttribute), table);
        table.drawn = drawnRows(**node);
        return Done{};
    }

    Status readLabels(ItemTable &table) const
    {
        if (!m_content.find("/items/label"))
            return Done{};
        const auto labels = need("/items/label");
        const auto names = labels ? need("/items/label_names") : labels;
        if (!names)
            return names.error();
        if ((*names)->element != frame::Element::string || (*names)->shape.size() != 1)
            return bad("/items/label_names", "expected a list of strings, found " + (*names)->storedType +
                                                 "; save the names of the classes as strings");
        if ((*labels)->element == frame::Element::string || (*labels)->shape.size() != 1)
            return bad("/items/label", "expected a list of whole numbers, found " + (*labels)->storedType + ", " +
                                           shapeText(**labels) + "; save the number of each item's class");
        if (const Status rows = checkRows(**labels, table.count); !rows)
            return rows.error();
        const auto numbers = m_content.integers(**labels);
        if (!numbers)
            return bad("/items/label", "labels must be whole numbers (−1 = unlabelled), found fractions; save the "
                                       "number of each item's class");
        const auto labelNames = m_content.strings(**names);
        table.labelNames.assign(labelNames.begin(), labelNames.end());
        const auto classes = static_cast<std::int64_t>(table.labelNames.size());
        for (const std::int64_t label : *numbers) {
            if (label < unlabelled || label >= classes)
                return bad("/items/label, row " + std::to_string(table.labels.size()),
                           "the label " + std::to_string(label) + " has no name; expected −1 (unlabelled) or 0 to " +
                               std::to_string(classes - 1) + "; add its name or correct it");
            table.labels.push_back(static_cast<std::int32_t>(label));
        }
        return Done{};
    }

    Status readThumbnails(ItemTable &table) const
    {
        const frame::Node *found = m_content.find(imagesPath);
        const bool leftOut = found && found->kind == frame::Kind::dataset && found->problem.empty() && !found->loaded;
        if (!found || leftOut)
            return Done{};
        const auto node = need(imagesPath);
        if (!node)
            return node.error();
        const std::vector<std::uint64_t> &shape = (*node)->shape;
        const bool grey = shape.size() == 3;
        const bool colour = shape.size() == 4 && shape[3] == 3;
        if ((*node)->element != frame::Element::uint8 || !(grey || colour) || shape[1] == 0 || shape[2] == 0)
            return bad(imagesPath, "expected uint8, items × height × width or items × height × width × 3, found " +
                                       (*node)->storedType + ", " + shapeText(**node) + "; convert the pictures");
        if (const Status rows = checkRows(**node, table.count); !rows)
            return rows.error();
        const auto pixels = m_content.elements<std::uint8_t>(**node);
        table.thumbnails = {static_cast<Index>(shape[1]), static_cast<Index>(shape[2]), colour ? 3 : 1,
                            std::vector<std::uint8_t>(pixels.begin(), pixels.end())};
        return Done{};
    }

    Status readColumns(ItemTable &table) const
    {
        for (const frame::Node &node : m_content.nodes()) {
            if (!isMember(node.path, columnsGroup))
                continue;
            if (const auto loaded = need(node.path); !loaded)
                return loaded.error();
            if (node.shape.size() != 1)
                return bad(node.path, "expected a list of one value for each item, found " + shapeText(node) +
                                          "; save such a list, or take it out");
            if (const Status rows = checkRows(node, table.count); !rows)
                return rows.error();
            addColumn(columnOf(m_content, node), table.columns);
        }
        return Done{};
    }

    Status readFrames(ItemTable &table) const
    {
        for (const frame::Node &node : m_content.nodes()) {
            if (!isMember(node.path, framesGroup))
                continue;
            if (const auto loaded = need(node.path); !loaded)
                return loaded.error();
            if (node.element == frame::Element::string || node.shape.size() != 2 || node.shape[1] != 2)
                return bad(node.path, "expected numbers, items × 2, found " + node.storedType + ", " + shapeText(node) +
                                          "; save x and y of each item");
            if (const Status rows = checkRows(node, table.count); !rows)
                return rows.error();
            table.frames.push_back({node.path.substr(std::string_view(framesGroup).size()),
                                    attributeText(node, "space"), m_content.matrix(node, m_context)});
        }
        return Done{};
    }

    Result<std::shared_ptr<const EmbeddingSet>> readSpace(const frame::Node &node,
                                                          const std::shared_ptr<const ItemTable> &items) const
    {
        if (const auto loaded = need(node.path); !loaded)
            return loaded.error();
        if (node.element == frame::Element::string || node.shape.size() != 2)
            return bad(node.path, "expected numbers, items × dimensions, found " + node.storedType + ", " +
                                      shapeText(node) + "; save a matrix of numbers");
        if (const Status rows = checkRows(node, items->count); !rows)
            return rows.error();
        if (node.shape[1] == 0)
            return bad(node.path, "its vectors have no dimensions; at least one is needed");
        auto set = std::make_shared<EmbeddingSet>();
        set->name = node.path.substr(spacesGroup.size());
        set->model = attributeText(node, "model");
        set->storedType = node.storedType;
        if (node.someRows)
            set->distributed = DistributedRows{m_content.matrix(node, m_context), items->count, m_context.communicator};
        else if (m_stored && Hdf5Content::storedNumber(node))
            set->stored = m_content.storedRows(node);
        else
            set->vectors = m_content.matrix(node, m_context);
        set->items = items;
        return std::shared_ptr<const EmbeddingSet>(set);
    }

    Status checkRows(const frame::Node &node, Index items) const
    {
        if (Hdf5Content::rows(node) == items && !node.shape.empty())
            return Done{};
        return bad(node.path, "expected one row for each of the " + std::to_string(items) + " ids, found " +
                                  shapeText(node) + "; save as many rows as ids");
    }

    const Hdf5Content &m_content;
    const std::string &m_path;
    const bool m_stored;
    const RunContext &m_context;
};

/// True if the original file used float16 and it can store all values unchanged.
bool fitsHalf(const EmbeddingSet &set)
{
    const float *values = set.vectors.data();
    return set.storedType == "float16" && std::all_of(values, values + set.vectors.size(), [](float value) {
               return halfToFloat(floatToHalf(value)) == value || value != value;
           });
}

/// Converts names to unique ones in valid UTF-8, which HDF5 and h5py require.
class MemberNames
{
public:
    std::string of(const std::string &name)
    {
        const std::string valid = asUtf8(name);
        std::string given = valid;
        for (int i = 2; !m_given.insert(given).second; ++i)
            given = valid + " (" + std::to_string(i) + ")";
        return given;
    }

private:
    std::set<std::string> m_given;
};

// Functions that pass the values of a dataset to a `Target`: an Hdf5Writer writes them, a Comparison compares them.

template <class Target> void storeColumns(Target &file, const ItemTable &items, hsize_t count)
{
    if (!items.columns.empty())
        file.group("/items/columns");
    MemberNames columnNames, frameNames;
    for (const ItemColumn &column : items.columns) {
        const std::string path = std::string(columnsGroup) + columnNames.of(column.name);
        if (column.kind == ColumnKind::number)
            file.numbers(path, std::span<const double>(column.numbers), {count});
        else
            file.strings(path, column.allTexts());
    }
    if (!items.frames.empty())
        file.group("/frames");
    for (const ItemCoordinates &frame : items.frames) {
        const std::string path = std::string(framesGroup) + frameNames.of(frame.name);
        file.numbers(path, std::span<const float>(frame.points.data(), static_cast<std::size_t>(frame.points.size())),
                     {count, 2});
        file.attribute(path, "space", asUtf8(frame.space));
    }
}

template <class Target> void storeItems(Target &file, const ItemTable &items)
{
    std::vector<std::string> ids = items.ids;
    for (Index i = 0; ids.size() < static_cast<std::size_t>(items.count); ++i)
        ids.push_back(std::to_string(i));
    const auto count = static_cast<hsize_t>(items.count);
    file.group("/items");
    file.strings("/items/id", ids);
    if (!items.hasIds())
        file.attribute("/items/id", rowNumbersAttribute, items.rowsLeftOut ? rowNumbersLeftOut : rowNumbersAll);
    if (items.drawn.from > 0) {
        file.attribute("/items/id", drawnFromAttribute, static_cast<std::int64_t>(items.drawn.from));
        file.attribute("/items/id", drawnSeedAttribute, std::to_string(items.drawn.seed));
    }
    if (items.hasLabels()) {
        file.numbers("/items/label", std::span<const std::int32_t>(items.labels), {count});
        file.strings("/items/label_names", items.labelNames);
    }
    const Thumbnails &images = items.thumbnails;
    if (!images.empty()) {
        std::vector<hsize_t> shape = {count, static_cast<hsize_t>(images.height), static_cast<hsize_t>(images.width)};
        if (images.channels == 3)
            shape.push_back(3);
        file.numbers("/items/image", std::span<const std::uint8_t>(images.pixels), shape);
    }
    storeColumns(file, items, count);
}

template <class Target> void store(Target &file, const Dataset &dataset)
{
    file.attribute("/", "format", formatName);
    file.attribute("/", "version", formatVersion);
    file.attribute("/", "title", dataset.title);
    file.attribute("/", "license", dataset.license);
    file.attribute("/", "source", dataset.source);
    storeItems(file, *dataset.items);
    file.group("/spaces");
    MemberNames names;
    for (const auto &space : dataset.spaces) {
        const std::string path = "/spaces/" + names.of(space->name);
        const std::span<const float> values(space->vectors.data(), static_cast<std::size_t>(space->vectors.size()));
        file.numbers(path, values, {static_cast<hsize_t>(space->size()), static_cast<hsize_t>(space->dimension())},
                     fitsHalf(*space));
        file.attribute(path, "model", space->model);
    }
}

class Comparison
{
public:
    explicit Comparison(const Hdf5Content &content) : m_content(content) {}

    void group(const std::string &) {}
    template <class Value> void attribute(const std::string &, const std::string &, const Value &) {}
    void strings(const std::string &path, const std::vector<std::string> &written)
    {
        compare(path, frame::Element::string, [&](const frame::Node &node) {
            const auto found = m_content.strings(node);
            return std::equal(found.begin(), found.end(), written.begin(), written.end());
        });
    }
    template <class T>
    void numbers(const std::string &path, std::span<const T> written, const std::vector<hsize_t> &, bool half = false)
    {
        using frame::Element;
        constexpr Element element = std::is_same_v<T, float>          ? Element::float32
                                    : std::is_same_v<T, double>       ? Element::float64
                                    : std::is_same_v<T, std::int32_t> ? Element::int32
                                                                      : Element::uint8;
        compare(path, half ? Element::float16 : element, [&](const frame::Node &node) {
            return half ? sameNumbers(m_content.elements<Half>(node), written)
                        : sameNumbers(m_content.elements<T>(node), written);
        });
    }
    Status result() const { return m_result; }

private:
    template <class Found, class Written>
    static bool sameNumbers(std::span<const Found> found, std::span<const Written> written)
    {
        return std::equal(found.begin(), found.end(), written.begin(), written.end(),
                          [](Written a, Written b) { return a == b || (a != a && b != b); });
    }
    template <class Same> void compare(const std::string &path, frame::Element element, const Same &same)
    {
        const frame::Node *node = m_content.find(path);
        if (m_result && !(node && node->loaded && node->element == element && same(*node)))
            m_result = Error(ErrorCode::damagedFile, "it holds other values than were written").at(path);
    }

    const Hdf5Content &m_content;
    Status m_result = Done{};
};

} // namespace

std::vector<std::string> datasetPatterns()
{
    return {"/items/id",        "/items/label", "/items/label_names", imagesPath,
            "/items/columns/*", "/frames/*",    spacesPattern};
}

Index rowsOfSpaces(const Hdf5Content &listing)
{
    const auto isSpace = [](const frame::Node &node) {
        return isMember(node.path, spacesGroup) && node.shape.size() == 2;
    };
    const auto found = std::ranges::find_if(listing.nodes(), isSpace);
    return found == listing.nodes().end() ? 0 : Hdf5Content::rows(*found);
}

bool isAnchorscopeDataset(const Hdf5Content &content)
{
    const frame::Node *root = content.find("/");
    return root && attributeText(*root, "format") == formatName;
}

Result<Dataset> decodeDataset(const Hdf5Content &content, const std::string &path, bool stored,
                              const RunContext &context)
{
    return Decoder(content, path, stored, context).decode();
}

void writeDataset(Hdf5Writer &file, const Dataset &dataset)
{
    store(file, dataset);
}

Status compareDataset(const Hdf5Content &content, const Dataset &dataset)
{
    Comparison comparison(content);
    store(comparison, dataset);
    return comparison.result();
}

} // namespace anchorscope::io
