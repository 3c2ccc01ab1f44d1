// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/sampling.h"
#include "core/data/hintcolumns.h"
#include "core/optimizers/hintsuggestions.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "support/contexts.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;
using test::randomMatrix;
using test::randomRotation;

namespace {

constexpr float noValue = std::numeric_limits<float>::quiet_NaN();

/// Two views of items in groups, Y's in another order; the groups are used as hints.
struct Grouped
{
    PreparedSpace x, y;
    Correspondence truth;
    AnchorSet anchors;
    std::vector<float> ofX, ofY;

    OptimizeInput input(std::vector<HintColumn> hints = {}) const
    {
        OptimizeInput result{x, y, anchors.itemsOfX, anchors.seedsOfY, &truth};
        result.hints.columns = std::move(hints);
        return result;
    }
    HintColumn column() const { return {"group", false, ofX, ofY, 0.1f, 0.2f}; }
};

/// Input of corresponding rows, with those of y in another order.
Grouped shuffled(const Matrix &x, const Matrix &y, const std::vector<float> &group, Random &random)
{
    const std::vector<ItemIndex> order = random.permutation(x.rows());
    Grouped pair{prepare(x, Centering::center),
                 prepare(rowsOf(y, order), Centering::center),
                 Correspondence::byRow(x.rows()).withYReordered(order),
                 {},
                 group,
                 {}};
    for (const ItemIndex item : order)
        pair.ofY.push_back(group[static_cast<std::size_t>(item)]);
    pair.anchors = drawAnchors(pair.truth, 40, 12, random).value();
    return pair;
}

/// `permuted`: partners are any items of the same group.
Grouped groupedPair(double noise, std::uint64_t seed, bool permuted = false, Index count = 500, Index groups = 8)
{
    Random random(seed);
    const Matrix centres = 1.5f * randomMatrix(groups, 24, seed + 1);
    Matrix x = randomMatrix(count, 24, seed + 2);
    std::vector<float> group;
    std::vector<std::vector<ItemIndex>> members(static_cast<std::size_t>(groups));
    for (Index i = 0; i < count; ++i) {
        const Index own = random.below(groups);
        group.push_back(static_cast<float>(own));
        members[static_cast<std::size_t>(own)].push_back(static_cast<ItemIndex>(i));
        x.row(i) += centres.row(own);
    }
    Matrix y = x * randomRotation(24, seed + 3) + static_cast<float>(noise) * randomMatrix(count, 24, seed + 4);
    if (permuted) {
        const Matrix before = y;
        for (const auto &all : members) {
            const auto order = random.permutation(std::ssize(all));
            for (std::size_t i = 0; i < all.size(); ++i)
                y.row(all[i]) = before.row(all[static_cast<std::size_t>(order[i])]);
        }
    }
    return shuffled(x, y, group, random);
}

/// Rectified units of random weights, two layers.
Matrix encoded(Matrix rows, std::uint64_t seed)
{
    for (const Index width : {128, 40}) {
        rows /= std::sqrt(rows.squaredNorm() / static_cast<float>(rows.size()));
        const Matrix weights = randomMatrix(width, rows.cols(), seed++) / std::sqrt(static_cast<float>(rows.cols()));
        const Matrix bias = randomMatrix(1, width, seed++);
        Matrix units = 0.6f * productTransposed(rows, weights);
        units.rowwise() += bias.row(0);
        rows = units.cwiseMax(0);
    }
    return rows;
}

/// Items with ten hidden coordinates in eight groups, as represented by two such networks.
Grouped randomNetworks(std::uint64_t seed)
{
    constexpr Index count = 500, groups = 8;
    Random random(seed);
    const Matrix centres = 1.2f * randomMatrix(groups, 10, seed + 100);
    Matrix hidden = randomMatrix(count, 10, seed + 200);
    std::vector<float> group;
    for (Index i = 0; i < count; ++i) {
        const Index own = random.below(groups);
        group.push_back(static_cast<float>(own));
        hidden.row(i) += centres.row(own);
    }
    const Matrix seen = hidden * randomMatrix(10, 24, seed + 300);
    return shuffled(encoded(seen, 10 * seed), encoded(seen, 10 * seed + 5), group, random);
}

/// A column of the same number of values, unrelated to the items.
HintColumn meaningless(const Grouped &pair, std::uint64_t seed)
{
    Random random(seed);
    HintColumn column = pair.column();
    for (std::vector<float> *side : {&column.ofX, &column.ofY}) {
        for (float &value : *side)
            value = static_cast<float>(random.below(8));
    }
    return column;
}

ItemTable tableOf(std::vector<ItemColumn> columns, Index count)
{
    ItemTable table;
    table.count = count;
    table.columns = std::move(columns);
    return table;
}

} // namespace

