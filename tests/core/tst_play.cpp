// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/toys.h"
#include "core/playground/invariance.h"
#include "core/playground/playscore.h"
#include "core/playground/selfsimilarities.h"
#include "core/random.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/rows.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace anchorscope;
using test::row;

namespace {

constexpr Index anchorCount = 10;

std::vector<ItemIndex> someAnchors(Index items, std::uint64_t seed)
{
    return Random(seed).sample(items, anchorCount);
}

double deviation(const Matrix &rows, Index column)
{
    const Eigen::VectorXd values = rows.col(column).cast<double>();
    return std::sqrt((values.array() - values.mean()).square().mean());
}

/// Transforms to which a row is invariant in theory.
QStringList borne(const InvarianceCase &row)
{
    const std::string similarity = row.similarity;
    const bool standardized = row.centering == Centering::standardize;
    QStringList ids{"mirror", "shuffled"};
    if (similarity == "whitened")
        return ids + QStringList{"turn", "scale", "shift"} +
               (row.shrinkage == 0 ? QStringList{"stretch", "shear"} : QStringList());
    if (similarity == "distance" || similarity == "manhattan")
        return ids + QStringList{"shift"} + (similarity == "distance" ? QStringList{"turn"} : QStringList());
    ids << "scale";
    if (!standardized)
        ids << "turn";
    if (row.centering != Centering::none)
        ids << "shift";
    if (standardized)
        ids << "stretch";
    return ids;
}

} // namespace

