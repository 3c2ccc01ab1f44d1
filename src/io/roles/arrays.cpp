// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/arrays.h"

#include "core/plaintext.h"
#include "io/roles/part.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace anchorscope::io {

namespace {

/// Minimum number of lists that are read as vectors of one item each; fewer lists may be a mean or a bias.
constexpr std::size_t fewestItems = 5;

std::string shapeText(const std::vector<std::uint64_t> &shape)
{
    return joinedText(shape, " × ");
}

/// True if a name is common for a matrix of vectors; includes all names for which claimsVectors() is true.
bool isUsualName(const std::string &name)
{
    constexpr std::array names = {"data", "X", "Z", "train", "weight"};
    return claimsVectors(name) || std::ranges::find(names, name.substr(name.rfind('/') + 1)) != names.end();
}

/// True if an array contains one vector for each item: of all axes except the first, exactly one is longer than 1.
bool holdsOneVectorEach(const std::vector<std::uint64_t> &shape)
{
    return std::ranges::count_if(shape.begin() + 1, shape.end(), [](std::uint64_t each) { return each > 1; }) == 1;
}

class ArrayAssigner
{
public:
    explicit ArrayAssigner(const std::vector<ArrayPart> &parts) : m_parts(parts) {}

    ArrayRoles run(const std::string &chosen)
    {
        std::vector<std::size_t> matrices;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_parts[i].isMatrix() && m_parts[i].problem.empty() && (chosen.empty() || m_parts[i].name == chosen))
                matrices.push_back(i);
        }
        if (chosen.empty() && (takeItems(matrices, true) || takeItems(matrices, false)))
            return std::move(m_roles);
        if (chosen.empty() && holdsSequences(matrices))
            return std::move(m_roles);
        const std::vector<std::size_t> pool = chosen.empty() ? likely(matrices) : matrices;
        for (const auto check :
             {&ArrayAssigner::onlyWeights, &ArrayAssigner::itemsOfClasses, &ArrayAssigner::onlyStatistics}) {
            if (chosen.empty() && !m_roles.refusal && !pool.empty())
                m_roles.refusal = (this->*check)(pool);
        }
        if (!m_roles.refusal && !pool.empty())
            takeSpaces(pool);
        for (const auto check :
             {&ArrayAssigner::otherNumbers, &ArrayAssigner::partsOfOneItem, &ArrayAssigner::vectorsInMoreDimensions}) {
            if (chosen.empty() && !m_roles.refusal && !m_roles.spaces.empty())
                m_roles.refusal = (this->*check)(m_parts[m_roles.best]);
        }
        const std::vector<bool> isSpace = marked(m_roles.spaces);
        for (std::size_t i = 0; i < m_parts.size() && m_roles.rows > 0; ++i) {
            if (m_parts[i].isListOf(m_roles.rows) && !isSpace[i])
                m_roles.lists.push_back(i);
        }
        if (chosen.empty() && !m_roles.spaces.empty())
            noteOthers(matrices);
        return std::move(m_roles);
    }

