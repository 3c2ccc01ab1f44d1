// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/session/session.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

/// Fields of a session file for canonical maps (CanonicalMetric) and recorded iterations of runs; used by
/// sessionfields.h. In each function, `archive` writes or reads.
namespace anchorscope::io {

/// Writes a matrix unless it is empty; reads the matrix if the file contains it.
template <class Archive, class M> void matrixIfAny(Archive &archive, const char *name, M &matrix)
{
    if (Archive::reading || matrix.size() > 0)
        archive.matrix(name, matrix);
}

template <class Archive, class S> void metricFields(Archive &archive, S &metric)
{
    if (!Archive::reading && metric.empty())
        return;
    archive.value("metric_ridge", metric.ridge);
    matrixIfAny(archive, "directions_of_x", metric.directionsOfX);
    matrixIfAny(archive, "directions_of_y", metric.directionsOfY);
    matrixIfAny(archive, "mean_of_x", metric.meanOfX);
    matrixIfAny(archive, "mean_of_y", metric.meanOfY);
}

/// Matrices of all recorded iterations of a run; those of one kind are stacked into one matrix. The means that belong
/// to canonical maps are not stored again, because they are equal in all iterations and in the run's result.
struct RecordedMatrices
{
    std::vector<int> iterations;
    Matrix anchors;
    std::vector<int> directions; ///< number of canonical directions of each iteration; 0: no canonical maps
    std::vector<double> ridges;
    Matrix directionsOfX, directionsOfY;
};

inline Matrix oneBelowTheOther(const std::vector<const Matrix *> &parts)
{
    Index rows = 0;
    for (const Matrix *part : parts)
        rows += part->rows();
    Matrix all(rows, parts.empty() ? 0 : parts.front()->cols());
    Index first = 0;
    for (const Matrix *part : parts) {
        all.middleRows(first, part->rows()) = *part;
        first += part->rows();
    }
    return all;
}

inline RecordedMatrices stacked(const std::vector<RecordedIteration> &recording)
{
    RecordedMatrices all;
    std::vector<const Matrix *> anchors, directionsOfX, directionsOfY;
    for (const RecordedIteration &each : recording) {
        all.iterations.push_back(each.iteration);
        anchors.push_back(&each.anchorsOfY);
        all.directions.push_back(static_cast<int>(each.metric.directionsOfX.rows()));
        all.ridges.push_back(each.metric.ridge);
        if (!each.metric.empty()) {
            directionsOfX.push_back(&each.metric.directionsOfX);
            directionsOfY.push_back(&each.metric.directionsOfY);
        }
    }
    all.anchors = oneBelowTheOther(anchors);
    all.directionsOfX = oneBelowTheOther(directionsOfX);
    all.directionsOfY = oneBelowTheOther(directionsOfY);
    return all;
}

/// Splits joined matrices into iterations of `anchors` anchors. Calls archive.fail() if sizes do not agree.
template <class Archive>
std::vector<RecordedIteration> unstacked(Archive &archive, const RecordedMatrices &all, Index anchors,
                                         const CanonicalMetric &result)
{
    const std::size_t count = all.iterations.size();
    if (all.anchors.rows() != std::ssize(all.iterations) * anchors)
        archive.fail("recording", "expected as many rows as anchors in every iteration");
    const bool metrics = !all.directions.empty(); // false in files of early versions, which have no canonical maps
    const bool natural = std::ranges::all_of(all.directions, [](int each) { return each >= 0; });
    const Index rows = std::accumulate(all.directions.begin(), all.directions.end(), Index(0));
    if (metrics && (!natural || all.directions.size() != count || all.ridges.size() != count ||
                    all.directionsOfX.rows() != rows || all.directionsOfY.rows() != rows))
        archive.fail("recording", "the directions of every iteration were expected");
    std::vector<RecordedIteration> recording;
    Index first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        recording.push_back({all.iterations[i], all.anchors.middleRows(static_cast<Index>(i) * anchors, anchors), {}});
        if (!metrics || all.directions[i] == 0)
            continue;
        recording.back().metric = {all.ridges[i], all.directionsOfX.middleRows(first, all.directions[i]),
                                   all.directionsOfY.middleRows(first, all.directions[i]), result.meanOfX,
                                   result.meanOfY};
        first += all.directions[i];
    }
    return recording;
}

template <class Archive, class S> void recordingFields(Archive &archive, S &run)
{
    RecordedMatrices all;
    if constexpr (!Archive::reading) {
        if (!run.recording || run.recording->empty())
            return;
        all = stacked(*run.recording);
    }
    archive.group("recording", [&] {
        archive.list("iterations", all.iterations);
        archive.matrix("anchors_of_y", all.anchors);
        if (Archive::reading || all.directionsOfX.size() > 0) {
            archive.list("directions", all.directions);
            archive.list("ridges", all.ridges);
            archive.matrix("directions_of_x", all.directionsOfX);
            archive.matrix("directions_of_y", all.directionsOfY);
        }
    });
    if constexpr (Archive::reading) {
        if (!all.iterations.empty())
            run.recording = std::make_shared<std::vector<RecordedIteration>>(
                unstacked(archive, all, std::ssize(run.anchorsOfX), run.summary.metric));
    }
}

} // namespace anchorscope::io
