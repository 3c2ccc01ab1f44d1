// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/columnappearance.h"
#include "core/data/dates.h"
#include "core/data/itemcoordinates.h"
#include "core/filter/filtercompletion.h"
#include "core/filter/itemfilter.h"
#include "support/processortime.h"

#include <QTest>

#include <cmath>

using namespace anchorscope;

namespace {

const double none = std::nan("");

/// Six items with a column of each kind; the last item has no values.
ItemTable sixItems()
{
    ItemTable items{6, {"a", "b", "c", "d", "e", "f"}, {0, 1, 0, 1, 0, -1}, {"noun", "verb"}};
    items.columns = {
        {"frequency", ColumnKind::number, {5, 100, 101, 1e6, -2.5, none}},
        {"topic", ColumnKind::category, {}, {"Sport", "public health", "rare"}, {0, 1, 0, 2, 0, -1}},
        {"seen",
         ColumnKind::date,
         {},
         {"2020-05-01", "2020-05-31T23:59:59Z", "2020-06-01", "2019-12-31", "2021-01-01T00:30:00+01:00", ""}},
        {"note", ColumnKind::text, {}, {"good", "bad and ugly", "so good", "x", "y", ""}}};
    return items;
}

/// Names of the items that a filter keeps; an error begins with “!”.
QString kept(const QString &filter)
{
    const ItemTable items = sixItems();
    const auto mask = matchItems(filter.toStdString(), items);
    if (!mask)
        return '!' + QString::fromStdString(mask.error().message);
    QString names;
    for (ItemIndex item = 0; item < 6; ++item)
        names += (*mask)[static_cast<std::size_t>(item)] ? QString::fromStdString(items.name(item)) : QString();
    return names;
}

} // namespace

/// Columns of items: filters, groups, ranges, dates, and the user's colour settings.
class TestColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filters_data();
    void filters();
    void filtersOfItemsWithoutColumns();
    void filtersAreCheckedWithoutTheItems();
    void longFiltersAreRefused();
    void examplesAreFilters();
    void filtersAreCompleted_data();
    void filtersAreCompleted();
    void suggestionsAreValidFilters();
    void groupsAreByFrequency();
    void rareValuesAreFolded();
    void groupsOfTheOtherSpace();
    void ranges();
    void dates_data();
    void dates();
    void rowsWithoutAnItemHaveNoValue();
    void looksAreKeptAsText();
    void manyLooksAreReadInOnePass();
    void framesOfSpaces();
};

