// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5frame.h"
#include "reader/framewriter.h"
#include "support/frames.h"
#include "support/sentences.h"

#include <QtTest>

#include <random>

using namespace anchorscope;
using namespace anchorscope::test;

class TestHdf5Frame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip();
    void reportsTheHelpersProblem();
    void refusesBrokenFields_data();
    void refusesBrokenFields();
    void refusesBrokenStrings_data();
    void refusesBrokenStrings();
    void refusesEndlessEmptyRows();
    void anyByteChanged();
    void cutAnywhere();
};

void TestHdf5Frame::roundTrip()
{
    const auto content = decode(sampleFrame());
    QVERIFY2(content.ok(), content ? "" : content.error().text().c_str());
    QCOMPARE(content->nodes().size(), std::size_t(5));
    const frame::Node *root = content->find("/");
    QCOMPARE(io::attributeText(*root, "title"), std::string("täxt"));
    QCOMPARE(io::attributeTexts(*root, "names"), (std::vector<std::string>{"a", "", "c"}));
    QCOMPARE(io::attributeInteger(*root, "version"), std::optional<std::int64_t>(-7));
    QVERIFY(!io::attributeInteger(*root, "title").has_value());
    const frame::Node *floats = content->find("/floats");
    Matrix expected(2, 3);
    expected << 0, 1, 2, 3, 4, 5;
    QVERIFY(content->matrix(*floats) == expected);
    QCOMPARE(content->integers(*floats), (std::optional(std::vector<std::int64_t>{0, 1, 2, 3, 4, 5})));
    QCOMPARE(content->strings(*content->find("/strings")), (std::vector<std::string_view>{"one", "", "three"}));
    QCOMPARE(content->find("/problem")->problemCode, std::string("missing-filter"));
    QVERIFY(!content->find("/nothing"));
}

void TestHdf5Frame::reportsTheHelpersProblem()
{
    const auto content = decode(writeFrame({}, {}, {"damaged-file", "it ends early", "/x"}));
    QVERIFY(!content.ok());
    QCOMPARE(content.error().text(), std::string("a.h5, /x: it ends early"));
}

void TestHdf5Frame::refusesBrokenFields_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, std::size_t field, std::uint64_t value, const char *says) {
        QTest::newRow(name) << static_cast<int>(field) << quint64(value) << QString(says);
    };
    row("magic", offsetof(frame::Header, magic), 0, "not a frame of this version");
    row("version", offsetof(frame::Header, version), 2, "not a frame of this version");
    row("no nodes", offsetof(frame::Header, nodes), 0, "its table is too long");
    row("more nodes than in the table", offsetof(frame::Header, nodes), 6, "the table ends early");
    row("too many nodes", offsetof(frame::Header, nodes), 0xffffffff, "too many objects");
    row("total size", offsetof(frame::Header, totalBytes), 1, "its size is wrong");
    row("table beyond the end", offsetof(frame::Header, tableOffset), UINT64_MAX - 5, "its table is out of place");
    row("table before the payloads", offsetof(frame::Header, tableOffset), 64, "its table is out of place");
    row("table too long", offsetof(frame::Header, tableBytes), UINT64_MAX, "its table is out of place");
    row("table checksum", offsetof(frame::Header, tableHash), 0, "its table does not match its checksum");
}

void TestHdf5Frame::refusesBrokenFields()
{
    QFETCH(int, field);
    QFETCH(quint64, value);
    QFETCH(QString, says);
    std::string bytes = sampleFrame();
    const bool narrow = field == offsetof(frame::Header, version) || field == offsetof(frame::Header, nodes);
    std::memcpy(bytes.data() + field, &value, narrow ? 4 : 8);
    const auto content = decode(bytes);
    QVERIFY(!content.ok());
    QCOMPARE(test::codeOf(content), ErrorCode::damagedFile);
    QVERIFY(isSaid(content.error().text()));
    QVERIFY2(QString::fromStdString(content.error().message).contains('(' + says + ')'),
             content.error().message.c_str());
}

