// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/relative.h"
#include "io/numpy/npywriter.h"
#include "support/clirun.h"
#include "support/crc32.h"
#include "support/randomdata.h"
#include "support/sentences.h"

#include <QJsonArray>
#include <QtEndian>

using namespace anchorscope;
using test::isSaid;
using test::MadeData;
using test::runCli;

/// Tests of translate and of experiments other than retrieval and stitching: keys, files and errors.
class TestCliStudies : public QObject
{
    Q_OBJECT

    const QTemporaryDir m_folder;
    QString m_data;

    QJsonObject run(QStringList arguments) const
    {
        const auto run = runCli(arguments << "--json");
        if (run.exitCode != 0)
            qWarning("%s", run.errors.constData());
        return run.json();
    }

private Q_SLOTS:
    void initTestCase()
    {
        MadeData made;
        auto &thumbnails = made.items().thumbnails;
        thumbnails = {4, 4, 1, std::vector<std::uint8_t>(240 * 16)};
        for (std::size_t i = 0; i < thumbnails.pixels.size(); ++i)
            thumbnails.pixels[i] = static_cast<std::uint8_t>(i % 48);
        made.add("gamma", made.space(0).vectors.leftCols(1));
        m_data = made.save(m_folder, "made.h5", {0, 1, 2});
        QVERIFY(!m_data.isEmpty());
    }

