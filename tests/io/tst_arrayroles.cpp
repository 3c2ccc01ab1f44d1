// SPDX-License-Identifier: GPL-3.0-or-later
// Random files of several arrays: vectors under usual names, with ids, labels, distances, classes, coordinates and
// similar arrays, as .npz, safetensors and HDF5. ANCHORSCOPE_TABLE_FILES sets how many.
#include "io/dataset/datasetfile.h"
#include "io/dataset/filepreview.h"
#include "io/hdf5/hdf5file.h"
#include "support/crc32.h"
#include "support/fromenvironment.h"
#include "support/hdf5samples.h"
#include "support/openfile.h"
#include "support/processortime.h"
#include "support/sentences.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cmath>
#include <random>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

/// An array of one type; of texts if `texts` is not empty.
struct MadeArray
{
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<float> numbers = {};
    bool whole = false; ///< stored as int32
    std::vector<std::string> texts = {};
};

template <class T> std::string bytesOf(const std::vector<T> &values)
{
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

std::string numberBytes(const MadeArray &array)
{
    return array.whole ? bytesOf(std::vector<std::int32_t>(array.numbers.begin(), array.numbers.end()))
                       : bytesOf(array.numbers);
}

template <class T> std::string little(T value)
{
    return {reinterpret_cast<const char *>(&value), sizeof value};
}

std::string listed(const std::vector<std::size_t> &shape)
{
    std::string text;
    for (const std::size_t extent : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(extent);
    return text;
}

/// Writes an array like NumPy, version 1.
std::string npyOf(const MadeArray &array)
{
    constexpr std::size_t textBytes = 12;
    std::string type = array.whole ? "<i4" : "<f4", data;
    if (!array.texts.empty()) {
        type = "|S" + std::to_string(textBytes);
        for (std::string text : array.texts) {
            text.resize(textBytes);
            data += text;
        }
    } else {
        data = numberBytes(array);
    }
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + listed(array.shape) + ",), }";
    header.append(63 - (header.size() + 10) % 64, ' ');
    header += '\n';
    return "\x93NUMPY\x01" + std::string(1, '\0') + little(static_cast<std::uint16_t>(header.size())) + header + data;
}

/// A zip archive without compression, as numpy.savez writes it.
std::string npzOf(const std::vector<MadeArray> &arrays)
{
    std::string file, directory;
    for (const MadeArray &array : arrays) {
        const std::string data = npyOf(array), name = array.name + ".npy";
        const auto size = static_cast<std::uint32_t>(data.size());
        const std::string head = little(std::uint16_t{20}) + little(std::uint32_t{0}) + little(std::uint32_t{0}) +
                                 little(crc32(data)) + little(size) + little(size) +
                                 little(static_cast<std::uint16_t>(name.size())) + little(std::uint16_t{0});
        directory += "PK\x01\x02" + little(std::uint16_t{20}) + head + std::string(10, '\0') +
                     little(static_cast<std::uint32_t>(file.size())) + name;
        file += "PK\x03\x04" + head + name + data;
    }
    const auto count = static_cast<std::uint16_t>(arrays.size());
    return file + directory + "PK\x05\x06" + little(std::uint32_t{0}) + little(count) + little(count) +
           little(static_cast<std::uint32_t>(directory.size())) + little(static_cast<std::uint32_t>(file.size())) +
           little(std::uint16_t{0});
}

std::string safetensorsOf(const std::vector<MadeArray> &arrays)
{
    std::string header = "{", data;
    for (const MadeArray &array : arrays) {
        if (!array.texts.empty())
            continue; // the format has no texts
        const std::string bytes = numberBytes(array);
        header += (header.size() > 1 ? ",\"" : "\"") + array.name + "\":{\"dtype\":\"" + (array.whole ? "I32" : "F32") +
                  "\",\"shape\":[" + listed(array.shape) + "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                  std::to_string(data.size() + bytes.size()) + "]}";
        data += bytes;
    }
    header += "}";
    return little(static_cast<std::uint64_t>(header.size())) + header + data;
}

std::string hdf5Of(const std::vector<MadeArray> &arrays)
{
    io::Hdf5Writer file;
    for (const MadeArray &array : arrays) {
        const std::vector<hsize_t> shape(array.shape.begin(), array.shape.end());
        if (!array.texts.empty())
            file.strings("/" + array.name, array.texts);
        else if (array.whole)
            file.numbers<std::int32_t>("/" + array.name,
                                       std::vector<std::int32_t>(array.numbers.begin(), array.numbers.end()), shape);
        else
            file.numbers<float>("/" + array.name, array.numbers, shape);
    }
    const auto bytes = file.bytes();
    return bytes ? std::string(*bytes) : std::string();
}

