// SPDX-License-Identifier: GPL-3.0-or-later
// Bad inputs (io/README.md, “Guarantees”), a row each, through the command line: an error names file, place, what was
// expected, what was found and what to do next; usable parts are used, and a warning names what is unusual.
#include "support/clirun.h"
#include "support/hdf5samples.h"
#include "support/sentences.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace anchorscope;
using test::CliRun;
using test::Hdf5Editor;
using test::isSaid;
using test::MadeData;
using test::runCli;
using test::withFloats;
using test::withIntegers;
using test::withStrings;
using test::writeText;

class TestBadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refused_data();
    void refused();
    void usedWithAWarning_data();
    void usedWithAWarning();
    void usedSilently_data();
    void usedSilently();
    void unreadablePermission();
    void diskFull();
    void picturesOfLessons();
    void transformOfASession();
    void inputsMovedOrChanged();

private:
    QString file(const char *name, const QByteArray &text) const { return writeText(m_folder, name, text); }
    /// A sample of tests/data/formats.
    static QString sample(const char *name) { return QString("tests/data/formats/") + name; }
    /// Saves a dataset and changes the file.
    QString edited(const char *name, const std::function<void(const Hdf5Editor &)> &edit) const;
    QString changed(const char *name, const std::function<void(MadeData &)> &change) const;
    static QByteArray npy(const char *dictionary, const QByteArray &data);

    void refusedFiles();
    void refusedShapes();
    void refusedValues();
    void refusedPairs();

    QTemporaryDir m_folder;
    QString m_data;
};

namespace {

QByteArray rows(int count, const char *tail = "")
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "w" + QByteArray::number(i) + " 1 2 " + QByteArray::number(i) + '\n';
    return text + tail;
}

QTestData &newRow(const char *name, const QStringList &arguments, const char *code, const QStringList &parts)
{
    return QTest::newRow(name) << arguments << QString(code) << parts;
}

QTestData &newWarning(const char *name, const QStringList &arguments, const char *part)
{
    return QTest::newRow(name) << arguments << QString(part);
}

} // namespace

QString TestBadInput::edited(const char *name, const std::function<void(const Hdf5Editor &)> &edit) const
{
    const QString path = MadeData(20).save(m_folder, name);
    edit(Hdf5Editor(path.toStdString()));
    return path;
}

QString TestBadInput::changed(const char *name, const std::function<void(MadeData &)> &change) const
{
    MadeData made;
    change(made);
    return made.save(m_folder, name);
}

QByteArray TestBadInput::npy(const char *dictionary, const QByteArray &data)
{
    const auto length = static_cast<char>(std::strlen(dictionary));
    return QByteArray("\x93NUMPY\x01\x00", 8) + length + QByteArray(1, '\0') + dictionary + data;
}

void TestBadInput::initTestCase()
{
    m_data = MadeData().save(m_folder, "made.h5");
    QVERIFY(!m_data.isEmpty());
}

void TestBadInput::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("parts");
    refusedFiles();
    refusedShapes();
    refusedValues();
    refusedPairs();
}

