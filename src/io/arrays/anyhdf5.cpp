// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/anyhdf5.h"

#include "io/formats/format.h"
#include "io/formats/itemmetadata.h"
#include "io/hdf5/hdf5reader.h"
#include "io/roles/arrays.h"
#include "io/roles/part.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace anchorscope::io {

bool isMatrix(const frame::Node &node)
{
    return node.kind == frame::Kind::dataset && node.shape.size() == 2 && node.shape[0] > 0 && node.shape[1] > 0 &&
           node.element != frame::Element::none && node.element != frame::Element::string;
}

namespace {

std::string parentOf(const std::string &path)
{
    return path.substr(0, path.rfind('/') + 1);
}
ArrayPart partOf(const frame::Node &node)
{
    ArrayPart part{node.path, ArrayKind::whole, node.shape, node.problem, attributeText(node, "original_id")};
    if (node.storedType == "letters" && part.shape.size() == 2)
        part.shape.pop_back();
    if (node.kind != frame::Kind::dataset || node.element == frame::Element::none)
        part.kind = ArrayKind::unknown;
    else if (node.element == frame::Element::string)
        part.kind = ArrayKind::text;
    else if (node.storedType == "bool")
        part.kind = ArrayKind::truth;
    else if (node.element == frame::Element::float16 || node.element == frame::Element::float32 ||
             node.element == frame::Element::float64)
        part.kind = ArrayKind::fractions;
    return part;
}

/// Selects the parts of an HDF5 file to read, from the listing of its nodes (groups and HDF5 datasets).
class Chooser
{
public:
    Chooser(const Hdf5Content &listing, const std::string &path) : m_listing(listing), m_path(path) {}

    Result<Hdf5Choice> choose(const std::string &requested) const
    {
        if (!requested.empty())
            return chooseRequested(requested.starts_with('/') ? requested : "/" + requested);
        const bool ofOctave = std::ranges::any_of(
            m_listing.nodes(), [](const frame::Node &node) { return findAttribute(node, "OCTAVE_NEW_FORMAT"); });
        if (ofOctave)
            return none("this is a file of Octave, whose matrices are stored transposed; save the vectors from Octave: "
                        "csvwrite(\"a.csv\", X), or choose an array and save its transpose from Python as .npy");
        const bool ofPyTables = std::ranges::any_of(
            m_listing.nodes(), [](const frame::Node &node) { return nameOf(node.path).starts_with("values_block_"); });
        if (ofPyTables)
            return none("this is a frame of pandas in the format “table”, which stores the names of its columns as "
                        "Python objects; save it from Python: pandas.read_hdf(\"",
                        m_path, "\").to_csv(\"", stemOf(m_path), ".csv\")");
        const std::vector<std::string> modalities = modalitiesOf();
        if (!modalities.empty())
            return chooseMuData(modalities);
        if (m_listing.find("/obs") && (m_listing.find("/obsm") || m_listing.find("/var")))
            return chooseAnnData();
        if (m_listing.find("/matrix") && m_listing.find("/col_attrs") && m_listing.find("/row_attrs"))
            return none("this is a Loom file, whose items are the columns of its matrix; transpose it in Python: "
                        "anchorscope.Dataset(h5py.File(\"",
                        m_path, "\")[\"matrix\"][:].T).save(\"", stemOf(m_path), ".h5\")");
        return chooseUsual();
    }

private:
    template <class... Parts> Error none(const Parts &...parts) const
    {
        return Error(ErrorCode::unknownFormat, parts...).in(m_path);
    }