/// The playground's toys, scores and table of invariances.
class TestPlay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matricesAgreeForInvariantTransforms()
    {
        const auto toy = readToy("toy:wedges,n=300");
        QVERIFY(toy);
        const Dataset set = makeToy(*toy);
        const Matrix &vectors = set.spaces.front()->vectors;
        const auto &labels = set.spaces.front()->items->labels;
        const Correspondence rows = Correspondence::byRow(vectors.rows());
        const PreparedSpace x = prepare(vectors, Centering::center);
        const auto own = [&](const Transform &transform, const char *similarity) {
            const PreparedSpace y = prepare(transformed(vectors, transform), Centering::center);
            return selfSimilarities(x, y, rows, labels, *findSimilarity(similarity), {}, 120);
        };
        Transform rotated, stretched, larger;
        rotated.turn = 126;
        stretched.stretch = 2;
        larger.scale = 2;
        const auto same = own({}, "cosine");
        QVERIFY(same);
        QCOMPARE(same->itemsOfX.size(), 120u);
        QCOMPARE(same->difference(), 0.0);
        for (std::size_t i = 1; i < same->itemsOfX.size(); ++i) {
            const auto labelOf = [&](std::size_t at) { return labels[static_cast<std::size_t>(same->itemsOfX[at])]; };
            QVERIFY(labelOf(i - 1) <= labelOf(i));
        }
        for (Index i = 0; i < 5; ++i) {
            const float cosine = x.rows.row(same->itemsOfX[static_cast<std::size_t>(i)])
                                     .dot(x.rows.row(same->itemsOfX[static_cast<std::size_t>(i + 1)]));
            QVERIFY(std::abs(same->x(i, i + 1) - cosine) < 1e-5f);
        }
        QVERIFY(own(rotated, "cosine")->difference() < 1e-4);
        QVERIFY(own(stretched, "cosine")->difference() > 0.03);
        QVERIFY(own(larger, "cosine")->difference() < 1e-4);
        QVERIFY(std::abs(own(larger, "distance")->difference()) > 0.3);
        Correspondence one(vectors.rows(), vectors.rows());
        QVERIFY(one.pair(0, 0));
        const auto few = selfSimilarities(x, x, one, labels, *findSimilarity("cosine"), {}, 120);
        QVERIFY(!few && test::codeOf(few) == ErrorCode::tooFewPairs);
    }

    /// NumPy, off = ~eye(3, dtype=bool): sqrt(((y - x)[off]**2).sum() / ((x[off] - x[off].mean())**2).sum())
    void differenceOfWrittenMatrices()
    {
        SelfSimilarities own{{}, Matrix(3, 3), Matrix(3, 3)};
        own.x << 9, 0.2f, -0.4f, 0.1f, 9, 0.8f, 0.5f, -0.6f, 9;
        own.y << 7, 0.3f, -0.4f, 0.1f, 7, 0.6f, 0.2f, -0.6f, 7;
        QVERIFY(std::abs(own.difference() - 0.3162278) < 1e-6);
        own.y = own.x;
        own.y(0, 2) = own.y(1, 2) = 0; // only the last column differs
        QVERIFY(std::abs(own.difference() - 0.7559289) < 1e-6);
        own.y = 2 * own.x;
        QVERIFY(std::abs(own.difference() - 1.0212038) < 1e-6);
        own.x.setOnes();
        QCOMPARE(own.difference(), 0.0); // without items to compare
    }

    void tableAgreesWithTheory_data()
    {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("seed");
        for (const char *shape : {"wedges", "blobs3"}) {
            for (int seed = 0; seed < 10; ++seed)
                QTest::addRow("%s, seed %d", shape, seed) << QString(shape) << seed;
        }
    }
    void tableAgreesWithTheory()
    {
        QFETCH(QString, shape);
        QFETCH(int, seed);
        const auto toy = readToy(QString("toy:%1,seed=%2").arg(shape).arg(seed).toStdString());
        QVERIFY(toy);
        const Matrix vectors = makeToy(*toy).spaces.front()->vectors;
        const auto number = static_cast<std::uint64_t>(seed);
        const auto cells = measureInvariance(vectors, someAnchors(vectors.rows(), number), number);
        QVERIFY(cells);
        QCOMPARE(cells->size(), invarianceCases().size() * perturbations().size());
        for (const InvarianceCell &cell : *cells) {
            const QString place = QString("%1, %2, %3: ")
                                      .arg(QString::fromStdString(caseName(*cell.row)),
                                           centeringId(cell.row->centering), cell.column->id);
            QVERIFY2(cell.moved, qPrintable(place));
            const bool expected = borne(*cell.row).contains(cell.column->id);
            QVERIFY2((invarianceOf(*cell.moved) == Invariance::holds) == expected,
                     qPrintable(place + QString::number(*cell.moved)));
            // The thresholds between invariant and not are not arbitrary.
            QVERIFY2(*cell.moved < 1e-4 || *cell.moved > 0.02, qPrintable(place + QString::number(*cell.moved)));
        }
    }

    void oneTransformIsAColumn()
    {
        const Matrix vectors = test::randomMatrix(40, 3, 0);
        const std::vector<ItemIndex> anchors{0, 5, 9};
        const auto cells = measureInvariance(vectors, anchors, 3);
        QVERIFY(cells);
        for (std::size_t c = 0; c < perturbations().size(); ++c) {
            auto transform = perturbations()[c].transform(3);
            QVERIFY(transform);
            transform->seed = 3;
            const auto moved = relativeChanges(vectors, anchors, *transform);
            QVERIFY(moved);
            QCOMPARE(moved->size(), invarianceCases().size());
            for (std::size_t r = 0; r < moved->size(); ++r)
                QCOMPARE((*moved)[r], *(*cells)[r * perturbations().size() + c].moved);
        }
        QCOMPARE(*relativeChanges(vectors, anchors, {}), std::vector<double>(invarianceCases().size(), 0.0));
        QVERIFY(!relativeChanges(vectors, anchors, {}, cancelledContext()));
    }

    void oneDimensionCannotBeRotated()
    {
        const auto cells = measureInvariance(test::randomMatrix(20, 1, 0), {0, 1, 2}, 0);
        QVERIFY(cells);
        for (const InvarianceCell &cell : *cells) {
            const QString id = cell.column->id;
            QCOMPARE(cell.moved.has_value(), id != "turn" && id != "shear" && id != "bend" && id != "lost");
        }
    }

    void relativeChangeIsRelativeToTheSpread()
    {
        Matrix before(2, 1), now(2, 1);
        before << 1, 3; // spread √2
        now << 1, 4;
        QVERIFY(std::abs(relativeChange(before, now) - 1 / std::sqrt(2)) < 1e-12);
        QCOMPARE(relativeChange(before, before), 0.0);
        QCOMPARE(relativeChange(Matrix::Ones(3, 2), Matrix::Ones(3, 2)), 0.0);
    }

    void searchErrorIsAnAngleInX()
    {
        // Items at 0°, 90°, 180° and two anchors; in Y the first two have changed places, so each is found instead of
        // the other.
        Matrix x(5, 2), y(5, 2);
        x << 1, 0, 0, 1, -1, 0, 0.6f, 0.8f, -0.8f, 0.6f;
        y << 0, 1, 1, 0, -1, 0, 0.6f, 0.8f, -0.8f, 0.6f;
        const PreparedSpace preparedX = prepare(x, Centering::none), preparedY = prepare(y, Centering::none);
        const AnchorSet anchors{{3, 4}, {3, 4}, {}, {}};
        const auto error =
            searchError({preparedX, preparedY, anchors, similarities().front()}, Correspondence::byRow(5));
        QVERIFY(error);
        QCOMPARE(error->queries, Index(3));
        QVERIFY(std::abs(error->pAt1 - 1.0 / 3) < 1e-12);
        QVERIFY(std::abs(error->meanAngle - std::acos(-1.0) / 3) < 1e-6); // (90° + 90° + 0°)/3
        QVERIFY(std::abs(error->kilometres() - 6671.7) < 1);
        const AnchorSet all{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {}, {}};
        const auto none = searchError({preparedX, preparedY, all, similarities().front()}, Correspondence::byRow(5));
        QVERIFY(!none);
        QCOMPARE(test::codeOf(none), ErrorCode::tooFewPairs);
    }

    void rotationBreaksAbsoluteButNotRelativeVectors()
    {
        const Dataset wedges = makeToy(Toy());
        const Matrix &x = wedges.spaces.front()->vectors;
        Transform turn;
        turn.turn = 126;
        const Matrix y = transformed(x, turn);
        const auto &labels = wedges.items->labels;
        const std::vector<ItemIndex> anchors = someAnchors(x.rows(), 1);
        const auto bars = [&](const Matrix &vectors) {
            Matrix rows = relativeTo(prepare(vectors, Centering::center), anchors, similarities().front());
            normalizeRows(rows);
            return rows;
        };
        const auto absolute = ClassProbe::trained(prepare(x, Centering::center).rows, labels);
        const auto relative = ClassProbe::trained(bars(x), labels);
        QVERIFY(absolute && relative);
        QVERIFY(absolute->accuracy(prepare(x, Centering::center).rows, labels).value() > 0.95);
        QVERIFY(absolute->accuracy(prepare(y, Centering::center).rows, labels).value() < 0.3);
        QVERIFY(relative->accuracy(bars(y), labels).value() > 0.95);
        QVERIFY(relativeChange(bars(x), bars(y)) < 1e-4);
        QVERIFY(!absolute->accuracy(Matrix::Zero(x.rows(), 3), labels)); // different dimensions cannot be compared
        std::vector<std::int32_t> classes(static_cast<std::size_t>(x.rows()), 1);
        QVERIFY(!ClassProbe::trained(x, classes));
        for (const std::size_t only : {std::size_t(0), classes.size() - 1}) { // each item counts
            classes.assign(classes.size(), 1);
            classes[only] = 0;
            QVERIFY(ClassProbe::trained(x, classes));
        }
    }

    void toysAreTwiceAsWideAsHigh_data()
    {
        QTest::addColumn<QString>("shape");
        for (const ToyShape &shape : toyShapes())
            row(shape.id, QString(shape.id));
    }
    void toysAreTwiceAsWideAsHigh()
    {
        QFETCH(QString, shape);
        const Dataset toy = makeToy(*readToy(("toy:" + shape).toStdString()));
        const Matrix &x = toy.spaces.front()->vectors;
        QCOMPARE(x.rows(), Index(300));
        for (Index c = 1; c < x.cols(); ++c)
            QVERIFY(std::abs(deviation(x, 0) / deviation(x, c) - 2) < 1e-4);
        const Matrix &y = toy.spaces.back()->vectors;
        QCOMPARE(x == y, shape != "mystery");
        QCOMPARE(toy.spaces.front()->items.get(), toy.spaces.back()->items.get());
        QVERIFY(makeToy(*readToy(("toy:" + shape).toStdString())).spaces.front()->vectors == x);
        if (shape != "letter" && shape != "moons")
            QVERIFY(makeToy(*readToy(("toy:" + shape + ",seed=1").toStdString())).spaces.front()->vectors != x);
    }

    /// The stem of the letter is as high as the letter and a quarter as wide; its bars are right of it.
    void letterHasAStemAndTwoBars()
    {
        const Dataset letter = makeToy(*readToy("toy:letter,n=300"));
        const Matrix &points = letter.spaces.front()->vectors;
        Eigen::Array2f low[3], high[3];
        for (int stroke = 0; stroke < 3; ++stroke) {
            low[stroke].setConstant(1e9f);
            high[stroke].setConstant(-1e9f);
        }
        for (Index i = 0; i < points.rows(); ++i) {
            const auto stroke = letter.items->labels[static_cast<std::size_t>(i)];
            const Eigen::Array2f point = points.row(i).head<2>().transpose().array();
            low[stroke] = low[stroke].min(point);
            high[stroke] = high[stroke].max(point);
        }
        const float width = high[1][0] - low[0][0], height = high[0][1] - low[0][1];
        QVERIFY(high[0][0] - low[0][0] < 0.25f * width && high[0][1] >= high[1][1] - 0.05f * height);
        for (const int bar : {1, 2})
            QVERIFY(low[bar][0] >= high[0][0] - 0.01f * width && high[bar][1] - low[bar][1] < 0.25f * height);
        QVERIFY(high[1][0] > high[2][0] && low[1][1] > high[2][1]);
    }

    void toysMatchTheirOptions()
    {
        const auto toy = readToy("toy:rings,n=200,classes=4,balance=0.25,missing=0.1,seed=3");
        QVERIFY(toy);
        QCOMPARE(toyName(*toy), std::string("toy:rings,n=200,classes=4,balance=0.25,missing=0.1,seed=3"));
        const Dataset made = makeToy(*toy);
        const EmbeddingSet &x = *made.spaces.front(), &y = *made.spaces.back();
        QCOMPARE(x.size(), Index(200));
        QCOMPARE(y.size(), Index(200));
        QCOMPARE(Correspondence::byId(*x.items, *y.items).pairs(), Index(180));
        std::map<std::int32_t, int> sizes;
        for (const auto *set : {&x, &y}) {
            for (const std::int32_t label : set->items->labels)
                ++sizes[label];
        }
        QCOMPARE(sizes.size(), 4u);
        QVERIFY(std::abs(sizes[3] / static_cast<double>(sizes[0]) - 0.25) < 0.06);
    }

    void wrongToysAreExplained_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("part");
        row("shape", "toy:cube", "found “cube”");
        row("no shape", "toy:", "found “”");
        row("unknown key", "toy:wedges,size=3", "found “size=3”");
        row("few items", "toy:wedges,n=5", "n from 30 to 2000, a whole number, found “5”");
        row("half an item", "toy:wedges,n=40.5", "found “40.5”");
        row("no number", "toy:wedges,seed=", "found “”");
        row("balance", "toy:wedges,balance=1.5", "balance from 0.01 to 1, found “1.5”");
        row("own classes", "toy:letter,classes=5", "has 3 classes of its own");
    }
    void wrongToysAreExplained()
    {
        QFETCH(QString, name);
        QFETCH(QString, part);
        const auto toy = readToy(name.toStdString());
        QVERIFY(!toy);
        QCOMPARE(test::codeOf(toy), ErrorCode::wrongUsage);
        QVERIFY2(QString::fromStdString(toy.error().message).contains(part), toy.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestPlay)
#include "tst_play.moc"
