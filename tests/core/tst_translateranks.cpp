// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/translate/adapterreport.h"
#include "core/translate/ridgemaps.h"
#include "support/randomdata.h"
#include "support/threadranks.h"

#include <QtTest>

using namespace anchorscope;
using test::Faults;
using test::sameBits;

namespace {

/// Two spaces of the same number of labelled items, of which some pairs are known.
class Pair
{
public:
    static constexpr Index items = 1300, known = 400; // blocks of 256 rows, of which the last one is short

    Pair()
    {
        auto table = std::make_shared<ItemTable>();
        table->count = items;
        table->labelNames = {"even", "odd"};
        for (Index i = 0; i < items; ++i)
            table->labels.push_back(static_cast<std::int32_t>(i % 2));
        const Matrix x = test::randomMatrix(items, 20, 1);
        const Matrix y = x * test::randomMatrix(20, 12, 2) + 0.2f * test::randomMatrix(items, 12, 3);
        from = {"from", "", "float32", x, table};
        to = {"to", "", "float32", y, table};
        preparedFrom = prepare(x, Centering::center);
        preparedTo = prepare(y, Centering::center);
        for (ItemIndex item = 0; item < known; ++item)
            pairs.push_back(item);
    }
    AdapterInput input(FitMap fit) const
    {
        return {from, to, preparedFrom, preparedTo, pairs, pairs, Correspondence::byRow(items), std::move(fit), 5};
    }
    Matrix knownOfX() const { return rowsOf(preparedFrom.rows, pairs); }
    Matrix knownOfY() const { return rowsOf(preparedTo.rows, pairs); }

    EmbeddingSet from, to;
    PreparedSpace preparedFrom, preparedTo;
    std::vector<ItemIndex> pairs;
};

bool same(const RetainedRecall &a, const RetainedRecall &b)
{
    return a.translatedIndex.recallAt10 == b.translatedIndex.recallAt10 &&
           a.translatedIndex.ownAt1 == b.translatedIndex.ownAt1 &&
           a.translatedQueries.recallAt1 == b.translatedQueries.recallAt1 &&
           a.translatedQueries.ownAt10 == b.translatedQueries.ownAt10;
}

} // namespace

/// Several ranks translate like one process, bit for bit.
class TestTranslateRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rows_data() { numbers(); }
    void rows();
    void choices_data() { numbers(); }
    void choices();
    void report_data() { numbers(); }
    void report();
    void aFitThatFails_data() { numbers(); }
    void aFitThatFails();

private:
    static void numbers()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {1, 2, 3, 7})
            QTest::addRow("%d", ranks) << ranks;
    }
};

void TestTranslateRanks::rows()
{
    QFETCH(int, ranks);
    const Pair pair;
    const LinearMap map{test::randomMatrix(20, 5, 7).cast<double>(), test::randomMatrix(5, 12, 8).cast<double>(),
                        Eigen::RowVectorXd::Ones(5)};
    const Adapter adapter = adapterOf(pair.preparedFrom, pair.preparedTo, map, pair.pairs);
    const Matrix translated = translateRows(pair.preparedFrom.rows, map), outside = adapted(pair.from.vectors, adapter);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        faults.check(sameBits(translateRows(pair.preparedFrom.rows, map, context), translated),
                     "translated rows differ");
        faults.check(sameBits(adapted(pair.from.vectors, adapter, context), outside), "adapted vectors differ");
        Matrix few = Matrix::Zero(2, 3), none(0, 3); // some ranks, or all, have no work
        for (Matrix *rows : {&few, &none})
            faults.check(fillRows(
                             *rows, 1, [&](Index begin, Index) { rows->row(begin).setOnes(); }, context),
                         "cancelled");
        faults.check(few == Matrix::Ones(2, 3), "few rows differ");
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestTranslateRanks::choices()
{
    QFETCH(int, ranks);
    const Pair pair;
    const Matrix a = pair.knownOfX(), b = pair.knownOfY();
    const InverseProjectionOptions options{.subspaces = 11, .delta = 0.5};
    const MatrixD scores = projectionScores(a, b, options);
    const auto alone = fitInverseProjection(a, b, options);
    const double ridge = chooseRidge(a, b, false), ridgeOfFew = chooseRidge(a.topRows(12), b.topRows(12), true);
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        faults.check(sameBits(projectionScores(a, b, options, context), scores), "scores of projections differ");
        const auto together = fitInverseProjection(a, b, options, context);
        faults.check(together && sameBits(together->matrix, alone->matrix), "projections differ");
        faults.check(together->conditionNumbers == alone->conditionNumbers &&
                         together->anchorsKept == alone->anchorsKept,
                     "what is said of projections differs");
        faults.check(chooseRidge(a, b, false, context) == ridge &&
                         chooseRidge(a.topRows(12), b.topRows(12), true, context) == ridgeOfFew,
                     "ridges differ");
    });
    QCOMPARE(faults.first(), nullptr);
}

void TestTranslateRanks::report()
{
    QFETCH(int, ranks);
    const Pair pair;
    Faults faults;
    for (const char *map : {"irp", "canonical"}) {
        const AdapterInput input = pair.input(fitOfMap(map, InverseProjectionOptions()));
        const auto alone = reportOfAdapter(input);
        QVERIFY(alone && *alone);
        QCOMPARE((*alone)->learning.size(), 5U); // 10, 30, 100, 300 and all pairs
        QCOMPARE((*alone)->classes.size(), 2U);
        test::ThreadRanks(ranks).run([&](Communicator &own) {
            const RunContext context = test::sharedBy(own);
            const auto together = reportOfAdapter(input, context);
            faults.check(together && *together && same((*together)->retained, (*alone)->retained),
                         "what is kept differs");
            for (std::size_t i = 0; i < 2; ++i)
                faults.check(same((*together)->classes[i].retained, (*alone)->classes[i].retained), "classes differ");
            for (std::size_t i = 0; i < (*alone)->learning.size(); ++i) {
                const AdapterPoint &a = (*together)->learning[i], &b = (*alone)->learning[i];
                faults.check(a.pairs == b.pairs && a.index.values == b.index.values &&
                                 a.queries.values == b.queries.values,
                             "curves differ");
            }
        });
    }
    QCOMPARE(faults.first(), nullptr);
}

/// An error on some ranks only ends all of them, with the same error.
void TestTranslateRanks::aFitThatFails()
{
    QFETCH(int, ranks);
    const Pair pair;
    const FitMap fit = fitOfMap("procrustes", InverseProjectionOptions());
    const AdapterInput input = pair.input([&](const Matrix &a, const Matrix &b, const RunContext &context) {
        return a.rows() == 30 ? Result<LinearMap>(Error(ErrorCode::tooFewPairs, "thirty")) : fit(a, b, context);
    });
    Faults faults;
    test::ThreadRanks(ranks).run([&](Communicator &own) {
        const RunContext context = test::sharedBy(own);
        const auto together = reportOfAdapter(input, context);
        faults.check(!together && together.error().message == "thirty", "the error differs");
    });
    QCOMPARE(faults.first(), nullptr);
}

QTEST_GUILESS_MAIN(TestTranslateRanks)
#include "tst_translateranks.moc"
