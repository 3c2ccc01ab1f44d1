// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/oddfigures.h"

#include "core/plaintext.h"
#include "io/roles/assign.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::io {

namespace {

/// Minimum number of rows; with fewer, any figure may be unusual by chance.
constexpr Index fewestRows = 20;
constexpr std::size_t fewestDimensions = 3;
/// Factor between a norm and the median norm; norms of real vectors differ by a factor of about ten.
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
        // relative variance of a constant due to rounding
        constexpr double rounding = 1e-12;
        return variance > rounding * mean() * mean() ? std::sqrt(variance) : 0;
    }
};

std::vector<DimensionFacts> dimensionFacts(const Matrix &vectors)
{
    std::vector<DimensionFacts> facts(static_cast<std::size_t>(vectors.cols()));
    for (Index row = 0; row < vectors.rows(); ++row) {
        for (Index i = 0; i < vectors.cols(); ++i) {
            const auto value = static_cast<double>(vectors(row, i));
            DimensionFacts &own = facts[static_cast<std::size_t>(i)];
            if (!std::isfinite(value))
                continue;
            own.sum += value;
            own.squares += value * value;
            own.whole = own.whole && value == std::floor(value);
            ++own.count;
        }
    }
    return facts;
}

/// Names of the dimensions of a space, for sentences.
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
    /// A list such as “a”, “b”, “c” and 5 more; or dimension 1, dimension 2 of “space”, counted from 1.
    std::string list(const std::vector<std::size_t> &which) const
    {
        constexpr std::size_t most = 3;
        std::string text;
        for (std::size_t i = 0; i < std::min(most, which.size()); ++i)
            text += (i == 0 ? "" : ", ") + (m_ofTable ? columnName(*m_parts, m_columns[which[i]])
                                                      : "dimension " + std::to_string(which[i] + 1));
        if (which.size() > most)
            text += " and " + std::to_string(which.size() - most) + " more";
        return m_ofTable ? text : text + " of “" + m_space + "”";
    }

private:
    std::string m_space;
    const std::vector<Part> *m_parts = nullptr;
    std::vector<std::size_t> m_columns;
    bool m_ofTable = false;
};

void noteDimensions(const Matrix &vectors, const DimensionNames &names, std::vector<std::string> &notes)
{
    const std::vector<DimensionFacts> facts = dimensionFacts(vectors);
    std::vector<double> spreads;
    for (const DimensionFacts &each : facts)
        spreads.push_back(each.count > 0 ? each.spread() : 0);
    const double median = medianOf(spreads);
    constexpr double fewDigits = 1e-4; // relative to the mean; float32 has seven digits
    std::vector<std::size_t> wide, constant, whole, close;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (names.isChosen(i))
            continue;
        if (median > 0 && spreads[i] > farBeyond * median)
            wide.push_back(i);
        if (spreads[i] == 0)
            constant.push_back(i);
        else if (facts[i].whole)
            whole.push_back(i);
        else if (spreads[i] < fewDigits * std::abs(facts[i].mean()))
            close.push_back(i);
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
    if (!whole.empty() && all && !names.areColumns()) // column names are more informative
        notes.push_back("All numbers of “" + names.space() +
                        "” are whole; they may be token ids, counts or packed bits instead of vectors.");
    else if (!whole.empty() && !all)
        notes.push_back("Whole numbers, unlike the other dimensions, are in " + names.list(whole) +
                        "; these may be counts, ids or classes.");
}

void noteNorms(const EmbeddingSet &space, std::vector<std::string> &notes)
{
    std::vector<double> norms;
    for (Index row = 0; row < space.vectors.rows(); ++row) {
        const double norm = space.vectors.row(row).cast<double>().norm();
        if (std::isfinite(norm) && norm > 0)
            norms.push_back(norm);
    }
    if (std::ssize(norms) < fewestRows)
        return;
    const double median = medianOf(norms);
    const auto [least, most] = std::ranges::minmax(norms);
    if (most > farNorm * median || least * farNorm < median)
        notes.push_back("The norms of “" + space.name + "” lie between " + roundedText(least, 3) + " and " +
                        roundedText(most, 3) + ", their median is " + roundedText(median, 3) +
                        "; some rows may not be vectors.");
}

/// Notes a symmetric matrix: distances, similarities or covariances.
void notePairs(const EmbeddingSet &space, std::vector<std::string> &notes)
{
    constexpr float tolerance = 1e-4f; // relative to the largest number, for rounding
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

} // namespace

std::vector<std::string> oddFigures(const OpenedFile &opened)
{
    constexpr std::size_t maxSpaces = 50; ///< limits the notes for files of thousands of spaces
    std::vector<std::string> notes;
    const auto &spaces = opened.dataset.spaces;
    for (std::size_t i = 0; i < std::min(spaces.size(), maxSpaces); ++i) {
        const Matrix &vectors = spaces[i]->vectors;
        if (vectors.rows() < fewestRows)
            continue;
        noteNorms(*spaces[i], notes);
        notePairs(*spaces[i], notes);
        if (vectors.cols() >= static_cast<Index>(fewestDimensions))
            noteDimensions(vectors, DimensionNames(opened, *spaces[i]), notes);
    }
    return notes;
}

} // namespace anchorscope::io