void TestColumns::filters_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("expected");
    const std::pair<const char *, const char *> rows[] = {
        {"frequency > 100", "cd"},
        {"frequency >= 100", "bcd"},
        {"frequency < 5", "e"},
        {"frequency <= 5", "ae"},
        {"frequency ≤ 5", "ae"},
        {"frequency = 1000000", "d"},
        {"frequency != 100", "acde"},
        {"Frequency>100", "cd"},
        {"frequency = -2.5", "e"},
        {"topic = sport", "ace"},
        {"topic != sport", "bd"},
        {"topic = public health", "b"},
        {"topic contains HEALTH", "b"},
        {"topic ~ r", "acde"},
        {"topic is missing", "f"},
        {"topic is not missing", "abcde"},
        {"frequency is missing", "f"},
        {"frequency > 100 and topic = sport", "c"},
        {"frequency > 100 and topic = sport or id = a", "ac"},
        {"id = a or frequency > 100 and topic = sport", "ac"},
        {"label = verb", "bd"},
        {"label is missing", "f"},
        {"row >= 4", "ef"},
        {"Row = 0 or row = 2", "ac"},
        {"note = \"bad and ugly\"", "b"},
        {"note contains “and”", "b"},
        {"seen = 2020-05", "ab"},
        {"seen > 2020-05", "ce"},
        {"seen >= 2020-05", "abce"},
        {"seen < 2020", "d"},
        {"seen <= 2020", "abcde"}, // with its offset the last one is in 2020
        {"seen = 2020-05-31", "b"},
        {"frequency > many", "!expected a number, with a point before its decimals, after “frequency”, found “many”"},
        {"frequency > 1,5", "!expected a number, with a point before its decimals, after “frequency”, found “1,5”"},
        {"frequency contains 5", "!“frequency” holds numbers: expected =, !=, <, <=, > or >=, found contains"},
        {"topic > sport", "!“topic” contains text: expected =, != or contains"},
        {"seen > spring", "!expected a date such as 2024, 2024-05 or 2024-05-17 after “seen”, found “spring”"},
        {"freq > 1", "!there is no column “freq”; there are: frequency, topic, seen, note, label, id, row"},
        {"frequency", "!expected =, !=, <, <=, >, >=, contains or “is missing” after “frequency”"},
        {"frequency is 5", "!expected =, !=, <, <=, >, >=, contains or “is missing” after “frequency”, found “5”"},
        {"frequency >", "!expected a value after “frequency”"},
        {"> 5", "!expected the name of a column, such as frequency, topic, seen, note, label, id, row, found “>”"},
        {"frequency > 5 and", "!expected the name of a column, such as frequency, topic, seen, note, label, id, row"},
        {"note = \"good", "!expected a closing quotation mark after “good”"},
        {"note = \"a\" b", "!expected “and” or “or”, found “b”"}};
    for (const auto &[filter, expected] : rows)
        QTest::newRow(filter) << QString::fromUtf8(filter) << QString::fromUtf8(expected);
}

void TestColumns::filters()
{
    QFETCH(QString, filter);
    QTEST(kept(filter), "expected");
}

void TestColumns::filtersOfItemsWithoutColumns()
{
    ItemTable items;
    items.count = 2;
    const auto mask = matchItems("size > 3", items);
    QVERIFY(!mask);
    QCOMPARE(QString::fromStdString(mask.error().message), QString("there is no column “size”; there are: row"));
    QVERIFY(exampleFilter(items).empty());
}

/// The error does not depend on the items.
void TestColumns::filtersAreCheckedWithoutTheItems()
{
    ItemTable items = sixItems();
    for (const char *filter : {"frequency > 100", "topic = none", "label = verb or id = a", "seen is missing"})
        QVERIFY2(checkFilter(filter, items).ok(), filter);
    for (const char *filter :
         {"frequency > many", "topic < 3", "cost = 1", "seen = today", "note", "label > 1 and", "="}) {
        const Status status = checkFilter(filter, items);
        QVERIFY2(!status.ok(), filter);
        QCOMPARE(status.error().message, matchItems(filter, items).error().message);
    }
    items = {};
    QVERIFY(!checkFilter("a = 1", items).ok());
}

void TestColumns::longFiltersAreRefused()
{
    const ItemTable items = sixItems();
    std::string filter = "note = good";
    while (filter.size() + 15 <= longestFilter)
        filter += " or note = good";
    QVERIFY(matchItems(filter, items));
    for (const char *part : {" or note = good", "a", " ", "\"", "="}) {
        std::string longer = filter;
        while (longer.size() < 5'000'000)
            longer += part;
        const auto mask = matchItems(longer, items);
        QVERIFY(!mask && !checkFilter(longer, items));
        QVERIFY(mask.error().message.starts_with("expected a filter of at most 4000 bytes, found 5000"));
        QVERIFY(completeFilter(longer, items).words.empty());
    }
}

void TestColumns::examplesAreFilters()
{
    ItemTable items = sixItems();
    QCOMPARE(exampleFilter(items), std::string("frequency > 499999")); // halfway between −2.5 and a million
    items.columns.erase(items.columns.begin());
    QCOMPARE(exampleFilter(items), std::string("topic = Sport"));
    items.columns.erase(items.columns.begin());
    QCOMPARE(exampleFilter(items), std::string("seen >= 2020-07-01"));
    QVERIFY(matchItems(exampleFilter(items), items));
    items.columns.clear();
    QCOMPARE(exampleFilter(items), std::string("label = noun"));
}

