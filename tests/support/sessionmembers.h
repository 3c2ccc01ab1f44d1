// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/session/session.h"

#include <array>
#include <concepts>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

/// Every member of every struct of a session, so that no comparison omits one: a structured binding does not compile
/// when a struct gets a member that is not named here.
namespace anchorscope::test {

template <class Tie> struct Members
{
    const char *names; ///< "a, b, c"
    Tie values;
};

#define ANCHORSCOPE_MEMBERS(Struct, ...)                                                                               \
    inline auto members(const Struct &value)                                                                           \
    {                                                                                                                  \
        const auto &[__VA_ARGS__] = value;                                                                             \
        return Members{#__VA_ARGS__, std::tie(__VA_ARGS__)};                                                           \
    }

ANCHORSCOPE_MEMBERS(SeedPair, x, y)
ANCHORSCOPE_MEMBERS(CanonicalMetric, ridge, directionsOfX, directionsOfY, meanOfX, meanOfY)
ANCHORSCOPE_MEMBERS(AnchorSet, itemsOfX, seedsOfY, continuousY, discreteY, metric)
ANCHORSCOPE_MEMBERS(OptimizeOptions, method, start, candidates, seed, hints, hintWeight, iterations, learningRate,
                    warmStart, ramp, freeSeeds, permuted, softPlan, starts, ridge, convergedBelow, epsilon,
                    sinkhornIterations, sinkhornTolerance, prune, timeLimitSeconds)
ANCHORSCOPE_MEMBERS(IterationStats, iteration, loss, changed, correct, seconds, correspondenceSeconds, survivors, stage,
                    ridge, mutual, items)
ANCHORSCOPE_MEMBERS(Verdict, alignment, pChance, pClass, correct, agreement, suspectSeeds, seconds, correctOfAll,
                    knownPairs, found, withinHints, withPartner, correctGivenPartner, matchProbability,
                    foundWithoutAnchors)
ANCHORSCOPE_MEMBERS(HintSummary, weight, removed, agreeing, byChance, without, with, correspondence, correct)
ANCHORSCOPE_MEMBERS(StartSummary, iterations, loss, won, converged, correct)
ANCHORSCOPE_MEMBERS(OptimizeSummary, termination, methodUsed, start, continued, message, history, starts, anchorsOfY,
                    discreteOfY, discreteDuplicates, correspondence, correspondenceScore, metric, bestIteration, loss,
                    correct, hint, verdict, recall, subsetStart, subsetEnd, seconds)
ANCHORSCOPE_MEMBERS(Score, mean, interval)
ANCHORSCOPE_MEMBERS(RetrievalScores, jaccard, jaccardInTarget, mrr, mrrAtK, cosine, pAt1, pAt5, pAt10, cslsMrr,
                    cslsPAt1, hubnessCorrected, queries, targets, excluded, exact, degenerate, seconds, queryItems,
                    itemJaccard, itemRank, itemCosine, itemMargin, itemOther)
ANCHORSCOPE_MEMBERS(RetrievalRow, method, xToY, yToX)
ANCHORSCOPE_MEMBERS(RepeatedValue, values)
ANCHORSCOPE_MEMBERS(RetrievalExperimentRow, method, direction, degenerate, exact, queries, excluded, values)
ANCHORSCOPE_MEMBERS(ProtocolRun, seed, side, anchors, summary)
ANCHORSCOPE_MEMBERS(DictionaryRow, method, direction, words, excluded, mrr, pAt1, pAt5, pAt10, cslsMrr, cslsPAt1,
                    cslsPAt5, cslsPAt10)
ANCHORSCOPE_MEMBERS(RetrievalExperiment, rows, runs, repeats, seconds, dictionary, notes, paired)
ANCHORSCOPE_MEMBERS(ClassificationScores, accuracy, weightedF1, macroF1, mae, confusion)
ANCHORSCOPE_MEMBERS(StitchScores, trainSpace, testSpace, scores, predicted)
ANCHORSCOPE_MEMBERS(StitchRow, representation, possible, cells)
ANCHORSCOPE_MEMBERS(io::SpaceChoice, path, space, array, columns, items)
ANCHORSCOPE_MEMBERS(io::DataChoice, x, y, rule, pairingFile, maxItems, skipBadRows, sample, sampleSeed, identify,
                    distributed, stored)
ANCHORSCOPE_MEMBERS(io::FileContent, bytes, hash)
ANCHORSCOPE_MEMBERS(io::NamedItems, rows, ids)
ANCHORSCOPE_MEMBERS(RecordedIteration, iteration, anchorsOfY, metric)
ANCHORSCOPE_MEMBERS(io::RunRecord, name, options, centering, transform, anchorsOfX, seedsOfY, summary, recording, id)
ANCHORSCOPE_MEMBERS(io::BatchRecord, firstSeed, experiment)
ANCHORSCOPE_MEMBERS(io::SavedStitching, rows, classes, trainItems, testX, testLabels)
ANCHORSCOPE_MEMBERS(io::SavedScores, retrieval, stitching)
ANCHORSCOPE_MEMBERS(io::RunScores, run, scores)
ANCHORSCOPE_MEMBERS(io::Session, data, fileX, fileY, centering, similarity, seeds, itemsX, itemsY, anchorCount,
                    randomSeed, options, runs, chosenRun, scores, batch, otherScores, transform, view, programVersion,
                    isa, position, otherPairs)

#undef ANCHORSCOPE_MEMBERS

template <class T>
concept HasMembers = requires(const T &value)
{
    members(value);
};
template <class T>
concept ListOfStructs = requires(const T &list)
{
    {
        list[0]
        } -> HasMembers;
};

/// Compares bit for bit if the values are numbers.
template <class T> bool same(const T &a, const T &b)
{
    if constexpr (std::is_base_of_v<Eigen::PlainObjectBase<T>, T>)
        return a.rows() == b.rows() && a.cols() == b.cols() &&
               (a.size() == 0 ||
                std::memcmp(a.data(), b.data(), sizeof(typename T::Scalar) * static_cast<std::size_t>(a.size())) == 0);
    else if constexpr (std::is_floating_point_v<T>)
        return std::memcmp(&a, &b, sizeof(T)) == 0;
    else
        return a == b;
}

/// Calls report(path, same or not) for every value in `a` and its counterpart in `b`, indices left out of the paths.
/// Elements of lists have a counterpart in `b`, or with `toDefault` a new element.
template <class T, class Report>
void compareMembers(const std::string &path, const T &a, const T &b, bool toDefault, const Report &report)
{
    if constexpr (HasMembers<T>) {
        const auto ofA = members(a), ofB = members(b);
        std::istringstream names(ofA.names);
        const auto next = [&] {
            std::string name;
            std::getline(names >> std::ws, name, ',');
            return path.empty() ? name : path + '.' + name;
        };
        [&]<std::size_t... i>(std::index_sequence<i...>)
        {
            (compareMembers(next(), std::get<i>(ofA.values), std::get<i>(ofB.values), toDefault, report), ...);
        }
        (std::make_index_sequence<std::tuple_size_v<decltype(ofA.values)>>());
    } else if constexpr (ListOfStructs<T>) {
        using Element = typename T::value_type;
        // A list of one element for each metric has its size by default; its elements tell whether it is stored.
        if constexpr (std::is_same_v<T, std::vector<Element>>) {
            if (!toDefault || a.size() != b.size())
                report(path, a.size() == b.size());
        }
        for (std::size_t i = 0; i < a.size(); ++i)
            compareMembers(path + "[]", a[i], toDefault || i >= b.size() ? Element() : b[i], toDefault, report);
    } else if constexpr (requires { typename T::element_type; }) { // a shared list
        const auto ofA = a ? *a : typename T::element_type(), ofB = b ? *b : typename T::element_type();
        report(path, (a == nullptr) == (b == nullptr));
        compareMembers(path, ofA, ofB, toDefault, report);
    } else {
        report(path, same(a, b));
    }
}

} // namespace anchorscope::test
