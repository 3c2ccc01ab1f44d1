// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged files of every format: the program reports each damage in time, and formats with checksums never yield other
// values. ANCHORSCOPE_TRIALS sets the number of damaged copies of each file (tests/faults/run.sh).
#include "io/dataset/datasetfile.h"
#include "io/session/session.h"
#include "support/fromenvironment.h"
#include "support/hdf5samples.h"
#include "support/sessionsamples.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <map>
#include <set>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

const std::set<std::string> honestCodes = {"damaged-file",     "bad-dataset",   "unknown-format",  "never-written",
                                           "unsupported-type", "outside-file",  "missing-filter",  "too-large",
                                           "newer-version",    "not-a-session", "unreadable-file", "empty-file",
                                           "bad-line",         "other-data"};

/// Maximum time without an answer, longer with sanitizers.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr qint64 longestSilence = 200000;
#else
constexpr qint64 longestSilence = 10000;
#endif

int trials()
{
    return test::fromEnvironment("ANCHORSCOPE_TRIALS", 36);
}

/// Returns “ok”, or the code of an error whose sentence names this file.
template <class Answer> std::string judged(const Answer &answer, const std::string &file)
{
    if (answer)
        return "ok";
    const Error &error = answer.error();
    if (!honestCodes.contains(errorId(error.code)) || error.message.size() < 20 || error.file != file)
        return std::string("BAD ANSWER ") + errorId(error.code) + ": " + error.text();
    return errorId(error.code);
}

/// Ways in which disks, networks, editors and people damage files.
class Damage
{
public:
    explicit Damage(unsigned seed) : m_random(seed) {}

    static constexpr int kinds = 12;
    std::string apply(std::string bytes, int kind)
    {
        const std::size_t size = bytes.size(), at = below(size),
                          length = 1 + below(std::min<std::size_t>(size - at, 600));
        switch (kind) {
        case 0: // bytes near the beginning, which contains the structure
            return changed(std::move(bytes), std::min<std::size_t>(size, 4096));
        case 1:
            return changed(std::move(bytes), size);
        case 2: // cut off
            return bytes.substr(0, at);
        case 3: // cut at a block of the disk
            return bytes.substr(0, size > 512 ? at / 512 * 512 : at);
        case 4:
            return bytes.append(length, '\0');
        case 5: // a block that was never written
            return bytes.replace(at, length, length, '\0');
        case 6:
            return bytes.replace(at, length, length, '\xff');
        case 7:
            return bytes.erase(at, length);
        case 8:
            return bytes.insert(at, bytes.substr(below(size), length));
        case 9: // two blocks change places
            return swapped(std::move(bytes), at, below(size), length);
        case 10: // one bit
            bytes[at] ^= static_cast<char>(1 << below(8));
            return bytes;
        default: // copied as text
            bytes.insert(at, "\r");
            return bytes;
        }
    }

private:
    std::size_t below(std::size_t count) { return count ? m_random() % count : 0; }
    std::string changed(std::string bytes, std::size_t reach)
    {
        for (std::size_t flips = 1 + below(3); flips > 0; --flips)
            bytes[below(reach)] ^= static_cast<char>(1 + below(255));
        return bytes;
    }
    static std::string swapped(std::string bytes, std::size_t a, std::size_t b, std::size_t length)
    {
        length = std::min({length, bytes.size() - a, bytes.size() - b, a < b ? b - a : a - b});
        for (std::size_t i = 0; i < length; ++i)
            std::swap(bytes[a + i], bytes[b + i]);
        return bytes;
    }

    std::mt19937 m_random;
};

/// True if two datasets are equal to the last bit.
bool isSame(const Dataset &a, const Dataset &b)
{
    const ItemTable &x = *a.items, &y = *b.items;
    if (x.count != y.count || x.ids != y.ids || x.labels != y.labels || x.labelNames != y.labelNames ||
        x.thumbnails.pixels != y.thumbnails.pixels || a.spaces.size() != b.spaces.size())
        return false;
    for (std::size_t i = 0; i < a.spaces.size(); ++i) {
        const Matrix &v = a.spaces[i]->vectors, &w = b.spaces[i]->vectors;
        if (a.spaces[i]->name != b.spaces[i]->name || v.rows() != w.rows() || v.cols() != w.cols() ||
            std::memcmp(v.data(), w.data(), sizeof(float) * static_cast<std::size_t>(v.size())) != 0)
            return false;
    }
    return true;
}

