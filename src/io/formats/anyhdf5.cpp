// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/anyhdf5.h"

#include "io/formats/format.h"
#include "io/formats/sidecolumns.h"
#include "io/hdf5/hdf5reader.h"

#include <algorithm>
#include <array>

namespace anchorscope::io {

namespace {

std::string parentOf(const std::string &path)
{
    return path.substr(0, path.rfind('/') + 1);
}
std::string nameOf(const std::string &path)
{
    return path.substr(path.rfind('/') + 1);
}

bool isMatrix(const frame::Node &node)
{
    return node.kind == frame::Kind::dataset && node.shape.size() == 2 && node.shape[0] > 0 && node.shape[1] > 0 &&
           node.element != frame::Element::none && node.element != frame::Element::string;
}

bool isColumn(const frame::Node &node, std::uint64_t rows)
{
    return node.kind == frame::Kind::dataset && node.problem.empty() && node.shape.size() == 1 &&
           node.shape[0] == rows && node.element != frame::Element::none && node.element != frame::Element::float16 &&
           node.element != frame::Element::float32;
}

/// Names that people give to matrices of vectors.
bool hasUsualName(const frame::Node &node)
{
    constexpr std::array names = {"embeddings", "embedding", "features", "vectors", "data", "X", "emb", "Z", "train"};
    return std::find(names.begin(), names.end(), nameOf(node.path)) != names.end();
}

/// Chooses among the nodes of one file.
class Chooser
{
public:
    Chooser(const Hdf5Content &listing, const std::string &path) : m_listing(listing), m_path(path) {}

    Result<Hdf5Choice> choose(const std::string &wanted) const
    {
        if (!wanted.empty())
            return chooseWanted(wanted.starts_with('/') ? wanted : "/" + wanted);
        if (m_listing.find("/obs") && (m_listing.find("/obsm") || m_listing.find("/var")))
            return chooseAnnData();
        if (m_listing.find("/matrix") && m_listing.find("/col_attrs") && m_listing.find("/row_attrs"))
            return none("this is a Loom file, whose items are the columns of its matrix; turn it in Python: "
                        "anchorscope.Dataset(h5py.File(\"" +
                        m_path + "\")[\"matrix\"][:].T).save(\"" + stemOf(m_path) + ".h5\")");
        return chooseUsual();
    }

private:
    Error none(const std::string &message) const { return Error(ErrorCode::unknownFormat, message).in(m_path); }

    Result<Hdf5Choice> chooseWanted(const std::string &wanted) const
    {
        const frame::Node *node = m_listing.find(wanted);
        if (!node || node->kind != frame::Kind::dataset)
            return Error(ErrorCode::badDataset, "this file has no dataset of that name; check its name, or leave it "
                                                "out and let the largest be chosen")
                .in(m_path, wanted);
        if (!node->problem.empty())
            return nodeError(m_path, *node);
        if (!isMatrix(*node))
            return Error(ErrorCode::badDataset, "expected a matrix of numbers, items × dimensions, found " +
                                                    node->storedType + "; choose another dataset")
                .in(m_path, wanted);
        Hdf5Choice choice;
        choice.format = "HDF5";
        choice.matrices = {wanted};
        addColumns(*node, choice);
        if (m_listing.find("/obs"))
            addAnnDataColumns(node->shape[0], choice);
        return choice;
    }

    /// All dense representations in obsm, which share the cells; X only where there are none.
    Result<Hdf5Choice> chooseAnnData() const
    {
        Hdf5Choice choice;
        choice.format = "AnnData (.h5ad)";
        std::uint64_t rows = 0;
        for (const frame::Node &node : m_listing.nodes()) {
            const bool inObsm = node.path.starts_with("/obsm/") && isMatrix(node);
            if (!inObsm || (rows != 0 && node.shape[0] != rows))
                continue;
            rows = node.shape[0];
            choice.matrices.push_back(node.path);
        }
        const frame::Node *x = m_listing.find("/X");
        if (choice.matrices.empty() && x && isMatrix(*x)) {
            rows = x->shape[0];
            choice.matrices.push_back("/X");
        }
        if (choice.matrices.empty())
            return none("this AnnData file has no dense matrix in obsm or X; store one, for example X_pca by "
                        "scanpy.pp.pca(adata), or take X as it is in Python: anchorscope.from_anndata("
                        "anndata.read_h5ad(\"" +
                        m_path + "\"), \"X\").save(\"" + stemOf(m_path) + ".h5\")");
        addAnnDataColumns(rows, choice);
        return choice;
    }

