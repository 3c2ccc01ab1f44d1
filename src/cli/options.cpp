// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "cli/numberlimits.h"

#include <QJsonArray>

#include <cmath>
#include <type_traits>

namespace anchorscope::cli {

namespace {

bool isWithin(const QString &option, double value)
{
    const auto range = rangeOf(option);
    return std::isfinite(value) && (!range || (value >= range->least && value <= range->most));
}

/// " from 0 to 1", or nothing.
QString rangeText(const QString &option)
{
    const auto range = rangeOf(option);
    return range ? QString(" from %1 to %2").arg(range->least).arg(range->most) : QString();
}

/// What was read so far, by the names of JSON.
QJsonObject &readSoFar()
{
    static QJsonObject settings;
    return settings;
}

template <class Value> QJsonArray listJson(const std::vector<Value> &values)
{
    QJsonArray array;
    for (const Value &value : values) {
        if constexpr (std::is_same_v<Value, std::string>)
            array.append(QString::fromStdString(value));
        else if constexpr (std::is_integral_v<Value>)
            array.append(static_cast<qint64>(value));
        else
            array.append(value);
    }
    return array;
}

template <class Value> Value noted(const QString &name, Value value, const QJsonValue &json)
{
    noteUsed(name, json);
    return value;
}

} // namespace

bool given(const QCommandLineParser &parser, const QString &name)
{
    return parser.optionNames().contains(name);
}

Error wrongUsage(const QString &message)
{
    return Error(ErrorCode::wrongUsage, message.toStdString());
}

void noteUsed(const QString &option, const QJsonValue &value)
{
    readSoFar()[QString(option).replace('-', '_')] = value;
}

QJsonObject usedSettings()
{
    QJsonObject settings = readSoFar();
    settings.remove("threads"); // changes no result, and is a key of its own
    return settings;
}

QStringList unusedOptions(const QCommandLineParser &parser)
{
    QStringList unused;
    for (const QString &name : parser.optionNames()) {
        const bool ofOutput = QStringList{"json", "progress", "threads", "force"}.contains(name);
        if (!ofOutput && !readSoFar().contains(QString(name).replace('-', '_')))
            unused << name;
    }
    return unused;
}

Status refuse(const QCommandLineParser &parser, const QStringList &options, const QString &why)
{
    for (const QString &option : options) {
        if (given(parser, option))
            return wrongUsage(QString("The option --%1 would not be used: %2.").arg(option, why));
    }
    return Done{};
}

void addOutputOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"json", "Print one JSON object instead of tables."},
        {"progress", "Show progress even if standard error is not a terminal."},
        {"threads", "Use at most N threads; results do not depend on it.", "N"},
    });
}

void addReadingOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"max-items", "Use the first N items only.", "N"},
        {"sample", "Use N items drawn at random from the whole file; of two files with ids, the same ids.", "N"},
        {"sample-seed", "Seed of --sample (0).", "S"},
    });
}

void addColumnOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"columns",
         "Roles of the columns of tables, by name or number: id=word,label=pos,vector=e0:e299,other=year,ignore=#1; "
         "what is not named is guessed.",
         "ROLE=COLUMNS,…"},
        {"columns-y", "The same for the second of two files.", "ROLE=COLUMNS,…"},
        {"ids", "A file of ids, labels or both for the rows of the first file, a line each.", "FILE"},
        {"ids-y", "The same for the second of two files.", "FILE"},
    });
}

void addPairOptions(QCommandLineParser &parser)
{
    addReadingOptions(parser);
    addColumnOptions(parser);
    parser.addOptions({
        {"transform",
         "Change Y first: turn=40, mirror, scale=2, shift=1.5 (radii), stretch=3, shear=0.5, bend=0.5, noise=0.3, "
         "lost=2, shuffled, seed=1, separated by commas.",
         "CHANGES"},
        {"x", "Space X, by name; the first of the file if not given.", "NAME"},
        {"y", "Space Y, by name; the second of the file if not given.", "NAME"},
        {"pair", "What pairs the items: id, row, none, or a file of two columns, x_id and y_id.", "RULE"},
    });
}

void addSpacesOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"spaces", "The spaces to compare, separated by commas; all of the file if not given.", "A,B,…"},
        {"max-items", "Use the first N items only.", "N"},
    });
}

