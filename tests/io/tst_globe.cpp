// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/anchorhealth.h"
#include "core/anchors/samplers.h"
#include "core/anchors/sampling.h"
#include "core/playground/playscore.h"
#include "io/dataset/datasetfile.h"

#include <Eigen/LU>

#include <QtTest>

#include <cmath>

using namespace anchorscope;

namespace {

constexpr double earthRadius = 6371; // mean radius in km

} // namespace

/// The bundled globe: relative vectors are distances between cities, and the quality of anchors depends on geography.
class TestGlobe : public QObject
{
    Q_OBJECT

    Dataset m_globe;

    const Matrix &vectors(const char *space) const { return m_globe.space(space)->vectors; }

    ItemIndex city(const QString &name) const
    {
        const auto &ids = m_globe.items->ids;
        const auto found = std::ranges::find(ids, name.toStdString());
        return found == ids.end() ? noItem : static_cast<ItemIndex>(found - ids.begin());
    }

    /// Distances on the surface, from the latitudes and longitudes in the file.
    double kilometres(const QString &from, const QString &to, const char *space = "earth") const
    {
        const Matrix &all = vectors(space);
        const Eigen::RowVectorXd a = all.row(city(from)).cast<double>(), b = all.row(city(to)).cast<double>();
        return earthRadius * std::acos(a.dot(b) / a.norm() / b.norm());
    }

    SearchError error(const std::vector<ItemIndex> &anchors, const char *atlas) const
    {
        const PreparedSpace x = prepare(vectors("earth"), Centering::none);
        const PreparedSpace y = prepare(vectors(atlas), Centering::none);
        const AnchorSet set{anchors, anchors, {}, {}};
        const auto found = searchError({x, y, set, similarities().front()}, Correspondence::byRow(x.size()));
        return found ? *found : SearchError{.meanAngle = NAN};
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto read = io::openDataset("examples/data/globe.h5");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        m_globe = std::move(*read);
    }

    void citiesAreWhereTheyAre()
    {
        QCOMPARE(m_globe.items->count, Index(374));
        QCOMPARE(m_globe.spaces.size(), 4u);
        QVERIFY(std::abs(kilometres("Paris", "Tokyo") - 9718) < 1);
        QVERIFY(std::abs(kilometres("Paris", "Rome") - 1107) < 1);
        QVERIFY(std::abs(kilometres("Paris", "Lima") - 10254) < 1);
        QVERIFY(std::abs(kilometres("Nairobi", "Tokyo") - 11257) < 1);
        for (const auto &[name, continent] : {std::pair("Lima", "South America"),
                                              {"Honolulu", "Oceania"},
                                              {"Reykjavik", "Europe"},
                                              {"Nairobi", "Africa"},
                                              {"Havana", "North America"}})
            QCOMPARE(m_globe.items->labelName(city(name)), std::string(continent));
    }

    void atlasKeepsDistancesAndNothingElse()
    {
        QVERIFY(std::abs(kilometres("Paris", "Tokyo", "atlas") - kilometres("Paris", "Tokyo")) < 1);
        const auto latitude = [&](const char *space) {
            return std::asin(static_cast<double>(vectors(space)(city("Rome"), 2))) * 180 / std::acos(-1.0);
        };
        QVERIFY(std::abs(latitude("earth") - 41.9) < 0.1);
        QVERIFY(std::abs(latitude("atlas") - 41.9) > 20);
        const auto handedness = [&](const char *space) {
            Eigen::Matrix3f three;
            three << vectors(space).row(city("Rome")), vectors(space).row(city("Tokyo")),
                vectors(space).row(city("Lima"));
            return three.determinant();
        };
        QVERIFY(handedness("earth") * handedness("atlas") < 0); // mirrored
    }

    void inexactAtlasesAreOffByTheirNumber_data()
    {
        QTest::addColumn<double>("expected");
        QTest::newRow("atlas150") << 150.0;
        QTest::newRow("atlas300") << 300.0;
    }
    void inexactAtlasesAreOffByTheirNumber()
    {
        QFETCH(double, expected);
        const Matrix &exact = vectors("atlas"), &moved = vectors(QTest::currentDataTag());
        double sum = 0;
        for (Index i = 0; i < exact.rows(); ++i)
            sum += earthRadius * 2 * std::asin((exact.row(i).cast<double>() - moved.row(i).cast<double>()).norm() / 2);
        // The mean of 374 Rayleigh draws has a deviation of 0.52/√374 = 2.7 %.
        QVERIFY(std::abs(sum / static_cast<double>(exact.rows()) - expected) < 0.08 * expected);
    }

    void anchorsMustSpan_data()
    {
        QTest::addColumn<QStringList>("anchors");
        QTest::addColumn<double>("condition");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        // Mean error in km with 150 km of noise in the atlas, as measured on the bundled file, ±15 %.
        QTest::newRow("spread over the Earth") << QStringList{"Rome", "Tokyo", "Lima"} << 2.8 << 58.0 << 79.0;
        QTest::newRow("in Europe") << QStringList{"Paris", "Berlin", "Rome"} << 17.9 << 660.0 << 895.0;
        QTest::newRow("near one great circle")
            << QStringList{"Libreville", "Ushuaia", "Ndjamena", "Cairo", "Jerusalem"} << 57.9 << 1520.0 << 2060.0;
        QTest::newRow("five, spread") << QStringList{"Rome", "Tokyo", "Lima", "Nairobi", "Auckland"} << 1.9 << 37.0
                                      << 51.0;
    }
    void anchorsMustSpan()
    {
        QFETCH(QStringList, anchors);
        QFETCH(double, condition);
        QFETCH(double, least);
        QFETCH(double, most);
        std::vector<ItemIndex> items;
        for (const QString &name : anchors)
            items.push_back(city(name));
        QVERIFY(std::ranges::find(items, noItem) == items.end());
        const AnchorHealth health = anchorHealth(vectors("earth"), rowsOf(vectors("earth"), items));
        QVERIFY2(std::abs(health.conditionNumber - condition) < 0.1,
                 qPrintable(QString::number(health.conditionNumber)));
        // Without noise any three anchors that are not on one great circle identify every city.
        QCOMPARE(error(items, "atlas").pAt1, 1.0);
        QCOMPARE(error(items, "atlas").kilometres(), 0.0);
        const double found = error(items, "atlas150").kilometres();
        QVERIFY2(found > least && found < most, qPrintable(QString::number(found)));
    }

    void randomAndFarthestSeedsAgainstHandPicked()
    {
        std::vector<double> random;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            Random draws(seed);
            random.push_back(error(draws.sample(374, 5), "atlas150").kilometres());
        }
        std::ranges::sort(random);
        qInfo("five at random: %.0f, %.0f, %.0f km", random.front(), random[10], random.back());
        QVERIFY(random.front() < 45 && random[10] > 40 && random[10] < 75 && random.back() > 100);
    }
};

QTEST_GUILESS_MAIN(TestGlobe)
#include "tst_globe.moc"