private:
    /// Treats arrays that contain a single vector each as items; returns false without such arrays. `rows`: true for
    /// matrices of one row, if all matrices have one row; false for one-dimensional arrays, if the file has no matrix.
    bool takeItems(const std::vector<std::size_t> &matrices, bool rows)
    {
        std::vector<std::size_t> items;
        std::uint64_t width = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const ArrayPart &part = m_parts[i];
            const bool fits = rows ? part.isMatrix() && part.shape[0] == 1 && part.shape[1] > 1
                                   : part.shape.size() == 1 && part.kind == ArrayKind::fractions && part.shape[0] > 1;
            if (!fits || !part.problem.empty())
                continue;
            if (width != 0 && part.shape.back() != width)
                return false;
            width = part.shape.back();
            items.push_back(i);
        }
        if (rows ? items.size() < 2 || items.size() != matrices.size()
                 : items.size() < fewestItems || !matrices.empty())
            return false;
        const bool named = std::ranges::none_of(items, [&](std::size_t i) { return m_parts[i].itemName.empty(); });
        if (!rows && !named &&
            (std::ranges::all_of(items, [&](std::size_t i) { return isDimensionName(m_parts[i].name); }) ||
             hasTexts(width))) {
            m_roles.refusal = Error(ErrorCode::badDataset, "expected a matrix, items × dimensions, found ",
                                    items.size(), " lists of ", width, " numbers such as “", m_parts[items[0]].name,
                                    "”, which may be the columns of a table; save them as one matrix: "
                                    "numpy.stack(lists, axis=1) of columns, numpy.stack(lists) of items");
            return true;
        }
        m_roles.items = std::move(items);
        m_roles.rows = m_roles.items.size();
        return true;
    }
    /// Sets an error and returns true if each matrix is a single item, with one row for each letter or word of it.
    bool holdsSequences(const std::vector<std::size_t> &matrices)
    {
        bool others = false;
        for (const std::size_t i : matrices) {
            const ArrayPart &part = m_parts[i], &first = m_parts[matrices[0]];
            if (part.kind != ArrayKind::fractions || isUsualName(part.name) || part.shape[1] != first.shape[1])
                return false;
            others = others || part.shape[0] != first.shape[0];
        }
        if (!others || matrices.size() < fewestItems)
            return false;
        m_roles.refusal = Error(ErrorCode::badDataset, "expected one vector for each item, found a matrix for each of ",
                                matrices.size(), " items, such as “", m_parts[matrices[0]].name, "” of ",
                                shapeText(m_parts[matrices[0]].shape),
                                " numbers; save one vector for each, for example their mean: x.mean(axis=0)");
        return true;
    }
    bool hasTexts(std::uint64_t length) const
    {
        return std::ranges::any_of(m_parts, [length](const ArrayPart &part) {
            return part.kind == ArrayKind::text && part.shape.size() == 1 && part.shape[0] == length;
        });
    }

    /// True if a matrix is named like labels and is not as wide as vectors. A wide one may be a space of a pair (“y”,
    /// “target”); ItemMetadata::assembleArrays() examines its numbers.
    static bool isLabels(const ArrayPart &part, std::uint64_t widest)
    {
        return isLabelName(part.name) &&
               (part.kind != ArrayKind::fractions || widest == 0 || part.shape[1] * 2 < widest);
    }
    std::vector<std::size_t> likely(const std::vector<std::size_t> &matrices)
    {
        // key: number of rows; value: number of columns of the widest matrix with these rows
        std::map<std::uint64_t, std::uint64_t> widest;
        for (const std::size_t i : matrices) {
            const ArrayPart &part = m_parts[i];
            if (part.kind == ArrayKind::fractions && !isLabelName(part.name))
                widest[part.shape[0]] = std::max(widest[part.shape[0]], part.shape[1]);
        }
        std::vector<std::size_t> strong, weak;
        for (const std::size_t i : matrices) {
            const ArrayPart &part = m_parts[i];
            const auto beside = widest.find(part.shape[0]);
            if (isAsideName(part.name) || part.kind == ArrayKind::truth ||
                isLabels(part, beside == widest.end() ? 0 : beside->second))
                continue;
            (part.kind == ArrayKind::fractions ? strong : weak).push_back(i);
        }
        if (!strong.empty()) {
            // Whole numbers named like vectors are spaces as well: they may be a quantized copy of the vectors.
            std::ranges::copy_if(weak, std::back_inserter(strong),
                                 [this](std::size_t i) { return claimsVectors(m_parts[i].name); });
            return narrowed(std::move(strong));
        }
        for (const ArrayPart &part : m_parts) {
            if (part.kind == ArrayKind::fractions && part.shape.size() > 2 && part.shape[0] > 0) {
                m_roles.refusal =
                    Error(ErrorCode::badDataset, "expected a matrix of numbers, items × dimensions, found ",
                          shapeText(part.shape), " numbers in “", part.name, "”, ", matrixAdvice(part.shape));
                return {};
            }
        }
        return weak.empty() && matrices.size() == 1 ? matrices : weak;
    }
    std::vector<std::size_t> narrowed(std::vector<std::size_t> pool)
    {
        const auto leave = [&](const auto &isLeft, const std::string &why) {
            for (const std::size_t i : pool) {
                if (isLeft(i))
                    m_whyNot[i] = why;
            }
            std::erase_if(pool, isLeft);
        };
        const auto leaveBeside = [&](const auto &isLeft, const std::string &why) {
            std::set<std::uint64_t> rows;
            for (const std::size_t i : pool) {
                if (!isLeft(m_parts[i]))
                    rows.insert(m_parts[i].shape[0]);
            }
            leave([&](std::size_t i) { return isLeft(m_parts[i]) && rows.contains(m_parts[i].shape[0]); }, why);
        };
        const auto claims = [this](std::size_t i) { return claimsVectors(m_parts[i].name); };
        const auto isSquare = [](const ArrayPart &part) { return part.shape[0] == part.shape[1]; };
        const auto isColumn = [](const ArrayPart &part) { return part.shape[1] == 1; };
        if (std::ranges::any_of(pool, claims))
            leave([&](std::size_t i) { return !claims(i); }, "is not named like a vector, and others are");
        const auto split = [this](std::size_t i) { return std::string(splitOf(lastComponent(m_parts[i].name))); };
        const auto first = std::ranges::find_if(pool, [&](std::size_t i) { return split(i) == "train"; });
        if (first != pool.end())
            leave([&, kept = *first](std::size_t i) { return !split(i).empty() && split(i) != split(kept); },
                  "holds other items by its name");
        leaveBeside(isColumn, "holds one number for each item");
        leaveBeside(isSquare, "has a number for every pair of items, like distances or a graph");
        return pool;
    }
    /// Returns an error if all matrices are weights of a model's layers, and none is named like embeddings.
    std::optional<Error> onlyWeights(const std::vector<std::size_t> &pool) const
    {
        const auto isWeight = [this](std::size_t i) {
            const std::string &name = m_parts[i].name;
            const bool ends = name.ends_with("weight") || name.ends_with("kernel") || name.ends_with("kernel:0");
            return ends && !claimsVectors(name);
        };
        const auto isOther = [&](std::size_t i) { return m_parts[i].shape != m_parts[pool[0]].shape; };
        if (!std::ranges::all_of(pool, isWeight) || std::ranges::none_of(pool, isOther))
            return std::nullopt;
        return Error(ErrorCode::badDataset, "expected vectors, found the weights of ", pool.size(),
                     " layers of a model, such as “", m_parts[pool[0]].name,
                     "”, none of which is named like embeddings; choose a file of vectors, or one of these matrices");
    }
    /// Returns an error if the matrices are named like classes, “class_0”, “class_1”, and so contain different items.
    std::optional<Error> itemsOfClasses(const std::vector<std::size_t> &pool) const
    {
        const auto isClass = [this](std::size_t i) {
            const std::string &name = m_parts[i].name;
            return withoutNumber(name) != name && isLabelName(withoutNumber(name));
        };
        if (pool.size() < 2 || !std::ranges::all_of(pool, isClass))
            return std::nullopt;
        return Error(ErrorCode::badDataset, "expected one matrix with a row for each item, found one for each of ",
                     pool.size(), " classes by their names, such as “", m_parts[pool[0]].name,
                     "”; join them with numpy.concatenate and save the classes as “labels”");
    }
    /// Returns an error if all matrices are named like statistics of vectors, such as covariances or components.
    std::optional<Error> onlyStatistics(const std::vector<std::size_t> &pool) const
    {
        const auto isStatistic = [this](std::size_t i) { return isStatisticName(m_parts[i].name); };
        if (!std::ranges::all_of(pool, isStatistic))
            return std::nullopt;
        const ArrayPart &part = m_parts[pool[0]];
        return Error(ErrorCode::badDataset, "expected vectors, found “", part.name, "” of ", shapeText(part.shape),
                     " numbers, which, judging by its name, was computed from vectors, like covariances or components; "
                     "choose the file of the vectors, or choose this matrix by its name");
    }
    /// Returns an error if the rows of the matrix are parts of one item. In that case another array is named like their
    /// mean: in files of ESM, “mean_representations.33” beside “representations.33” of one protein.
    std::optional<Error> partsOfOneItem(const ArrayPart &space) const
    {
        const auto isMean = [&](const ArrayPart &part) {
            return part.kind == ArrayKind::fractions && part.shape.size() == 1 && part.shape[0] == space.shape[1] &&
                   part.name.size() > space.name.size() && part.name.ends_with(space.name) && claimsVectors(part.name);
        };
        const auto mean = std::ranges::find_if(m_parts, isMean);
        if (mean == m_parts.end())
            return std::nullopt;
        return Error(ErrorCode::badDataset, "expected one vector for each item, found “", space.name, "” of ",
                     shapeText(space.shape), " numbers beside “", mean->name, "” of ", shapeText(mean->shape),
                     ": by these names the rows are parts of one item, whose vector is the latter; join those of all "
                     "items with numpy.stack, or choose the matrix by its name");
    }
    /// Returns an error if the matrix is not named like vectors, and another array, with more than two axes, probably
    /// contains the vectors, such as torchvision's “avgpool” of 60 × 512 × 1 × 1.
    std::optional<Error> vectorsInMoreDimensions(const ArrayPart &space) const
    {
        const auto isVectors = [&](const ArrayPart &part) {
            return part.kind == ArrayKind::fractions && part.shape.size() > 2 && part.shape[0] == m_roles.rows &&
                   holdsOneVectorEach(part.shape) && part.problem.empty() && !isAsideName(part.name);
        };
        const auto other = std::ranges::find_if(m_parts, isVectors);
        if (other == m_parts.end() || claimsVectors(space.name))
            return std::nullopt;
        return Error(ErrorCode::badDataset, "“", other->name, "” of ", shapeText(other->shape), " numbers holds ",
                     matrixAdvice(other->shape), "; or choose “", space.name, "” by its name");
    }
    /// Returns an error in two cases: the matrix is quantized, because the file also contains its scale; or it is
    /// probably transposed, because another list has as many item names as the matrix has columns.
    std::optional<Error> otherNumbers(const ArrayPart &space) const
    {
        bool transposed = false;
        for (const ArrayPart &part : m_parts) {
            const bool scale = part.isNumeric() && isScaleName(part.name);
            const bool own = part.shape.size() < 2 || part.shape[0] == 1 || part.shape[0] == m_roles.rows;
            if (scale && own && space.kind == ArrayKind::whole)
                return Error(
                    ErrorCode::badDataset, "the whole numbers in “", space.name, "” stand for others, as “", part.name,
                    "” is their scale or their zero; save the vectors themselves as float32: (q - zero) * scale");
            if (part.kind != ArrayKind::text || part.shape.size() != 1)
                continue;
            if (part.shape[0] == m_roles.rows)
                return std::nullopt;
            transposed = transposed || (part.shape[0] == space.shape[1] && isIdName(part.name));
        }
        if (!transposed || !claimsVectors(space.name))
            return std::nullopt;
        return Error(ErrorCode::badDataset, "expected items × dimensions, found “", space.name, "” of ",
                     shapeText(space.shape), " numbers beside names of ", space.shape[1],
                     " items: its items are its columns; save its transpose: numpy.save(\"vectors.npy\", x.T)");
    }
    void takeSpaces(const std::vector<std::size_t> &pool)
    {
        const auto rank = [this](std::size_t i) {
            return std::tuple(isUsualName(m_parts[i].name), m_parts[i].shape[0] * m_parts[i].shape[1]);
        };
        const std::size_t best = *std::ranges::max_element(pool, {}, rank);
        m_roles.best = best;
        m_roles.rows = m_parts[best].shape[0];
        for (const std::size_t i : pool) {
            if (m_parts[i].shape[0] == m_roles.rows)
                m_roles.spaces.push_back(i);
        }
    }
    std::vector<bool> marked(const std::vector<std::size_t> &parts) const
    {
        std::vector<bool> marks(m_parts.size());
        for (const std::size_t i : parts)
            marks[i] = true;
        return marks;
    }
    void noteOthers(const std::vector<std::size_t> &matrices)
    {
        const std::vector<bool> isSpace = marked(m_roles.spaces), isList = marked(m_roles.lists);
        const std::vector<bool> isMatrix = marked(matrices);
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const ArrayPart &part = m_parts[i];
            const std::string rows = std::to_string(part.shape.empty() ? 0 : part.shape[0]);
            if (isSpace[i] || isList[i])
                continue;
            if (!part.problem.empty())
                note(i, "cannot be read", sentence("The array “", part.name, "” was left out: ", part.problem, "."));
            else if (m_whyNot.contains(i))
                noteChoice(i, m_whyNot[i]);
            else if (isMatrix[i] && part.shape[0] != m_roles.rows)
                noteChoice(i, "has " + rows + " rows");
            else if (isMatrix[i] && isLabelName(part.name) && part.kind == ArrayKind::fractions)
                noteChoice(i, "is named like labels and has fewer columns");
            else if (isMatrix[i])
                noteChoice(i, "holds whole numbers or is named like counts, indices, masks or scores");
            else if (part.shape.size() == 1 && part.shape[0] != m_roles.rows)
                note(i, "has " + rows + " values",
                     sentence("The list “", part.name, "” was left out: it has ", rows, " values for ", m_roles.rows,
                              " rows."));
            else if (part.shape.empty())
                note(i, "has the shape of one value", {});
            else if (part.shape.size() != 1)
                note(i, "has the shape " + shapeText(part.shape),
                     sentence("The array “", part.name, "” was left out: expected items × dimensions, found ",
                              shapeText(part.shape), "."));
        }
    }
    void noteChoice(std::size_t part, const std::string &why)
    {
        note(
            part, why,
            sentence("The matrix “", m_parts[part].name, "” was left out, as it ", why, "; it can be chosen instead."));
    }
    void note(std::size_t part, std::string why, std::string text)
    {
        m_roles.leftOut.push_back({part, std::move(why), std::move(text)});
    }

    const std::vector<ArrayPart> &m_parts;
    std::map<std::size_t, std::string> m_whyNot; ///< reasons why matrices are not spaces, by index of the matrix
    ArrayRoles m_roles;
};

} // namespace

