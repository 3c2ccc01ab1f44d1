// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/anchorscopedataset.h"
#include "support/clirun.h"
#include "support/sentences.h"

#include <QJsonArray>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <map>

using namespace anchorscope;
using test::isSaid;
using test::MadeData;

/// Options of scoring, and data that users provide for scoring.
class TestCliScoring : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_data;

    QJsonObject run(const QStringList &arguments) const
    {
        const test::CliRun done = test::runCli(arguments + QStringList{"--json"});
        if (done.exitCode != 0)
            qWarning("%s", done.output.constData());
        return done.json();
    }
    QJsonObject refused(const QStringList &arguments) const
    {
        const test::CliRun done = test::runCli(arguments + QStringList{"--json"});
        return done.exitCode == 2 ? done.error() : QJsonObject();
    }
    static QJsonObject row(const QJsonValue &rows, const char *key, const QString &name)
    {
        for (const QJsonValue each : rows.toArray()) {
            if (each[QString(key)] == name)
                return each.toObject();
        }
        return {};
    }
    /// Lines "item I,WORD(I)" for the 240 items.
    template <class Word> QString file(const QString &name, const Word &word) const
    {
        QByteArray text("id,value\n");
        for (int i = 0; i < 240; ++i) {
            if (const QString value = word(i); !value.isEmpty())
                text += QString("item %1,%2\n").arg(i).arg(value).toUtf8();
        }
        return test::writeText(m_folder, name, text);
    }

