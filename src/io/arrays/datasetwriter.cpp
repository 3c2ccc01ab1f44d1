// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/half.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/arrays/datasetlayout.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <set>

namespace anchorscope::io {

namespace {

/// Returns float16 if the original file used it and it can store all values unchanged; otherwise float32.
Stored storedTypeFor(const EmbeddingSet &set)
{
    const float *values = set.vectors.data();
    const bool half = set.storedType == "float16" && std::all_of(values, values + set.vectors.size(), [](float value) {
                          return halfToFloat(floatToHalf(value)) == value || value != value;
                      });
    return half ? Stored::float16 : Stored::float32;
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

void writeColumns(Hdf5Writer &file, const ItemTable &items, hsize_t count)
{
    if (!items.columns.empty())
        file.group("/items/columns");
    MemberNames columnNames, frameNames;
    for (const ItemColumn &column : items.columns) {
        const std::string path = std::string(columnsGroup) + columnNames.of(column.name);
        if (column.kind == ColumnKind::number)
            file.numbers(path, std::span<const double>(column.numbers), {count}, Stored::float64);
        else
            file.strings(path, column.allTexts());
    }
    if (!items.frames.empty())
        file.group("/frames");
    for (const ItemCoordinates &frame : items.frames) {
        const std::string path = std::string(framesGroup) + frameNames.of(frame.name);
        file.numbers(path, std::span<const float>(frame.points.data(), static_cast<std::size_t>(frame.points.size())),
                     {count, 2}, Stored::float32);
        file.attribute(path, "space", asUtf8(frame.space));
    }
}

void writeItems(Hdf5Writer &file, const ItemTable &items)
{
    std::vector<std::string> ids = items.ids;
    for (Index i = 0; ids.size() < static_cast<std::size_t>(items.count); ++i)
        ids.push_back(std::to_string(i)); // without ids, the row number is the id
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
        file.numbers("/items/label", std::span<const std::int32_t>(items.labels), {count}, Stored::int32);
        file.strings("/items/label_names", items.labelNames);
    }
    const Thumbnails &images = items.thumbnails;
    if (!images.empty()) {
        std::vector<hsize_t> shape = {count, static_cast<hsize_t>(images.height), static_cast<hsize_t>(images.width)};
        if (images.channels == 3)
            shape.push_back(3);
        file.numbers("/items/image", std::span<const std::uint8_t>(images.pixels), shape, Stored::uint8);
    }
    writeColumns(file, items, count);
}

} // namespace

void writeDataset(Hdf5Writer &file, const Dataset &dataset)
{
    file.attribute("/", "format", formatName);
    file.attribute("/", "version", formatVersion);
    file.attribute("/", "title", dataset.title);
    file.attribute("/", "license", dataset.license);
    file.attribute("/", "source", dataset.source);
    writeItems(file, *dataset.items);
    file.group("/spaces");
    MemberNames names;
    for (const auto &space : dataset.spaces) {
        const std::string path = "/spaces/" + names.of(space->name);
        const std::span<const float> values(space->vectors.data(), static_cast<std::size_t>(space->vectors.size()));
        file.numbers(path, values, {static_cast<hsize_t>(space->size()), static_cast<hsize_t>(space->dimension())},
                     storedTypeFor(*space));
        file.attribute(path, "model", space->model);
    }
}

namespace {

class Comparison
{
public:
    explicit Comparison(const Hdf5Content &content) : m_content(content) {}

    void strings(const std::string &path, const std::vector<std::string> &written)
    {
        compare(path, frame::Element::string, [&](const frame::Node &node) {
            const auto found = m_content.strings(node);
            return std::equal(found.begin(), found.end(), written.begin(), written.end());
        });
    }
    template <class T> void numbers(const std::string &path, frame::Element element, std::span<const T> written)
    {
        compare(path, element,
                [&](const frame::Node &node) { return sameNumbers(m_content.elements<T>(node), written); });
    }
    /// Compares the vectors of a space with those in the written file, which may be float16.
    void vectors(const std::string &path, std::span<const float> written)
    {
        const frame::Node *node = m_content.find(path);
        if (!node || node->element != frame::Element::float16)
            return numbers(path, frame::Element::float32, written);
        compare(path, frame::Element::float16,
                [&](const frame::Node &halves) { return sameNumbers(m_content.elements<Half>(halves), written); });
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

Status compareDataset(const Hdf5Content &content, const Dataset &dataset)
{
    using frame::Element;
    Comparison comparison(content);
    const ItemTable &items = *dataset.items;
    if (items.hasIds())
        comparison.strings("/items/id", items.ids);
    if (items.hasLabels()) {
        comparison.numbers<std::int32_t>("/items/label", Element::int32, items.labels);
        comparison.strings("/items/label_names", items.labelNames);
    }
    if (!items.thumbnails.empty())
        comparison.numbers<std::uint8_t>("/items/image", Element::uint8, items.thumbnails.pixels);
    MemberNames columnNames, frameNames, spaceNames;
    for (const ItemColumn &column : items.columns) {
        const std::string path = std::string(columnsGroup) + columnNames.of(column.name);
        if (column.kind == ColumnKind::number)
            comparison.numbers<double>(path, Element::float64, column.numbers);
        else
            comparison.strings(path, column.allTexts());
    }
    for (const ItemCoordinates &frame : items.frames)
        comparison.numbers<float>(std::string(framesGroup) + frameNames.of(frame.name), Element::float32,
                                  {frame.points.data(), static_cast<std::size_t>(frame.points.size())});
    for (const auto &space : dataset.spaces)
        comparison.vectors("/spaces/" + spaceNames.of(space->name),
                           {space->vectors.data(), static_cast<std::size_t>(space->vectors.size())});
    return comparison.result();
}

} // namespace anchorscope::io