    Result<Hdf5Choice> chooseRequested(const std::string &requested) const
    {
        const frame::Node *node = m_listing.find(requested);
        const auto place = node && node->kind == frame::Kind::group ? matrixAt(m_listing, *node) : std::nullopt;
        if (!node || (node->kind != frame::Kind::dataset && !place))
            return Error(ErrorCode::badDataset, "this file has no dataset of that name; check its name, or leave it "
                                                "out and let the largest be chosen")
                .in(m_path, requested);
        if (!node->problem.empty())
            return nodeError(m_path, *node);
        if (!place && !isMatrix(*node))
            return Error(ErrorCode::badDataset, "expected a matrix of numbers, items × dimensions, found ",
                         node->storedType, "; choose another dataset")
                .in(m_path, requested);
        Hdf5Choice choice;
        choice.format = "HDF5";
        choice.spaces = {{nameOf(requested), requested, place}};
        const std::uint64_t rows = rowsOf(choice.spaces[0]);
        if (!place)
            addLists(*node, choice);
        const bool ofGenes = std::ranges::any_of(std::array{"/varm/", "/varp/", "/uns/"}, [&](const char *group) {
            return requested.find(group) != std::string::npos;
        });
        if (ofGenes)
            return choice; // no names: rows are genes, but obs describes the cells
        for (const std::string &group : modalitiesOf()) {
            if (requested.starts_with(group + "/"))
                addObs(group, rows, choice);
        }
        if (choice.ids.empty() && m_listing.find("/obs"))
            addObs("", rows, choice);
        return choice;
    }

    /// Returns the groups of a MuData file's modalities, such as “/mod/rna”, which have the layout of AnnData files.
    std::vector<std::string> modalitiesOf() const
    {
        std::vector<std::string> groups;
        for (const frame::Node &node : m_listing.nodes()) {
            if (parentOf(node.path) == "/mod/" && node.kind == frame::Kind::group && m_listing.find(node.path + "/obs"))
                groups.push_back(node.path);
        }
        return groups;
    }

    /// Returns an AnnData file's spaces: the matrices in obsm with one row for each cell, or else the matrix X.
    std::vector<Hdf5Choice::Space> spacesIn(const std::string &group, Hdf5Choice &choice) const
    {
        std::vector<Hdf5Choice::Space> spaces;
        std::uint64_t rows = 0;
        const std::string obsm = group + "/obsm/";
        const auto add = [&](const frame::Node &node, std::uint64_t count, std::optional<MatrixPlace> place) {
            if (rows != 0 && count != rows)
                return leaveOut(node.path, "has " + std::to_string(count) + " rows", choice);
            rows = count;
            spaces.push_back({nameOf(node.path), node.path, std::move(place)});
        };
        for (const frame::Node &node : m_listing.nodes()) {
            if (parentOf(node.path) != obsm)
                continue;
            if (node.kind == frame::Kind::group) {
                auto place = matrixAt(m_listing, node);
                if (place)
                    add(node, place->rows, place);
                else
                    leaveOut(node.path, "is not a matrix of numbers", choice);
            } else if (isMatrix(node)) {
                add(node, node.shape[0], std::nullopt);
            } else if (node.problem.empty() ||
                       node.storedType == "compound") { // other unreadable nodes: see damageNotes()
                leaveOut(node.path, "is not a matrix of numbers", choice);
            }
        }
        // Layouts for drawing (coordinates in a plane) become frames, not spaces, even if the file has no other matrix.
        if (std::ranges::all_of(spaces, [](const auto &space) { return isAsideName(space.name); })) {
            for (const Hdf5Choice::Space &space : spaces)
                leaveOut(space.path, "is a layout for drawing, judging by its name; it can be chosen instead", choice);
            spaces.clear();
            rows = 0;
        }
        const frame::Node *x = m_listing.find(group + "/X");
        if (!x || !isMatrix(*x))
            return spaces;
        if (spaces.empty())
            add(*x, x->shape[0], std::nullopt);
        else
            leaveOut(x->path, "is read only if obsm has no vectors; it can be chosen instead", choice);
        return spaces;
    }
    std::uint64_t rowsOf(const Hdf5Choice::Space &space) const
    {
        return space.group ? space.group->rows : m_listing.find(space.path)->shape[0];
    }

    Result<Hdf5Choice> chooseAnnData() const
    {
        Hdf5Choice choice;
        choice.format = "AnnData (.h5ad)";
        if (m_listing.find("/obs")->kind == frame::Kind::dataset)
            return none("its tables are those of an anndata before 0.7, which are not read; open it in anndata and "
                        "save it again: anndata.read_h5ad(\"",
                        m_path, "\").write_h5ad(\"", stemOf(m_path), "-new.h5ad\")");
        choice.spaces = spacesIn("", choice);
        if (choice.spaces.empty())
            return none(
                "this AnnData file has no dense matrix of vectors in obsm or X; store one, for example X_pca by "
                "scanpy.pp.pca(adata), or take X as it is in Python: anchorscope.from_anndata(anndata.read_h5ad(\"",
                m_path, "\"), \"X\").save(\"", stemOf(m_path), ".h5\")");
        addObs("", rowsOf(choice.spaces[0]), choice);
        return choice;
    }