/// Arrays of a random file, drawn by a seed.
class ArrayFile
{
public:
    explicit ArrayFile(std::uint32_t seed) : m_random(seed)
    {
        rows = 20 + pick(40);
        const std::size_t dimensions = 3 + pick(12);
        const std::array names = {"embeddings", "emb",   "vectors", "features", "text_embedding",
                                  "X",          "arr_0", "data",    "z",        "hidden"};
        add(names[pick(names.size())], {rows, dimensions}, [this] { return fraction(); });
        vectors = arrays[0];
        hasIds = pick(2) > 0;
        for (std::size_t i = 0; i < rows; ++i)
            ids.push_back("w" + std::to_string(i * 3));
        if (hasIds)
            arrays.push_back({std::array{"ids", "names", "words"}[pick(3)], {rows}, {}, false, ids});
        for (std::size_t i = 0; i < 6; ++i) {
            if (pick(3) == 0)
                aside(i);
        }
        std::shuffle(arrays.begin(), arrays.end(), m_random);
        for (const MadeArray &array : arrays)
            what += array.name + " (" + listed(array.shape) + ") ";
    }

    std::string bytes(int format) const
    {
        return format == 0 ? npzOf(arrays) : format == 1 ? safetensorsOf(arrays) : hdf5Of(arrays);
    }

    std::vector<MadeArray> arrays;
    MadeArray vectors;
    std::size_t rows = 0;
    bool hasIds = false;
    std::vector<std::string> ids;
    std::string what;

private:
    std::size_t pick(std::size_t below) { return m_random() % below; }
    float fraction() { return static_cast<float>(pick(20001)) / 7919.0f - 1.25f; }
    template <class Number>
    void add(std::string name, std::vector<std::size_t> shape, Number number, bool whole = false)
    {
        std::size_t count = 1;
        for (const std::size_t extent : shape)
            count *= extent;
        MadeArray array{std::move(name), std::move(shape), {}, whole};
        for (std::size_t i = 0; i < count; ++i)
            array.numbers.push_back(number());
        arrays.push_back(std::move(array));
    }
    void aside(std::size_t which)
    {
        std::size_t at = 0;
        switch (which) {
        case 0: // one-hot classes
            return add(pick(2) ? "classes" : "arr_1", {rows, 3}, [at]() mutable {
                const std::size_t place = at++;
                return place / 3 % 3 == place % 3 ? 1.0f : 0.0f;
            });
        case 1:
            return add(pick(2) ? "distances" : "d", {rows, rows}, [this] { return fraction(); });
        case 2:
            return add(
                pick(2) ? "input_ids" : "tokens", {rows, 7}, [at]() mutable { return static_cast<float>(at++); }, true);
        case 3:
            return add(pick(2) ? "label" : "row", {rows, 1}, [at]() mutable { return static_cast<float>(at++ % 4); });
        case 4:
            return add("umap", {rows, 2}, [this] { return fraction(); });
        default: // fewer rows than the vectors, and other ones
            return add("mean", {1, vectors.shape[1]}, [this] { return fraction(); });
        }
    }

    std::minstd_rand m_random;
};

} // namespace

class TestArrayRoles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesOfArrays_data();
    void filesOfArrays();
    void indexesAreIds();
    void otherFilesAreReported();
    void manyArraysAreRefusedSoon_data();
    void manyArraysAreRefusedSoon();
    void arraysLeftOutAreCounted();
    void matricesOfWordsAreRefused();
};

void TestArrayRoles::filesOfArrays_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("npz") << 0;
    QTest::newRow("safetensors") << 1;
    QTest::newRow("HDF5") << 2;
}

/// Every file opens with its vectors as the only space, and its ids; what is left out is reported.
void TestArrayRoles::filesOfArrays()
{
    QFETCH(int, format);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    const int files = fromEnvironment("ANCHORSCOPE_TABLE_FILES", 100);
    QStringList wrong;
    for (int seed = 1; seed <= files; ++seed) {
        const ArrayFile file(static_cast<std::uint32_t>(seed * 7919));
        writeBytes(path, file.bytes(format));
        const auto opened = test::openFile(path);
        const auto tell = [&](const std::string &what) {
            wrong << QString("seed %1, %2: %3")
                         .arg(seed)
                         .arg(QString::fromStdString(file.what), QString::fromStdString(what));
        };
        if (!opened) {
            tell(opened.error().text());
            continue;
        }
        const Matrix &vectors = opened->dataset.spaces[0]->vectors;
        const ItemTable &items = *opened->dataset.items;
        const bool same =
            opened->dataset.spaces.size() == 1 &&
            bytesOf(file.vectors.numbers) == std::string(reinterpret_cast<const char *>(vectors.data()),
                                                         static_cast<std::size_t>(vectors.size()) * sizeof(float));
        const bool named = file.hasIds && format != 1;
        if (!same || (named && items.ids != file.ids) || (!named && items.hasIds()))
            tell(io::roleSummary(*opened));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(QString::number(wrong.size()) + " of them: " + wrong.mid(0, 12).join('\n')));
}

/// An “index” beside vectors contains ids unless it only counts the rows.
void TestArrayRoles::indexesAreIds()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    for (const std::size_t step : {1U, 7U}) {
        MadeArray vectors{"embeddings", {30, 4}}, index{"index", {30}, {}, true};
        for (std::size_t i = 0; i < 120; ++i)
            vectors.numbers.push_back(std::sin(static_cast<float>(i)));
        for (std::size_t i = 0; i < 30; ++i)
            index.numbers.push_back(static_cast<float>(i * step % 30));
        writeBytes(path, npzOf({vectors, index}));
        const auto opened = test::openFile(path);
        QVERIFY(opened.ok());
        QCOMPARE(opened->dataset.items->hasIds(), step != 1);
        QVERIFY(step == 1 || opened->dataset.items->ids[1] == "7");
    }
}

