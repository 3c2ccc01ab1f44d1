// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/metrics.h"
#include "core/experiments/json.h"
#include "core/experiments/registry.h"
#include "core/experiments/retrieval.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QtTest>

#include <set>

using namespace anchorscope;

/// The registries of retrieval metrics and of experiments.
class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMetricIsDescribed()
    {
        std::set<std::string> ids, labels;
        for (const Metric &metric : metrics()) {
            ids.insert(metric.id);
            labels.insert(metric.label);
            QVERIFY2(*metric.about && *metric.unit, metric.id);
            QVERIFY2(!QString(metric.about).endsWith('.'), metric.id); // the screen adds unit and direction
        }
        QCOMPARE(ids.size(), metrics().size());
        QCOMPARE(labels.size(), metrics().size());
    }

    /// The Scores are the first members of RetrievalScores; each belongs to one metric and to its own row of values.
    void everyScoreIsAMetric()
    {
        const RetrievalScores scores;
        const auto *begin = reinterpret_cast<const char *>(&scores);
        const auto bytes = reinterpret_cast<const char *>(&scores.hubnessCorrected) - begin;
        QCOMPARE(static_cast<std::size_t>(bytes), metrics().size() * sizeof(Score));
        std::set<const Score *> members;
        RetrievalExperimentRow row;
        QCOMPARE(row.values.size(), metrics().size());
        for (std::size_t i = 0; i < metrics().size(); ++i) {
            members.insert(&(scores.*metrics()[i].score));
            QCOMPARE(metricIndex(metrics()[i].score), i);
            QCOMPARE(&row.of(metrics()[i].score), &row.values[i]);
        }
        QCOMPARE(members.size(), metrics().size());
    }

    void valuesOfOneQuery_data()
    {
        QTest::addColumn<float>("rank");
        QTest::addColumn<float>("cslsRank");
        QTest::addColumn<QList<float>>("expected");
        QTest::newRow("found at rank 1") << 1.0f << 1.0f << QList<float>{0.25f, 1, 1, 0.5f, 1, 1, 1, 1, 1, 0.75f};
        QTest::newRow("tied with the first")
            << 1.5f << 2.0f << QList<float>{0.25f, 1 / 1.5f, 1 / 1.5f, 0.5f, 0, 1, 1, 0.5f, 0, 0.75f};
        QTest::newRow("within K") << 4.0f << 1.0f << QList<float>{0.25f, 0.25f, 0.25f, 0.5f, 0, 1, 1, 1, 1, 0.75f};
        QTest::newRow("beyond K") << 8.0f << 4.0f << QList<float>{0.25f, 0.125f, 0, 0.5f, 0, 0, 1, 0.25f, 0, 0.75f};
        QTest::newRow("far") << 16.0f << 16.0f << QList<float>{0.25f, 0.0625f, 0, 0.5f, 0, 0, 0, 0.0625f, 0, 0.75f};
    }
    void valuesOfOneQuery()
    {
        QFETCH(float, rank);
        QFETCH(float, cslsRank);
        QFETCH(QList<float>, expected);
        QueryResult query{0.5f, rank, cslsRank, 0.25f};
        query.jaccardInTarget = 0.75f;
        QCOMPARE(static_cast<std::size_t>(expected.size()), metrics().size());
        for (std::size_t i = 0; i < metrics().size(); ++i)
            QCOMPARE(metrics()[i].valueOf(query, 4), expected[static_cast<qsizetype>(i)]);
    }

    /// A space that is searched for itself has the best value of every metric.
    void equalSpacesScoreBest()
    {
        const Matrix x = test::randomMatrix(120, 9, 1), other = test::randomMatrix(120, 9, 2);
        const Correspondence rows = Correspondence::byRow(120);
        const auto best = retrieve(x, x, rows, {}), worse = retrieve(x, other, rows, {});
        QVERIFY(best.ok() && worse.ok());
        for (const Metric &metric : metrics()) {
            const double high = ((*best).*metric.score).mean, low = ((*worse).*metric.score).mean;
            QVERIFY2(std::abs(high - 1) < 1e-6, metric.id);
            QVERIFY2(metric.higherIsBetter ? high > low : high < low, metric.id);
        }
    }

    void unmeasuredScoresStayZero()
    {
        const Matrix x = test::randomMatrix(120, 9, 1);
        RetrievalOptions options;
        options.exactUpTo = 1; // queries are sampled
        options.sampledQueries = 30;
        options.neighbours = false;
        const auto scores = retrieve(x, x, Correspondence::byRow(120), options);
        QVERIFY(scores.ok());
        for (const Metric &metric : metrics())
            QCOMPARE(((*scores).*metric.score).mean > 0, metric.input == MetricInput::ranks);
    }

    void everyExperimentIsDescribed()
    {
        std::set<std::string> ids;
        for (const Experiment &experiment : experiments()) {
            ids.insert(experiment.id);
            QVERIFY2(*experiment.label && *experiment.about, experiment.id);
            QCOMPARE(findExperiment(experiment.id), &experiment);
            if (QByteArray(experiment.id) == "pairs")
                continue; // without spaces there is no table
            const std::any options = experiment.makeOptions({});
            for (const ResultTable &table : experiment.show(experiment.load(JsonValue::object()), options).tables) {
                for (const ResultColumn &column : table.columns)
                    QVERIFY(test::isSaid(column.about));
            }
        }
        QCOMPARE(ids.size(), experiments().size());
        QCOMPARE(findExperiment("unknown"), nullptr);
    }
};

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