    /// Selects the spaces of every modality that has as many cells as the first modality. Later, when the names of the
    /// cells have been read, modalities with other cells are removed.
    Result<Hdf5Choice> chooseMuData(const std::vector<std::string> &modalities) const
    {
        Hdf5Choice choice;
        choice.format = "MuData (.h5mu)";
        std::uint64_t rows = 0;
        for (const std::string &group : modalities) {
            std::vector<Hdf5Choice::Space> spaces = spacesIn(group, choice);
            const std::uint64_t count = spaces.empty() ? 0 : rowsOf(spaces[0]);
            if (count == 0 || (rows != 0 && count != rows)) {
                leaveOut(group, count == 0 ? "has no dense matrix" : "has " + std::to_string(count) + " cells", choice);
                continue;
            }
            if (rows == 0)
                addObs(group, count, choice);
            else
                choice.ids.push_back(idsOf(group, count).value_or(ListPlace()));
            rows = count;
            for (Hdf5Choice::Space &space : spaces) {
                space.name = nameOf(group) + ":" + space.name;
                space.modality = choice.ids.size() - 1;
                choice.spaces.push_back(std::move(space));
            }
        }
        if (choice.spaces.empty())
            return none("this MuData file has no dense matrix in any of its modalities; store one, for example by "
                        "scanpy.pp.pca(mdata.mod[\"",
                        nameOf(modalities[0]), "\"])");
        return choice;
    }

    std::optional<ListPlace> idsOf(const std::string &group, std::uint64_t rows) const
    {
        const std::string index = attributeText(*m_listing.find(group + "/obs"), "_index");
        return listAt(m_listing, group + "/obs/" + (index.empty() ? std::string("_index") : index), rows);
    }

