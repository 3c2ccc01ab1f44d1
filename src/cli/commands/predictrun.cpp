// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/predictrun.h"

#include "cli/json.h"
#include "cli/options.h"

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
    const bool hours = seconds >= 2 * hour, minutes = seconds >= 2 * minute;
    return QString("%1 %2")
        .arg(seconds / (hours     ? hour
                        : minutes ? minute
                                  : 1),
             0, 'f', hours || minutes ? 1 : 0)
        .arg(hours     ? "hours"
             : minutes ? "minutes"
                       : "seconds");
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

QString predictionText(const RunSize &size, const PredictedRun &run)
{
    QString text = QString("About %1 for %2 × %2 items of %3 dimensions in %4 processes like this one, %5 GB/s between "
                           "them:\n")
                       .arg(timeText(run.seconds()))
                       .arg(size.items, 0, 'f', 0)
                       .arg(size.dimensions)
                       .arg(size.ranks)
                       .arg(size.bandwidth / giga);
    text += QString("%1 to read, %2 to learn the maps, %3 to find the partners of all items, %4 to judge the result, "
                    "%5 for scores, %6 to wait for messages.\n")
                .arg(timeText(run.reading), timeText(run.path), timeText(run.search), timeText(run.verdict),
                     timeText(run.scores), timeText(run.messages));
    return text + QString("Each process holds at most %1 and sends %2.\n")
                      .arg(gigabytes(run.bytesHeld), gigabytes(run.bytesSent));
}

} // namespace

Result<Report> predictedRun(const QCommandLineParser &parser, const RunCosts &costs, RunSize size,
                            const std::vector<std::string> &warnings)
{
    const double measured = size.dimensions;
    if (const Status read = readSize(textOption(parser, "predict"), size); !read)
        return read.error();
    RunCosts asked = costs; // products grow with the columns
    for (double *cost : {&asked.path, &asked.verdict, &asked.pair})
        *cost *= size.dimensions / measured;
    const PredictedRun run = predictRun(asked, size);
    return Report{predictionJson(size, run), predictionText(size, run), warnings, {}};
}

} // namespace anchorscope::cli