/// Guarantee of a format about damage.
enum class Promise { answered, neverOther };

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyErrorIsASentence_data();
    void everyErrorIsASentence();

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    std::string answer(const std::string &file, const std::string &good, bool exact);
    static std::string answerTexts(const std::string &file);
    QTemporaryDir m_folder;
    std::string m_session; ///< content of a saved session
};

void TestDamage::initTestCase()
{
    QVERIFY(io::saveDataset(path("plain"), sampleDataset()).ok());
    QVERIFY(io::saveDataset(path("strings"), sampleDataset()).ok());
    Hdf5Editor(path("strings")).variableStrings("/items/id", sampleDataset().items->ids);
    QVERIFY(io::saveDataset(path("packed"), sampleDataset(2000)).ok());
    QVERIFY(io::saveSession(path("session"), sampleSession()).ok());
    m_session = *io::encodeSession(sampleSession());
    QByteArray encoded;
    for (int row = 0; row < 20; ++row) {
        QByteArray numbers;
        for (int i = 0; i < 8; ++i) {
            const auto number = static_cast<float>(std::sin(8 * row + i));
            numbers.append(reinterpret_cast<const char *>(&number), sizeof number);
        }
        encoded += "{\"id\": \"w" + QByteArray::number(row) + "\", \"embedding\": \"" + numbers.toBase64() + "\"}\n";
    }
    writeBytes(path("encoded"), encoded.toStdString());
    QVERIFY(io::openDataset(path("encoded")).ok());
    std::vector<std::string> ofX, ofY;
    for (int i = 0; i < 40; ++i) {
        ofX.push_back("x" + std::to_string(i));
        ofY.push_back("y" + std::to_string(39 - i));
    }
    io::Hdf5Writer pairs;
    pairs.strings("/x_id", ofX);
    pairs.strings("/y_id", ofY);
    writeBytes(path("pairs.h5"), *pairs.bytes());
    QCOMPARE(io::readTexts(path("pairs.h5"))->records.size(), ofX.size());
    for (const char *name : {"plain", "strings", "packed"})
        QVERIFY(io::openDataset(path(name)).ok());
}

std::string TestDamage::answer(const std::string &file, const std::string &good, bool exact)
{
    if (good != "session") {
        const auto opened = io::openDataset(file);
        if (opened) {
            for (const auto &space : opened->spaces) {
                if (space->size() != opened->items->count)
                    return "BAD ANSWER rows do not agree";
            }
            const auto was = io::openDataset(good);
            if (exact && !(was && isSame(*opened, *was)))
                return "BAD ANSWER other values than were saved";
        }
        return judged(opened, file);
    }
    const auto loaded = io::loadSession(file);
    // A file that opens contains what was saved: checksums cover lists and matrices, HDF5's own the attributes and the
    // structure.
    if (loaded) {
        const auto again = io::encodeSession(*loaded);
        return again && *again == m_session ? "ok" : "BAD ANSWER other values than were saved";
    }
    return judged(loaded, file);
}

/// Reads a file about items, as --ids, --pair and --labels do.
std::string TestDamage::answerTexts(const std::string &file)
{
    const auto table = io::readTexts(file);
    for (const auto &record : table ? table->records : std::vector<io::CsvRecord>()) {
        if (record.fields.size() > 4096)
            return "BAD ANSWER a row of " + std::to_string(record.fields.size()) + " fields";
    }
    return judged(table, file);
}

