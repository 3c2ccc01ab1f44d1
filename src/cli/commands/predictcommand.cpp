// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "core/alignment/runmodel.h"
#include "core/ivf/ivfsearch.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/timeprediction.h"
#include "core/stopwatch.h"

namespace anchorscope::cli {

namespace {

constexpr double giga = 1e9;

/// Reads options into the members of `size`, one for each. A member keeps its value if its option is not given.
void readSize(OptionReader &reader, RunSize &size)
{
    constexpr double most = 1e12, mostRanks = 1e6, least = 1e-6;
    size.items = static_cast<double>(reader.integer("items", static_cast<Index>(size.items), 1, most));
    size.dimensions = static_cast<double>(reader.integer("dimensions", static_cast<Index>(size.dimensions), 1, most));
    size.ranks = static_cast<int>(reader.integer("ranks", size.ranks, 1, mostRanks));
    size.bandwidth = giga * reader.number("bandwidth", size.bandwidth / giga, least, most);
    size.scored = reader.flag("scores");
}

QString timeText(double seconds)
{
    constexpr double minute = 60, hour = 3600;
    if (seconds < 2 * minute)
        return QString("%1 s").arg(seconds, 0, 'f', seconds < 10 ? 1 : 0);
    const bool hours = seconds >= 2 * hour;
    return QString("%1 %2").arg(seconds / (hours ? hour : minute), 0, 'f', 1).arg(hours ? "hours" : "minutes");
}

QString gigabytes(double bytes)
{
    return QString("%1 GB").arg(bytes / giga, 0, 'f', 2);
}

QJsonObject predictionJson(const RunSize &size, const PredictedRun &run)
{
    return {{"items", number(size.items)},
            {"dimensions", number(size.dimensions)},
            {"ranks", size.ranks},
            {"bandwidth", number(size.bandwidth / giga)},
            {"candidates", size.exact ? "exact" : "approximate"},
            {"predicted", QJsonObject{{"seconds", number(run.seconds())},
                                      {"reading_seconds", number(run.reading)},
                                      {"path_seconds", number(run.path)},
                                      {"search_seconds", number(run.search)},
                                      {"verdict_seconds", number(run.verdict)},
                                      {"scores_seconds", number(run.scores)},
                                      {"messages_seconds", number(run.messages)},
                                      {"bytes", number(run.bytesHeld)},
                                      {"bytes_sent", number(run.bytesSent)}}}};
}

QString processesText(const RunSize &size)
{
    if (size.ranks == 1)
        return "one process like this one";
    return QString("%1 processes like this one, %2 GB/s between them").arg(size.ranks).arg(size.bandwidth / giga);
}

QString predictionText(const RunSize &size, const PredictedRun &run)
{
    QString text = QString("About %1 for %2 × %2 items of %3 dimensions in %4:\n")
                       .arg(timeText(run.seconds()))
                       .arg(size.items, 0, 'f', 0)
                       .arg(size.dimensions)
                       .arg(processesText(size));
    text += QString("%1 to read, %2 to learn the maps, %3 to match all items among %4, %5 for the "
                    "verdict, %6 for scores, %7 to wait for messages.\n")
                .arg(timeText(run.reading), timeText(run.path), timeText(run.search),
                     size.exact ? "all pairs" : "likely candidates", timeText(run.verdict), timeText(run.scores),
                     timeText(run.messages));
    return text + QString("Each process needs about %1 of memory and sends %2.\n")
                      .arg(gigabytes(run.bytesHeld), gigabytes(run.bytesSent));
}

/// Measures the costs of steps, from which any run's duration is computed. `reading`: seconds for reading the data.
Result<RunCosts> measuredCosts(const PreparedSpace &x, const PreparedSpace &y, const Correspondence &truth,
                               const ExperimentOptions &options, double reading, const RunContext &context)
{
    const auto anchors = drawRunAnchors(truth, options.protocol, options.firstSeed, {x.zeroRows, y.zeroRows});
    if (!anchors)
        return anchors.error();
    OptimizeOptions method = options.protocol.optimize;
    method.seed = options.firstSeed;
    const auto measured =
        predictSeconds({x, y, anchors->itemsOfX, anchors->seedsOfY}, method, PredictBy::path, context);
    if (context.cancelled())
        return cancelledError();
    if (!measured || !measured->exact || !measured->approximate)
        return Error(ErrorCode::tooFewItems, "Expected DATA of more than " + std::to_string(maxItemsOfPath) +
                                                 " items to measure, found " +
                                                 std::to_string(std::max(x.size(), y.size())) +
                                                 ". make_large.py in examples/data generates such data.");
    const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
    return RunCosts{.value = reading / static_cast<double>(x.size() * x.dimension() + y.size() * y.dimension()),
                    .path = measured->path,
                    .verdict = measured->verdict,
                    .pair = *measured->exact / (n * m),
                    .comparison = *measured->approximate / ivfWork(n, m, *measured->ivfShare).all(),
                    .share = *measured->ivfShare};
}

} // namespace

Result<Report> predictCosts(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto options = readSettings(reader, commandOf(reader).reads, commandOf(reader).repeats);
    if (!options)
        return options.error();
    const ProtocolOptions &protocol = options->protocol;
    if (!learnsMetric(protocol))
        return wrongUsage("Expected --method auto or canonical: only these search for matches.");
    RunSize size;
    readSize(reader, size); // reports wrong options before anything is measured
    if (const Status read = reader.status(); !read)
        return read.error();
    const Stopwatch reading;
    auto opened = openFor(reader, data, options->protocol, context.part(0, 0.1));
    if (!opened)
        return opened.error();
    if (const Status held = holdWhatIsNeeded(*opened, true, context); !held)
        return held.error();
    const PreparedSpace x = preparedInPlace(opened->pair.x, protocol.centering, context);
    const PreparedSpace y = preparedInPlace(opened->pair.y, protocol.centering, context);
    auto costs = measuredCosts(x, y, opened->pair.pairing, *options, reading.seconds(), context.part(0.1, 1));
    if (!costs)
        return costs.error();
    const auto measured = static_cast<double>(std::max(x.dimension(), y.dimension()));
    constexpr double bytesOfHalf = 2;
    size = {.items = static_cast<double>(std::max(x.size(), y.size())), .dimensions = measured};
    if (opened->pair.y->storedType == "float16")
        size.bytesOfNumber = bytesOfHalf;
    readSize(reader, size);
    for (double *cost : {&costs->path, &costs->verdict, &costs->pair, &costs->comparison})
        // Costs of matrix products, which are proportional to the number of dimensions.
        *cost *= size.dimensions / measured;
    size.exact = searchesExactly(size.items, size.items, size.dimensions, protocol.optimize.candidates);
    const PredictedRun run = predictRun(*costs, size);
    return Report{predictionJson(size, run), predictionText(size, run), opened->pair.warnings, {}};
}

} // namespace anchorscope::cli