class TestHints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Names of columns and values match despite different spelling; values of one side only carry no information.
    void spellingsAreMatched()
    {
        const ItemTable x = tableOf({{"Genre", ColumnKind::text, {}, {"Rock", " jazz ", "", "07.0", "folk"}}}, 5);
        const ItemTable y = tableOf({{"genre", ColumnKind::text, {}, {"JAZZ", "rock", "7", "pop"}}}, 4);
        const ReadHint hint = readHint(x, y, "GENRE").value();
        const auto same = [&](std::size_t i, std::size_t j) {
            return hint.column.agreement(hint.column.ofX[i], hint.column.ofY[j]);
        };
        QCOMPARE(same(0, 1), 1.0f);
        QCOMPARE(same(1, 0), 1.0f);
        QCOMPARE(same(3, 2), 1.0f);
        QCOMPARE(same(0, 0), 0.0f);
        QVERIFY(std::isnan(hint.column.ofX[2]) && std::isnan(hint.column.ofX[4]) && std::isnan(hint.column.ofY[3]));
        QCOMPARE(same(2, 0), 1.0f / 3); // three values on each side, each the same as one of the other side
        const char *const compared = "; items with such a value are compared with all items.";
        QCOMPARE(hint.notes,
                 (std::vector<std::string>{std::string("Hint GENRE: only X has the value “folk”") + compared,
                                           std::string("Hint GENRE: only Y has the value “pop”") + compared,
                                           "Hint GENRE: “ jazz ” and “JAZZ” count as one value.",
                                           "Hint GENRE: “Rock” and “rock” count as one value.",
                                           "Hint GENRE: “07.0” and “7” count as one value."}));
        for (const int lacking : {5, 6}) { // a list of ids names five of them
            ItemTable ids = tableOf({{"genre", ColumnKind::text, {}, {"rock"}}}, 1 + lacking);
            for (int i = 0; i < lacking; ++i)
                ids.columns[0].texts.push_back("id" + std::to_string(i));
            QCOMPARE(readHint(ids, y, "genre").value().notes.front(),
                     std::string("Hint genre: only X has the values “id0”, “id1”, “id2”, “id3”, “id4”") +
                         (lacking > 5 ? ", …" : "") + compared);
        }
        QVERIFY(readHint(x, y, "genre=genre").ok());
        for (const char *wrong : {"year", "genre=year", ""})
            QCOMPARE(test::codeOf(readHint(x, y, wrong)), ErrorCode::wrongUsage);
        const ItemTable other = tableOf({{"genre", ColumnKind::text, {}, {"a", "b"}}}, 2);
        QCOMPARE(test::codeOf(readHint(x, other, "genre")), ErrorCode::wrongUsage);
    }

    /// Order of suggestions: the same name first, then another name with at least half of the values in common; never a
    /// column with a different text for each item.
    void columnsThatBothHaveAreFound()
    {
        const std::vector<std::int32_t> thirds{0, 1, 2, 0, 1, 2}, halves{0, 1, 0, 1, 0, 1};
        const ItemTable x = tableOf({{"Genre", ColumnKind::category, {}, {"a", "b", "c"}, thirds},
                                     {"kind", ColumnKind::category, {}, {"rock", "jazz", "folk"}, thirds},
                                     {"mood", ColumnKind::category, {}, {"calm", "wild"}, halves},
                                     {"year", ColumnKind::number, {1, 2, 3, 4, 5, 6}},
                                     {"name", ColumnKind::text, {}, {"p", "q", "r", "s", "t", "u"}}},
                                    6);
        const ItemTable y = tableOf({{"year", ColumnKind::number, {6, 5, 4, 3, 2, 1}},
                                     {"name", ColumnKind::text, {}, {"p", "q", "r", "s", "t", "u"}},
                                     {"genre", ColumnKind::category, {}, {"A", "B", "c"}, thirds},
                                     {"style", ColumnKind::category, {}, {"Jazz", "Rock", "pop"}, thirds},
                                     {"tone", ColumnKind::category, {}, {"low", "Calm"}, halves},
                                     {"other", ColumnKind::category, {}, {"1", "2", "rock"}, thirds}},
                                    6);
        std::vector<std::string> names;
        for (const ReadHint &each : sharedColumns(x, y))
            names.push_back(each.column.name);
        QCOMPARE(names, (std::vector<std::string>{"Genre", "year", "kind=style", "mood=tone"}));
        QVERIFY(sharedColumns(x, tableOf({}, 6)).empty());
    }

    /// Helpful columns come first, with the ranks that a run with only this hint reports.
    void suggestionsRankHelpfulColumns()
    {
        const Grouped pair = randomNetworks(2);
        const ReadHint useful{pair.column(), {"a note"}};
        ReadHint useless{meaningless(pair, 9), {}};
        useless.column.name = "useless";
        const auto offers = suggestHints(pair.input(), {useless, useful}, 0).value();
        QCOMPARE(offers.size(), 2u);
        QCOMPARE(offers[0].name, useful.column.name);
        QCOMPARE(offers[0].notes, useful.notes);
        QVERIFY(offers[0].helps() && !offers[1].helps());
        OptimizeOptions options;
        options.method = "canonical";
        const OptimizeSummary run = optimize(pair.input({pair.column()}), options).value();
        QCOMPARE(run.hint.weight, hintWeightId(offers[0].choice.weight));
        QCOMPARE(*run.hint.with, offers[0].choice.chosen()->reciprocalRank);
        QCOMPARE(*run.hint.without, offers[0].choice.trials.front().reciprocalRank);
        QVERIFY(!suggestHints(pair.input(), {useful}, 0, cancelledContext()));
    }

    void numbersAgreeByRank()
    {
        const ItemTable x = tableOf({{"year", ColumnKind::number, {1900, 2000, 1950, std::nan("")}}}, 4);
        const ItemTable y = tableOf({{"year", ColumnKind::number, {10, 20, 30, 30}}}, 4);
        const HintColumn column = readHint(x, y, "year").value().column;
        QVERIFY(column.ordered);
        QCOMPARE(column.ofX[0], 0.0f);
        QCOMPARE(column.ofX[1], 1.0f);
        QCOMPARE(column.ofX[2], 0.5f);
        QCOMPARE(column.ofY[2], column.ofY[3]); // equal numbers, equal ranks
        QCOMPARE(column.agreement(0.2f, 0.2f + column.scale), std::exp(-0.5f));
        // NumPy: a = arange(64)/64; exp(-.5*((a[:, None] - a)/tau)**2).mean()
        QVERIFY(std::abs(column.neutral - 0.2307036f) < 1e-6f);                                  // τ 0.1
        for (const auto &[apart, neutral] : {std::pair(0.0f, 0.0493746f), {1.0f, 0.5720796f}}) { // τ 0.02 and 0.3
            const HintColumn known{"year", true, {0.0f}, {apart}};
            QVERIFY(std::abs(Hints{{known}}.scaledBy({0}, {0}).columns[0].neutral - neutral) < 1e-6f);
        }
        QVERIFY(Hints{{column}}.groups().empty());
    }

    /// Compares with the definition, computed with whole matrices.
    void matchesFollowTheDefinition_data()
    {
        QTest::addColumn<double>("weight");
        QTest::addColumn<bool>("hard");
        QTest::newRow("little") << 0.1 << false;
        QTest::newRow("much") << 1.0 << false;
        QTest::newRow("hard") << 0.0 << true;
    }
    void matchesFollowTheDefinition()
    {
        QFETCH(double, weight);
        QFETCH(bool, hard);
        Matrix x = randomMatrix(150, 9, 1), y = randomMatrix(130, 9, 2);
        normalizeRows(x);
        normalizeRows(y);
        Random random(3);
        HintColumn column{"group", false, {}, {}, 0.1f, 0.3f};
        for (Index i = 0; i < 150; ++i)
            column.ofX.push_back(i % 29 == 0 ? noValue : static_cast<float>(random.below(4)));
        for (Index j = 0; j < 130; ++j)
            column.ofY.push_back(j % 31 == 0 ? noValue : static_cast<float>(random.below(5)));
        const Hints hints{{column}};
        const CslsMatches found = hintedMatches(x, y, 10, nullptr, hints, {weight, hard}).value();
        const MatrixD s = x.cast<double>() * y.cast<double>().transpose();
        const auto meanOfNearest = [](std::vector<double> values) {
            std::ranges::sort(values, std::greater<>());
            double sum = 0;
            for (std::size_t i = 0; i < std::min<std::size_t>(10, values.size()); ++i)
                sum += values[i];
            return sum / static_cast<double>(std::min<std::size_t>(10, values.size()));
        };
        for (Index i = 0; i < 150; ++i) {
            const float group = column.ofX[static_cast<std::size_t>(i)];
            const auto inGroup = [&](Index j) { return column.ofY[static_cast<std::size_t>(j)] == group; };
            const bool alone = std::isnan(group) || std::ranges::count(column.ofY, group) == 0;
            std::vector<std::pair<double, Index>> scores;
            for (Index j = 0; j < 130; ++j) {
                if (hard && !alone && !inGroup(j))
                    continue;
                std::vector<double> nearest; // nearest items of j on the other side
                for (Index k = 0; k < 150; ++k) {
                    const float own = column.ofX[static_cast<std::size_t>(k)];
                    if (!hard || (alone ? std::isnan(own) || std::ranges::count(column.ofY, own) == 0 : own == group))
                        nearest.push_back(s(k, j));
                }
                const double g = hints.agreement(static_cast<ItemIndex>(i), static_cast<ItemIndex>(j));
                scores.emplace_back(s(i, j) - meanOfNearest(nearest) / 2 + weight * (g - 1), j);
            }
            const double best = std::ranges::max_element(scores)->first;
            const ItemIndex partner = found.yOfX[static_cast<std::size_t>(i)];
            const auto own = std::ranges::find(scores, static_cast<Index>(partner), &std::pair<double, Index>::second);
            QVERIFY(own != scores.end());
            QVERIFY2(own->first > best - 1e-5, std::to_string(i).c_str());
        }
        for (const ItemIndex i : found.xOfY)
            QVERIFY(i >= 0 && i < 150);
        const ThreadLimit limit(1);
        QCOMPARE(hintedMatches(x, y, 10, nullptr, hints, {weight, hard}).value().xOfY, found.xOfY);
    }

    /// Only queries get a match, the same as without the restriction.
    void queriesAlone()
    {
        const Grouped pair = groupedPair(0.3, 5, false, 120);
        const Hints hints{{pair.column()}};
        QueryMask queries{std::vector<bool>(120), std::vector<bool>(120)};
        for (std::size_t i = 0; i < 120; i += 2)
            queries.ofX[i] = queries.ofY[i] = true;
        for (const HintWeight weight : {HintWeight{0.3, false}, HintWeight{0, true}}) {
            const CslsMatches some = hintedMatches(pair.x.rows, pair.y.rows, 10, &queries, hints, weight).value();
            for (std::size_t i = 0; i < 120; ++i) {
                QCOMPARE(some.yOfX[i] != noItem, i % 2 == 0);
                QCOMPARE(some.xOfY[i] != noItem, i % 2 == 0);
            }
        }
    }

    void factsOfHints()
    {
        const Grouped pair = groupedPair(0.3, 6);
        const HintFacts facts = hintFacts(pathSpaces(pair.input({pair.column()}), {}));
        QVERIFY(facts.tells);
        QCOMPARE(facts.agreeing, 1.0);
        QVERIFY(facts.byChance > 0.08 && facts.byChance < 0.2);
        // Eight groups of about 60 of 500 items remove log 8 of log 500.
        QVERIFY2(std::abs(facts.removed - std::log(8.0) / std::log(500.0)) < 0.05,
                 std::to_string(facts.removed).c_str());
        for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
            const HintFacts none = hintFacts(pathSpaces(pair.input({meaningless(pair, seed)}), {}));
            QVERIFY(!none.tells);
        }
    }

    /// Hints are informative if the known pairs that agree are as many with a probability below 0.01 by chance; values
    /// are equally frequent. Python: sum(comb(n, i) * p**i * (1 - p)**(n - i) for i in range(k, n + 1))
    void chanceAgreementIsNotInformative_data()
    {
        QTest::addColumn<int>("values");
        QTest::addColumn<int>("agreeing");
        QTest::addColumn<int>("asked");
        QTest::addColumn<bool>("tells");
        QTest::newRow("7 of 7, 0.0078") << 2 << 7 << 7 << true;
        QTest::newRow("6 of 7, 0.0625") << 2 << 6 << 7 << false;
        QTest::newRow("12 of 14, 0.0065") << 2 << 12 << 14 << true;
        QTest::newRow("11 of 14, 0.0287") << 2 << 11 << 14 << false;
        QTest::newRow("9 of 10, 0.0107") << 2 << 9 << 10 << false;
        QTest::newRow("5 of 6 of four values, 0.0046") << 4 << 5 << 6 << true;
        QTest::newRow("5 of 8 of four values, 0.0273") << 4 << 5 << 8 << false;
        QTest::newRow("two pairs: no evidence against it") << 4 << 0 << 2 << true;
    }
    void chanceAgreementIsNotInformative()
    {
        QFETCH(int, values);
        QFETCH(int, agreeing);
        QFETCH(int, asked);
        constexpr Index count = 32;
        const PreparedSpace space = prepare(randomMatrix(count, 4, 1), Centering::center);
        HintColumn column{"value", false, {}, {}};
        for (Index i = 0; i < count; ++i) {
            column.ofX.push_back(static_cast<float>(i % values));
            column.ofY.push_back(static_cast<float>(i % values));
        }
        OptimizeInput input{space, space, allItems(asked), {}};
        for (ItemIndex s = 0; s < asked; ++s)
            input.seedsOfY.push_back(s < agreeing ? s : s % 2 == 0 ? s + 1 : s - 1); // the neighbours' values differ
        input.hints.columns = {column};
        const HintFacts facts = hintFacts(pathSpaces(input, {}));
        QVERIFY(std::abs(facts.agreeing - static_cast<double>(agreeing) / asked) < 1e-9);
        QVERIFY(std::abs(facts.byChance - 1.0 / values) < 1e-9);
        QTEST(facts.tells, "tells");
    }

    /// Uninformative hints change nothing, to the last bit.
    void aUselessHintChangesNothing()
    {
        const Grouped pair = groupedPair(0.8, 7);
        OptimizeOptions options;
        options.method = "canonical";
        const OptimizeSummary plain = optimize(pair.input(), options).value();
        const OptimizeSummary hinted = optimize(pair.input({meaningless(pair, 9)}), options).value();
        QCOMPARE(hinted.hint.weight, std::string("0"));
        QCOMPARE(hinted.correspondence, plain.correspondence);
        QVERIFY(hinted.anchorsOfY == plain.anchorsOfY);
        QVERIFY(hinted.hint.correspondence.empty());
        QVERIFY(plain.hint.weight.empty());
    }

    /// Two networks of random weights, from 12 known pairs. The result's matches come from the maps only; those with
    /// the hint are stored separately.
    void aTrueHintHelps()
    {
        constexpr double pairs = 3;
        double without = 0, byMaps = 0, withHint = 0;
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Grouped pair = randomNetworks(seed);
            OptimizeOptions options;
            options.method = "canonical";
            without += *optimize(pair.input(), options)->correct / pairs;
            for (const char *weight : {"auto", "hard"}) {
                options.hintWeight = weight;
                const OptimizeSummary hinted = optimize(pair.input({pair.column()}), options).value();
                qInfo("%s: %.3f right by the maps, %.3f with the hint of weight %s", weight, *hinted.correct,
                      hinted.hint.correct.value_or(-1), hinted.hint.weight.c_str());
                QVERIFY(hinted.hint.weight == "hard" || options.hintWeight == "auto");
                byMaps += *hinted.correct / 2 / pairs;
                withHint += hinted.hint.correct.value_or(*hinted.correct) / 2 / pairs;
                if (seed != 1)
                    continue;
                OptimizeInput blind = pair.input({pair.column()});
                blind.truth = nullptr;
                QCOMPARE(optimize(blind, options)->correspondence, hinted.correspondence);
            }
        }
        qInfo("%.3f, %.3f, %.3f", without, byMaps, withHint);
        QVERIFY(byMaps > without + 0.1);
        QVERIFY(withHint >= byMaps);
    }

    /// If no two items have the same hint, there is no verdict, because held-out partners are ranked alone.
    void aHintThatNamesTheItemsAllowsNoVerdict()
    {
        const Grouped pair = groupedPair(0.2, 20);
        HintColumn names = pair.column();
        for (std::size_t i = 0; i < names.ofX.size(); ++i) {
            names.ofX[i] = static_cast<float>(i);
            names.ofY[static_cast<std::size_t>(pair.truth.yOfX()[i])] = static_cast<float>(i);
        }
        OptimizeOptions options;
        options.method = "canonical";
        options.hintWeight = "hard";
        const OptimizeInput input = pair.input({names});
        const OptimizeSummary summary = optimize(input, options).value();
        const Verdict verdict = validateAlignment(input, options, summary).value();
        QVERIFY(summary.hint.correct.value_or(0) > 0.95);
        QCOMPARE(verdict.alignment, Alignment::notJudged);
        QVERIFY(test::isSaid(verdictText(verdict), "the hint distinguishes nearly all items"));
    }

    /// A hint alone never yields “aligned”, however well it ranks partners: here classes agree, but not items.
    void aHintAloneDoesNotAlign()
    {
        for (std::uint64_t draw = 0; draw < 6; ++draw) {
            const Grouped pair = groupedPair(0.2, 20 + 10 * draw, true);
            OptimizeOptions options;
            options.method = "canonical";
            options.hintWeight = draw % 2 == 0 ? "hard" : "1";
            const OptimizeInput input = pair.input({pair.column()});
            const OptimizeSummary summary = optimize(input, options).value();
            const Verdict verdict = validateAlignment(input, options, summary).value();
            QVERIFY(verdict.withinHints);
            QVERIFY2(verdict.alignment != Alignment::aligned, std::to_string(draw).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestHints)
#include "tst_hints.moc"