void TestBadInput::refusedFiles()
{
    newRow("empty file", {"info", file("empty.npy", "")}, "empty-file", {"0 bytes", "again"});
    newRow("wrong magic", {"info", file("a.h5", QByteArray("\x89PNG\r\n\x1a\n\0\0\0", 11))}, "unknown-format",
           {"expected HDF5", "convert"});
    const QByteArray whole = QByteArray::fromStdString(test::readBytes(m_data.toStdString()));
    newRow("HDF5, truncated in the header", {"info", file("cut.h5", whole.left(40))}, "damaged-file", {"damaged"});
    newRow("HDF5, truncated in the body", {"info", file("cut2.h5", whole.left(whole.size() / 2))}, "damaged-file",
           {"truncated", "again"});
    const QByteArray array = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", QByteArray(24, 'a'));
    newRow("npy, truncated in the header", {"info", file("cut.npy", array.left(30))}, "damaged-file", {"header"});
    newRow("npy, truncated in the body", {"info", file("cut2.npy", array.chopped(1))}, "damaged-file", {"24", "23"});
    const QByteArray zip = QByteArray::fromStdString(test::readBytes(sample("numpy_packed.npz").toStdString()));
    newRow("npz, truncated", {"info", file("cut.npz", zip.chopped(10))}, "damaged-file", {"archive", "again"});
    const QByteArray words = QByteArray::fromStdString(test::readBytes(sample("word2vec.bin").toStdString()));
    newRow("word2vec, truncated", {"info", file("cut.bin", words.chopped(3))}, "damaged-file", {"row"});
    newRow("word2vec, trailing bytes", {"info", file("more.bin", words + "more")}, "damaged-file",
           {"row 3", "announces 3 rows", "no further rows"});
    const auto part = [](const char *name, qsizetype cut) {
        return QByteArray::fromStdString(test::readBytes(sample(name).toStdString())).chopped(cut);
    };
    newRow("safetensors, truncated", {"info", file("cut.safetensors", part("tensors.safetensors", 3))}, "damaged-file",
           {"48 bytes", "found 45"});
    newRow("fvecs, truncated", {"info", file("cut.fvecs", part("base.fvecs", 1))}, "damaged-file", {"59 bytes", "cut"});
    newRow("FAISS index, truncated", {"info", file("cut.faiss", part("flat.faiss", 4))}, "damaged-file", {"48", "44"});
    newRow("gzip, truncated", {"info", file("cut.gz", part("table.csv.gz", 9))}, "damaged-file", {"cut off"});
    newRow("gzip, other checksum", {"info", file("sum.gz", part("table.csv.gz", 8) + QByteArray(8, '1'))},
           "damaged-file", {"data check"});
    newRow("gzip, trailing bytes", {"info", file("more.gz", part("table.csv.gz", 0) + "more")}, "damaged-file",
           {"something else"});
    newRow("JSON, truncated", {"info", file("cut.json", part("items.json", 5))}, "bad-line", {"line 30", "JSON"});
    newRow("JSON lines, truncated", {"info", file("cut.jsonl", part("items.jsonl", 5))}, "bad-line",
           {"line 3", "JSON"});
    newRow("projector without its tensor", {"info", file("config.json", part("projector.json", 0))}, "no-such-file",
           {"tensors.tsv"});
    newRow("external link",
           {"info", edited("link.h5",
                           [](const Hdf5Editor &f) {
                               f.remove("/spaces/alpha");
                               H5Lcreate_external("other.h5", "/data", f.id(), "/spaces/alpha", H5P_DEFAULT,
                                                  H5P_DEFAULT);
                           })},
           "outside-file", {"/spaces/alpha", "copy the values"});
    newRow("missing filter", {"info", sample("lzf.h5")}, "missing-filter", {"lzf"});
    QVERIFY(QDir(m_folder.path()).mkpath("nothing"));
    newRow("folder", {"info", m_folder.filePath("nothing")}, "unknown-format", {"folder", "no file in it"});
    newRow("device", {"info", "/dev/null"}, "unreadable-file", {"device"});
}

