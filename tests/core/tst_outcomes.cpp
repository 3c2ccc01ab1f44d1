// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/registry.h"
#include "support/pictureworld.h"
#include "support/transcript.h"

#include <QtTest>

#include <cmath>

using namespace anchorscope;

namespace {

constexpr const char *storedOutcomes = "tests/data/outcomes.txt";

QString joined(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts)
        list << QString::fromStdString(text).replace('\n', ' ').replace('\v', "");
    return list.join(", ");
}

/// Counts the values and the finite ones, and gives the mean of these. Means above 1000, such as those of condition
/// numbers, are not shown, because instruction sets round differently.
QString meanOf(std::span<const double> values)
{
    double sum = 0;
    int finite = 0;
    for (const double value : values) {
        sum += std::isfinite(value) ? value : 0;
        finite += std::isfinite(value);
    }
    const double mean = sum / std::max(finite, 1);
    return QString("%1 values, %2 finite").arg(values.size()).arg(finite) +
           (std::abs(mean) < 1000 ? ", mean " + QString::number(mean, 'f', 2) : QString());
}

void append(QStringList &lines, const ResultPlot &plot)
{
    lines << QString("plot %1, across %2, up %3, unit %4, logarithmic %5, of spaces %6, image %7")
                 .arg(joined({plot.title}), joined({plot.xTitle}), joined({plot.yTitle}), joined({plot.unit}))
                 .arg(plot.logarithmicX)
                 .arg(plot.ofSpaces)
                 .arg(plot.image.pixels.size());
    if (plot.map.size() > 0)
        lines << "map " + joined(plot.rows) + " by " + joined(plot.columns) + ": " +
                     meanOf({plot.map.data(), static_cast<std::size_t>(plot.map.size())});
    for (const ResultCurve &curve : plot.curves)
        lines << QString("curve %1, kind %2, dashed %3, bands %4 and %5, names %6: ")
                         .arg(joined({curve.name}))
                         .arg(static_cast<int>(curve.kind))
                         .arg(curve.dashed)
                         .arg(curve.below.size())
                         .arg(curve.above.size())
                         .arg(curve.labels.size()) +
                     "x " + meanOf(curve.x) + "; y " + meanOf(curve.y);
}

QStringList linesOf(const Experiment &experiment, const Outcome &outcome)
{
    QStringList lines{experiment.label, experiment.about, experiment.papers, QString::fromStdString(outcome.summary)};
    for (const std::string &note : outcome.notes)
        lines << "note " + QString::fromStdString(note);
    for (const ResultTable &table : outcome.tables) {
        QStringList columns;
        for (const ResultColumn &column : table.columns)
            columns << joined({column.title}) + " (" + joined({column.about}) + ")";
        lines << QString("table %1, %2 rows: ").arg(static_cast<int>(table.place)).arg(table.rows.size()) +
                     columns.join(", ");
    }
    for (const ResultPlot &plot : outcome.plots)
        append(lines, plot);
    return lines;
}

} // namespace

/// All that the window shows of each experiment, on small made spaces. With ANCHORSCOPE_STORE_SENTENCES set, stores it.
class TestOutcomes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void experiments_data()
    {
        QTest::addColumn<QString>("id");
        for (const Experiment &experiment : anchorscope::experiments())
            QTest::newRow(experiment.id) << experiment.id;
    }
    void experiments();
};

void TestOutcomes::experiments()
{
    QFETCH(QString, id);
    constexpr Index items = 90;
    const test::PictureWorld world(items);
    const auto x = world.space("x", world.cloud), y = world.rotated("y", 0.4f, 5), z = world.rotated("z", 0.8f, 8);
    const Correspondence rows = Correspondence::byRow(items);
    const Experiment &experiment = *findExperiment(id.toStdString());
    ExperimentOptions base;
    base.protocol.anchors = 24;
    base.protocol.seeds = 10;
    base.repeats = 2;
    ExperimentRequest request{x.get(), y.get(), &rows, {x, y, z}, experiment.makeOptions(base)};
    if (experiment.fit)
        experiment.fit(request.options, items);
    if (experiment.settle)
        experiment.settle(request.options);
    const auto result = experiment.run(request);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QStringList expected;
    for (const test::TranscriptEntry &each : test::readTranscript(storedOutcomes)) {
        if (each.command == id)
            expected = each.lines;
    }
    const QStringList lines = linesOf(experiment, experiment.show(*result, request.options));
    const QString difference = test::differenceFrom(expected, storedOutcomes, {id, lines});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestOutcomes)
#include "tst_outcomes.moc"
