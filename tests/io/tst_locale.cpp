// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and sentences are the same in every locale, such as those with a decimal comma or a dotless lower-case i.
#include "core/data/dates.h"
#include "core/data/toys.h"
#include "core/plaintext.h"
#include "core/projection/similarity.h"
#include "frame/budget.h"
#include "io/dataset/datasetfile.h"
#include "support/clirun.h"

#include <clocale>
#include <cmath>
#include <limits>

using namespace anchorscope;
using namespace anchorscope::test;

namespace {

/// Sets the program's locale during its lifetime.
class Locale
{
public:
    explicit Locale(const char *name) : m_known(std::setlocale(LC_ALL, name) != nullptr) {}
    ~Locale() { std::setlocale(LC_ALL, "C.UTF-8"); }
    bool isKnown() const { return m_known; }

private:
    bool m_known;
};

const std::array locales{"de_DE.UTF-8", "tr_TR.UTF-8", "C"};

void writeText(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// Six fractions in each row, as in a file.
QByteArray items(const char *begin, const char *each, const char *between, const char *end)
{
    QByteArray text = begin;
    for (int row = 0; row < 12; ++row) {
        QByteArray numbers;
        for (int column = 0; column < 6; ++column)
            numbers += (column ? "," : "") + QByteArray::number(std::sin(7.1 * row + 3.3 * column), 'f', 4);
        text += (row ? between : "") + QByteArray(each).replace("#", QByteArray::number(row)).replace("@", numbers);
    }
    return text + end;
}

std::string said(const Status &status)
{
    return status ? "" : status.error().text();
}

/// Sentences with numbers in them, and names.
std::vector<std::string> sentences()
{
    SimilarityOptions numbers;
    numbers.shrinkage = 1.5;
    const auto toy = readToy("toy:wedges,balance=7");
    return {frame::gigabytes(1'234'567'890),
            said(checkFields(numbers)),
            toy ? "" : toy.error().text(),
            dayText(-1.5e9),
            numberText(-0.1),
            fixedText(2.5, 1),
            roundedText(1234567, 3),
            toLower("LABEL_ID Ä")};
}

} // namespace

class TestLocale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void filesAreReadAlike_data();
    void filesAreReadAlike();
    void sentencesAreAlike_data();
    void sentencesAreAlike();
    void commandLineOutputIsTheSame_data();
    void commandLineOutputIsTheSame();
    void numbersAsText();

private:
    QTemporaryDir m_folder;
};

void TestLocale::initTestCase()
{
    writeText(m_folder.filePath("lines.jsonl"), items("", "{\"ID\": \"w#\", \"v\": [@]}", "\n", "\n"));
    writeText(m_folder.filePath("array.json"), items("[", "{\"ID\": \"w#\", \"v\": [@]}", ", ", "]"));
    writeText(m_folder.filePath("lists.json"), items("[", "[@]", ", ", "]"));
    writeText(m_folder.filePath("members.json"), items("{", "\"w#\": [@]", ", ", "}"));
    writeText(m_folder.filePath("exponents.json"), items("[", "[1.5e-2, @]", ", ", "]"));
    writeText(m_folder.filePath("table.csv"), items("ID,A,B,C,D,E,F\n", "w#,@", "\n", "\n"));
    writeText(m_folder.filePath("words.vec"), items("", "w# @", "\n", "\n").replace(',', ' '));
}

void TestLocale::filesAreReadAlike_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file :
         {"lines.jsonl", "array.json", "lists.json", "members.json", "exponents.json", "table.csv", "words.vec"})
        QTest::newRow(file) << m_folder.filePath(file);
}