void TestBadInput::refusedShapes()
{
    newRow("npy declares more than it holds",
           {"info", file("large.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1073741824, 8), }\n",
                                          QByteArray(24, 'a')))},
           "damaged-file", {"24"});
    newRow(
        "npy, overflow in the product of its shape",
        {"info", file("over.npy",
                      npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967297), }\n", "abcd"))},
        "damaged-file", {"2^64", "again"});
    newRow("word2vec declares more than it holds",
           {"info", file("large.bin", "1000000000 300\nword " + QByteArray(40, '\1'))}, "damaged-file", {"1000000000"});
    const auto tensor = [](const QByteArray &shape, const QByteArray &offsets) {
        const QByteArray header =
            "{\"a\":{\"dtype\":\"F32\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
        return QByteArray(1, static_cast<char>(header.size())) + QByteArray(7, '\0') + header + QByteArray(24, 'a');
    };
    newRow("safetensors declares more than it holds",
           {"info", file("large.safetensors", tensor("[1073741824,8]", "[0,24]"))}, "damaged-file", {"34359738368"});
    newRow("safetensors, overflow in the product of its shape",
           {"info", file("over.safetensors", tensor("[4294967296,4294967297]", "[0,24]"))}, "damaged-file", {"2^64"});
    newRow("safetensors, tensors that overlap", {"info", file("overlap.safetensors", tensor("[2,3]", "[4,28]"))},
           "damaged-file", {"begin at 4"});
    newRow("FAISS index declares more than it holds",
           {"info", file("large.faiss", QByteArray("IxF2\x04\0\0\0\0\0\0\x40", 12) + QByteArray(60, '\0'))},
           "damaged-file", {"1073741824"});
    newRow("HDF5 declares 4 TB", {"info", edited("huge.h5", withFloats("/spaces/alpha", {20, 50000000000}, {}))},
           "never-written", {"/spaces/alpha"});
    newRow(
        "HDF5, overflow in the product of its shape",
        {"info", edited("over.h5",
                        [](const Hdf5Editor &f) {
                            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
                            const hsize_t chunk[] = {1, 1, 1};
                            H5Pset_chunk(creation.id(), 3, chunk);
                            f.floats("/spaces/alpha", {hsize_t{1} << 40, hsize_t{1} << 20, 1 << 10}, {}, creation.id());
                        })},
        "damaged-file", {"/spaces/alpha"});
    newRow("0 rows, npy", {"info", sample("bad_empty.npy")}, "bad-dataset", {"0 rows"});
    newRow("0 rows, table", {"info", file("zero.csv", "id,a,b\n")}, "unknown-format", {"expected"});
    newRow("0 columns", {"info", edited("columns.h5", withFloats("/spaces/alpha", {20, 0}, {}))}, "bad-dataset",
           {"/spaces/alpha"});
    newRow("different row counts of ids and vectors",
           {"info", edited("counts.h5", withStrings("/items/id", {"a", "b"}))}, "bad-dataset", {"20", "2"});
    newRow("a row of wrong length", {"info", file("short.vec", rows(30, "x 1 2\n"))}, "bad-line",
           {"line 31", "bad rows"});
    newRow("decimal comma", {"info", file("comma.csv", "1,5;2,5\n2,5;3,5\n")}, "bad-line", {"decimal point"});
    newRow("separator of thousands",
           {"info", file("thousands.csv", "id,a,b\nr0,0.5,1.5\nr1,1.5,2.5\nr2,\"1,234.5\",0.5\n")}, "bad-line",
           {"line 4", "“1,234.5” in “a”"});
}

void TestBadInput::refusedValues()
{
    const auto with = [this](const char *name, float value) {
        return changed(name, [value](MadeData &made) { made.space(1).vectors(17, 3) = value; });
    };
    newRow("NaN", {"retrieval", with("nan.h5", std::nanf("")), "--anchors", "40"}, "non-finite", {"row 17", "remove"});
    newRow("infinity", {"retrieval", with("inf.h5", INFINITY), "--anchors", "40"}, "non-finite", {"row 17"});
    newRow("minus infinity", {"retrieval", with("minf.h5", -INFINITY), "--anchors", "40"}, "non-finite", {"row 17"});
    newRow("duplicate ids",
           {"info", edited("twice.h5", withStrings("/items/id", std::vector<std::string>(20, "same")))}, "bad-dataset",
           {"same"});
    newRow("labels are fractions",
           {"info", edited("fractions.h5", withFloats("/items/label", {20}, std::vector<float>(20, 0.5f)))},
           "bad-dataset", {"/items/label"});
    newRow("label beyond the names",
           {"info", edited("beyond.h5", withIntegers("/items/label", {20}, std::vector<std::int32_t>(20, 3)))},
           "bad-dataset", {"/items/label"});
    newRow("one class",
           {"stitch", changed("oneclass.h5", [](MadeData &made) { made.items().labels.assign(240, 2); }), "--anchors",
            "40"},
           "one-class", {"two classes", "“c”"});
    newRow("Python objects", {"info", sample("bad_object.npy")}, "unsupported-type", {"object"});
    newRow("K ≥ n", {"retrieval", m_data, "--k", "240", "--anchors", "40"}, "k-too-large", {"240"});
    newRow("K ≥ n, inspect", {"inspect", m_data, "item 3", "--k", "240", "--anchors", "40"}, "k-too-large", {"240"});
    newRow("fewer items than anchors", {"optimize", m_data, "--anchors", "241"}, "too-few-items", {"241", "240"});
}