    void translateBothWays_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("target");
        QTest::newRow("x to y") << "x"
                                << "beta";
        QTest::newRow("y to x") << "y"
                                << "alpha";
    }
    void translateBothWays()
    {
        QFETCH(QString, from);
        QFETCH(QString, target);
        const QString out = m_folder.filePath("translated.npy"), set = m_folder.filePath("translated.h5");
        const QStringList line{"translate", m_data, "--anchors", "60", "--omega", "3", "--from", from};
        const QJsonObject json = run(line + QStringList{"--delta", "0.2", "--out", out});
        QVERIFY(json["cosine"].toDouble() > 0.95);
        QCOMPARE(json["omega"].toInt(), 3);
        QCOMPARE(json["delta"].toDouble(), 0.2);
        QCOMPARE(json["condition_number"].toArray().size(), 3);
        QCOMPARE(json["anchors_kept"].toArray().size(), 3);
        // The written rows are near the other space, in its own units.
        const auto translated = io::openDataset(out.toStdString()), original = io::openDataset(m_data.toStdString());
        QVERIFY(translated.ok());
        const Matrix expected = original->space(target.toStdString())->vectors;
        QVERIFY((translated->spaces[0]->vectors - expected).norm() < 0.5f * expected.norm());
        const QJsonObject chosen = run(line + QStringList{"--out", set});
        QVERIFY(chosen["cosine"].toDouble() > 0.95); // delta by cross-validation
        const auto dataset = io::openDataset(set.toStdString());
        QVERIFY(dataset.ok());
        QCOMPARE(dataset->spaces.size(), std::size_t(2));
        QCOMPARE(dataset->items->ids.front(), std::string("item 0"));
        QVERIFY(dataset->space(target.toStdString()) != nullptr);
    }

    /// Two files may contain different items; then only translated items are written.
    void translateBetweenFiles()
    {
        MadeData renamed;
        for (std::string &id : renamed.items().ids)
            id += " of y";
        const QString x = MadeData().save(m_folder, "x.h5", {0}), y = renamed.save(m_folder, "y.h5", {1}),
                      set = m_folder.filePath("alone.h5");
        run({"translate", x + ',' + y, "--pair", "row", "--anchors", "60", "--out", set});
        const auto dataset = io::openDataset(set.toStdString());
        QVERIFY(dataset.ok());
        QCOMPARE(dataset->spaces.size(), std::size_t(1));
        QCOMPARE(dataset->spaces[0]->name, std::string("alpha in beta"));
        QCOMPARE(dataset->title, std::string("alpha translated into beta"));
        QCOMPARE(dataset->items->ids.back(), std::string("item 239"));
    }

    /// ω is the number of subspaces used: one if nothing is pruned.
    void oneSubspaceWithoutPruning()
    {
        const QStringList line{"translate", m_data, "--anchors", "60", "--delta", "0"};
        const QJsonObject json = run(line);
        QCOMPARE(json["omega"].toInt(), 1);
        QCOMPARE(json["settings"].toObject()["omega"].toInt(), 1);
        QVERIFY(test::runCli(line).output.contains("omega 1, delta 0,"));
    }

    void translateByKnownPairsWithoutTruth()
    {
        QByteArray pairs("x_id,y_id\n");
        for (int i = 0; i < 60; ++i)
            pairs += QString("item %1,item %1\n").arg(4 * i).toUtf8();
        const QString file = test::writeText(m_folder, "pairs.csv", pairs);
        const QJsonObject json = run({"translate", m_data, "--pair", "none", "--seed-pairs", file});
        QVERIFY(json["cosine"].isNull());
        QCOMPARE(json["anchors"].toInt(), 60);
    }

    /// No map is larger than dimensions × anchors; only --adapter needs a larger one, which is checked before anything
    /// runs.
    void translateManyDimensions()
    {
        const auto wide = [this](const char *name, Index dimensions) {
            MadeData made(40);
            const Matrix values = test::randomMatrix(40, dimensions, 1);
            made.add("wide x", values);
            made.add("wide y", values + 0.1f * test::randomMatrix(40, dimensions, 2));
            return made.save(m_folder, name, {2, 3});
        };
        const QString data = wide("wide.h5", 20000);
        // Random items are unrelated: only the anchors can be translated.
        const QStringList few{"--anchors", "30", "--center", "none", "--score-anchors"};
        QVERIFY(run(QStringList{"translate", data, "--out", m_folder.filePath("wide.npy")} + few)["cosine"].toDouble() >
                0.5);
        const QJsonObject json = run(
            QStringList{"experiment", "translation", data, "--repeats", "1", "--omegas", "2", "--deltas", "0.1,0.5"} +
            few);
        QCOMPARE(json["grid"].toArray().size(), 8);
        const QString adapter = m_folder.filePath("large.npz");
        const auto refused =
            test::runCli(QStringList{"translate", wide("wider.h5", 100000), "--json", "--adapter", adapter} + few);
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.error()["code"].toString(), QString("too-large"));
        QVERIFY(isSaid(refused.error()["message"].toString(), "100000 × 100000 numbers and take 80.0 GB"));
        QVERIFY(!QFile::exists(adapter));
    }

    /// tests/python compares the numbers of adapters with NumPy; this tests their reports.
    void adapters_data()
    {
        QTest::addColumn<QString>("map");
        for (const char *map : {"irp", "procrustes", "polar", "affine", "ridge", "canonical"})
            QTest::newRow(map) << map;
    }
    void adapters()
    {
        QFETCH(QString, map);
        const QString out = m_folder.filePath(map + ".npz");
        const QJsonObject json = run({"translate", m_data, "--map", map, "--anchors", "60", "--adapter", out});
        QCOMPARE(json["map"].toString(), map);
        QVERIFY(QFile::exists(out));
        const QJsonObject kept = json["kept"].toObject();
        QCOMPARE(kept["pairs"].toInt(), 60);
        QCOMPARE(kept["index"].toInt(), 240);
        QCOMPARE(kept["queries"].toInt(), 180);
        for (const char *use : {"translated_index", "translated_queries"}) {
            const QJsonObject means = kept[use].toObject();
            QVERIFY(means["own_at_10"].toDouble() > 0.9);
            QVERIFY(means["own_at_1"].toDouble() <= means["own_at_10"].toDouble());
            QVERIFY(means["recall_at_10"].toDouble() > 0.5);
        }
        int queries = 0;
        for (const QJsonValue &each : kept["classes"].toArray())
            queries += each.toObject()["queries"].toInt();
        QCOMPARE(queries, 180);
        QCOMPARE(kept["learning"].toArray().size(), 3); // 10, 30 and 60 pairs
    }

    void adapterWithoutTruthIsNotEvaluated()
    {
        QByteArray pairs("x_id,y_id\n");
        for (int i = 0; i < 60; ++i)
            pairs += QString("item %1,item %1\n").arg(4 * i).toUtf8();
        const QString file = test::writeText(m_folder, "some.csv", pairs);
        const QJsonObject json = run({"translate", m_data, "--pair", "none", "--seed-pairs", file, "--map", "ridge",
                                      "--adapter", m_folder.filePath("some.npz")});
        QVERIFY(json["kept"].isNull());
        QCOMPARE(json["anchors"].toInt(), 60);
        const auto refused = test::runCli({"translate", m_data, "--map", "ridge", "--omega", "3"});
        QCOMPARE(refused.exitCode, 2);
    }

    void anchorCount()
    {
        const QJsonObject json = run({"experiment", "anchor-count", m_data, "--counts", "3,20", "--samplers",
                                      "uniform,farthest", "--repeats", "2", "--param-subset", "30"});
        const QJsonArray curves = json["curves"].toArray();
        QCOMPARE(curves.size(), 9);
        const QJsonObject point = curves[0]["points"][1].toObject();
        QCOMPARE(point["anchors"].toInt(), 20);
        QVERIFY(point["mean"].toDouble() > 0.5);
        QVERIFY(point["std"].isDouble());
        QCOMPARE(curves[8]["sampler"].toString(), QString("PARAM"));
        const QJsonObject without = run({"experiment", "anchor-count", m_data, "--counts", "20", "--samplers",
                                         "uniform", "--repeats", "1", "--no-learned"});
        QCOMPARE(without["curves"].toArray().size(), 3);
    }

    void knownPairs()
    {
        const QJsonObject json = run({"experiment", "known-pairs", m_data, "--pairs", "100", "--repeats", "2"});
        QCOMPARE(json["known_pairs"].toInt(), 100);
        QCOMPARE(json["method"].toString(), QString("auto"));
        const QJsonArray points = json["points"].toArray();
        QCOMPARE(points.size(), 6); // 3, 5, 10, 20, 50, 80
        const QJsonObject last = points.last().toObject();
        QCOMPARE(last["pairs"].toInt(), 80);
        QVERIFY(last["left_out"].toInt() > 20 && last["left_out"].toInt() <= 40);
        QCOMPARE(last["found"]["values"].toArray().size(), 2);
        QVERIFY(last["found"]["mean"].toDouble() > 0.9);
        QVERIFY(last["low"].toDouble() < last["found"]["mean"].toDouble() && last["high"].toDouble() <= 1);
        QVERIFY(last["mrr"]["mean"].toDouble() > 0.9 && last["seconds"]["mean"].isDouble());
        const QJsonArray further = json["extrapolated"].toArray();
        QCOMPARE(further.size(), 1); // 320 exceed the number of items
        QCOMPARE(further[0]["pairs"].toInt(), 160);
        QVERIFY(further[0]["low"].toDouble() <= further[0]["found"].toDouble());
        QVERIFY(json["sentence"].toString().startsWith("With "));
        // Fewer than four counts are not extrapolated.
        const QJsonObject few = run({"experiment", "known-pairs", m_data, "--pairs", "20", "--repeats", "1"});
        QCOMPARE(few["points"].toArray().size(), 4); // 3, 5, 10, 16
        const QJsonObject three = run({"experiment", "known-pairs", m_data, "--counts", "4,9,30", "--repeats", "1"});
        QCOMPARE(three["known_pairs"].toInt(), 120);
        QVERIFY(three["extrapolated"].isNull());
    }

    void knownPairsOfTheUser()
    {
        QByteArray pairs("x_id,y_id\n");
        for (int i = 0; i < 30; ++i)
            pairs += QString("item %1,item %1\n").arg(7 * i).toUtf8();
        const QString file = test::writeText(m_folder, "known.csv", pairs);
        const QStringList line{"experiment", "known-pairs", m_data, "--repeats", "1"};
        const QJsonObject known = run(line + QStringList{"--seed-pairs", file});
        QCOMPARE(known["known_pairs"].toInt(), 30);
        // Neither the pairing nor the session is read, except the session's seeds.
        const QString session = m_folder.filePath("known.ascope");
        run({"optimize", m_data, "--seed-pairs", file, "--anchors", "40", "--method", "alternating", "--out", session});
        for (const QStringList &other :
             {QStringList{"--seed-pairs", file, "--pair", "none"}, QStringList{"--session", session}}) {
            const QJsonObject same = run(line + other);
            QCOMPARE(same["points"].toArray().size(), known["points"].toArray().size());
            for (int i = 0; i < same["points"].toArray().size(); ++i)
                QCOMPARE(same["points"][i]["found"], known["points"][i]["found"]);
        }
    }

    void learnedAnchors()
    {
        const QStringList line{"experiment", "learned-anchors", m_data, "--anchors", "30", "--param-subset",
                               "60",         "--param-steps",   "12",   "--repeats", "2"};
        const QJsonObject json = run(line);
        QCOMPARE(json["curves"].toArray().size(), 2);
        const QJsonArray steps = json["curves"][0]["steps"].toArray();
        QCOMPARE(steps.size(), 12);
        const QJsonObject step = steps[11].toObject();
        QVERIFY(std::abs(step["jaccard"].toDouble() + step["barlow"].toDouble() + step["alignment"].toDouble() +
                         step["cohesion"].toDouble() - step["loss"].toDouble()) < 1e-9);
        QVERIFY(step["loss"].toDouble() < steps[0]["loss"].toDouble());
        QCOMPARE(json["rows"].toArray().size(),
                 12); // PARAM and true anchors, whitened, each with a chosen λ; closed form
        QCOMPARE(json["rows"][0]["mrr"]["values"].toArray().size(), 2);
        QCOMPARE(json["chosen_shrinkage"].toArray().size(), 2);
        QVERIFY(json["chosen_shrinkage"][0].toDouble() > 0 && json["chosen_shrinkage"][0].toDouble() < 1);
        QCOMPARE(json["rows"][6]["method"].toString(), QString("PARAM, λ chosen"));
        // A weight of 0 drops its term.
        const QJsonObject without = run(line + QStringList{"--barlow-weight", "0"});
        QCOMPARE(without["curves"][0]["steps"][0]["barlow"].toDouble(), 0.0);
        QVERIFY(json["curves"][0]["steps"][0]["barlow"].toDouble() > 0);
    }

    void weakEncoder()
    {
        const QJsonObject json = run({"experiment", "weak-encoder", m_data, "--x", "alpha", "--y", "beta", "--anchors",
                                      "20", "--param-steps", "4", "--repeats", "2"});
        const QJsonArray rows = json["rows"].toArray();
        QCOMPARE(rows.size(), 6);
        QCOMPARE(rows[1]["representation"].toString(), QString("own"));
        QVERIFY(rows[1]["gain"].isNull());
        QCOMPARE(rows[4]["representation"].toString(), QString("PARAM"));
        QVERIFY(std::abs(rows[4]["gain"]["mean"].toDouble() - rows[4]["accuracy"]["mean"].toDouble() +
                         rows[1]["accuracy"]["mean"].toDouble()) < 1e-9);
        QVERIFY(json["sentence"].toString().startsWith("The classifier"));
    }

    void translation()
    {
        const QJsonObject json = run({"experiment", "translation", m_data, "--anchors", "60", "--repeats", "2",
                                      "--omegas", "1,2", "--deltas", "0.2,0.6"});
        QCOMPARE(json["grid"].toArray().size(), 16); // two directions, and each space into itself
        const QJsonObject cell = json["grid"][0].toObject();
        for (const char *key : {"omega", "delta", "cosine", "condition_number", "anchors_kept", "accuracy"})
            QVERIFY2(cell[key].isDouble(), key);
        QCOMPARE(json["correlations"].toArray().size(), 4);
        QCOMPARE(json["completion"].toString(), "none");
        for (const char *method : {"IRP", "IRP, completed", "Ridge", "Affine", "VecMap", "Target itself"})
            QVERIFY2(std::ranges::any_of(json["rivals"].toArray(),
                                         [&](const QJsonValue &row) { return row["method"] == QString(method); }),
                     method);
        QCOMPARE(json["scale_invariance"].toArray().size(), 4 * 18); // softmax, cos, tanh, relu
        int items = 0;
        for (const QJsonValue count : json["norms"][1]["counts"].toArray())
            items += count.toInt();
        QCOMPARE(items, 240);
    }

    void quantization()
    {
        const QJsonObject json =
            run({"experiment", "quantization", m_data, "--anchors", "30", "--thresholds", "0,0.4", "--repeats", "1"});
        QCOMPARE(json["points"][0]["clusters_x"].toInt(), 240);
        QVERIFY(json["points"][1]["clusters_x"].toInt() < 240);
        QVERIFY(json["points"][0]["distance"]["mean"].isDouble());
    }

    void reconstruction()
    {
        const QString strip = m_folder.filePath("strip.png");
        const QJsonObject json = run({"experiment", "reconstruction", m_data, "--anchors", "30", "--seeds", "10",
                                      "--repeats", "1", "--epochs", "2", "--strip", strip, "--pictures", "3"});
        QCOMPARE(json["strip"].toString(), strip);
        QVERIFY(json["rows"][0]["mse"]["mean"].toDouble() > 0);
        QFile file(strip);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string png = file.readAll().toStdString();
        QVERIFY(png.starts_with("\x89PNG\r\n"));
        int parts = 0; // a length, a type and a checksum
        for (std::size_t at = 8; at + 12 <= png.size(); ++parts) {
            const auto numberAt = [&](std::size_t place) { return qFromBigEndian<quint32>(png.data() + place); };
            const std::size_t length = numberAt(at);
            QVERIFY(at + 12 + length <= png.size());
            QCOMPARE(test::crc32(std::string_view(png).substr(at + 4, 4 + length)), numberAt(at + 8 + length));
            at += 12 + length;
        }
        QCOMPARE(parts, 3); // header, pixels, end
    }

    void manySpaces()
    {
        const QJsonObject pairs = run({"experiment", "pairs", m_data, "--anchors", "40"});
        QCOMPARE(pairs["spaces"].toArray().size(), 3);
        QCOMPARE(pairs["mrr"][2].toArray().size(), 3);
        QVERIFY(pairs["cka"][0][1].toDouble() > 0.9);
        QCOMPARE(pairs["mutual_knn"][1][1].toDouble(), 1.0);
        QVERIFY(pairs["verdicts"].isNull());
        const QJsonArray judged = run({"experiment", "pairs", m_data, "--spaces", "alpha,beta", "--anchors", "40",
                                       "--verdicts", "15"})["verdicts"]
                                      .toArray();
        QCOMPARE(judged.size(), 1);
        QCOMPARE(judged[0]["verdict"].toString(), QString("aligned"));
        QVERIFY(judged[0]["right"].toDouble() > 0.9);
        const QJsonObject proxy =
            run({"experiment", "proxy", m_data, "--anchors", "40", "--reference", "alpha", "--repeats", "1"});
        QCOMPARE(proxy["reference"].toString(), QString("alpha"));
        QCOMPARE(proxy["points"].toArray().size(), 3);
        QVERIFY(proxy["pearson"].isDouble());
    }

    /// The settings of the similarities affect the computation.
    void similarityOptions_data()
    {
        QTest::addColumn<QStringList>("first");
        QTest::addColumn<QStringList>("second");
        QTest::newRow("threshold") << QStringList{"--similarity", "quantized", "--threshold", "0"}
                                   << QStringList{"--similarity", "quantized", "--threshold", "0.7"};
        QTest::newRow("shrinkage") << QStringList{"--similarity", "whitened", "--shrinkage", "0"}
                                   << QStringList{"--similarity", "whitened", "--shrinkage", "1"};
        QTest::newRow("ridge") << QStringList{"--similarity", "whitened", "--whitening-ridge", "0"}
                               << QStringList{"--similarity", "whitened", "--whitening-ridge", "100"};
    }
    void similarityOptions()
    {
        QFETCH(QStringList, first);
        QFETCH(QStringList, second);
        const QStringList line{"experiment", "anchor-count", m_data,      "--counts", "20",
                               "--samplers", "uniform",      "--repeats", "1",        "--no-learned"};
        QVERIFY(run(line + first)["curves"] != run(line + second)["curves"]);
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("omega") << QStringList{"translate", m_data, "--omega", "0"} << "omega";
        QTest::newRow("delta") << QStringList{"translate", m_data, "--delta", "2"} << "delta";
        QTest::newRow("side") << QStringList{"translate", m_data, "--from", "z"} << "z";
        QTest::newRow("list") << QStringList{"experiment", "translation", m_data, "--deltas", "0.5,a"} << "0.5,a";
        QTest::newRow("whole numbers") << QStringList{"experiment", "anchor-count", m_data, "--counts", "2.5"} << "2.5";
        QTest::newRow("reference") << QStringList{"experiment", "proxy", m_data, "--reference", "nu"} << "nu";
        QTest::newRow("method") << QStringList{"experiment", "known-pairs", m_data, "--method", "adam"} << "adam";
        QTest::newRow("count") << QStringList{"experiment", "known-pairs", m_data, "--counts", "100"} << "at most 96";
        QTest::newRow("two pairs") << QStringList{"experiment", "known-pairs", m_data, "--counts", "2"} << "at least 3";
        QTest::newRow("few pairs") << QStringList{"experiment", "known-pairs", m_data, "--pairs", "5"} << "from 8";
        QTest::newRow("weight") << QStringList{"experiment", "learned-anchors", m_data, "--barlow-weight", "-1"}
                                << "-1";
        QTest::newRow("shrinkage") << QStringList{"stitch", m_data, "--shrinkage", "7"} << "7";
    }
    void refusals()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mentions);
        const auto run = runCli(arguments << "--json");
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), QString("wrong-usage"));
        QVERIFY(isSaid(run.error()["message"].toString(), mentions));
    }

    void unknownSpaceOfMany()
    {
        const auto run = runCli({"experiment", "pairs", m_data, "--spaces", "alpha,delta", "--json"});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.error()["code"].toString(), QString("no-such-space"));
        QCOMPARE(run.error()["file"].toString(), m_data);
        QVERIFY(isSaid(run.error()["message"].toString(), "found “delta”"));
    }

    /// The bundled digits agree with their README.
    void bundledDigits()
    {
        const auto digits = io::openDataset("examples/data/digits.h5");
        QVERIFY(digits.ok());
        QCOMPARE(digits->items->count, Index(1797));
        QCOMPARE(digits->spaces.size(), std::size_t(11));
        QCOMPARE(digits->items->thumbnails.height, Index(8));
        QCOMPARE(digits->license, std::string("CC BY 4.0"));
        QVERIFY(digits->source.find("Alpaydin") != std::string::npos);
        for (const char *name : {"ae16_seed0", "ae16_seed1", "ae32_seed0", "ae32_seed1", "classifier_epoch00"})
            QVERIFY2(digits->space(name), name);
    }

    void arraysRoundTrip()
    {
        const Matrix values = Matrix::Random(7, 3);
        const std::string path = m_folder.filePath("array.npy").toStdString();
        QVERIFY(io::saveNpy(path, values).ok());
        const auto read = io::openDataset(path);
        QVERIFY(read.ok());
        QVERIFY(read->spaces[0]->vectors == values);
        QVERIFY(!io::saveNpy("/nowhere/array.npy", values).ok());
    }

    void tableOfInvariances()
    {
        const QJsonObject json = run({"experiment", "invariance", "toy:blobs3,n=60,seed=4", "--anchors", "8"});
        const QJsonArray rows = json["rows"].toArray();
        QCOMPARE(rows.size(), 2 * 15 * 10);
        QVERIFY(!json.contains("center") && !json.contains("repeats"));
        int compared = 0;
        for (const QJsonValue each : rows) {
            const QJsonObject row = each.toObject();
            if (row["similarity"] != "cosine" || row["centring"] != "none" || row["space"] != "y")
                continue;
            ++compared;
            const QString transform = row["transform"].toString();
            const bool breaks = QStringList{"shift", "stretch", "shear", "bend", "noise", "lost"}.contains(transform);
            QCOMPARE(row["verdict"].toString() == "holds", !breaks);
            QCOMPARE(row["moved"].toDouble() < 0.001, !breaks);
        }
        QCOMPARE(compared, 10);
        const auto text = runCli({"experiment", "invariance", "toy:blobs3,n=60,seed=4", "--anchors", "8"});
        QCOMPARE(text.output.count("whitened, \u03bb = 0 "), 2);
    }

    void sessionsKeepTheTransform()
    {
        const QString session = m_folder.filePath("turned.ascope");
        const QStringList search{"--anchors", "20",          "--seeds",     "8",
                                 "--method",  "alternating", "--transform", "stretch=4,turn=20"};
        QVERIFY(!run(QStringList{"optimize", m_data, "--out", session} + search).isEmpty());
        const auto mrr = [&](const QStringList &line) {
            const QJsonObject row = run(line)["rows"].toArray()[0].toObject();
            return row["mrr"].toObject()["mean"].toDouble();
        };
        const double direct = mrr(QStringList{"retrieval", m_data, "--methods", "ao-continuous"} + search);
        QVERIFY(direct > 0);
        QCOMPARE(mrr({"retrieval", m_data, "--methods", "ao-continuous", "--session", session}), direct);
        const auto other = runCli({"retrieval", m_data, "--session", session, "--transform", "turn=3"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY(isSaid(other.errors, "as in the session (stretch=4,turn=20), found"));
    }

    void toysOpenLikeFiles()
    {
        const QString toy = "toy:wedges,n=100,missing=0.1,seed=2", session = m_folder.filePath("toy.ascope");
        const QJsonObject found = run(
            {"retrieval", toy, "--anchors", "10", "--seeds", "5", "--method", "alternating", "--transform", "turn=40"});
        QCOMPARE(found["items"].toInt(), 100);
        QVERIFY(isSaid(found["warnings"].toArray().first().toString(), "10 of the 100 items of x have no partner"));
        const QStringList small{"--anchors", "10", "--seeds", "5", "--method", "alternating"};
        QCOMPARE(runCli(QStringList{"optimize", toy, "--out", session} + small).exitCode, 0);
        const auto again = runCli({"retrieval", toy, "--session", session, "--methods", "gt", "--json"});
        QCOMPARE(again.exitCode, 0);
        QVERIFY2(!again.output.contains("not the same data"), again.output.constData());
        const auto other =
            runCli({"retrieval", "toy:wedges,n=100,seed=3", "--session", session, "--methods", "gt", "--json"});
        QVERIFY2(other.output.contains("not the same data"), other.output.constData());
        QCOMPARE(runCli({"info", toy}).exitCode, 0);
        const auto half = runCli({"convert", toy, m_folder.filePath("half.h5"), "--json"});
        QCOMPARE(half.error()["code"].toString(), QString("bad-dataset"));
        QCOMPARE(runCli({"convert", "toy:moons", m_folder.filePath("moons.h5")}).exitCode, 0);
        const auto wrong = runCli({"info", "toy:wedge", "--json"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY(isSaid(wrong.error()["message"].toString(), "wedges, rings, letter, blobs3, moons, mystery"));
    }
};

QTEST_GUILESS_MAIN(TestCliStudies)
#include "tst_clistudies.moc"