void TestColumns::filtersAreCompleted_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("kept");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *written, const char *kept, const QStringList &words) {
        QTest::newRow(written) << written << kept << words;
    };
    row("", "", {"frequency", "topic", "seen", "note", "label", "id", "row"});
    row("  To", "  ", {"topic"});
    row("row ", "row ", {"=", "!=", "<", "<=", ">", ">=", "is missing", "is not missing"});
    row("frequency", "", {"frequency"});
    row("frequency ", "frequency ", {"=", "!=", "<", "<=", ">", ">=", "is missing", "is not missing"});
    row("seen ", "seen ", {"=", "!=", "<", "<=", ">", ">=", "is missing", "is not missing"});
    row("topic ", "topic ", {"=", "!=", "contains", "is missing", "is not missing"});
    row("topic co", "topic ", {"contains"});
    row("seen is n", "seen ", {"is not missing"});
    row("topic = ", "topic = ", {"Sport", "\"public health and care\"", "rare"});
    row("topic=s", "topic=", {"Sport"});
    row("topic != PUB", "topic != ", {"\"public health and care\""});
    row("topic contains pub", "", {});
    row("topic = \"public h", "topic = ", {"\"public health and care\""});
    row("topic = Sport ", "topic = Sport ", {"and", "or"});
    row("frequency > 100", "", {});
    row("frequency > 100 ", "frequency > 100 ", {"and", "or"});
    row("topic = rare and lab", "topic = rare and ", {"label"});
    row("topic = \"a or b\" OR label = v", "topic = \"a or b\" OR label = ", {"verb"});
    row("id = a", "", {});
    row("cost ", "", {});
}
void TestColumns::filtersAreCompleted()
{
    QFETCH(QString, written);
    QFETCH(QString, kept);
    ItemTable items = sixItems();
    items.columns[1].texts[1] = "public health and care";
    const FilterCompletion found = completeFilter(written.toStdString(), items);
    QStringList words;
    for (const std::string &word : found.words)
        words << QString::fromStdString(word);
    QTEST(words, "words");
    if (!words.isEmpty())
        QCOMPARE(written.first(static_cast<qsizetype>(found.begin)), kept);
    QVERIFY(completeFilter(written.toStdString(), items, 1).words.size() <= 1);
}

/// Names and values with words of the filter language are in quotation marks.
void TestColumns::suggestionsAreValidFilters()
{
    ItemTable items{2, {"a", "b"}, {}, {}};
    items.columns = {{"is it = or and", ColumnKind::category, {}, {"yes and no", "is", "a  b", "<1>"}, {0, 3}}};
    for (const std::string &name : completeFilter("", items).words) {
        for (const std::string &value : completeFilter(name + " = ", items).words)
            QVERIFY2(checkFilter(name + " = " + value, items).ok(), value.c_str());
    }
    QCOMPARE(*matchItems("\"is it = or and\" = " + filterWord("<1>"), items), (std::vector<char>{0, 1}));
    QCOMPARE(filterWord("public health"), std::string("public health"));
}

void TestColumns::groupsAreByFrequency()
{
    const ItemTable items = sixItems();
    const ColumnGroups groups = groupValues(items.columns[1]);
    QCOMPARE(groups.names, (std::vector<std::string>{"Sport", "public health", "rare"}));
    QCOMPARE(groups.of, (std::vector<std::int32_t>{0, 1, 0, 2, 0, -1}));
    QCOMPARE(groups.folded, std::size_t(0));
    QVERIFY(groups.hasMissing());
    QCOMPARE(groups.key(0), std::string("=Sport"));
    QCOMPARE(groups.key(3), std::string("others"));
    QCOMPARE(groups.key(-1), std::string("missing"));
    // A value without items is not a group.
    QCOMPARE(groupValues({"", ColumnKind::category, {}, {"none", "one"}, {1, 1}}).names,
             std::vector<std::string>{"one"});
}