void TestBadInput::refusedPairs()
{
    const QString strangers = changed("strangers.h5", [](MadeData &made) {
        for (std::string &id : made.items().ids)
            id += " elsewhere";
    });
    newRow("ids without matches", {"retrieval", m_data + ',' + strangers, "--anchors", "40"}, "no-matching-ids",
           {"item 0 elsewhere", "file of pairs"});
    const QString one = file("one.csv", "x_id,y_id\nitem 1,item 1\n");
    newRow("one pair", {"optimize", m_data, "--pair", one, "--anchors", "40"}, "too-few-pairs", {"found 1"});
    newRow("one pair, retrieval", {"retrieval", m_data, "--pair", one, "--anchors", "40"}, "too-few-pairs",
           {"found 1"});
    newRow("fewer pairs than seeds",
           {"optimize", m_data, "--pair",
            file("three.csv", "item 1,item 1\nitem 2,item 2\n"
                              "item 3,item 3\n"),
            "--anchors", "40", "--seeds", "5"},
           "too-few-pairs", {"found 3", "5"});
    newRow("seeds naming unknown items",
           {"optimize", m_data, "--seed-pairs", file("unknown.csv", "x_id,y_id\nitem 1,item 1\nitem 2,item 999\n")},
           "unknown-item", {"line 3", "item 999", "expected"});
    newRow("no seeds", {"optimize", m_data, "--seed-pairs", file("header.csv", "x_id,y_id\n")}, "too-few-pairs",
           {"header.csv", "at least one", "found none"});
    newRow("dictionary of other words", {"optimize", m_data, "--pair", file("other.txt", "uno dos\ntres quatro\n")},
           "unknown-item", {"line 1", "uno"});
}

void TestBadInput::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    QFETCH(QStringList, parts);
    const CliRun run = runCli(arguments + QStringList{"--json"});
    QCOMPARE(run.exitCode, 2);
    const QJsonObject error = run.error();
    const QString text =
        QString("%1 | %2 | %3").arg(error["file"].toString(), error["place"].toString(), error["message"].toString());
    qInfo("%s", qPrintable(QString(text).replace(m_folder.path() + '/', QString())));
    QCOMPARE(error["code"].toString(), code);
    for (const QString &part : parts)
        QVERIFY(isSaid(text, part));
    QVERIFY(!error["file"].toString().isEmpty());
    // The same sentence is printed on standard error.
    QVERIFY2(runCli(arguments).errors.contains(error["message"].toString().toUtf8()), qPrintable(text));
}

void TestBadInput::usedWithAWarning_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const auto with = [this](const char *name, const std::function<void(MadeData &)> &change) {
        return changed(name, change);
    };
    // Words of a dictionary cannot contain spaces.
    const QString plain = with("plain.h5", [](MadeData &made) {
        for (std::string &id : made.items().ids)
            std::replace(id.begin(), id.end(), ' ', '_');
    });
    QByteArray pairs = "item_3 item_3\nitem_3 item_4\n";
    for (int i = 10; i < 60; ++i)
        pairs += QString("item_%1 item_%1\n").arg(i).toUtf8();
    const QString muse = file("muse.txt", pairs);
    newWarning(
        "all-zero rows",
        {"retrieval", with("zero.h5", [](MadeData &m) { m.space(0).vectors.row(5).setZero(); }), "--anchors", "40"},
        "1 row of zeros only");
    newWarning("all rows equal",
               {"info",
                with("equal.h5", [](MadeData &m) { m.space(0).vectors.rowwise() = m.space(0).vectors.row(0).eval(); })},
               "are equal");
    newWarning("NaN in info", {"info", with("nan2.h5", [](MadeData &m) { m.space(0).vectors(3, 3) = std::nanf(""); })},
               "NaN");
    newWarning("number beyond float32",
               {"convert", file("large.csv", "1,2\n3,1e300\n5,7\n"), m_folder.filePath("large.h5")},
               "large has 1 row with NaN, infinity or numbers beyond 3.4e38; the first is row 1");
    newWarning("denormals",
               {"retrieval", with("tiny.h5", [](MadeData &m) { m.space(0).vectors *= 1e-39f; }), "--anchors", "40"},
               "smaller than 1.2e-38");
    newWarning("duplicate ids in text", {"info", file("twice.vec", rows(3, "w1 5 5 5\n"))}, "w1");
    newWarning("header that declares too many rows", {"info", file("declared.vec", "9 3\n" + rows(3))}, "9");
    const QByteArray words = QByteArray::fromStdString(test::readBytes(sample("word2vec.bin").toStdString()));
    newWarning("word2vec with more rows than it declares", {"info", file("declared.bin", '2' + words.mid(1))},
               "The first line announces 2 rows, found 3");
    QByteArray ofR = "\"id\",\"label\",\"e0\",\"e1\"\n";
    for (int i = 0; i < 30; ++i)
        ofR += QString("\"w%1\",%2,%3.5,%4.25\n").arg(i).arg(i % 10 == 3 ? "NA" : "\"u\"").arg(i).arg(i % 7).toUtf8();
    newWarning("missing labels as a word", {"info", file("na.csv", ofR)}, "Items of the class “NA”: 3; if this word");
    newWarning("duplicate ids in text that is used",
               {"retrieval", file("x.vec", rows(60, "w1 5 5 5\n")) + ',' + file("y.vec", rows(60)), "--anchors", "20"},
               "w1");
    newWarning("metadata of another count", {"info", file("tensors.tsv", "1\t2\n3\t4\n")}, "metadata.tsv");
    newWarning("dictionary with several translations",
               {"optimize", plain, "--pair", muse, "--anchors", "40", "--seeds", "15"}, "line was left out");
    file("metadata.tsv", "a\nb\nc\n");
}

