// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/npywriter.h"
#include "support/clirun.h"
#include "support/rows.h"
#include "support/sentences.h"

#include <QJsonArray>

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::MadeData;
using test::row;
using test::runCli;

namespace {

const QStringList seedsOnly{"--seeds", "12", "--seeds-only", "--json"};
const QStringList small{"--anchors", "40", "--seeds", "8", "--json"};

QJsonObject row(const QJsonObject &json, const char *list, qsizetype i)
{
    return json[list].toArray().at(i).toObject();
}

QStringList column(const QJsonObject &json, const char *list, const char *key)
{
    QStringList values;
    for (const QJsonValue &entry : json[list].toArray())
        values << entry.toObject()[key].toString();
    return values;
}

/// MRR of the found anchors, X → Y.
double foundMrr(const QJsonObject &json)
{
    for (const QJsonValue &entry : json["rows"].toArray()) {
        if (entry["method"].toString() == "AO continuous" && entry["source"].toString() == "x")
            return entry["mrr"]["mean"].toDouble();
    }
    return -1;
}

} // namespace

/// Tests of the commands that examine anchors: health, inspect, candidates; and of those that advise on the next run.
class TestCliAnchors : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_data;
    QString m_pairs; ///< items 0, 16, 32, … as seeds

private Q_SLOTS:
    void initTestCase()
    {
        m_data = MadeData().save(m_folder, "made.h5");
        QByteArray pairs;
        for (int i = 0; i < 15; ++i)
            pairs += QString("item %1,item %1\n").arg(i * 16).toUtf8();
        m_pairs = test::writeText(m_folder, "fifteen.csv", pairs);
        QVERIFY(!m_data.isEmpty() && !m_pairs.isEmpty());
    }

    /// Suggestions that improve the next run. The labels are those of the generated items, so they agree with every
    /// pair.
    void hintsAndPairsAreSuggested()
    {
        const QStringList given{"--seed-pairs", m_pairs, "--pair", "none", "--json"};
        const CliRun hints = runCli(QStringList{"suggest-hints", m_data} + given);
        QCOMPARE(hints.exitCode, 0);
        const QJsonArray columns = hints.json()["hints"].toArray();
        QCOMPARE(columns.size(), 1);
        QCOMPARE(columns[0]["hint"].toString(), QString("label"));
        QVERIFY(columns[0]["agreeing"].toDouble() > 0.999);
        QVERIFY(columns[0]["removed"].toDouble() > 0.1 && columns[0]["without"].isDouble());
        QVERIFY(!hints.json().contains("history"));

        const QJsonObject run =
            runCli(QStringList{"pair-next", m_data, "--count", "5", "--anchors", "40"} + given).json();
        const QJsonArray items = run["pair_next"].toArray();
        QCOMPARE(items.size(), 5);
        QSet<QString> names;
        for (const QJsonValue &each : items) {
            names << each["item"].toString();
            QCOMPARE(each["candidates"].toArray().size(), 5);
            QVERIFY(each["item"].toString().mid(5).toInt() % 16 != 0); // these items are known
        }
        QCOMPARE(names.size(), 5);
        QCOMPARE(runCli({"suggest-hints", m_data, "--hints", "label"}).exitCode, 2);
        QCOMPARE(runCli({"suggest-hints", m_data, "--method", "adam"}).exitCode, 2);
    }

    /// The run of a session gives the same suggestions as the run itself.
    void pairsOfASession()
    {
        const QStringList given{"--seed-pairs", m_pairs, "--pair", "none", "--anchors", "40"};
        const QString session = m_folder.filePath("advised.ascope");
        QCOMPARE(runCli(QStringList{"optimize", m_data, "--out", session} + given).exitCode, 0);
        const QJsonValue run = runCli(QStringList{"pair-next", m_data, "--json"} + given).json()["pair_next"];
        QCOMPARE(run.toArray().size(), 10);
        QCOMPARE(runCli({"pair-next", m_data, "--pair", "none", "--session", session, "--json"}).json()["pair_next"],
                 run);
    }

    void predictionNeedsLargeData()
    {
        QCOMPARE(runCli({"predict", m_data, "--json"}).error()["code"].toString(), QString("too-few-items"));
        for (const QStringList &wrong :
             {QStringList{"--items", "0"}, {"--ranks", "1.5"}, {"--bandwidth", "none"}, {"--method", "adam"}}) {
            const CliRun run = runCli(QStringList{"predict", m_data, "--json"} + wrong);
            QCOMPARE(run.error()["code"].toString(), QString("wrong-usage"));
        }
    }

    void olderOptionsNameTheirCommands()
    {
        for (const QString name : {"predict", "suggest-hints", "pair-next"}) {
            const CliRun run = runCli({"optimize", m_data, "--" + name, "5", "--json"});
            QCOMPARE(run.exitCode, 2);
            QVERIFY(isSaid(run.error()["message"].toString(), "anchorscope-cli " + name + " --help"));
        }
    }

    void healthOfSeeds()
    {
        const CliRun run = runCli(QStringList{"health", m_data} + seedsOnly);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["anchors"].toInt(), 12);
        QCOMPARE(json["seeds"].toInt(), 12);
        QVERIFY(json["method"].isNull() && json["runs"].toArray().isEmpty());
        const QJsonArray rows = json["rows"].toArray();
        QCOMPARE(rows.size(), 12);
        for (const QJsonValue &entry : rows) {
            QCOMPARE(entry["x"], entry["y"]);
            QVERIFY(entry["seed"].toBool() && entry["worth"].isDouble());
            QVERIFY(entry["nearest_x"].isString() && entry["nearest_x"] != entry["x"]);
            QVERIFY(entry["nearest_y_cosine"].toDouble() <= 1);
        }
        // Y is X rotated, with a little noise.
        const QJsonObject x = json["x"].toObject(), y = json["y"].toObject();
        for (const char *key : {"condition_number", "effective_rank", "coverage"})
            QVERIFY2(std::abs(x[key].toDouble() / y[key].toDouble() - 1) < 0.2, key);
        QVERIFY(x["effective_rank"].toDouble() > 5 && x["effective_rank"].toDouble() <= 10);
        for (const char *key : {"mean_cosine", "mean_absolute_cosine", "largest_cosine", "smallest_cosine"})
            QVERIFY2(x["gram"][key].isDouble(), key);
    }

    void healthOfFoundAnchors()
    {
        const QJsonObject json = runCli(QStringList{"health", m_data} + small).json();
        QCOMPARE(json["rows"].toArray().size(), 40);
        QCOMPARE(json["runs"].toArray().size(), 1);
        QVERIFY(row(json, "rows", 7)["seed"].toBool() && !row(json, "rows", 8)["seed"].toBool());
    }

    void healthNamesEqualAnchors()
    {
        MadeData made;
        made.space(0).vectors.row(16) = made.space(0).vectors.row(0);
        const QJsonObject json =
            runCli({"health", made.save(m_folder, "equal.h5"), "--seed-pairs", m_pairs, "--seeds-only", "--json"})
                .json();
        const QJsonArray duplicates = json["x"]["near_duplicates"].toArray();
        QCOMPARE(duplicates.size(), 1);
        QCOMPARE(duplicates[0]["first"].toString(), "item 0");
        QCOMPARE(duplicates[0]["second"].toString(), "item 16");
        QVERIFY(std::abs(duplicates[0]["cosine"].toDouble() - 1) < 1e-6);
        QVERIFY(json["y"]["near_duplicates"].toArray().isEmpty());
    }

    void inspectShowsAMovedItem()
    {
        MadeData made;
        made.space(1).vectors.row(101) *= -1; // moved to the other side of the space
        const CliRun run =
            runCli(QStringList{"inspect", made.save(m_folder, "moved.h5"), "item 101", "--k", "5"} + seedsOnly);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["x"].toString(), "item 101");
        QCOMPARE(json["y"].toString(), "item 101");
        QCOMPARE(json["overlap"].toDouble(), 0.0);
        QVERIFY(json["cosine"].toDouble() < 0);
        QVERIFY(json["rank_x_to_y"].toDouble() > 100);
        QCOMPARE(json["neighbours"].toArray().size(), 5);
        QCOMPARE(column(json, "neighbours", "x_mark"), QStringList(5, "lost"));
        QCOMPARE(column(json, "neighbours", "y_mark"), QStringList(5, "gained"));
    }

    /// The moved item is among the wrong ones, and all groups count the same items.
    void mistakesAreListedAndGrouped()
    {
        MadeData made;
        made.space(1).vectors.row(101) *= -1;
        const CliRun run =
            runCli({"mistakes", made.save(m_folder, "wrong.h5"), "--json", "--seeds", "15", "--anchors", "60"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["judged_by"].toString(), "truth");
        const QStringList wrong = column(json, "rows", "y");
        QVERIFY(wrong.contains("item 101"));
        QCOMPARE(wrong.size(), json["wrong"].toInt());
        QVERIFY(std::abs(json["share"].toDouble() - wrong.size() / json["items"].toDouble()) < 1e-9);
        const QJsonArray columns = json["by_column"].toArray();
        QVERIFY(!columns.isEmpty());
        for (const QJsonValue &by : columns) {
            int items = 0, found = 0;
            for (const QJsonValue &group : by["groups"].toArray()) {
                items += group["items"].toInt();
                found += group["wrong"].toInt();
            }
            QCOMPARE(items, json["items"].toInt());
            QCOMPARE(found, json["wrong"].toInt());
        }
        const CliRun blind = runCli({"mistakes", made.save(m_folder, "wrong.h5"), "--json", "--pair", "none",
                                     "--seed-pairs", m_pairs, "--anchors", "60"});
        QCOMPARE(blind.json()["judged_by"].toString(), "confirmation");
    }

    /// Every item has a place, and partners of equal spaces are adjacent.
    void mapsPlaceEveryItem()
    {
        const CliRun run = runCli({"map", m_data, "--json", "--seeds", "15", "--anchors", "60"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QVERIFY(json["together"].toBool());
        QCOMPARE(column(json, "rows", "space").count("x"), column(json, "rows", "space").count("y"));
        QVERIFY(column(json, "rows", "item").contains("item 101"));
        const QJsonObject map = json["quality"].toObject(), plain = json["components"].toObject();
        QVERIFY(map["trustworthiness"].toDouble() > plain["trustworthiness"].toDouble());
        QVERIFY2(map["strangers"].toDouble() < 3, qPrintable(QString::number(map["strangers"].toDouble())));
        MadeData unlike; // the map of one space is of no use for the other
        const Matrix rows = unlike.space(1).vectors;
        unlike.space(1).vectors << rows.bottomRows(rows.rows() - 7), rows.topRows(7);
        const QString data = unlike.save(m_folder, "unlike.h5");
        const QJsonObject apart = runCli({"map", data, "--json", "--apart"}).json();
        QVERIFY(!apart["together"].toBool());
        QCOMPARE(apart["settings"].toObject()["anchors"], QJsonValue(0)); // no run is needed
        QVERIFY(apart["quality"].toObject()["strangers"].isNull());
        const double trust = apart["quality"].toObject()["trustworthiness"].toDouble();
        QVERIFY2(trust > 0.8, qPrintable(QString::number(trust)));
    }

    void inspectShowsTheFingerprint()
    {
        const QJsonObject json = runCli(QStringList{"inspect", m_data, "item 101"} + seedsOnly).json();
        QCOMPARE(json["rank_x_to_y"].toDouble(), 1.0);
        QCOMPARE(json["rank_y_to_x"].toDouble(), 1.0);
        QVERIFY(json["cosine"].toDouble() > 0.99);
        QCOMPARE(json["neighbours"].toArray().size(), 12);
        QVERIFY(json["overlap"].toDouble() > 0.7);
        const QJsonArray bars = json["fingerprint"].toArray();
        QCOMPARE(bars.size(), 12);
        double before = 2;
        for (const QJsonValue &bar : bars) {
            const double difference = bar["difference"].toDouble();
            QVERIFY(std::abs(difference - (bar["x"].toDouble() - bar["y"].toDouble())) < 1e-6);
            QVERIFY(std::abs(difference) <= before);
            before = std::abs(difference);
            QVERIFY(bar["anchor"].isString() && bar["seed"].toBool());
        }
    }

    void itemOfYAndRelativeNeighbours()
    {
        const QJsonObject json =
            runCli(QStringList{"inspect", m_data, "item 7", "--from", "y", "--relative"} + seedsOnly).json();
        QCOMPARE(json["from"].toString(), "y");
        QCOMPARE(json["x"].toString(), "item 7");
        QCOMPARE(json["neighbours_by"].toString(), "relative");
        QCOMPARE(json["neighbours"].toArray().size(), 12);
    }

    void withoutTruthTheRunDefinesPartners()
    {
        const QStringList known{"--pair", "none", "--seed-pairs", m_pairs, "--json"};
        const QJsonObject json = runCli(QStringList{"inspect", m_data, "item 101", "--anchors", "60"} + known).json();
        QCOMPARE(json["y"].toString(), "item 101");
        // Seeds alone do not describe other items.
        const QJsonObject blind = runCli(QStringList{"inspect", m_data, "item 101", "--seeds-only"} + known).json();
        QVERIFY(blind["y"].isNull() && blind["overlap"].isNull() && blind["rank_x_to_y"].isNull());
        QVERIFY(blind["fingerprint"].toArray().isEmpty());
        QCOMPARE(row(blind, "neighbours", 0)["x_mark"].toString(), "lost");
        QVERIFY(row(blind, "neighbours", 0)["y"].isNull());
        const QJsonObject seed = runCli(QStringList{"inspect", m_data, "item 16", "--seeds-only"} + known).json();
        QCOMPARE(seed["y"].toString(), "item 16");
    }

    void candidatesAreRankedWithMargins()
    {
        const CliRun run = runCli(QStringList{"candidates", m_data, "item 101", "--count", "5"} + seedsOnly);
        QCOMPARE(run.exitCode, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["item"].toString(), "item 101");
        QCOMPARE(json["rows"].toArray().size(), 5);
        QCOMPARE(row(json, "rows", 0)["item"].toString(), "item 101");
        QCOMPARE(row(json, "rows", 0)["right"], QJsonValue(true));
        QCOMPARE(row(json, "rows", 1)["right"], QJsonValue(false));
        const double best = row(json, "rows", 0)["cosine"].toDouble(),
                     second = row(json, "rows", 1)["cosine"].toDouble();
        QVERIFY(best > 0.99 && best >= second);
        QVERIFY(std::abs(row(json, "rows", 0)["margin"].toDouble() - (best - second)) < 1e-6);
        QVERIFY(std::abs(row(json, "rows", 1)["margin"].toDouble() - (second - best)) < 1e-6);
        // The margin of the best candidate does not depend on the number listed.
        const QJsonObject one =
            runCli(QStringList{"candidates", m_data, "item 101", "--count", "1"} + seedsOnly).json();
        QCOMPARE(row(one, "rows", 0), row(json, "rows", 0));
    }

    void candidatesDoNotUseTheTruth()
    {
        const QStringList known{"--seed-pairs", m_pairs, "--seeds-only", "--count", "240", "--json"};
        const QJsonObject scored = runCli(QStringList{"candidates", m_data, "item 101"} + known).json();
        const QJsonObject blind =
            runCli(QStringList{"candidates", m_data, "item 101", "--pair", "none"} + known).json();
        QCOMPARE(column(blind, "rows", "item"), column(scored, "rows", "item"));
        QVERIFY(row(blind, "rows", 0)["right"].isNull());
        // Partners of other seeds are not candidates; the seed's own partner is.
        QCOMPARE(blind["rows"].toArray().size(), 240 - 15);
        QVERIFY(!column(blind, "rows", "item").contains("item 16"));
        const QJsonObject seed = runCli(QStringList{"candidates", m_data, "item 16", "--from", "y"} + known).json();
        QCOMPARE(row(seed, "rows", 0)["item"].toString(), "item 16");
    }

    void sessionProvidesItsAnchors()
    {
        const QString session = m_folder.filePath("run.ascope");
        QCOMPARE(runCli(QStringList{"optimize", m_data, "--out", session} + small).exitCode, 0);
        for (const QStringList &command :
             {QStringList{"health", m_data}, {"inspect", m_data, "item 3"}, {"candidates", m_data, "item 3"}}) {
            const QJsonObject found = runCli(command + small).json();
            const QJsonObject taken = runCli(command + QStringList{"--session", session, "--json"}).json();
            for (const char *key : {"anchors", "x", "y", "rows", "neighbours", "fingerprint", "cosine"})
                QCOMPARE(taken[key], found[key]);
            QVERIFY(!taken["anchors"].isUndefined());
        }
    }

    /// Items of a session are found in data of another order; missing ones are reported.
    void sessionsOfOtherData()
    {
        const QString session = m_folder.filePath("known.ascope");
        QCOMPARE(runCli(QStringList{"optimize", m_data, "--out", session} + small).exitCode, 0);
        const QJsonObject known = runCli({"retrieval", m_data, "--session", session, "--json"}).json();
        QVERIFY(known["warnings"].toArray().isEmpty());

        MadeData turned;
        std::reverse(turned.items().ids.begin(), turned.items().ids.end());
        for (const std::size_t i : {0, 1})
            turned.space(i).vectors = turned.space(i).vectors.colwise().reverse().eval();
        const QString reversed = turned.save(m_folder, "reversed.h5");
        const CliRun moved = runCli({"retrieval", reversed, "--session", session, "--json"});
        QCOMPARE(moved.exitCode, 0);
        QVERIFY2(moved.errors.contains("not the same data") && moved.errors.contains("found by their ids"),
                 moved.errors.constData());
        const double then = foundMrr(known), now = foundMrr(moved.json());
        QVERIFY(then > 0.5);                                                                     // 0.03 by chance
        QVERIFY2(std::abs(then - now) < 1e-3, qPrintable(QString("%1, %2").arg(then).arg(now))); // order of sums

        MadeData renamed;
        for (std::string &id : renamed.items().ids)
            id = "other " + id;
        const CliRun others =
            runCli({"retrieval", renamed.save(m_folder, "renamed.h5"), "--session", session, "--json"});
        QCOMPARE(others.exitCode, 2);
        QCOMPARE(others.error()["code"].toString(), QString("other-data"));
        QVERIFY(isSaid(others.errors, "are not in them"));

        // Items are also found among other rows of the same file.
        const QStringList sample{"--sample", "200", "--sample-seed", "3"};
        const QString drawn = m_folder.filePath("drawn.ascope");
        QCOMPARE(runCli(QStringList{"optimize", m_data, "--out", drawn} + sample + small).exitCode, 0);
        const CliRun whole = runCli({"retrieval", m_data, "--session", drawn, "--json"});
        QCOMPARE(whole.exitCode, 0);
        QVERIFY(isSaid(whole.errors, "found by their ids"));
        QVERIFY(foundMrr(whole.json()) > 0.5);
        const CliRun asData = runCli({"info", session, "--json"});
        QCOMPARE(asData.exitCode, 2);
        QCOMPARE(asData.error()["code"].toString(), QString("other-data"));
    }

    void sessionsOfSampledRowsKeepTheirRows()
    {
        const MadeData made;
        const QString x = m_folder.filePath("first.npy"), y = m_folder.filePath("second.npy");
        const QString data = x + ',' + y, session = m_folder.filePath("rows.ascope");
        QVERIFY(io::saveNpy(x.toStdString(), made.dataset.spaces[0]->vectors));
        QVERIFY(io::saveNpy(y.toStdString(), made.dataset.spaces[1]->vectors));
        QCOMPARE(runCli(QStringList{"optimize", data, "--sample", "200", "--pair", "row", "--out", session} + small)
                     .exitCode,
                 0);
        const CliRun whole = runCli({"retrieval", data, "--pair", "row", "--session", session, "--json"});
        QCOMPARE(whole.error()["code"].toString(), QString("other-data"));
        QVERIFY(isSaid(whole.error()["message"].toString(), "--sample 200"));
        const CliRun same =
            runCli({"retrieval", data, "--pair", "row", "--sample", "200", "--session", session, "--json"});
        QCOMPARE(same.exitCode, 0);
        QVERIFY(io::saveNpy(x.toStdString(), Matrix(2 * made.dataset.spaces[0]->vectors)));
        const CliRun other =
            runCli({"retrieval", data, "--pair", "row", "--sample", "200", "--session", session, "--json"});
        QVERIFY(isSaid(other.errors, "identified only by their rows"));
    }

    void itemsWithoutIdsAreNamedByRow()
    {
        const MadeData made;
        const QString x = m_folder.filePath("x.npy"), y = m_folder.filePath("y.npy");
        QVERIFY(io::saveNpy(x.toStdString(), made.dataset.spaces[0]->vectors));
        QVERIFY(io::saveNpy(y.toStdString(), made.dataset.spaces[1]->vectors));
        const QString data = x + ',' + y;
        const CliRun run = runCli(QStringList{"candidates", data, "101"} + seedsOnly);
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json()["item"].toString(), "row 101");
        const CliRun wrong = runCli(QStringList{"candidates", data, "240"} + seedsOnly);
        QCOMPARE(wrong.error()["code"].toString(), "unknown-item");
        QVERIFY(isSaid(wrong.error()["message"].toString(), "0 to 239"));
    }

    void mistakesAreExplained_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        row("unknown item", QStringList{"inspect", "item 999"}, "unknown-item",
            "an id such as “item 0”; found “item 999”");
        row("unknown item of Y", QStringList{"candidates", "x", "--from", "y"}, "unknown-item", "an item of Y");
        row("no item", QStringList{"inspect"}, "wrong-usage", "and an item");
        row("side", QStringList{"inspect", "item 1", "--from", "z"}, "wrong-usage", "--from");
        row("too few seeds", QStringList{"candidates", "item 1", "--seeds", "2", "--seeds-only"}, "too-few-pairs",
            "at least 3 anchors");
        row("no seeds", QStringList{"health", "--seeds", "0", "--seeds-only"}, "no-seeds", "--seeds");
        row("option of others", QStringList{"health", "--optimize-side", "x"}, "wrong-usage", "optimize-side");
        row("no candidates", QStringList{"candidates", "item 1", "--count", "0"}, "wrong-usage", "--count");
    }
    void mistakesAreExplained()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, code);
        QFETCH(QString, words);
        arguments.insert(1, m_data);
        const CliRun run = runCli(arguments + QStringList{"--json"});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), code);
        QVERIFY(isSaid(run.error()["message"].toString(), words));
    }

    void tablesForPeople()
    {
        const QStringList seeds{"--seeds", "12", "--seeds-only"};
        const QByteArray health = runCli(QStringList{"health", m_data} + seeds).output;
        QVERIFY2(health.contains("condition number") && health.contains("contribution"), health);
        const QByteArray item = runCli(QStringList{"inspect", m_data, "item 3"} + seeds).output;
        QVERIFY2(item.contains("near in X") && item.contains("difference") && item.contains("= near in both"), item);
        const QByteArray partners = runCli(QStringList{"candidates", m_data, "item 3"} + seeds).output;
        QVERIFY2(partners.contains("margin") && partners.contains("yes"), partners);
    }
};

QTEST_GUILESS_MAIN(TestCliAnchors)
#include "tst_clianchors.moc"
