// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/quadraticassignment.h"

#include "core/parallel.h"
#include "core/random.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index none = -1;

/// Solves an assignment by adding rows one by one: each takes the cheapest path of reassignments to a free column.
class AssignmentByPaths
{
public:
    explicit AssignmentByPaths(const MatrixD &cost)
        : m_cost(cost), m_ofRow(VectorD::Zero(cost.rows())), m_ofColumn(VectorD::Zero(cost.rows())),
          m_rowOf(static_cast<std::size_t>(cost.rows()), none), m_columnOf(m_rowOf)
    {
    }

    std::vector<Index> assign()
    {
        for (Index row = 0; row < m_cost.rows(); ++row)
            addRow(row);
        return m_columnOf;
    }

private:
    Index &rowOf(Index column) { return m_rowOf[static_cast<std::size_t>(column)]; }

    void addRow(Index first)
    {
        const Index count = m_cost.rows();
        VectorD distance = VectorD::Constant(count, std::numeric_limits<double>::infinity());
        std::vector<Index> from(static_cast<std::size_t>(count), none);
        std::vector<bool> settled(static_cast<std::size_t>(count));
        Index row = first, column = none;
        for (double length = 0;; row = rowOf(column)) {
            Index nearest = none;
            for (Index j = 0; j < count; ++j) {
                const auto place = static_cast<std::size_t>(j);
                if (settled[place])
                    continue;
                if (const double d = length + m_cost(row, j) - m_ofRow[row] - m_ofColumn[j]; d < distance[j]) {
                    distance[j] = d;
                    from[place] = row;
                }
                if (nearest == none || distance[j] < distance[nearest])
                    nearest = j;
            }
            column = nearest;
            length = distance[column];
            settled[static_cast<std::size_t>(column)] = true;
            if (rowOf(column) == none)
                break;
        }
        moveWeights(first, distance, distance[column], settled, column);
        takeOver(column, first, from);
    }

    /// Keeps all reduced costs (cost minus potentials) non-negative and makes those on the path zero.
    void moveWeights(Index first, const VectorD &distance, double length, const std::vector<bool> &settled, Index last)
    {
        m_ofRow[first] += length;
        for (Index j = 0; j < m_cost.rows(); ++j) {
            if (!settled[static_cast<std::size_t>(j)] || j == last)
                continue;
            m_ofRow[rowOf(j)] += length - distance[j];
            m_ofColumn[j] -= length - distance[j];
        }
    }

    void takeOver(Index column, Index first, const std::vector<Index> &from)
    {
        for (Index row = none; row != first;) {
            row = from[static_cast<std::size_t>(column)];
            rowOf(column) = row;
            std::swap(column, m_columnOf[static_cast<std::size_t>(row)]);
        }
    }

    const MatrixD &m_cost;
    VectorD m_ofRow, m_ofColumn; ///< potentials (dual variables) of the rows and columns of an assignment
    std::vector<Index> m_rowOf, m_columnOf;
};

MatrixD permutationMatrix(const std::vector<Index> &columnOfRow)
{
    const auto count = static_cast<Index>(columnOfRow.size());
    MatrixD matrix = MatrixD::Zero(count, count);
    for (Index i = 0; i < count; ++i)
        matrix(i, columnOfRow[static_cast<std::size_t>(i)]) = 1;
    return matrix;
}

double inner(const MatrixD &a, const MatrixD &b)
{
    return a.cwiseProduct(b).sum();
}

class Search
{
public:
    Search(const MatrixD &a, const MatrixD &b, const MatrixD &linear) : m_a(a), m_b(b), m_linear(linear) {}

    QuadraticAssignment from(MatrixD point) const
    {
        // usual maximum number of steps of FAQ (Fast Approximate QAP); most starts need fewer than 20
        constexpr int maxSteps = 30;
        // root mean square of a step's change per row, below which the search ends
        constexpr double shortStep = 0.01;
        for (int step = 0; step < maxSteps; ++step) {
            const MatrixD gradient = 2 * m_a * point * m_b + m_linear;
            const MatrixD move = permutationMatrix(linearAssignment(-gradient)) - point;
            const double bend = inner(m_a * move * m_b, move), slope = inner(gradient, move);
            const double length = bend < 0 ? std::min(1.0, -slope / (2 * bend)) : 1.0;
            point += length * move;
            if (length * move.norm() < shortStep * std::sqrt(static_cast<double>(m_a.rows())))
                break;
        }
        QuadraticAssignment result{linearAssignment(-point), 0};
        while (swapBestPair(result.rowOfB)) {
        }
        const MatrixD permutation = permutationMatrix(result.rowOfB);
        result.objective = inner(m_a * permutation * m_b + m_linear, permutation);
        return result;
    }

private:
    /// Returns how much the objective grows if rows i and j of matrix a exchange the rows of matrix b assigned to them.
    double gain(const std::vector<Index> &rowOfB, Index i, Index j) const
    {
        const Index ofI = rowOfB[static_cast<std::size_t>(i)], ofJ = rowOfB[static_cast<std::size_t>(j)];
        double sum = m_linear(i, ofJ) + m_linear(j, ofI) - m_linear(i, ofI) - m_linear(j, ofJ) +
                     (m_a(i, i) - m_a(j, j)) * (m_b(ofJ, ofJ) - m_b(ofI, ofI));
        for (Index k = 0; k < m_a.rows(); ++k) {
            const Index ofK = rowOfB[static_cast<std::size_t>(k)];
            if (k != i && k != j)
                sum += 2 * (m_a(i, k) - m_a(j, k)) * (m_b(ofJ, ofK) - m_b(ofI, ofK));
        }
        return sum;
    }

    bool swapBestPair(std::vector<Index> &rowOfB) const
    {
        // Least gain for which two assigned rows are exchanged. It is above rounding errors, so that the search ends.
        double best = 1e-9 * (m_a.norm() * m_b.norm() + m_linear.norm());
        Index first = none, second = none;
        for (Index i = 0; i < m_a.rows(); ++i) {
            for (Index j = i + 1; j < m_a.rows(); ++j) {
                if (const double value = gain(rowOfB, i, j); value > best) {
                    best = value;
                    first = i;
                    second = j;
                }
            }
        }
        if (first == none)
            return false;
        std::swap(rowOfB[static_cast<std::size_t>(first)], rowOfB[static_cast<std::size_t>(second)]);
        return true;
    }

    const MatrixD &m_a, &m_b, &m_linear;
};

} // namespace

std::vector<Index> linearAssignment(const MatrixD &cost)
{
    return AssignmentByPaths(cost).assign();
}

std::optional<QuadraticAssignment> quadraticAssignment(const MatrixD &a, const MatrixD &b, const MatrixD &linear,
                                                       Index restarts, std::uint64_t seed, const RunContext &context)
{
    const Index count = a.rows();
    const auto found = mapBlocks(
        restarts, 1,
        [&](Index restart, Index) {
            Random random(hashBits(seed, 0, static_cast<std::uint64_t>(restart), 0));
            const std::vector<ItemIndex> order = random.permutation(count);
            const MatrixD flat = MatrixD::Constant(count, count, 1 / static_cast<double>(count));
            return Search(a, b, linear).from(0.5 * (flat + permutationMatrix({order.begin(), order.end()})));
        },
        context);
    if (!found)
        return std::nullopt;
    return *std::ranges::max_element(*found, {}, &QuadraticAssignment::objective);
}

} // namespace anchorscope