private Q_SLOTS:
    void initTestCase()
    {
        MadeData made;
        m_data = made.save(m_folder, "made.h5", {0, 1});
        QVERIFY(!m_data.isEmpty());
    }

    void anchorsAreExcludedUnlessRequested()
    {
        const QStringList line{"retrieval", m_data, "--anchors", "60", "--methods", "gt"};
        const QJsonObject without = run(line), with = run(line + QStringList{"--score-anchors"});
        QCOMPARE(without["rows"][0]["queries"].toInt(), 180);
        QCOMPARE(without["rows"][0]["left_out"].toInt(), 60);
        QCOMPARE(without["score_anchors"].toBool(), false);
        QCOMPARE(with["rows"][0]["queries"].toInt(), 240);
        QCOMPARE(with["rows"][0]["left_out"].toInt(), 0);
        QCOMPARE(with["score_anchors"].toBool(), true);
        QCOMPARE(refused({"retrieval", m_data, "--anchors", "240", "--methods", "gt"})["code"].toString(),
                 QString("no-pairs"));
        QCOMPARE(run({"translate", m_data, "--anchors", "60"})["scored"].toInt(), 180);
        QCOMPARE(run({"translate", m_data, "--anchors", "60", "--score-anchors"})["scored"].toInt(), 240);
    }

    /// A note names each requested row that cannot be measured, and the reason.
    void requestedRowsThatAreMissing()
    {
        MadeData made;
        made.space(1).vectors.conservativeResize(Eigen::NoChange, made.space(1).vectors.cols() - 1);
        const QString narrow = made.save(m_folder, "narrow.h5");
        const auto notes = [](const QJsonObject &json) {
            return json["warnings"].toVariant().toStringList().join('\n');
        };
        const QStringList few{"--anchors", "60", "--seeds", "10", "--methods"};
        const QJsonObject json = run(QStringList{"retrieval", narrow} + few + QStringList{"gt,absolute"});
        QCOMPARE(json["rows"].toArray().size(), 2);
        QVERIFY(isSaid(notes(json), "“Absolute” was left out: the spaces differ in their number of dimensions."));
        QByteArray lines("x_id,y_id\n");
        for (int i = 0; i < 15; ++i)
            lines += QString("item %1,item %1\n").arg(i).toUtf8();
        const QString pairs = test::writeText(m_folder, "fifteen.csv", lines);
        const QJsonObject fifteen = run(QStringList{"retrieval", narrow, "--pair", pairs} + few + QStringList{"gt"});
        QVERIFY(fifteen["rows"].toArray().isEmpty());
        QVERIFY(isSaid(notes(fifteen), "“True anchors” was left out: some anchors have no known partner."));
    }

    /// Two dimensions are not too few anchors: only rows by similarities to anchors have that mark.
    void twoDimensionsAreScored()
    {
        MadeData made;
        for (const std::size_t space : {0, 1})
            made.space(space).vectors = made.space(space).vectors.leftCols(2).eval();
        const QStringList line{"retrieval", made.save(m_folder, "two.h5"), "--anchors", "60", "--seeds", "2"};
        const QJsonObject json = run(line + QStringList{"--methods", "seed,absolute,procrustes"});
        QCOMPARE(row(json["rows"], "method", "Seed")["degenerate"], QJsonValue(true));
        for (const char *method : {"Absolute", "Procrustes"})
            QCOMPARE(row(json["rows"], "method", method)["degenerate"], QJsonValue(false));
    }

    /// Anchors are drawn from the training items; the test items are those of the file.
    void splitOfTheUser()
    {
        const QString split = file("split.csv", [](int i) { return i < 100 ? "train" : i < 130 ? "test" : QString(); });
        const QStringList line{"--split", split, "--methods", "gt", "--anchors", "40", "--seeds", "10"};
        const QJsonObject json = run(QStringList{"stitch", m_data} + line);
        QCOMPARE(json["train_items"].toInt(), 100);
        QCOMPARE(json["test_items"].toInt(), 30);
        QVERIFY(json["rows"][0]["accuracy"]["mean"].toDouble() > 0.8);
        QCOMPARE(refused({"stitch", m_data, "--split", split, "--anchors", "101"})["code"].toString(),
                 QString("too-few-pairs"));
        const QString odd = file("odd.csv", [](int i) { return i == 7 ? "validation" : "train"; });
        const QJsonObject error = refused({"stitch", m_data, "--split", odd});
        QCOMPARE(error["code"].toString(), QString("bad-line"));
        QVERIFY(isSaid(error["message"].toString(), "“validation”"));
    }

    /// Anchors of another domain are neither queries nor candidates, and the means are those of the other items.
    void anchorsOfAnotherDomain()
    {
        const QString split = file("domain.csv", [](int i) { return i >= 180 ? "anchor" : QString(); });
        const QStringList few{"--methods", "gt", "--anchors", "60", "--seeds", "10"};
        const QJsonObject json = run(QStringList{"retrieval", m_data, "--split", split} + few);
        const QJsonObject gt = row(json["rows"], "method", "GT");
        QCOMPARE(gt["queries"].toInt(), 180);
        QCOMPARE(gt["left_out"].toInt(), 0);
        QCOMPARE(refused({"retrieval", m_data, "--split", split, "--anchors", "61"})["code"].toString(),
                 QString("too-few-pairs"));
        // Neighbours are searched among 180 items, not 240.
        const QStringList wide{"retrieval", m_data, "--k", "180"};
        QCOMPARE(run(wide + few)["k"].toInt(), 180);
        QCOMPARE(refused(wide + few + QStringList{"--split", split})["code"].toString(), QString("k-too-large"));
        QCOMPARE(run({"translate", m_data, "--split", split, "--anchors", "60"})["scored"].toInt(), 180);
    }

    /// Means of classes, of other items in each space, are anchors that are pairs by class alone (PARAM, discussion).
    void anchorsOfClasses()
    {
        MadeData made;
        for (const Index space : {0, 1}) {
            Matrix &rows = made.space(static_cast<std::size_t>(space)).vectors;
            for (Index c = 0; c < 3; ++c) {
                rows.row(237 + c).setZero();
                for (Index i = c + 60 * space; i < c + 60 * space + 60; i += 3) // 20 items of a class
                    rows.row(237 + c) += rows.row(i) / 20;
                made.items().labels[static_cast<std::size_t>(237 + c)] = unlabelled;
            }
        }
        const QString data = made.save(m_folder, "classes.h5");
        const QString split = file("classes.csv", [](int i) {
            return i < 120 ? "train" : i < 237 ? "test" : "anchor";
        });
        const QJsonObject json = run({"experiment", "stitching", data, "--split", split, "--anchors", "3", "--seeds",
                                      "3", "--methods", "gt,param", "--repeats", "2"});
        QCOMPARE(json["train_items"].toInt(), 120);
        QCOMPARE(json["test_items"].toInt(), 117);
        QCOMPARE(json["rows"].toArray().size(), 8);
        for (const QJsonValue each : json["rows"].toArray())
            QVERIFY2(each["accuracy"]["mean"].toDouble() > 0.9, qPrintable(each["representation"].toString()));
    }

    /// The parallel items that learned anchors are mixtures of are not scored, whichever side is optimized.
    void mixedItemsAreNotScored()
    {
        const QStringList options{m_data,     "--anchors",     "20",        "--seeds",  "10",
                                  "--method", "canonical",     "--methods", "gt,param", "--repeats",
                                  "1",        "--param-steps", "2"};
        for (const char *side : {"y", "x"}) {
            const QStringList line =
                QStringList{"experiment", "retrieval"} + options + QStringList{"--optimize-side", side};
            const QJsonArray rows = run(line + QStringList{"--param-subset", "60"})["rows"].toArray();
            QCOMPARE(rows.size(), 4);
            for (const QJsonValue row : rows)
                QCOMPARE(row["queries"].toInt(), 180);
            QCOMPARE(run(line)["rows"][0]["queries"].toInt(), 220);
        }
        const QStringList line = QStringList{"experiment", "stitching"} + options;
        const QJsonObject few = run(line), many = run(line + QStringList{"--param-subset", "60"});
        QCOMPARE(many["test_items"].toInt(), few["test_items"].toInt()); // mixtures of training items
    }

    /// The user's labels replace those of the data; numeric ones have a mean absolute error.
    void labelsOfTheUser()
    {
        const QStringList line{"stitch", m_data, "--methods", "gt", "--anchors", "40", "--seeds", "10"};
        QVERIFY(run(line)["rows"][0]["mae"]["mean"].isNull()); // a, b, c
        const QString labels = file("labels.csv", [](int i) { return QString::number(i % 3 == 2 ? 5 : 1); });
        const QJsonObject json = run(line + QStringList{"--labels", labels});
        QCOMPARE(json["classes"].toArray(), (QJsonArray{"1", "5"}));
        const QJsonObject first = json["rows"][1].toObject();
        const double wrong = 1 - first["accuracy"]["mean"].toDouble();
        QVERIFY(std::abs(first["mae"]["mean"].toDouble() - 4 * wrong) < 1e-9);
    }

    void wrongFiles_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("place");
        const auto row = [](const char *name, const char *option, const char *text, const char *code,
                            const char *place) {
            QTest::newRow(name) << QString(option) << QByteArray(text) << QString(code) << QString(place);
        };
        row("labels, unknown item", "--labels", "item 1,a\nnobody,b\n", "unknown-item", "line 2");
        row("labels, item twice", "--labels", "id,label\nitem 1,a\nitem 1,b\n", "repeated-item", "line 3");
        row("labels, three columns", "--labels", "item 1,a\nitem 2,b,c\n", "bad-line", "line 2");
        row("labels, header alone", "--labels", "id,label\n", "empty-file", "");
        row("split, another word", "--split", "item 1,train\nitem 2,validation\n", "bad-line", "item item 2");
        row("split, nothing to draw from", "--split", "item 1,test\n", "bad-line", "");
        row("split, nothing to test on", "--split", "item 1,train\n", "too-few-pairs", "");
        row("dictionary, no known word", "--dictionary", "nobody,item 1\n", "unknown-item", "");
        row("accuracies, not a number", "--accuracies", "alpha,0.5\nbeta,half\n", "bad-line", "line 2");
        row("accuracies, a space is missing", "--accuracies", "alpha,0.5\n", "wrong-usage", "");
    }
    void wrongFiles()
    {
        QFETCH(QString, option);
        QFETCH(QByteArray, text);
        const QString path = test::writeText(m_folder, "wrong.csv", text);
        QStringList line{"stitch", m_data};
        if (option == "--dictionary")
            line[0] = "retrieval";
        if (option == "--accuracies")
            line = QStringList{"experiment", "proxy", m_data};
        else
            line += QStringList{"--seeds", "1"};
        const QJsonObject error = refused(line + QStringList{"--anchors", "1", option, path});
        QVERIFY(isSaid(error["message"].toString()));
        QTEST(error["code"].toString(), "code");
        QTEST(error["place"].toString(), "place");
    }

    /// A word with two answers: the nearer one counts. An additional wrong answer does not matter.
    void dictionaryOfSeveralAnswers()
    {
        QByteArray correct, both, wrong;
        for (int i = 0; i < 50; ++i) {
            const auto entry = [&](int j) { return QString("item %1,item %2\n").arg(i).arg(j).toUtf8(); };
            correct += entry(i);
            both += entry(239 - i) + entry(i);
            wrong += entry(239 - i);
        }
        const auto scores = [&](const char *name, const QByteArray &text) {
            const QJsonObject json = run({"retrieval", m_data, "--methods", "gt", "--anchors", "40", "--score-anchors",
                                          "--dictionary", test::writeText(m_folder, name, text + "nobody,item 1\n")});
            return row(json["dictionary"], "method", "GT");
        };
        const QJsonObject one = scores("right.csv", correct), two = scores("both.csv", both);
        const QJsonObject none = scores("wrong.csv", wrong);
        QCOMPARE(one["words"].toInt(), 50);
        QCOMPARE(two["words"].toInt(), 50);
        for (const char *key : {"mrr", "p_at_1", "p_at_5", "p_at_10", "csls_mrr", "csls_p_at_1", "csls_p_at_10"})
            QVERIFY2(two[QString(key)]["mean"].toDouble() >= one[QString(key)]["mean"].toDouble(), key);
        QVERIFY(one["p_at_1"]["mean"].toDouble() > 0.8);
        QVERIFY(none["p_at_1"]["mean"].toDouble() < 0.1);
    }

    /// Splits and labels in JSON, by item, by part or in the order of the rows, work like the same ones in CSV.
    void otherFormats()
    {
        const auto part = [](int i) { return QString(i < 100 ? "train" : i < 130 ? "test" : "anchor"); };
        const auto label = [](int i) { return QString::number(i % 3); };
        QByteArray byItem = "{", inOrder = "[";
        std::map<QString, QByteArray> byPart;
        for (int i = 0; i < 240; ++i) {
            byItem += QString("%1\"item %2\": \"%3\"").arg(i ? "," : "").arg(i).arg(part(i)).toUtf8();
            byPart[part(i)] += QString("%1\"item %2\"").arg(byPart[part(i)].isEmpty() ? "" : ",").arg(i).toUtf8();
            inOrder += (i ? "," : "") + label(i).toUtf8();
        }
        QByteArray parts;
        for (const auto &[name, items] : byPart)
            parts += (parts.isEmpty() ? "{\"" : ",\"") + name.toUtf8() + "\": [" + items + "]";
        const QStringList stitch{"stitch", m_data, "--methods", "gt", "--seeds", "10", "--anchors", "40"};
        const QJsonValue split = run(stitch + QStringList{"--split", file("parts.csv", part)})["rows"],
                         labels = run(stitch + QStringList{"--labels", file("labels.csv", label)})["rows"];
        QVERIFY(!split.toArray().isEmpty() && split != labels);
        const auto read = [&](const char *option, const char *name, const QByteArray &text) -> QJsonValue {
            return run(stitch + QStringList{option, test::writeText(m_folder, name, text)})["rows"];
        };
        QCOMPARE(read("--split", "items.json", byItem + "}"), split);
        QCOMPARE(read("--split", "parts.json", parts + "}"), split);
        QCOMPARE(read("--labels", "labels.json", inOrder + "]"), labels);
    }

    /// A split, labels and accuracies of a dataset work like the same ones in files.
    void groupsOfADataset()
    {
        const MadeData made;
        const auto part = [](int i) { return QString(i < 100 ? "train" : i < 130 ? "test" : i < 180 ? "" : "anchor"); };
        const auto label = [](int i) { return i % 7 == 0 ? QString() : QString::number(i % 3 == 2 ? 5 : 1); };
        std::vector<std::string> parts, labels;
        for (int i = 0; i < 240; ++i) {
            parts.push_back(part(i).toStdString());
            labels.push_back(label(i).toStdString());
        }
        io::Hdf5Writer file;
        io::writeDataset(file, made.dataset);
        file.strings("/items/part", parts);
        file.group("/items/labels");
        file.strings("/items/labels/fine", labels);
        file.strings("/items/labels/short", {"a"});
        file.attribute("/spaces/alpha", "accuracy", 0.25);
        file.attribute("/spaces/beta", "accuracy", std::int64_t{1});
        const auto bytes = file.bytes();
        QVERIFY(bytes.ok());
        const QString data = test::writeText(m_folder, "groups.h5", QByteArray(bytes->data(), std::ssize(*bytes)));
        const QString known = test::writeText(m_folder, "both.csv", "alpha,0.25\nbeta,1\n");
        const QStringList stitch{"stitch", data, "--methods", "gt", "--seeds", "10"};
        const QStringList proxy{"experiment", "proxy", data, "--anchors", "40", "--repeats", "2", "--accuracies"};
        const QStringList few{"--max-items", "200", "--anchors", "15"}, all{"--anchors", "40"};
        const QString split = this->file("parts.csv", part), labelled = this->file("fine.csv", label);
        const std::tuple<QStringList, QString, QString, const char *> cases[] = {
            {stitch + all + QStringList{"--split"}, data, split, "rows"},
            {stitch + few + QStringList{"--split"}, data,
             this->file("few.csv", [&](int i) { return i < 200 ? part(i) : QString(); }), "rows"},
            {stitch + all + QStringList{"--labels"}, data + ":fine", labelled, "rows"},
            {proxy, data, known, "points"}};
        for (const auto &[line, ofGroup, ofFile, key] : cases) {
            const QJsonObject group = run(line + QStringList{ofGroup}), text = run(line + QStringList{ofFile});
            QVERIFY(!group[key].toArray().isEmpty());
            QCOMPARE(group[key], text[key]);
        }
    }

    void missingGroupsAreRefused_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QStringList &options, const char *says) {
            QTest::newRow(name) << options << QString(says);
        };
        const char *const missing = ": this list is missing; add it, or name a file of two columns";
        row("no split", {"--split", "MADE"}, qPrintable(QString("MADE, /items/part") + missing));
        row("no labels", {"--labels", "MADE"}, "MADE: this dataset has no further labels (/items/labels)");
        row("which labels", {"--labels", "GROUPS"}, "GROUPS: specify the labels after a colon; there are fine, short");
        row("unknown labels", {"--labels", "GROUPS:coarse"},
            qPrintable(QString("GROUPS, /items/labels/coarse") + missing));
        row("short labels", {"--labels", "GROUPS:short"},
            "GROUPS, /items/labels/short: expected one string for each of the 240 ids, found 1");
        row("labels without a dataset", {"--labels", "FILE:fine"},
            "FILE: expected a dataset before “:fine”, found another file");
    }
    void missingGroupsAreRefused()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, says);
        for (QString *text : {&options[1], &says}) {
            text->replace("MADE", m_data).replace("GROUPS", m_folder.filePath("groups.h5"));
            text->replace("FILE", m_folder.filePath("both.csv"));
        }
        const auto done = test::runCli(QStringList{"stitch", m_data, "--anchors", "20"} + options);
        QCOMPARE(done.exitCode, 2);
        QCOMPARE(QString(done.errors), "anchorscope-cli: " + says + "\n");
    }

    void accuraciesOfTheUser()
    {
        const QString known = test::writeText(m_folder, "known.csv", "space,accuracy\nalpha,0.25\nbeta,0.75\n");
        const QJsonObject json =
            run({"experiment", "proxy", m_data, "--anchors", "40", "--repeats", "2", "--accuracies", known});
        QCOMPARE(json["accuracies"].toString(), QString("given"));
        QCOMPARE(json["reference"].toString(), QString("beta"));
        QCOMPARE(row(json["points"], "space", "alpha")["accuracy"].toDouble(), 0.25);
        const QString half = test::writeText(m_folder, "half.csv", "alpha,0.25\n");
        const QJsonObject error = refused({"experiment", "proxy", m_data, "--anchors", "40", "--accuracies", half});
        QVERIFY(isSaid(error["message"].toString(), "0 of “beta”"));
    }

    void completionAndStatistics()
    {
        const QStringList line{"translate", m_data, "--anchors", "60", "--delta", "0.2"};
        QSet<double> cosines;
        for (const char *how : {"none", "completed", "polar"}) {
            const QJsonObject json = run(line + QStringList{"--completion", how});
            QCOMPARE(json["completion"].toString(), QString(how));
            cosines << json["cosine"].toDouble();
        }
        QCOMPARE(cosines.size(), 3);
        const QJsonObject chosen = run(line), byAnchors = run(line + QStringList{"--statistics", "anchors"});
        QVERIFY(cosines.contains(chosen["cosine"].toDouble()));
        QCOMPARE(byAnchors["statistics"].toString(), QString("anchors"));
        QVERIFY(byAnchors["cosine"] != chosen["cosine"]);
        QVERIFY(isSaid(refused(line + QStringList{"--completion", "half"})["message"].toString(), "“half”"));
        QVERIFY(isSaid(refused(line + QStringList{"--statistics", "all"})["message"].toString(), "“all”"));
    }
};

QTEST_GUILESS_MAIN(TestCliScoring)
#include "tst_cliscoring.moc"