void TestBadInput::usedWithAWarning()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const CliRun run = runCli(arguments + QStringList{"--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QString all;
    for (const QJsonValue &warning : run.json()["warnings"].toArray())
        all += warning.toString() + '\n';
    qInfo("%s", qPrintable(QString(all.trimmed()).replace(m_folder.path() + '/', QString())));
    QVERIFY(isSaid(all, part));
}

void TestBadInput::usedSilently_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto with = [this](const char *name, const std::function<void(MadeData &)> &change) {
        return changed(name, change);
    };
    QTest::newRow("huge ids") << QStringList{
        "info", with("ids.h5", [](MadeData &m) { m.items().ids[7].assign(1 << 20, 'x'); })};
    QTest::newRow("1 column") << QStringList{
        "info", edited("column.h5", withFloats("/spaces/alpha", {20, 1}, std::vector<float>(20, 0.5f)))};
    QTest::newRow("a class with a member") << QStringList{"stitch",
                                                          with("lone.h5",
                                                               [](MadeData &m) {
                                                                   m.items().labelNames.push_back("lonely");
                                                                   m.items().labels[9] = 3;
                                                               }),
                                                          "--anchors", "40"};
    QTest::newRow("more than 256 classes")
        << QStringList{"info", with("classes.h5", [](MadeData &m) {
                           m.items().labelNames.clear();
                           for (int i = 0; i < 300; ++i)
                               m.items().labelNames.push_back("class " + std::to_string(i));
                           for (std::size_t i = 0; i < 240; ++i)
                               m.items().labels[i] = static_cast<std::int32_t>(i + 60);
                       })};
}

void TestBadInput::usedSilently()
{
    QFETCH(QStringList, arguments);
    const CliRun run = runCli(arguments + QStringList{"--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(!run.json().isEmpty());
    QVERIFY(!run.output.contains("nan"));
}

void TestBadInput::unreadablePermission()
{
    const QString secret = file("secret.csv", "1,2\n3,4\n");
    ::chmod(qPrintable(secret), 0);
    ::chmod(qPrintable(m_folder.path()), 0755);
    QProcess process;
    process.setChildProcessModifier([] {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
            ::_exit(99);
    });
    process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", {"info", secret});
    if (!process.waitForStarted()) {
        bool closed = false; // inaccessible to others
        for (QFileInfo folder(process.program()); !folder.isRoot(); folder.setFile(folder.path()))
            closed = closed || !folder.permission(QFile::ExeOther);
        QVERIFY2(closed, qPrintable(process.errorString()));
        QSKIP("the program lies in a folder that others cannot read; tst_changing tests the reader");
    }
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 2);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY(isSaid(errors, "no permission; ask its owner"));
}

void TestBadInput::diskFull()
{
    QProcess process;
    process.setChildProcessModifier([] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit none{2000, 2000};
        ::setrlimit(RLIMIT_FSIZE, &none);
    });
    process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli",
                  {"convert", sample("fasttext.vec"), m_folder.filePath("full.h5")});
    QVERIFY(process.waitForFinished());
    const QByteArray errors = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(isSaid(errors, "free some space or choose another folder"));
    QVERIFY(!QFile::exists(m_folder.filePath("full.h5")));
    QCOMPARE(QDir(m_folder.path()).entryList({".full*"}, QDir::Files | QDir::Hidden).size(), 0);
}