    /// Selects data about the cells from AnnData's group obs: names, labels, columns, frames (coordinates in a plane).
    void addObs(const std::string &group, std::uint64_t rows, Hdf5Choice &choice) const
    {
        const std::string obs = group + "/obs/";
        auto ids = idsOf(group, rows);
        const frame::Node *table = m_listing.find(group + "/obs");
        if (!ids && table->kind == frame::Kind::dataset)
            choice.warnings.push_back(
                "The names of the items were left out: " + table->path +
                " is a table of an anndata before 0.7, which is not read; open the file in anndata and save it again.");
        else if (!ids && !hasProblem(obs))
            choice.warnings.push_back("The names of the items were left out: " + table->path +
                                      " does not hold a list of " + std::to_string(rows) + " names.");
        choice.ids.push_back(ids.value_or(ListPlace()));
        std::vector<ListPlace> columns;
        for (const frame::Node &node : m_listing.nodes()) {
            if (parentOf(node.path) != obs || (ids && node.path == obs + ids->name) ||
                nameOf(node.path).starts_with("__"))
                continue;
            if (auto list = listAt(m_listing, node.path, rows))
                columns.push_back(std::move(*list));
            else if (node.problem.empty())
                noteCount(node, rows, choice);
        }
        const auto label = labelAmong(columns);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (label == i)
                choice.labels = columns[i];
            else
                choice.columns.push_back(columns[i]);
        }
        for (const frame::Node &node : m_listing.nodes()) {
            if (parentOf(node.path) == group + "/obsm/" && isMatrix(node) && node.problem.empty() &&
                node.shape[1] == 2 && node.shape[0] == rows)
                choice.frames.push_back(node.path);
        }
    }
    /// True if a node in the group `folder` or in a nested group cannot be read; damageNotes() reports such nodes.
    bool hasProblem(const std::string &folder) const
    {
        return std::ranges::any_of(m_listing.nodes(), [&](const frame::Node &node) {
            return node.path.starts_with(folder) && !node.problem.empty();
        });
    }
    /// Returns the column of labels: the first column of categories that is named like labels, otherwise the first one.
    static std::optional<std::size_t> labelAmong(const std::vector<ListPlace> &columns)
    {
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].categories.empty())
                continue;
            if (columns[i].name.find("type") != std::string::npos || isLabelName(columns[i].name))
                return i;
            first = first.value_or(i);
        }
        return first;
    }

    /// Selects a data frame that pandas wrote to HDF5 in its format “fixed”; nullopt if the file contains none.
    std::optional<Result<Hdf5Choice>> chooseTable() const
    {
        Hdf5Choice choice;
        for (const frame::Node &node : m_listing.nodes()) {
            const std::string type = attributeText(node, "pandas_type");
            if (type == "frame_table")
                return none("this is a table of pandas, which does not name its columns for others; save it again: "
                            "pandas.read_hdf(\"",
                            m_path, "\").to_parquet(\"", stemOf(m_path), ".parquet\")");
            if (type != "frame")
                continue;
            if (!choice.table.blocks.empty())
                return none("this file holds several frames of pandas; save one of them: pandas.read_hdf(\"", m_path,
                            "\", \"", nameOf(node.path), "\").to_parquet(\"", nameOf(node.path), ".parquet\")");
            choice.table = blocksOf(node);
            choice.format = "HDF5, a frame of pandas";
        }
        return choice.table.blocks.empty() ? std::nullopt : std::optional<Result<Hdf5Choice>>(std::move(choice));
    }
    Hdf5Choice::Table blocksOf(const frame::Node &frame) const
    {
        const std::string place = frame.path == "/" ? "/" : frame.path + "/";
        Hdf5Choice::Table table{{}, place + "axis0", m_listing.find(place + "axis1") ? place + "axis1" : ""};
        for (int i = 0; m_listing.find(place + "block" + std::to_string(i) + "_values"); ++i) {
            const std::string block = place + "block" + std::to_string(i);
            if (m_listing.find(block + "_values")->problem.empty())
                table.blocks.emplace_back(block + "_items", block + "_values");
        }
        return table;
    }
    Result<Hdf5Choice> chooseUsual() const
    {
        if (auto table = chooseTable())
            return std::move(*table);
        std::vector<ArrayPart> parts;
        for (const frame::Node &node : m_listing.nodes())
            parts.push_back(partOf(node));
        const auto matrices = std::ranges::count_if(parts, &ArrayPart::isMatrix);
        ArrayRoles roles = assignArrays(parts, {});
        if (roles.refusal)
            return roles.refusal->in(m_path);
        if (!roles.items.empty())
            return chooseItems(roles.items);
        if (const std::string several = severalVectors(parts); matrices == 0 && !several.empty())
            return none(several);
        if (matrices == 0)
            return none("this HDF5 file holds no matrix of numbers, items × dimensions; save the vectors as one "
                        "dataset of it, or as .npy");
        if (roles.spaces.empty()) // reports why the first matrix cannot be read
            return nodeError(m_path, *std::ranges::find_if(m_listing.nodes(), isMatrix));
        return chooseBeside(parts, roles);
    }

    /// Returns an error message if each item is a group with several vectors in it; otherwise an empty text.
    std::string severalVectors(const std::vector<ArrayPart> &parts) const
    {
        std::map<std::string, std::size_t> names;
        for (const ArrayPart &part : parts) {
            if (part.kind == ArrayKind::fractions && part.shape.size() == 1 && part.shape[0] > 1)
                ++names[nameOf(part.name)];
        }
        constexpr std::size_t most = 8, fewestItems = 5;
        if (names.size() < 2 || names.size() > most || names.begin()->second < fewestItems)
            return {};
        const auto &[first, second] = std::pair(names.begin()->first, names.rbegin()->first);
        return "each item of this HDF5 file has several vectors, “" + first + "” and “" + second +
               "”; save each kind as one matrix from Python: file = h5py.File(\"" + m_path + "\"); numpy.savez(\"" +
               first + ".npz\", id=list(file), vectors=[file[i][\"" + first + "\"] for i in file])";
    }

    /// Selects the matrix that is most likely a space, and from its group the other matrices that may be spaces.
    Result<Hdf5Choice> chooseBeside(const std::vector<ArrayPart> &parts, const ArrayRoles &roles) const
    {
        const auto &nodes = m_listing.nodes();
        Hdf5Choice choice;
        const bool benchmark = m_listing.find("/train") && m_listing.find("/test") && m_listing.find("/neighbors");
        choice.format = benchmark ? "ann-benchmarks (HDF5)" : "HDF5";
        const std::size_t best =
            benchmark ? static_cast<std::size_t>(m_listing.find("/train") - nodes.data()) : roles.best;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const bool sibling = !benchmark && std::ranges::count(roles.spaces, i) > 0 &&
                                 parentOf(nodes[i].path) == parentOf(nodes[best].path);
            if (i == best || sibling)
                choice.spaces.push_back({nameOf(nodes[i].path), nodes[i].path});
            else if (parts[i].isMatrix() && nodes[i].problem.empty() && std::ranges::count(roles.lists, i) == 0)
                leaveOut(nodes[i].path, reasonOf(i, roles) + "; it can be chosen instead", choice);
            else if (nodes[i].shape.size() > 2 && nodes[i].problem.empty())
                leaveOut(nodes[i].path, "has " + std::to_string(nodes[i].shape.size()) + " dimensions", choice);
        }
        addLists(nodes[best], choice);
        warnAboutAttributes(nodes[best], choice);
        if (const auto other = otherNumbers(nodes[best]); other && !benchmark)
            return *other;
        return choice;
    }
    /// Returns an error if the matrix is transposed (MATLAB) or contains packed whole numbers (netCDF).
    std::optional<Error> otherNumbers(const frame::Node &matrix) const
    {
        if (findAttribute(matrix, "MATLAB_class"))
            return none("this is a file of MATLAB, whose matrices are stored transposed; save the vectors from MATLAB: "
                        "writematrix(X, \"",
                        stemOf(m_path), ".csv\"), or choose an array and save its transpose from Python as .npy");
        if (!findAttribute(matrix, "scale_factor") && !findAttribute(matrix, "add_offset"))
            return std::nullopt;
        return none("the numbers in “", matrix.path,
                    "” stand for others, as its attributes scale_factor and add_offset tell; save the vectors "
                    "themselves as float32: q * scale_factor + add_offset");
    }
    /// Warns about attributes that contain ids or labels: they are not read; only HDF5 datasets of ids or labels are.
    static void warnAboutAttributes(const frame::Node &matrix, Hdf5Choice &choice)
    {
        for (const frame::Attribute &attribute : matrix.attributes) {
            const std::size_t count = std::visit([](const auto &values) { return values.size(); }, attribute.values);
            if (count > 1 && count == matrix.shape[0] && (isIdName(attribute.name) || isLabelName(attribute.name)))
                choice.warnings.push_back("The attribute “" + attribute.name + "” of “" + matrix.path +
                                          "” was left out: ids and labels are read from datasets; save it as one.");
        }
    }

    static std::string reasonOf(std::size_t part, const ArrayRoles &roles)
    {
        const auto found = std::ranges::find(roles.leftOut, part, &ArrayRoles::LeftOut::part);
        return found == roles.leftOut.end() ? "is another matrix" : found->why;
    }

    /// Selects HDF5 datasets that are one item's vector each. The ids are the names of the datasets or of their groups,
    /// or are in attributes, as in files of bio_embeddings.
    Result<Hdf5Choice> chooseItems(const std::vector<std::size_t> &items) const
    {
        Hdf5Choice choice;
        choice.format = "HDF5, a dataset for each item";
        std::set<std::string> leaves, originals;
        std::vector<std::string> original;
        for (const std::size_t i : items) {
            const frame::Node &node = m_listing.nodes()[i];
            choice.items.push_back(node.path);
            leaves.insert(nameOf(node.path));
            original.push_back(attributeText(node, "original_id"));
            originals.insert(original.back());
        }
        if (originals.size() == items.size() && !originals.contains({}))
            choice.itemIds = std::move(original);
        else
            choice.itemIds = idsOfPaths(choice.items, leaves.size() == 1);
        choice.warnings.push_back("Each of the " + std::to_string(items.size()) +
                                  " datasets was taken as the vector of the item it is named after.");
        return choice;
    }

    /// Converts paths of HDF5 datasets, one for each item, to ids. Removes the first group if all paths share it and it
    /// is named like vectors. `groups`: true to remove the last component, which all paths share, as well.
    static std::vector<std::string> idsOfPaths(std::vector<std::string> paths, bool groups)
    {
        for (std::string &path : paths)
            path = path.substr(1, groups ? path.rfind('/') - 1 : std::string::npos);
        const std::string top = paths[0].substr(0, paths[0].find('/'));
        const bool shared =
            std::ranges::all_of(paths, [&](const std::string &path) { return path.starts_with(top + "/"); });
        if (shared && (claimsVectors(top) || top == "data" || top == "features")) {
            for (std::string &path : paths)
                path.erase(0, top.size() + 1);
        }
        return paths;
    }

    void addLists(const frame::Node &matrix, Hdf5Choice &choice) const
    {
        std::vector<std::string> folders{parentOf(matrix.path)};
        if (folders.front() != "/")
            folders.push_back("/");
        for (const frame::Node &node : m_listing.nodes()) { // adds records, whose fields are lists
            const auto isListed = [&](const std::string &folder) { return std::ranges::count(folders, folder) > 0; };
            if (node.storedType == "compound" && node.kind == frame::Kind::group && isListed(parentOf(node.path)) &&
                !isListed(node.path + "/"))
                folders.push_back(node.path + "/");
        }
        for (const std::string &folder : folders) {
            for (const frame::Node &node : m_listing.nodes()) {
                if (parentOf(node.path) != folder || node.path == matrix.path || node.kind != frame::Kind::dataset)
                    continue;
                if (partOf(node).isListOf(matrix.shape[0]))
                    choice.lists.push_back(node.path);
                else if (!isMatrix(node) && node.shape.size() < 3 && (isIdName(node.path) || isLabelName(node.path)))
                    noteCount(node, matrix.shape[0], choice);
            }
        }
    }

    static void noteCount(const frame::Node &node, std::uint64_t rows, Hdf5Choice &choice)
    {
        if (node.kind == frame::Kind::dataset && node.problem.empty() && node.shape.size() == 1 &&
            node.shape[0] != rows)
            choice.warnings.push_back("The list “" + node.path + "” was left out: it has " +
                                      std::to_string(node.shape[0]) + " values for " + std::to_string(rows) + " rows.");
        else if (node.kind == frame::Kind::group || node.shape.size() != 1)
            leaveOut(node.path, "is not a list of " + std::to_string(rows) + " values", choice);
    }
    static void leaveOut(const std::string &place, const std::string &why, Hdf5Choice &choice)
    {
        choice.leftOut.emplace_back(place, why);
        choice.warnings.push_back("“" + place + "” was left out: it " + why + ".");
    }

    const Hdf5Content &m_listing;
    const std::string &m_path;
};

} // namespace