void TestColumns::rareValuesAreFolded()
{
    ItemColumn column{"code", ColumnKind::text};
    for (int value = 0; value < 60; ++value) {
        for (int times = 0; times <= value; ++times)
            column.texts.push_back("v" + std::to_string(value));
    }
    const ColumnGroups groups = groupValues(column, 30);
    QCOMPARE(groups.names.size(), std::size_t(30));
    QCOMPARE(groups.names.front(), std::string("v59"));
    QCOMPARE(groups.names.back(), std::string("v30"));
    QCOMPARE(groups.folded, std::size_t(30));
    QCOMPARE(groups.of.front(), groups.others());
    QCOMPARE(groups.of.back(), 0);
    QCOMPARE(std::ranges::count(groups.of, groups.others()), std::ptrdiff_t(30 * 31 / 2));
}

void TestColumns::groupsOfTheOtherSpace()
{
    const ColumnGroups x = groupValues({"", ColumnKind::category, {}, {"a", "b"}, {1, 1, 0}});
    const ColumnGroups y = groupLike({"", ColumnKind::text, {}, {"a", "c", "", "b"}}, x);
    QCOMPARE(y.names, x.names);
    QCOMPARE(y.of, (std::vector<std::int32_t>{1, 2, -1, 0}));
    QCOMPARE(y.folded, std::size_t(1));
}

void TestColumns::ranges()
{
    QVERIFY(!usualRange({none, INFINITY}));
    QCOMPARE(*usualRange({3, none, 1, 2}), (ValueRange{1, 3}));
    QCOMPARE(*usualRange({7}), (ValueRange{7, 7}));
    std::vector<double> numbers;
    for (int i = 0; i <= 1000; ++i)
        numbers.push_back(i);
    QCOMPARE(*usualRange(numbers), (ValueRange{0, 1000}));
    numbers.push_back(1e6); // an outlier: percentiles 2 and 98 of 1 002 numbers
    QCOMPARE(*usualRange(numbers), (ValueRange{20, 981}));
    QCOMPARE(*usualRange({0, 0, 0, 0, 5}), (ValueRange{0, 5})); // most are equal, so the range is that of all
}

void TestColumns::dates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("length"); // 0: not a date
    constexpr double day = 86400;
    QTest::newRow("year") << "1971" << 365 * day << 365 * day;
    QTest::newRow("month") << "2024-02" << 19754 * day << 29 * day;
    QTest::newRow("day") << "1970-01-02" << day << day;
    QTest::newRow("before 1970") << "1969-12-31" << -day << day;
    QTest::newRow("minute") << "1970-01-01T01:02" << 3720.0 << 60.0;
    QTest::newRow("second") << " 1970-01-01 00:00:05Z " << 5.0 << 1.0;
    QTest::newRow("fraction") << "1970-01-01T00:00:05.25" << 5.25 << 1.0;
    QTest::newRow("offset") << "1970-01-01T02:00+02:00" << 0.0 << 60.0;
    QTest::newRow("offset to the west") << "1969-12-31T20:30-0330" << 0.0 << 60.0;
    for (const char *wrong : {"", "24", "2024-13", "2024-02-30", "2024-1-1", "2024-05-17T24:00", "2024-05-17T12:60",
                              "2024-05-17T12:00:61", "2024-05-17T12:00+24:00", "2024-05-17T12:00+01:60", "2024-05-17T1",
                              "2024-05-17x", "2024-05-17T10:00+9", "20240517"})
        QTest::newRow(qPrintable(QString("wrong: %1").arg(wrong))) << wrong << 0.0 << 0.0;
}