void TestHdf5Frame::refusesBrokenStrings_data()
{
    QTest::addColumn<QList<quint64>>("offsets");
    QTest::addColumn<QString>("says");
    QTest::newRow("too few") << QList<quint64>{0} << "a table of strings is too short";
    QTest::newRow("falling") << QList<quint64>{0, 3, 2, 8} << "a table of strings is out of order";
    QTest::newRow("beyond the end") << QList<quint64>{0, 3, 9, 9} << "a table of strings is out of order";
    QTest::newRow("from 1") << QList<quint64>{1, 3, 3, 8} << "a table of strings does not begin at 0";
    QTest::newRow("to 7") << QList<quint64>{0, 3, 3, 7} << "a table of strings does not cover its text";
}

void TestHdf5Frame::refusesBrokenStrings()
{
    QFETCH(QList<quint64>, offsets);
    QFETCH(QString, says);
    const frame::Node strings{.path = "/strings",
                              .kind = frame::Kind::dataset,
                              .storedType = "string",
                              .element = frame::Element::string,
                              .shape = {3}};
    const std::string bytes = bytesOf(std::vector<quint64>(offsets.begin(), offsets.end())) + "onethree";
    const auto content = decode(writeFrame({frame::Node{.path = "/"}, strings}, {{1, bytes}}, {}));
    QVERIFY(!content.ok() && isSaid(content.error().text(), says));
    frame::Node unread = strings;
    unread.payloadBytes = 8;
    const auto unexpected = decode(writeFrame({frame::Node{.path = "/"}, unread}, {}, {}));
    QVERIFY(!unexpected.ok() && isSaid(unexpected.error().text(), "values that were not loaded"));
}

/// No values, but more rows than an index can count.
void TestHdf5Frame::refusesEndlessEmptyRows()
{
    frame::Node empty{.path = "/empty",
                      .kind = frame::Kind::dataset,
                      .storedType = "float32",
                      .element = frame::Element::float32,
                      .shape = {0, 5}};
    const auto decoded = [&](std::uint64_t rows) {
        empty.shape[0] = rows;
        empty.shape[1] = rows == 0 ? 5 : 0;
        return decode(writeFrame({frame::Node{.path = "/"}, empty}, {{1, ""}}, {}));
    };
    const auto nothing = decoded(0);
    QVERIFY(nothing.ok());
    QCOMPARE(nothing->matrix(*nothing->find("/empty")).cols(), Index(5));
    QVERIFY(decoded(frame::maxExtent).ok());
    for (const std::uint64_t rows : {frame::maxExtent + 1, std::uint64_t{1} << 63, UINT64_MAX})
        QCOMPARE(test::codeOf(decoded(rows)), ErrorCode::damagedFile);
}

/// After the table's checksum is corrected, each changed byte is refused or results in contents whose every part can be
/// read.
void TestHdf5Frame::anyByteChanged()
{
    const std::string good = sampleFrame();
    const frame::Header header = headerOf(good);
    std::mt19937 random(3);
    for (std::size_t at = header.tableOffset; at < good.size(); ++at) {
        for (int trial = 0; trial < 4; ++trial) {
            std::string bad = good;
            bad[at] ^= static_cast<char>(1 + random() % 255);
            sealTable(bad);
            const auto content = decode(bad);
            if (content)
                touchEverything(*content);
            else
                QVERIFY(!content.error().message.empty());
        }
    }
    // Payloads carry their own checksums.
    std::string bad = good;
    bad[frame::payloadAlignment] ^= 1;
    QVERIFY(!decode(bad).ok());
}

void TestHdf5Frame::cutAnywhere()
{
    const std::string good = sampleFrame();
    for (std::size_t length = 0; length < good.size(); length += 7) {
        const auto content = decode(good.substr(0, length));
        QVERIFY(!content.ok());
        QCOMPARE(content.error().message.find("(no header)") != std::string::npos, length < sizeof(frame::Header));
    }
}

QTEST_GUILESS_MAIN(TestHdf5Frame)
#include "tst_hdf5frame.moc"