bool ArrayPart::isListOf(std::uint64_t rows) const
{
    const bool column = shape.size() == 2 && shape[1] == 1 && kind != ArrayKind::fractions &&
                        (kind == ArrayKind::text || isIdName(name) || isLabelName(name));
    return (shape.size() == 1 || column) && shape[0] == rows && problem.empty() && kind != ArrayKind::unknown;
}

ArrayKind arrayKind(char type)
{
    if (type == 'f' || type == 'B')
        return ArrayKind::fractions;
    return type == 'b' ? ArrayKind::truth : type == 'i' || type == 'u' ? ArrayKind::whole : ArrayKind::text;
}

std::string matrixAdvice(const std::vector<std::uint64_t> &shape)
{
    if (holdsOneVectorEach(shape))
        return "one vector for each item in more than two dimensions; save it as a matrix: x.reshape(len(x), -1)";
    return std::string("several vectors for each item; save one vector for each, for example their mean: ") +
           (shape.size() == 3 ? "x.mean(axis=1)" : "x.mean(axis=(2, 3)) of images whose channels come first");
}

ArrayRoles assignArrays(const std::vector<ArrayPart> &parts, const std::string &chosen)
{
    return ArrayAssigner(parts).run(chosen);
}

void addNotes(const ArrayRoles &roles, std::vector<std::string> &notes)
{
    constexpr std::size_t most = 8; // maximum number of sentences; models contain hundreds of arrays
    std::size_t told = 0;
    for (const ArrayRoles::LeftOut &each : roles.leftOut) {
        if (!each.note.empty() && told++ < most)
            notes.push_back(each.note);
    }
    if (told > most)
        notes.push_back(std::to_string(told - most) + " more arrays were left out.");
}

} // namespace anchorscope::io
