// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/predictrun.h"

#include "cli/json.h"
#include "cli/optionreader.h"
#include "core/ivf/ivfsearch.h"

#include <cmath>
#include <set>

namespace anchorscope::cli {

namespace {

constexpr double giga = 1e9;

Error badPart(const QString &part)
{
    return wrongUsage(QString("Expected --predict items=N, dimensions=D, ranks=R or bandwidth=GB/s, separated by "
                              "commas and each greater than 0, found “%1”.")
                          .arg(part));
}

Status readSize(const QString &text, RunSize &size)
{
    std::set<QString> read;
    for (const QString &part : text.split(',')) {
        const QString key = part.section('=', 0, 0);
        bool isNumber = false;
        const double value = part.section('=', 1).toDouble(&isNumber);
        const bool whole = key != "bandwidth", fits = isNumber && std::isfinite(value) && value > 0 && value <= 1e12;
        if (!fits || (whole && (value != std::floor(value) || (key == "ranks" && value > 1e6))) ||
            !read.insert(key).second)
            return badPart(part);
        if (key == "items")
            size.items = value;
        else if (key == "dimensions")
            size.dimensions = value;
        else if (key == "ranks")
            size.ranks = static_cast<int>(value);
        else if (key == "bandwidth")
            size.bandwidth = value * giga;
        else
            return badPart(part);
    }
    return Done{};
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

} // namespace

Status checkPredictedSize(OptionReader &reader)
{
    RunSize size;
    return readSize(reader.text("predict"), size);
}

Result<Report> predictedRun(OptionReader &reader, const RunCosts &costs, RunSize size, const std::string &candidates,
                            const std::vector<std::string> &warnings)
{
    const double measured = size.dimensions;
    if (const Status read = readSize(reader.text("predict"), size); !read)
        return read.error();
    RunCosts asked = costs; // the cost of products grows with the number of columns
    for (double *cost : {&asked.path, &asked.verdict, &asked.pair, &asked.comparison})
        *cost *= size.dimensions / measured;
    size.exact = searchesExactly(size.items, size.items, size.dimensions, candidates);
    const PredictedRun run = predictRun(asked, size);
    return Report{predictionJson(size, run), predictionText(size, run), warnings, {}};
}

} // namespace anchorscope::cli