/// An archive may hold its ids as text, which is not read.
void TestArrayRoles::otherFilesAreReported()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    const MadeArray vectors{"embeddings", {2, 3}, {1.5F, 2, 3, 4, 5.5F, 6}}, words{"words", {2}, {1, 2}};
    std::string bytes = npzOf({vectors, words});
    for (std::size_t at = bytes.find("words.npy"); at != std::string::npos; at = bytes.find("words.npy"))
        bytes.replace(at, 9, "words.txt");
    writeBytes(path, bytes);
    const auto opened = test::openFile(path);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->warnings.size(), std::size_t(1));
    QVERIFY(isSaid(opened->warnings[0], "“words.txt” was left out"));
}

void TestArrayRoles::manyArraysAreRefusedSoon_data()
{
    QTest::addColumn<QString>("name");       // prefix of all names
    QTest::addColumn<qulonglong>("columns"); // 0: alternately 1 or 2
    QTest::addColumn<QString>("says");
    QTest::newRow("one number each") << "t" << 1ULL << "expected at most 5000 spaces, found 20000;";
    QTest::newRow("other widths") << "emb" << 0ULL << "expected at most 5000 spaces, found 10000;";
    QTest::newRow("named like labels") << "label" << 1ULL << "found one for each of 20000 classes";
}

/// A small file of very many arrays, which is refused before work that grows with the square of their number.
void TestArrayRoles::manyArraysAreRefusedSoon()
{
    QFETCH(QString, name);
    QFETCH(qulonglong, columns);
    QFETCH(QString, says);
    constexpr std::size_t count = 20000;
    constexpr double limit = 1.5; // processor seconds; it once took 10 to 13
    std::vector<MadeArray> arrays;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t width = columns > 0 ? columns : 1 + i % 2;
        arrays.push_back({name.toStdString() + std::to_string(i), {1, width}, std::vector<float>(width, 0.5F)});
    }
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    for (const std::string &bytes : {npzOf(arrays), safetensorsOf(arrays)}) {
        writeBytes(path, bytes);
        const double before = processorSeconds();
        const auto opened = test::openFile(path);
        const double seconds = processorSeconds() - before;
        QVERIFY(!opened);
        QVERIFY(isSaid(opened.error().text(), says));
        QVERIFY2(seconds < limit, qPrintable(QString::number(seconds)));
    }
}

/// Eight notes name arrays, then one counts them; a ninth array is the first that is only counted.
void TestArrayRoles::arraysLeftOutAreCounted()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    for (const std::size_t others : {7U, 8U, 9U, 11U}) {
        std::vector<MadeArray> arrays = {{"embeddings", {2, 3}, {1.5F, 2, 3, 4, 5.5F, 6}}};
        for (std::size_t i = 0; i < others; ++i)
            arrays.push_back({"mask" + std::to_string(i), {3, 2}, std::vector<float>(6, 1), true});
        writeBytes(path, npzOf(arrays));
        const auto opened = test::openFile(path);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        QStringList said;
        for (const std::string &each : opened->warnings)
            said << QString::fromStdString(each);
        QCOMPARE(said.size(), qsizetype(std::min<std::size_t>(others, 9)));
        for (qsizetype i = 0; i < std::min<qsizetype>(qsizetype(others), 8); ++i)
            QVERIFY2(said[i].contains(QString("“mask%1” was left out").arg(i)), qPrintable(said[i]));
        QVERIFY(isSaid(said.first()));
        QVERIFY2(others < 9 || said[8] == QString("%1 more arrays were left out.").arg(others - 8),
                 qPrintable(said.last()));
    }
}

/// Five matrices of one width and different heights are texts, one row for each word, unless they contain whole numbers
/// or some have a usual name of vectors.
void TestArrayRoles::matricesOfWordsAreRefused()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("made").toStdString();
    const auto opened = [&](std::size_t count, bool whole, const std::string &last) {
        std::vector<MadeArray> arrays;
        for (std::size_t i = 0; i < count; ++i)
            arrays.push_back({"text" + std::to_string(i), {4 + i, 3}, std::vector<float>(12 + 3 * i, 0.5F), whole});
        arrays.back().name = last;
        writeBytes(path, npzOf(arrays));
        return test::openFile(path);
    };
    const auto refused = opened(5, false, "text4");
    QVERIFY(!refused && isSaid(refused.error().text(), "found a matrix for each of 5 items, such as “text0” of 4 × 3"));
    QVERIFY(opened(4, false, "text3").ok());
    QVERIFY(opened(5, true, "text4").ok());
    QVERIFY(opened(5, false, "X").ok());
}

QTEST_GUILESS_MAIN(TestArrayRoles)
#include "tst_arrayroles.moc"