void TestDamage::everyErrorIsASentence_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("exact"); // has checksums
    QTest::addColumn<bool>("texts"); // read for its ids, labels or pairs
    const auto row = [](const char *name, const QString &file, Promise promise) {
        QTest::newRow(name) << file << (promise == Promise::neverOther) << false;
    };
    const auto texts = [](const char *name, const QString &file) { QTest::newRow(name) << file << false << true; };
    const auto sample = [](const char *name) { return QString("tests/data/formats/") + name; };
    row("dataset", m_folder.filePath("plain"), Promise::neverOther);
    row("dataset, variable-length strings, where libhdf5 1.10.8 crashes most", m_folder.filePath("strings"),
        Promise::answered);
    row("dataset, chunks, shuffle, gzip", m_folder.filePath("packed"), Promise::neverOther);
    row("session", "session", Promise::neverOther);
    row("HDF5 of others", sample("grouped.h5"), Promise::answered);
    row("AnnData", sample("cells.h5ad"), Promise::answered);
    row("array", sample("numpy_le_f4.npy"), Promise::answered);
    row("archive", sample("numpy_stored.npz"), Promise::answered);
    row("archive, packed", sample("numpy_packed.npz"), Promise::answered);
    row("table", sample("table.csv"), Promise::answered);
    row("table, gzip", sample("table.csv.gz"), Promise::answered);
    row("vectors in text", sample("vectors_in_text.csv"), Promise::answered);
    row("JSON lines", sample("items.jsonl"), Promise::answered);
    row("JSON", sample("chroma.json"), Promise::answered);
    row("safetensors", sample("tensors.safetensors"), Promise::answered);
    row("fvecs", sample("base.fvecs"), Promise::answered);
    row("FAISS index", sample("ids.faiss"), Promise::answered);
    row("FAISS index of inverted lists", sample("ivf_ids.faiss"), Promise::answered);
    row("FAISS index, graph", sample("hnsw_ids.faiss"), Promise::answered);
    row("FAISS index, 8 bits", sample("sq_8bit.faiss"), Promise::answered);
    row("big-ann-benchmarks", sample("base.fbin"), Promise::answered);
    row("JSON lines, base64", m_folder.filePath("encoded"), Promise::answered);
    row("PyTorch", sample("dictionary.pt"), Promise::neverOther); // checksums of the archive
    row("PostgreSQL copy", sample("vectors.pgcopy"), Promise::answered);
    for (const char *name : {"duckdb_list", "duckdb_flat", "duckdb_v2", "parquetrs_v2", "hyparquet_fixed"})
        row(qPrintable(QString("Parquet, %1").arg(name)), sample(qPrintable(QString(name) + ".parquet")),
            Promise::answered);
    row("Arrow file", sample("list.arrow"), Promise::answered);
    row("Arrow stream", sample("fixed.arrows"), Promise::answered);
    row("Arrow file, zstd", sample("zstd.feather"), Promise::answered);
    row("word vectors", sample("fasttext.vec"), Promise::answered);
    row("word vectors without a header", sample("glove.txt"), Promise::answered);
    row("word vectors, binary", sample("word2vec.bin"), Promise::answered);
    row("PyTorch, expanded tensor", sample("torch_expanded.pt"), Promise::neverOther);
    row("PyTorch, slice", sample("torch_slice.pt"), Promise::neverOther);
    row("PyTorch before 1.6", sample("torch_old.pt"), Promise::answered);
    row("HDF5, compound types", sample("compound.h5"), Promise::answered);
    texts("pairs in HDF5", m_folder.filePath("pairs.h5"));
    texts("pairs in Parquet", sample("duckdb_flat.parquet"));
    texts("pairs in Arrow", sample("list.arrow"));
    texts("ids in .npz", sample("numpy_big_ids.npz"));
    texts("ids in .csv.gz", sample("table.csv.gz"));
    texts("ids in JSON", sample("named.json"));
    texts("ids in PyTorch", sample("items.pt"));
}

void TestDamage::everyErrorIsASentence()
{
    QFETCH(QString, file);
    QFETCH(bool, exact);
    QFETCH(bool, texts);
    const std::string good = file.toStdString();
    const std::string bytes = good == "session" ? readBytes(path("session")) : readBytes(good);
    QVERIFY(!bytes.empty());
    const std::string bad =
        path("bad") + std::filesystem::path(good).extension().string(); // .fbin is recognized by its name
    Damage damage(20261121);
    std::map<std::string, int> answers;
    for (int trial = 0; trial < trials(); ++trial) {
        const std::string damaged = damage.apply(bytes, trial % Damage::kinds);
        writeBytes(bad, damaged);
        QElapsedTimer clock;
        clock.start();
        std::string said = texts ? answerTexts(bad) : answer(bad, good, exact);
        if (clock.elapsed() > longestSilence)
            said = "BAD ANSWER after " + std::to_string(clock.elapsed()) + " ms: " + said;
        if (said.starts_with("BAD")) {
            m_folder.setAutoRemove(false);
            QFAIL(qPrintable(QString("trial %1, kept as %2: %3").arg(trial).arg(bad.c_str(), said.c_str())));
        }
        ++answers[said];
    }
    QVERIFY(answers.size() > 1); // the damage is noticed at all
    for (const auto &[code, count] : answers)
        qInfo("%5d %s", count, code.c_str());
}

QTEST_GUILESS_MAIN(TestDamage)
#include "tst_damage.moc"
