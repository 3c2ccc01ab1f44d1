// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/finish.h"

#include "core/matrix.h"
#include "core/plaintext.h"
#include "core/statistics.h"
#include "io/dataset/userannotations.h"
#include "io/formats/openedfile.h"
#include "io/formats/rowsample.h"
#include "io/roles/assign.h"
#include "io/text/visibletext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

namespace anchorscope::io {

namespace {

/// Minimum number of rows for warnings about unusual norms or values; in fewer rows, they may be chance.
constexpr Index fewestRows = 20;
constexpr std::size_t fewestDimensions = 3;
/// Multiple of the median norm above which a norm is unusual. Norms of real vectors differ by a factor of about ten.
constexpr double farNorm = 1000;

struct DimensionFacts
{
    double sum = 0, squares = 0;
    Index count = 0;
    bool whole = true;

    double mean() const { return sum / static_cast<double>(count); }
    double spread() const
    {
        const auto rows = static_cast<double>(count);
        const double variance = squares / rows - mean() * mean();
        // Variance, relative to the squared mean, that rounding may give to a constant dimension.
        constexpr double rounding = 1e-12;
        return variance > rounding * mean() * mean() ? std::sqrt(variance) : 0;
    }
};

/// Returns the facts of each dimension, and the norms of the rows that are finite and not zero.
std::pair<std::vector<DimensionFacts>, std::vector<double>> factsOf(const EmbeddingSet &space)
{
    // Floating-point numbers of this size are whole in any case; integers and text are whole because of what they are.
    const double mayBeWhole =
        space.storedType.find("float") == std::string::npos ? std::numeric_limits<double>::infinity() : 1 << 24;
    const Matrix &vectors = space.vectors;
    std::vector<DimensionFacts> facts(static_cast<std::size_t>(vectors.cols()));
    std::vector<double> norms;
    Eigen::ArrayXd row(vectors.cols()), sum = Eigen::ArrayXd::Zero(vectors.cols()), squares = sum;
    Index finite = 0; // number of rows that are finite, and therefore in `sum` and `squares`
    std::vector<std::size_t> whole(facts.size()); // dimensions with only whole numbers so far
    std::iota(whole.begin(), whole.end(), std::size_t{0});
    for (Index i = 0; i < vectors.rows(); ++i) {
        row = vectors.row(i).transpose().array().cast<double>();
        std::erase_if(whole, [&](std::size_t d) {
            const double value = row[static_cast<Index>(d)];
            facts[d].whole = !(std::abs(value - std::floor(value)) > 0 || std::abs(value) > mayBeWhole);
            return !facts[d].whole;
        });
        const double norm = row.matrix().norm();
        if (std::isfinite(norm)) { // squares of finite float32 do not overflow as float64
            sum += row;
            squares += row.square();
            ++finite;
            if (norm > 0)
                norms.push_back(norm);
            continue;
        }
        for (Index d = 0; d < row.size(); ++d) {
            DimensionFacts &own = facts[static_cast<std::size_t>(d)];
            const double value = std::isfinite(row[d]) ? row[d] : 0;
            own.sum += value;
            own.squares += value * value;
            own.count += std::isfinite(row[d]);
        }
    }
    for (std::size_t d = 0; d < facts.size(); ++d) {
        facts[d].sum += sum[static_cast<Index>(d)];
        facts[d].squares += squares[static_cast<Index>(d)];
        facts[d].count += finite;
    }
    return {std::move(facts), std::move(norms)};
}

class DimensionNames
{
public:
    DimensionNames(const OpenedFile &opened, const EmbeddingSet &space) : m_space(space.name)
    {
        for (std::size_t i = 0; i < opened.columns.size(); ++i) {
            if (opened.columns[i].use == ColumnUse::vector && !opened.columns[i].facts.holdsVectors())
                m_columns.push_back(i);
        }
        m_ofTable = std::ssize(m_columns) == space.dimension();
        m_parts = &opened.columns;
    }
    const std::string &space() const { return m_space; }
    bool areColumns() const { return m_ofTable; }
    bool isChosen(std::size_t dimension) const { return m_ofTable && (*m_parts)[m_columns[dimension]].chosen; }
    /// Returns names of dimensions for a sentence: “a”, “b”, “c” and 5 more; or dimension 1, dimension 2 of “space”.
    std::string list(const std::vector<std::size_t> &which) const
    {
        std::vector<std::string> names;
        for (const std::size_t i : which)
            names.push_back(m_ofTable ? columnName(*m_parts, m_columns[i]) : "dimension " + std::to_string(i + 1));
        return listText(names, 3) + (m_ofTable ? "" : " of “" + m_space + "”");
    }

private:
    std::string m_space;
    const std::vector<Part> *m_parts = nullptr;
    std::vector<std::size_t> m_columns;
    bool m_ofTable = false;
};

/// True if the spreads of dimensions fall as those of principal components do. Ten dimensions do so by chance in one of
/// 10! orders.
bool fallThroughout(const std::vector<double> &spreads)
{
    constexpr std::size_t enough = 10;
    constexpr double rounding = 1.01;
    const auto rises = [](double one, double next) { return next > rounding * one; };
    return spreads.size() >= enough && std::ranges::adjacent_find(spreads, rises) == spreads.end();
}

void noteDimensions(const std::vector<DimensionFacts> &facts, const DimensionNames &names,
                    std::vector<std::string> &notes)
{
    std::vector<double> spreads;
    for (const DimensionFacts &each : facts)
        spreads.push_back(each.count > 0 ? each.spread() : 0);
    const double usual = fallThroughout(spreads) ? 0 : median(spreads);
    // if spread / mean is below this, the seven digits of float32 are too few to store differences accurately
    constexpr double fewDigits = 1e-4;
    constexpr double allWhole = 1 << 23; // from here on, float32 stores whole numbers only
    std::vector<std::size_t> wide, constant, whole, close;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (names.isChosen(i))
            continue;
        if (usual > 0 && spreads[i] > farBeyond * usual)
            wide.push_back(i);
        const double mean = facts[i].count > 0 ? std::abs(facts[i].mean()) : 0;
        if (spreads[i] < fewDigits * mean && (mean >= allWhole || (spreads[i] > 0 && !facts[i].whole)))
            close.push_back(i);
        else if (spreads[i] == 0)
            constant.push_back(i);
        else if (facts[i].whole)
            whole.push_back(i);
    }
    if (!wide.empty())
        notes.push_back("The spread of " + names.list(wide) + " is more than 20 times the median of all " +
                        std::to_string(facts.size()) + " dimensions.");
    if (!constant.empty() && constant.size() < facts.size())
        notes.push_back("All items have the same number in " + names.list(constant) + ".");
    if (!close.empty())
        notes.push_back("The items differ by less than a ten-thousandth of the mean in " + names.list(close) +
                        ", where float32, which is used here, keeps few digits of the differences; subtract the mean "
                        "and save the file again.");
    const bool all = whole.size() + constant.size() == facts.size();
    // Warns only if dimensions have no names: names of columns show the user what the whole numbers are.
    if (!whole.empty() && all && !names.areColumns())
        notes.push_back("All numbers of “" + names.space() +
                        "” are whole; they may be token ids, counts or packed bits instead of vectors.");
    else if (!whole.empty() && !all)
        notes.push_back("Whole numbers, unlike the other dimensions, are in " + names.list(whole) +
                        "; these may be counts, ids or classes.");
}

void noteNorms(const std::vector<double> &norms, const std::string &space, std::vector<std::string> &notes)
{
    if (std::ssize(norms) < fewestRows)
        return;
    const double usual = median(norms);
    const auto [least, most] = std::ranges::minmax(norms);
    if (most > farNorm * usual || least * farNorm < usual)
        notes.push_back("The norms of “" + space + "” lie between " + roundedText(least, 3) + " and " +
                        roundedText(most, 3) + ", their median is " + roundedText(usual, 3) +
                        "; some rows may not be vectors.");
}

/// Warns if all numbers of a space are too small for float32 to keep their digits, or are 0 and the file may have
/// others.
void noteSmall(const EmbeddingSet &space, std::vector<std::string> &notes)
{
    const float most = space.vectors.array().abs().maxCoeff<Eigen::PropagateNaN>();
    const bool rounded = space.storedType == "float64" || space.storedType == "text";
    if (most < std::numeric_limits<float>::min() && (most > 0 || rounded))
        notes.push_back("All numbers of “" + space.name +
                        "” are 0 or smaller than 1.2e-38, of which float32, which is used here, keeps few digits or "
                        "none; if the file has other numbers than 0, multiply them and save it again.");
}

/// Warns if the matrix of a space is symmetric: it may contain distances, similarities or covariances.
void notePairs(const EmbeddingSet &space, std::vector<std::string> &notes)
{
    constexpr float tolerance = 1e-4f; // tolerance for rounding errors, relative to the largest number of the matrix
    const Matrix &x = space.vectors;
    if (x.rows() != x.cols())
        return;
    const float largest = x.cwiseAbs().maxCoeff();
    for (Index row = 0; row < x.rows(); ++row) {
        for (Index i = 0; i < row; ++i) {
            if (!(std::abs(x(row, i) - x(i, row)) <= tolerance * largest))
                return;
        }
    }
    notes.push_back("“" + space.name +
                    "” has the same number for two items from both sides; it may hold distances or similarities "
                    "between the items instead of vectors.");
}

/// Returns warnings about unusual properties: dimensions with more than 20 times the median spread, which dominate
/// distances; constant dimensions; whole numbers among fractions; items that differ by less than the precision of
/// float32; and norms of very different size. Dimensions of tables are named after their columns.
std::vector<std::string> suspiciousProperties(const OpenedFile &opened)
{
    constexpr std::size_t maxSpaces = 50; ///< maximum number of examined spaces; some files have thousands
    std::vector<std::string> notes;
    const auto &spaces = opened.dataset.spaces;
    for (std::size_t i = 0; i < std::min(spaces.size(), maxSpaces); ++i) {
        const Matrix &vectors = spaces[i]->vectors;
        if (vectors.rows() < fewestRows)
            continue;
        const auto [dimensions, norms] = factsOf(*spaces[i]);
        noteNorms(norms, spaces[i]->name, notes);
        noteSmall(*spaces[i], notes);
        notePairs(*spaces[i], notes);
        if (dimensions.size() >= fewestDimensions)
            noteDimensions(dimensions, DimensionNames(opened, *spaces[i]), notes);
    }
    return notes;
}

/// Marks the items if their row numbers differ from those in the file, because rows were left out or sampled.
void markRows(OpenedFile &opened)
{
    const bool drawnById = opened.dataset.items->hasIds() && opened.drawn.from > 0;
    if (opened.badRows + opened.duplicates == 0 && opened.drawn.from == 0)
        return;
    // The const_cast is safe: the table has no other owner. A changed copy would need copies of all spaces, with their
    // vectors.
    ItemTable &items = *std::const_pointer_cast<ItemTable>(opened.dataset.items);
    items.rowsLeftOut = opened.badRows + opened.duplicates > 0 || drawnById;
    items.drawn = opened.drawn;
}

void drawRows(OpenedFile &opened, const OpenOptions &options)
{
    Dataset &dataset = opened.dataset;
    const Index all = dataset.items->count;
    if (!options.sample || options.maxRows <= 0 || options.maxRows >= all)
        return;
    const std::vector<Index> rows = sampleRows(all, dataset.items->ids, options.maxRows, options.sampleSeed);
    const auto items = someItems(*dataset.items, rows);
    for (auto &space : dataset.spaces) {
        space = std::make_shared<EmbeddingSet>(
            EmbeddingSet{space->name, space->model, space->storedType, space->vectors(rows, allIndices), items});
    }
    dataset.items = items;
    noteSample(opened, options.maxRows, {all, options.sampleSeed});
}

/// Moves the matrix of each space to EmbeddingSet::stored, if the options request the file's number type.
void keepFileType(Dataset &dataset, const OpenOptions &options)
{
    for (auto &space : dataset.spaces) {
        if (!keepsFileType(options) || space->vectors.size() == 0)
            continue;
        EmbeddingSet set{space->name, space->model, space->storedType, {}, space->items};
        // The const_cast is safe: this set was made for this file and has no other owner.
        const auto numbers =
            std::make_shared<const Matrix>(std::move(std::const_pointer_cast<EmbeddingSet>(space)->vectors));
        set.stored =
            StoredRows(numbers, std::as_bytes(std::span(numbers->data(), static_cast<std::size_t>(numbers->size()))),
                       StoredNumber::float32, numbers->cols());
        space = std::make_shared<EmbeddingSet>(std::move(set));
    }
}

void keepShares(Dataset &dataset, const OpenOptions &options, Communicator *communicator)
{
    for (auto &space : dataset.spaces) {
        if (!options.distributed || space->distributed || !enoughToDistribute(space->size(), communicator->size()))
            continue;
        space = std::make_shared<EmbeddingSet>(EmbeddingSet{
            space->name, space->model, space->storedType, {}, space->items, distribute(space->vectors, *communicator)});
    }
}

/// Returns an error for a NUL in an id or a label, because NUL ends a text in this program's files.
Status checkTexts(const ItemTable &items)
{
    for (const auto &[texts, what] : {std::pair(&items.ids, "ids"), std::pair(&items.labelNames, "labels")}) {
        const auto found =
            std::ranges::find_if(*texts, [](const std::string &text) { return text.find('\0') != std::string::npos; });
        if (found != texts->end())
            return Error(ErrorCode::badDataset, "expected ", what, " without NUL characters, found “",
                         visibleText(found->substr(0, 40), LineBreaks::show),
                         "”; remove them, or create the file again if it is damaged");
    }
    return Done{};
}

/// Warns about ids and labels that are not UTF-8, and therefore do not match the same words in other files.
void noteEncoding(const ItemTable &items, std::vector<std::string> &notes)
{
    for (const auto &[texts, what] : {std::pair(&items.ids, "ids"), std::pair(&items.labelNames, "labels")}) {
        const auto found = std::ranges::find_if(*texts, [](const std::string &text) { return !isUtf8(text); });
        if (found != texts->end())
            notes.push_back(
                "Some " + std::string(what) + " are not UTF-8, the first is “" + found->substr(0, 40) +
                "”: they were written in Latin-1 or another encoding, or cut in the middle of a character, and do not "
                "match the same words of other files. Text files can be converted: iconv -f LATIN1 -t UTF-8.");
    }
}

/// Warns about a class whose name usually stands for a missing value; in a column of text, it is one (R writes NA).
void noteMissing(const ItemTable &items, std::vector<std::string> &notes)
{
    constexpr std::array<std::string_view, 6> words = {"NA", "NaN", "nan", "NULL", "null", "None"};
    for (std::size_t i = 0; i < items.labelNames.size(); ++i) {
        if (std::ranges::find(words, items.labelNames[i]) != words.end())
            notes.push_back("Items of the class “" + items.labelNames[i] +
                            "”: " + std::to_string(std::ranges::count(items.labels, static_cast<std::int32_t>(i))) +
                            "; if this word stands for a missing label, leave these fields empty.");
    }
}

/// Adds a note if a file such as names.txt beside a matrix has one line for each row; it may belong to another file.
void noteNamesBeside(const std::string &path, Index rows, std::vector<std::string> &notes)
{
    // maximum bytes of a file of names: ten million names of 25 letters
    constexpr std::uint64_t largest = std::uint64_t{1} << 28;
    for (const char *name : {"names.txt", "ids.txt", "words.txt", "vocab.txt", "tokens.txt", "labels.txt"}) {
        const std::string beside = (std::filesystem::path(path).parent_path() / name).string();
        std::error_code ignored;
        const auto text = std::filesystem::is_regular_file(beside, ignored) && beside != path
                              ? readWholeFile(beside, largest)
                              : Result<std::string>(std::string());
        if (!text || text->empty())
            continue;
        const Index lines = std::ranges::count(*text, '\n') + (text->back() == '\n' ? 0 : 1);
        if (lines == rows)
            notes.push_back("“" + std::string(name) +
                            "” beside this file has a line for each item and was not read; if these are its ids or "
                            "labels, give it: Add ids or labels… in the preview, or --ids (--ids-y for Y).");
    }
}

Status finishItems(OpenedFile &opened, const OpenOptions &options)
{
    Dataset &dataset = opened.dataset;
    const Index leftOut = opened.badRows + opened.duplicates;
    if (!options.items.empty() && leftOut > 0)
        return Error(ErrorCode::badDataset, "its lines cannot be matched to the rows of the vectors, of which ",
                     counted(leftOut, "was", "were"), " left out",
                     opened.duplicates > 0 ? " because their ids are repeated; leave out the column of ids (--columns "
                                             "ignore=NAME), or make those ids different"
                                           : "; correct those rows instead")
            .in(options.items);
    if (!options.items.empty()) {
        auto items = readItems(options.items, *dataset.items, opened.warnings);
        if (!items)
            return items.error();
        const std::string name = std::filesystem::path(options.items).filename().string();
        if (items->ids != dataset.items->ids)
            opened.idsFrom = name;
        if (items->labels != dataset.items->labels || items->labelNames != dataset.items->labelNames)
            opened.labelsFrom = name;
        shareItems(dataset, std::make_shared<ItemTable>(std::move(*items)));
    }
    if (options.firstRows() > 0 && options.firstRows() < dataset.items->count) {
        for (auto &space : dataset.spaces)
            space = firstItems(space, options.firstRows());
        shareItems(dataset, dataset.spaces.front()->items);
    }
    return Done{};
}

} // namespace