std::string literally(const std::string &path)
{
    std::string pattern;
    for (const char each : path) {
        if (each == '*' || each == '?' || each == '[' || each == '\\')
            pattern += '\\';
        pattern += each;
    }
    return pattern;
}

std::vector<std::string> Hdf5Choice::patterns() const
{
    std::vector<std::string> paths = items;
    const auto add = [&](const std::vector<std::string> &more) { paths.insert(paths.end(), more.begin(), more.end()); };
    for (const Space &space : spaces)
        add(space.group ? space.group->paths() : std::vector<std::string>{space.path});
    for (const ListPlace &list : ids)
        add(list.paths());
    if (labels)
        add(labels->paths());
    add(lists);
    add(frames);
    for (const auto &[names, values] : table.blocks)
        add({names, values});
    add({table.order, table.index});
    std::erase(paths, std::string());
    for (const ListPlace &column : columns)
        add(column.paths());
    std::ranges::transform(paths, paths.begin(), literally);
    return paths;
}

Result<Hdf5Choice> chooseHdf5(const Hdf5Content &listing, const std::string &requested, const std::string &path)
{
    auto choice = Chooser(listing, path).choose(requested);
    if (!choice)
        return choice;
    for (const frame::Node &node : listing.nodes()) {
        if (isMatrix(node) && node.problem.empty())
            choice->arrays.push_back(node.path);
    }
    return choice;
}

} // namespace anchorscope::io