void TestColumns::dates()
{
    QFETCH(QString, text);
    QFETCH(double, first);
    QFETCH(double, length);
    const auto span = dateSpan(text.toStdString());
    QCOMPARE(span.has_value(), length > 0);
    if (!span)
        return;
    QCOMPARE(span->first, first);
    QCOMPARE(span->end - span->first, length);
    QCOMPARE(dateSpan(dayText(first))->first, 86400 * std::floor(first / 86400));
    QCOMPARE(dayText(253402300799.0), std::string("9999-12-31"));
    QVERIFY(!dayText(3.9e11).empty() && dayText(4.1e11).empty() && dayText(-4.1e11).empty());
}

void TestColumns::rowsWithoutAnItemHaveNoValue()
{
    const std::vector<Index> rows{2, -1};
    for (const ItemColumn &column : sixItems().columns) {
        const ItemColumn some = columnAt(column, rows);
        QCOMPARE(some.size(), Index(2));
        QCOMPARE(some.missing(), Index(1));
        QCOMPARE(some.text(0), column.text(2));
    }
    QCOMPARE(numbersOf(sixItems().columns[2])[4], dateSpan("2020-12-31T23:30")->first);
}

void TestColumns::looksAreKeptAsText()
{
    ColumnAppearances appearances;
    appearances[""].hidden = {"=noun", "missing"};
    appearances["a\tb\nc%"].colours = {{"=100 %\n", 0x00ff7f}, {"others", 0}, {"white", 0xffffff}};
    appearances["price"].range = {-0.1, 1e300};
    appearances["size"].range = {0.1 + 0.2, 1234567.25};
    QVERIFY(readAppearances(appearanceText(appearances)) == appearances);
    QVERIFY(appearanceText({}).empty() && readAppearances("").empty());
    // Invalid entries are ignored.
    QVERIFY(readAppearances("price\trange\t2\t1\nprice\tcolour\t=a\tred\nprice\tsize\t3\nprice").empty());
    QVERIFY(readAppearances("%zz\thidden\t=a%\n") == (ColumnAppearances{{"%zz", {{}, {}, {"=a%"}}}}));
}

/// 200 000 lines are read in one pass, and the number of values kept for a column is limited to the distinguishable
/// colours.
void TestColumns::manyLooksAreReadInOnePass()
{
    std::string ofOne, ofMany;
    for (int i = 0; i < 200000; ++i) {
        ofOne += "topic\thidden\t=" + std::to_string(i) + "\n";
        ofMany += "topic" + std::to_string(i) + "\thidden\t=a\n";
    }
    const test::ProcessorTime clock;
    QCOMPARE(readAppearances(ofOne)["topic"].hidden.size(), std::size_t{1} << 16);
    QCOMPARE(readAppearances(ofMany).size(), std::size_t{200000});
    QVERIFY2(clock.seconds() < 5, qPrintable(QString::number(clock.seconds())));
}

void TestColumns::framesOfSpaces()
{
    const auto items = std::make_shared<ItemTable>();
    items->frames = {{"umap_fasttext", "fasttext", {}}, {"umap_glove", "glove", {}}, {"map", "", {}},
                     {"glove tsne", "glove", {}},       {"umap", "word2vec", {}},    {"other", "elmo", {}}};
    const EmbeddingSet fasttext{"fasttext", "", "", {}, items}, glove{"glove", "", "", {}, items};
    QCOMPARE(coordinatesTitles(fasttext, glove), (std::vector<std::string>{"umap", "map", "tsne"}));
    QCOMPARE(findCoordinates(fasttext, "umap"), &items->frames[0]);
    QCOMPARE(findCoordinates(glove, "umap"), &items->frames[1]);
    QCOMPARE(findCoordinates(glove, "map"), &items->frames[2]);
    QVERIFY(!findCoordinates(fasttext, "tsne"));
}

QTEST_GUILESS_MAIN(TestColumns)
#include "tst_columns.moc"
