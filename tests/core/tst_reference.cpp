// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kernelalignment.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/kernels/isa.h"
#include "core/matching/sinkhorn.h"
#include "core/projection/relative.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/ridgemaps.h"
#include "core/translate/vecmap.h"
#include "support/golden.h"

#include <QtTest>

using namespace anchorscope;
using test::worstDifference;

namespace {

constexpr double tolerance = 1e-5; // float32 vectors against float64
constexpr double ridge = 0.1;      // as in make_reference.py

} // namespace

/// Compares with an independent computation in NumPy (tests/data/make_reference.py).
class TestReference : public QObject
{
    Q_OBJECT

    const test::Golden m_reference{"reference.h5"};
    const PreparedSpace m_x = prepare(m_reference.floats("input/x"), Centering::center);
    const PreparedSpace m_y = prepare(m_reference.floats("input/y"), Centering::center);
    const std::vector<ItemIndex> m_anchors = m_reference.indices("input/anchors");
    const Matrix m_a = rowsOf(m_x.rows, m_anchors), m_b = rowsOf(m_y.rows, m_anchors);

    void compare(const MatrixD &found, const char *path) const
    {
        const double difference = worstDifference(found, m_reference.matrix(path));
        QVERIFY2(difference <= tolerance, qPrintable(QString("%1: %2").arg(path).arg(difference)));
    }

private Q_SLOTS:
    void retrievalWithoutAnchors()
    {
        const Similarity &cosine = similarities().front();
        const auto row = retrieveBothWays("GT", relativeTo(m_x, m_anchors, cosine), relativeTo(m_y, m_anchors, cosine),
                                          Correspondence::byRow(m_x.size()), RetrievalOptions().leavingOut(m_anchors));
        QVERIFY(row.ok());
        for (const auto &[scores, path] :
             {std::pair(&row->xToY, "retrieval/x_to_y"), std::pair(&row->yToX, "retrieval/y_to_x")}) {
            const auto &s = *scores;
            compare(VectorD{{s.mrr.mean, s.mrrAtK.mean, s.pAt1.mean, s.pAt5.mean, s.pAt10.mean, s.cosine.mean,
                             s.cslsMrr.mean, s.cslsPAt1.mean}},
                    path);
            QCOMPARE(s.excluded, std::ssize(m_anchors));
        }
    }

    void mapsOfAnchors()
    {
        compare(ridgeMap(m_a, m_b, ridge), "maps/ridge");
        const LinearMap affine = affineMap(m_a, m_b, ridge);
        compare(affine.matrix, "maps/affine");
        compare(affine.offset.transpose(), "maps/affine_offset");
        compare(polarFactor(ridgeMap(m_a, m_b, ridge)), "maps/polar");
        compare(canonicalRidgeMap(m_a, m_b, ridge), "maps/canonical_ridge");
    }

    void vecMap()
    {
        const VecMapMaps maps = vecMapMaps(m_a, m_b, ridge, ridge);
        const Matrix x = translateRows(m_x.rows, maps.x), y = translateRows(m_y.rows, maps.y);
        compare(x.cwiseProduct(y).rowwise().sum().cast<double>(), "maps/vecmap_cosines");
    }

    void completions()
    {
        InverseProjectionOptions options;
        options.delta = 0;
        options.cutoff = 1e-12;
        for (const char *id : {"none", "completed", "polar"}) {
            options.completion = *findCompletion(id);
            const auto map = fitInverseProjection(m_a, m_b, options);
            QVERIFY(map.ok());
            compare(map->matrix, qPrintable(QString("irp/%1").arg(id)));
        }
    }

    void prunedSubspaces()
    {
        InverseProjectionOptions options;
        options.delta = 0.3; // as in make_reference.py, like the starts
        options.cutoff = 1e-12;
        MatrixD sum = MatrixD::Zero(m_a.cols(), m_b.cols());
        for (const Index start : {0, 17, 33}) {
            const InverseProjection one = fitSubspace(m_a, m_b, start, options);
            compare(one.matrix, qPrintable(QString("irp/pruned_from_%1").arg(start)));
            const double kept = m_reference.number("irp/kept_from_" + std::to_string(start));
            QVERIFY(kept > 2 && kept < 40); // some are pruned, some are left
            QCOMPARE(static_cast<double>(one.anchorsKept.front()), kept);
            sum += one.matrix;
        }
        compare(sum / 3, "irp/pruned");
    }

    /// Matches by bounds that discard most pairs, and by all pairs.
    void prunedCorrespondence()
    {
        const Matrix axes = m_reference.floats("correspondence/axes");
        const Matrix rx = m_reference.floats("correspondence/factor_x") * axes;
        const Matrix ry = m_reference.floats("correspondence/factor_y") * axes;
        for (const bool prune : {true, false}) {
            SinkhornOptions options;
            options.prune = prune;
            const SinkhornResult result = SinkhornMatcher(rx, options).match(ry, nullptr, {});
            // The baseline kernels have processed fewer pairs when the cost of the search is predicted, and give up
            // here.
            if (!prune || kernels::activeIsa() != kernels::Isa::baseline)
                QVERIFY(prune ? result.survivors < 0.05 : result.survivors == 1.0);
            QCOMPARE(result.rowOfColumn, m_reference.indices("correspondence/pi"));
            compare(result.u, "correspondence/u");
        }
    }

    void classes()
    {
        const auto scores = scoreClasses(m_reference.indices("classes/truth"), m_reference.indices("classes/predicted"),
                                         4, labelValues({"1", "2", "4", "5"}));
        compare(VectorD{{scores.accuracy, scores.weightedF1, scores.macroF1, scores.mae}}, "classes/scores");
    }

    void alignment()
    {
        const KernelAlignment found = kernelAlignment(m_reference.floats("input/x"), m_reference.floats("input/y"),
                                                      Correspondence::byRow(m_x.size()));
        QVERIFY(std::abs(found.usual - m_reference.number("cka")) <= tolerance);
    }
};

QTEST_GUILESS_MAIN(TestReference)
#include "tst_reference.moc"