/// Images that the window could not show are mistakes of the lesson.
void TestBadInput::picturesOfLessons()
{
    const QString folder = m_folder.filePath("lesson"), lesson = folder + "/lesson.md";
    QVERIFY(QDir().mkpath(folder));
    QFile where("examples/lessons/where.md"), picture(folder + "/good.png"), large(folder + "/large.png");
    QVERIFY(where.open(QIODevice::ReadOnly));
    const QByteArray text = where.readAll(), step = "## Mirror it\n";
    QVERIFY(text.contains(step));
    QVERIFY(picture.open(QIODevice::WriteOnly) && picture.write("picture") > 0 && picture.flush());
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64{20} << 30));
    QCOMPARE(::mkfifo(qPrintable(folder + "/pipe"), 0600), 0);
    for (const auto &[name, says] : {std::pair("good.png", ""), std::pair("pipe", "pipe"),
                                     std::pair("large.png", "expected"), std::pair("none.png", "no such file")}) {
        QFile file(lesson);
        const QByteArray line = QByteArray("![A map](") + name + ")\n";
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(text).replace(step, step + line)) > 0);
        file.close();
        const CliRun run = runCli({"lesson", "validate", lesson});
        QCOMPARE(run.exitCode, *says ? 2 : 0);
        const QByteArray place = lesson.toUtf8() + ':' +
                                 QByteArray::number(text.left(text.indexOf(step)).count('\n') + 2) + ": the picture “" +
                                 name + "” cannot be shown: ";
        QVERIFY2(!*says || (run.output.startsWith(place) && run.output.contains(says)), run.output.constData());
    }
}

/// A session whose transform has an invalid value: the error names the file and the place.
void TestBadInput::transformOfASession()
{
    const QString session = m_folder.filePath("turned.ascope");
    QCOMPARE(runCli({"optimize", m_data, "--anchors", "20", "--seeds", "8", "--method", "alternating", "--transform",
                     "turn=180", "--out", session})
                 .exitCode,
             0);
    {
        const Hdf5Editor file(session.toStdString());
        const Hdf5Handle run(H5Oopen(file.id(), "/runs/0", H5P_DEFAULT));
        const Hdf5Handle saved(H5Aopen(run.id(), "transform", H5P_DEFAULT));
        const Hdf5Handle type(H5Aget_type(saved.id()));
        QVERIFY(H5Awrite(saved.id(), type.id(), "turn=nan") >= 0); // as long as the saved text
    }
    const CliRun run = runCli({"retrieval", m_data, "--session", session, "--json"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.error()["file"].toString(), session);
    QCOMPARE(run.error()["place"].toString(), QString("/runs/0/transform"));
    QCOMPARE(run.error()["message"].toString(), QString("Expected turn from -180 to 180, found nan."));
}

void TestBadInput::inputsMovedOrChanged()
{
    const QString data = MadeData().save(m_folder, "first.h5"), session = m_folder.filePath("run.ascope");
    QCOMPARE(runCli({"optimize", data, "--anchors", "40", "--out", session}).exitCode, 0);
    const QStringList stitch{"stitch", "DATA", "--session", session, "--json"};
    const auto warnings = [&](const QString &input) {
        QStringList arguments = stitch;
        arguments[1] = input;
        const CliRun run = runCli(arguments);
        return run.exitCode == 0 ? run.json()["warnings"].toArray().size() : -1;
    };
    QCOMPARE(warnings(data), 0);
    const QString other = changed("second.h5", [](MadeData &made) { made.space(0).vectors(0, 0) += 1; });
    const CliRun run = runCli({"stitch", other, "--session", session, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(isSaid(run.errors, "not the same data"));
    // The same bytes at another place are the same data.
    QVERIFY(QFile::rename(data, m_folder.filePath("moved.h5")));
    QCOMPARE(warnings(m_folder.filePath("moved.h5")), 0);
    QCOMPARE(runCli({"stitch", data, "--session", session, "--json"}).error()["code"].toString(),
             QString("no-such-file"));
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