void addSessionOption(QCommandLineParser &parser)
{
    parser.addOption({"session", "Take the anchors of this session instead of finding some.", "FILE.ascope"});
}

void addRepeatOptions(QCommandLineParser &parser, int repeats)
{
    parser.addOptions({
        {"repeats", QString("Number of runs, each with the next seed (%1).").arg(repeats), "N"},
        {"checkpoint", "Keep what is measured in this file after every repeat, and continue from it if it exists.",
         "FILE"},
    });
}

void addForceOption(QCommandLineParser &parser)
{
    parser.addOption({"force", "Replace existing files even if this command did not write them."});
}

Status checkOptions(const QCommandLineParser &parser)
{
    QStringList seen;
    for (const QString &name : parser.optionNames()) {
        if (seen.contains(name))
            return wrongUsage(QString("Expected --%1 once, found it twice.").arg(name));
        seen << name;
    }
    return Done{};
}

Result<Index> integerOption(const QCommandLineParser &parser, const QString &name, Index fallback, Index least)
{
    if (!given(parser, name))
        return noted(name, fallback, static_cast<qint64>(fallback));
    bool ok = false;
    const qlonglong value = parser.value(name).toLongLong(&ok);
    const qlonglong most = largestInteger(name);
    if (!ok || value < least || value > most)
        return wrongUsage(QString("Expected a whole number from %1 to %2 for --%3, found “%4”.")
                              .arg(QString::number(least), QString::number(most), name, parser.value(name)));
    return noted(name, static_cast<Index>(value), value);
}

Result<double> numberOption(const QCommandLineParser &parser, const QString &name, double fallback)
{
    if (!given(parser, name))
        return noted(name, fallback, fallback);
    bool ok = false;
    const double value = parser.value(name).toDouble(&ok);
    if (!ok || !isWithin(name, value))
        return wrongUsage(
            QString("Expected a number%1 for --%2, found “%3”.").arg(rangeText(name), name, parser.value(name)));
    return noted(name, value, value);
}

Result<std::vector<double>> numbersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<double> fallback)
{
    if (!given(parser, name))
        return noted(name, fallback, listJson(fallback));
    std::vector<double> values;
    for (const QString &word : parser.value(name).split(',')) {
        bool ok = false;
        values.push_back(word.toDouble(&ok));
        if (!ok || !isWithin(name, values.back()))
            return wrongUsage(QString("Expected numbers%1 separated by commas for --%2, found “%3”.")
                                  .arg(rangeText(name), name, parser.value(name)));
    }
    return noted(name, values, listJson(values));
}

Result<std::vector<Index>> integersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<Index> fallback, Index least)
{
    const auto numbers = numbersOption(parser, name, {});
    if (!numbers)
        return numbers.error();
    if (numbers->empty())
        return noted(name, fallback, listJson(fallback));
    std::vector<Index> values;
    for (const double value : *numbers) {
        const qlonglong most = largestInteger(name);
        if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most))
            return wrongUsage(QString("Expected whole numbers from %1 to %2 for --%3, found “%4”.")
                                  .arg(QString::number(least), QString::number(most), name, parser.value(name)));
        values.push_back(static_cast<Index>(value));
    }
    return noted(name, values, listJson(values));
}

std::vector<std::string> wordsOption(const QCommandLineParser &parser, const QString &name,
                                     std::vector<std::string> fallback)
{
    if (!given(parser, name))
        return noted(name, fallback, listJson(fallback));
    std::vector<std::string> words;
    for (const QString &word : parser.value(name).split(',', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return noted(name, words, listJson(words));
}

QString textOption(const QCommandLineParser &parser, const QString &name)
{
    return noted(name, parser.value(name), given(parser, name) ? QJsonValue(parser.value(name)) : QJsonValue());
}

bool flagOption(const QCommandLineParser &parser, const QString &name)
{
    return noted(name, parser.isSet(name), parser.isSet(name));
}

Result<QString> choiceOption(const QCommandLineParser &parser, const QString &name, const QStringList &choices)
{
    const QString choice = given(parser, name) ? parser.value(name) : choices.front();
    if (choices.contains(choice))
        return noted(name, choice, choice);
    const QString known = choices.size() == 2 ? choices.join(" or ") : "one of " + choices.join(", ");
    return wrongUsage(QString("Expected --%1 to be %2, found “%3”.").arg(name, known, choice));
}

} // namespace anchorscope::cli