    void addAnnDataColumns(std::uint64_t rows, Hdf5Choice &choice) const
    {
        const frame::Node *obs = m_listing.find("/obs");
        const std::string index = attributeText(*obs, "_index");
        const frame::Node *ids = m_listing.find("/obs/" + (index.empty() ? std::string("_index") : index));
        if (ids && isColumn(*ids, rows))
            choice.ids = ids->path;
        else if (!ids || ids->problem.empty()) // a problem is told by damageNotes
            choice.warnings.push_back("The names of the items were left out: /obs holds no list of " +
                                      std::to_string(rows) + " names.");
        std::string first;
        for (const frame::Node &node : m_listing.nodes()) {
            if (!node.path.starts_with("/obs/") || !node.path.ends_with("/codes"))
                continue;
            if (!isColumn(node, rows)) {
                noteCount(node, rows, choice);
                continue;
            }
            const std::string group = parentOf(node.path).substr(0, parentOf(node.path).size() - 1);
            const std::string name = nameOf(group);
            const bool telling = name.find("type") != std::string::npos || roleOfColumn(name) == ColumnRole::label;
            if (first.empty() || (telling && choice.labels.empty()))
                first = group;
            if (telling && choice.labels.empty())
                choice.labels = group;
        }
        choice.labels = choice.labels.empty() ? first : choice.labels;
        choice.columns = findObsColumns(m_listing, rows, {choice.ids, choice.labels});
        for (const frame::Node &node : m_listing.nodes()) {
            if (node.path.starts_with("/obsm/") && isMatrix(node) && node.problem.empty() && node.shape[1] == 2 &&
                node.shape[0] == rows)
                choice.frames.push_back(node.path);
        }
    }

    Result<Hdf5Choice> chooseUsual() const
    {
        std::vector<const frame::Node *> matrices;
        for (const frame::Node &node : m_listing.nodes()) {
            if (isMatrix(node))
                matrices.push_back(&node);
        }
        if (matrices.empty())
            return none("this HDF5 file holds no matrix of numbers, items × dimensions; save the vectors as one "
                        "dataset of it, or as .npy");
        const auto rank = [](const frame::Node *node) {
            // A shape that no file can hold is the last choice.
            return std::pair(hasUsualName(*node), frame::elementCount(node->shape).value_or(0));
        };
        const frame::Node *best = *std::max_element(matrices.begin(), matrices.end(),
                                                    [&](const auto *a, const auto *b) { return rank(a) < rank(b); });
        if (!best->problem.empty())
            return nodeError(m_path, *best);
        Hdf5Choice choice;
        const bool benchmark = m_listing.find("/train") && m_listing.find("/test") && m_listing.find("/neighbors");
        choice.format = benchmark ? "ann-benchmarks (HDF5)" : "HDF5";
        for (const frame::Node *node : matrices) {
            const bool sibling = !benchmark && parentOf(node->path) == parentOf(best->path) &&
                                 node->shape[0] == best->shape[0] && node->problem.empty();
            if (node == best || sibling)
                choice.matrices.push_back(node->path);
            else if (node->problem.empty()) // a problem is told by damageNotes
                choice.warnings.push_back("The matrix “" + node->path + "” was left out; it can be chosen instead.");
        }
        addColumns(*best, choice);
        return choice;
    }

    /// Lists of ids and labels beside a matrix, or in the root.
    void addColumns(const frame::Node &matrix, Hdf5Choice &choice) const
    {
        // As pandas' to_hdf names the rows of a frame.
        const frame::Node *index = m_listing.find(parentOf(matrix.path) + "axis1");
        if (nameOf(matrix.path) == "block0_values" && index && isColumn(*index, matrix.shape[0]))
            choice.ids = index->path;
        std::vector<std::string> folders{parentOf(matrix.path)};
        if (folders.front() != "/")
            folders.push_back("/");
        for (const std::string &folder : folders) {
            for (const frame::Node &node : m_listing.nodes()) {
                const ColumnRole role = roleOfColumn(nameOf(node.path));
                if (parentOf(node.path) != folder || role == ColumnRole::none)
                    continue;
                if (!isColumn(node, matrix.shape[0]))
                    noteCount(node, matrix.shape[0], choice);
                else if (role == ColumnRole::id && choice.ids.empty())
                    choice.ids = node.path;
                else if (role == ColumnRole::label && choice.labels.empty())
                    choice.labels = node.path;
            }
        }
    }

    /// Says of a list that is of no use why: it belongs to other rows.
    static void noteCount(const frame::Node &node, std::uint64_t rows, Hdf5Choice &choice)
    {
        if (node.problem.empty() && node.shape.size() == 1 && node.shape[0] != rows)
            choice.warnings.push_back("The list “" + node.path + "” was left out: it has " +
                                      std::to_string(node.shape[0]) + " values for " + std::to_string(rows) + " rows.");
    }