void shareItems(Dataset &dataset, std::shared_ptr<const ItemTable> items)
{
    dataset.items = std::move(items);
    for (auto &space : dataset.spaces) {
        auto sharing = std::make_shared<EmbeddingSet>(*space);
        sharing->items = dataset.items;
        space = std::move(sharing);
    }
}

Status finish(OpenedFile &opened, const FileFormat &format, const FileCandidate &candidate, const RunContext &context)
{
    const OpenOptions &options = candidate.options;
    if (format.source == DataSource::synthetic)
        return Done{};
    if (const Status finished = finishItems(opened, options); !finished)
        return finished;
    const ItemTable &items = *opened.dataset.items;
    if (format.source == DataSource::file) {
        const Status few = checkSpaceCount(opened.dataset.spaces.size()), limits = few ? checkTexts(items) : few;
        if (!limits)
            return limits.error().in(candidate.file.path);
    }
    if (format.source != DataSource::folder) { // files of a folder have been completed already, one by one
        opened.dataset.columns = columnChoice(opened.columns);
        noteEncoding(items, opened.warnings);
        noteMissing(items, opened.warnings);
        const std::vector<std::string> odd = suspiciousProperties(opened);
        opened.warnings.insert(opened.warnings.begin(), odd.begin(), odd.end());
    }
    if (format.source == DataSource::file && options.items.empty() && !items.hasIds())
        noteNamesBeside(candidate.file.path, items.count, opened.warnings);
    drawRows(opened, options);
    markRows(opened);
    if (format.source != DataSource::file)
        return Done{};
    keepFileType(opened.dataset, options);
    keepShares(opened.dataset, options, context.communicator);
    if (opened.dataset.items->count > std::numeric_limits<ItemIndex>::max())
        return Error(ErrorCode::tooLarge, "it has more items than this program supports; open a part of it")
            .in(candidate.file.path);
    return Done{};
}

} // namespace anchorscope::io