void TestLocale::filesAreReadAlike()
{
    QFETCH(QString, file);
    const auto plain = io::openDataset(file.toStdString());
    QVERIFY2(plain.ok(), plain ? "" : plain.error().text().c_str());
    QVERIFY(plain->spaces.front()->dimension() >= 6 && plain->spaces.front()->dimension() <= 7);
    for (const char *name : locales) {
        const Locale locale(name);
        QVERIFY2(locale.isKnown(), "a locale is missing: .ci/install-packages.sh test");
        const auto opened = io::openDataset(file.toStdString());
        QVERIFY2(opened.ok(), name);
        QVERIFY2(opened->spaces.front()->vectors == plain->spaces.front()->vectors, name);
        QVERIFY2(opened->items->ids == plain->items->ids && opened->columns == plain->columns, name);
    }
}

void TestLocale::sentencesAreAlike_data()
{
    QTest::addColumn<QString>("locale");
    for (const char *name : locales)
        QTest::newRow(name) << name;
}

void TestLocale::sentencesAreAlike()
{
    QFETCH(QString, locale);
    const std::vector<std::string> plain = sentences();
    QVERIFY(plain[0] == "1.23 GB" && plain[1].ends_with("found 1.5.") && plain[2].find("0.") != std::string::npos);
    const Locale other(qPrintable(locale));
    QVERIFY(other.isKnown());
    QCOMPARE(sentences(), plain);
}

void TestLocale::commandLineOutputIsTheSame_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString array = m_folder.filePath("array.json");
    const QString pair = array + ',' + m_folder.filePath("table.csv");
    QTest::newRow("info") << QStringList{"info", array, "--json"};
    QTest::newRow("info of a table") << QStringList{"info", m_folder.filePath("table.csv")};
    QTest::newRow("run, with the stages of its path")
        << QStringList{"optimize", pair, "--anchors", "6", "--seeds", "4", "--threads", "1", "--json"};
    QTest::newRow("run, text") << QStringList{"optimize", pair, "--anchors", "6", "--seeds", "4", "--threads", "1"};
    QTest::newRow("refusal") << QStringList{"info", "toy:wedges,balance=7"};
    QTest::newRow("HDF5") << QStringList{"info", "tests/data/golden.h5", "--json"};
}

void TestLocale::commandLineOutputIsTheSame()
{
    QFETCH(QStringList, arguments);
    static const QRegularExpression times(R"("?\w*seconds\w*"?:? [\d.e+-]+|[\d.]+ m?s\b)");
    const auto run = [&](const char *locale) {
        qputenv("LC_ALL", locale);
        const CliRun done = runCli(arguments);
        qputenv("LC_ALL", "C.UTF-8");
        return QString::number(done.exitCode) + QString::fromUtf8(done.output + done.errors).replace(times, "time");
    };
    const QString plain = run("C.UTF-8");
    QVERIFY(!plain.startsWith("-1"));
    for (const char *name : {"de_DE.UTF-8", "tr_TR.UTF-8"})
        QCOMPARE(run(name), plain);
}

void TestLocale::numbersAsText()
{
    QCOMPARE(numberText(0.02), std::string("0.02"));
    QCOMPARE(numberText(1e300), std::string("1e+300"));
    QCOMPARE(numberText(NAN), std::string("nan"));
    QCOMPARE(fixedText(std::numeric_limits<double>::max(), 6).size(), std::size_t(309 + 7));
    QCOMPARE(fixedText(60, 1), std::string("60.0"));
    QCOMPARE(roundedText(60, 6), std::string("60"));
    QCOMPARE(roundedText(0.1234, 3), std::string("0.123"));
    QCOMPARE(paddedText(7, 3), std::string("007"));
    QCOMPARE(paddedText(-45, 4), std::string("-045"));
    QCOMPARE(paddedText(2026, 2), std::string("2026"));
    QCOMPARE(hexText(255, 4), std::string("00ff"));
    QCOMPARE(hexText(UINT64_MAX, 2), std::string(16, 'f'));
    QCOMPARE(toLower("ÄBC_iI9"), std::string("Äbc_ii9"));
    QVERIFY(isLetterOrDigit('z') && isLetterOrDigit('0') && !isLetterOrDigit('_') && !isLetterOrDigit('\xe4'));
}

QTEST_GUILESS_MAIN(TestLocale)
#include "tst_locale.moc"