    const Hdf5Content &m_listing;
    const std::string &m_path;
};

/// A path as a pattern that matches only itself.
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

Status addLabels(const Hdf5Content &content, const std::string &place, const std::string &path, SideColumns &columns)
{
    if (const frame::Node *list = content.find(place); list && list->loaded) {
        columns.offer("label", textsOf(content, *list));
        return Done{};
    }
    const frame::Node *codes = content.find(place + "/codes"), *names = content.find(place + "/categories");
    if (!codes || !names || !codes->loaded || !names->loaded || names->shape.size() != 1)
        return Done{}; // labels that cannot be read are no reason to refuse the vectors
    const std::vector<std::string> categories = textsOf(content, *names);
    auto labels = readCodes(content, *codes, categories.size(), path);
    if (!labels)
        return labels.error();
    columns.offerCategories(std::move(*labels), categories);
    return Done{};
}

/// “umap” of “X_umap”, as scanpy calls its coordinates.
std::string frameName(const std::string &name)
{
    return name.starts_with("X_") && name.size() > 2 ? name.substr(2) : name;
}

/// Frames and columns.
Status addAnnData(const Hdf5Content &content, const Hdf5Choice &choice, const std::string &path, SideColumns &columns,
                  const RunContext &context)
{
    for (const std::string &place : choice.frames) {
        if (const frame::Node *node = content.find(place); node && node->loaded && isMatrix(*node))
            columns.offerFrame({frameName(nameOf(place)), "", content.matrix(*node, context)});
    }
    for (const ObsColumn &column : choice.columns) {
        auto read = readObsColumn(content, column, path);
        if (!read)
            return read.error();
        if (*read)
            columns.offerOther(std::move(**read));
    }
    return Done{};
}

/// Sentences about what cannot be read and was not needed: damaged parts, and what would have been ids, labels or
/// another matrix.
std::vector<std::string> damageNotes(const Hdf5Content &content, const Hdf5Choice &choice)
{
    constexpr std::size_t most = 5;
    std::vector<std::string> notes;
    std::size_t more = 0;
    for (const frame::Node &node : content.nodes()) {
        const bool damaged = node.problemCode == errorId(ErrorCode::damagedFile) ||
                             node.problemCode == errorId(ErrorCode::neverWritten) ||
                             node.problemCode == errorId(ErrorCode::tooLarge);
        const bool ofUse = isMatrix(node) || roleOfColumn(nameOf(node.path)) != ColumnRole::none ||
                           (!choice.labels.empty() && node.path.starts_with(choice.labels));
        if (node.problem.empty() || !(damaged || ofUse))
            continue;
        if (notes.size() < most)
            notes.push_back("“" + node.path + "” was left out: " + node.problem + ".");
        else
            ++more;
    }
    if (more > 0)
        notes.push_back(std::to_string(more) + " more parts of this file cannot be read.");
    return notes;
}

} // namespace

std::vector<std::string> Hdf5Choice::patterns() const
{
    std::vector<std::string> patterns;
    for (const std::string &matrix : matrices)
        patterns.push_back(literally(matrix));
    if (!ids.empty())
        patterns.push_back(literally(ids));
    if (!labels.empty()) {
        for (const char *part : {"", "/codes", "/categories"})
            patterns.push_back(literally(labels) + part);
    }
    for (const std::string &frame : frames)
        patterns.push_back(literally(frame));
    for (const ObsColumn &column : columns) {
        patterns.push_back(literally(column.values));
        if (!column.categories.empty())
            patterns.push_back(literally(column.categories));
    }
    return patterns;
}

Result<Hdf5Choice> chooseHdf5(const Hdf5Content &listing, const std::string &wanted, const std::string &path)
{
    auto choice = Chooser(listing, path).choose(wanted);
    if (!choice)
        return choice;
    for (const frame::Node &node : listing.nodes()) {
        if (isMatrix(node) && node.problem.empty())
            choice->arrays.push_back(node.path);
    }
    return choice;
}

Result<OpenedFile> decodeHdf5(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                              const std::string &path, const RunContext &context)
{
    std::vector<EmbeddingSet> spaces;
    Index rows = 0;
    for (const std::string &place : choice.matrices) {
        const frame::Node *node = content.find(place);
        if (!node || !isMatrix(*node) || (!node->loaded && node->problem.empty()))
            return Error(ErrorCode::damagedFile, "this file changed while it was read; open it again").in(path, place);
        if (!node->loaded)
            return nodeError(path, *node);
        rows = Hdf5Content::rows(*node);
        if (options.firstRows() > 0)
            rows = std::min(options.firstRows(), rows);
        Matrix values = content.matrix(*node, context);
        if (context.cancelled())
            return cancelledError();
        if (rows < values.rows())
            values.conservativeResize(rows, values.cols());
        spaces.push_back({nameOf(place), "", node->storedType, std::move(values), nullptr});
    }
    SideColumns columns(rows);
    if (const frame::Node *ids = choice.ids.empty() ? nullptr : content.find(choice.ids); ids && ids->loaded)
        columns.offer("id", textsOf(content, *ids));
    if (!choice.labels.empty()) {
        if (const Status read = addLabels(content, choice.labels, path, columns); !read)
            return read.error();
    }
    if (const Status read = addAnnData(content, choice, path, columns, context); !read)
        return read.error();
    OpenedFile opened = columns.assemble(path, std::move(spaces));
    opened.format = choice.format;
    opened.arrays = choice.arrays;
    opened.warnings.insert(opened.warnings.begin(), choice.warnings.begin(), choice.warnings.end());
    for (std::string &note : damageNotes(content, choice))
        opened.warnings.push_back(std::move(note));
    return opened;
}

} // namespace anchorscope::io
