// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/optionreader.h"

#include "cli/data.h"
#include "cli/progress.h"
#include "core/experiments/experiment.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/userannotations.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace anchorscope::cli {

namespace {

bool isWithin(double value, double min, double max)
{
    return std::isfinite(value) && value >= min && value <= max;
}

/// Formats a range for an error message: " from 0 to 1", " of at least 0", or an empty text.
QString rangeText(double min, double max)
{
    if (max < anyNumber)
        return QString(" from %1 to %2").arg(min).arg(max);
    return min > -anyNumber ? QString(" of at least %1").arg(min) : QString();
}

QString wholeRangeText(double min, double max)
{
    return QString(" from %1 to %2").arg(static_cast<qint64>(min)).arg(static_cast<qint64>(max));
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

/// Texts that an option accepts; an empty list accepts any text.
QStringList choicesOf(const Option &option)
{
    QStringList ids;
    if (const auto *reference = std::get_if<EnumReference>(&option.value)) {
        for (const FieldChoice &each : reference->choices)
            ids << each.id;
    }
    for (const std::string &name : option.names ? option.names() : std::vector<std::string>())
        ids << QString::fromStdString(name);
    return ids;
}

} // namespace

Error wrongUsage(const QString &message)
{
    return Error(ErrorCode::wrongUsage, message.toStdString());
}

void OptionReader::group(const QString &title, bool tuning)
{
    const auto found = std::ranges::find(m_groups, title, &Group::title);
    m_group = static_cast<std::size_t>(found - m_groups.begin());
    if (found == m_groups.end())
        m_groups.push_back({title, tuning});
}

bool OptionReader::addOption(const QCommandLineOption &option)
{
    m_groups[m_group].options << option;
    return QCommandLineParser::addOption(option);
}

bool OptionReader::addOptions(const QList<QCommandLineOption> &options)
{
    return std::ranges::all_of(options, [this](const QCommandLineOption &option) { return addOption(option); });
}

void OptionReader::addPositionalArgument(const QString &name, const QString &about)
{
    m_arguments.emplace_back(name, about);
    QCommandLineParser::addPositionalArgument(name, about);
}

QString OptionReader::helpFor(const QString &command, bool tuning) const
{
    QStringList line{QCoreApplication::applicationName(), command};
    QString arguments;
    for (const auto &[name, about] : m_arguments) {
        line << name;
        arguments += "  " + name.leftJustified(8) + about + '\n';
    }
    QString text = "Usage: " + line.join(' ') + " [options]\n" + applicationDescription() + '\n';
    if (!arguments.isEmpty())
        text += "\nArguments:\n" + arguments;
    for (const bool ofTuning : {false, true}) {
        for (const Group &group : m_groups) {
            if (group.options.isEmpty() || group.tuning != ofTuning || (ofTuning && !tuning))
                continue;
            QCommandLineParser part;
            part.addOptions(group.options);
            text += '\n' + group.title + ":\n" + part.helpText().section("Options:\n", 1);
        }
    }
    return text;
}

QJsonObject OptionReader::helpJson(const QString &command) const
{
    QJsonArray options;
    for (const Group &group : m_groups) {
        for (const QCommandLineOption &option : group.options) {
            const QString name = option.names().last();
            options.append(QJsonObject{
                {"name", name},
                {"value", option.valueName().isEmpty() ? QJsonValue() : QJsonValue(option.valueName())},
                {"default", m_usual.contains(name) ? QJsonValue(m_usual[name]) : QJsonValue()},
                {"about", option.description()},
                {"group", group.title},
                {"tuning", group.tuning},
            });
        }
    }
    return {{"command", command}, {"about", applicationDescription()}, {"options", options}};
}

void OptionReader::add(const Option &option, QString about)
{
    if (about.isEmpty())
        about = QString::fromUtf8(option.about);
    // Appends the names of the choices to the description. A description with a colon contains them already.
    if (const QStringList names = choicesOf(option); !names.isEmpty() && !about.contains(':'))
        about += ": " + names.join(", ");
    const bool isShown = *option.unit != 0 && isValid(option);
    addLine(option.id, about, isShown ? QString::fromStdString(valueText(option)) : QString(),
            QString::fromUtf8(option.unit));
}

template <class Value> void OptionReader::readValue(const Option &option, Value &value)
{
    if constexpr (std::is_same_v<Value, bool>)
        value = flag(option.id) || value;
    else if constexpr (std::is_same_v<Value, double>)
        value = number(option.id, value, option.min, option.max);
    else if constexpr (std::is_integral_v<Value>)
        value = static_cast<Value>(integer(option.id, static_cast<Index>(value), option.min, option.max));
    else if constexpr (std::is_same_v<Value, std::string>)
        value = textOf(option.id, choicesOf(option), QString::fromStdString(value)).toStdString();
    else if constexpr (std::is_same_v<Value, std::vector<double>>)
        value = numbers(option.id, value, option.min, option.max);
    else if constexpr (std::is_same_v<Value, std::vector<Index>>)
        value = integers(option.id, value, option.min, option.max);
    else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
        value = words(option.id, value);
    else if constexpr (std::is_same_v<Value, NamedNumbers>)
        value = namedNumbers(option.id);
    else if (!has(option.id))
        note(option.id, QJsonValue());
    else
        readValue(option, value.emplace());
}

void OptionReader::read(const Option &option)
{
    std::visit(
        [&](const auto &value) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, EnumReference>) {
                const QStringList ids = choicesOf(option);
                const qsizetype chosen = ids.indexOf(choice(option.id, ids, QString::fromStdString(valueText(option))));
                value.set(value.choices[static_cast<std::size_t>(std::max<qsizetype>(chosen, 0))].value);
            } else {
                readValue(option, *value);
            }
        },
        option.value);
}

void OptionReader::note(const Option &option)
{
    if (const auto *values = std::get_if<std::vector<double> *>(&option.value))
        note(option.id, listJson(**values));
}

void OptionReader::addLine(const QString &name, const QString &about, const QString &usual, const QString &unit)
{
    if (!usual.isEmpty())
        m_usual[name] = usual;
    addOption({name, about + (usual.isEmpty() ? QString() : " (" + usual + ')') + '.', unit});
}

Index OptionReader::integer(const QString &name, Index usual, double min, double max)
{
    bool ok = true;
    const qlonglong value = has(name) ? this->value(name).toLongLong(&ok) : static_cast<qlonglong>(usual);
    if (has(name) && (!ok || !isWithin(static_cast<double>(value), min, max))) {
        keep(wrongUsage(QString("Expected a whole number%1 for --%2, found “%3”.")
                            .arg(wholeRangeText(min, max), name, this->value(name))));
        return usual;
    }
    note(name, value);
    return static_cast<Index>(value);
}

double OptionReader::number(const QString &name, double usual, double min, double max)
{
    bool ok = true;
    const double value = has(name) ? this->value(name).toDouble(&ok) : usual;
    if (has(name) && (!ok || !isWithin(value, min, max))) {
        keep(wrongUsage(
            QString("Expected a number%1 for --%2, found “%3”.").arg(rangeText(min, max), name, this->value(name))));
        return usual;
    }
    note(name, value);
    return value;
}

std::vector<double> OptionReader::numbers(const QString &name, const std::vector<double> &usual, double min, double max)
{
    std::vector<double> values = has(name) ? std::vector<double>() : usual;
    for (const QString &word : has(name) ? value(name).split(',') : QStringList()) {
        bool ok = false;
        values.push_back(word.toDouble(&ok));
        if (ok && isWithin(values.back(), min, max))
            continue;
        keep(wrongUsage(QString("Expected numbers%1 separated by commas for --%2, found “%3”.")
                            .arg(rangeText(min, max), name, value(name))));
        return usual;
    }
    note(name, listJson(values));
    return values;
}

std::vector<Index> OptionReader::integers(const QString &name, const std::vector<Index> &usual, double min, double max)
{
    std::vector<Index> values = has(name) ? std::vector<Index>() : usual;
    for (const double each : has(name) ? numbers(name, {}, -anyNumber, anyNumber) : std::vector<double>()) {
        if (each != std::floor(each) || !isWithin(each, min, max)) {
            keep(wrongUsage(QString("Expected whole numbers%1 for --%2, found “%3”.")
                                .arg(wholeRangeText(min, max), name, value(name))));
            return usual;
        }
        values.push_back(static_cast<Index>(each));
    }
    note(name, listJson(values));
    return values;
}

std::vector<std::string> OptionReader::words(const QString &name, const std::vector<std::string> &usual)
{
    std::vector<std::string> words = has(name) ? std::vector<std::string>() : usual;
    for (const QString &word : has(name) ? value(name).split(',', Qt::SkipEmptyParts) : QStringList())
        words.push_back(word.toStdString());
    note(name, listJson(words));
    return words;
}

NamedNumbers OptionReader::namedNumbers(const QString &name)
{
    if (!has(name))
        return {};
    auto numbers = io::readAccuracies(filePath(text(name)));
    if (numbers)
        return std::move(*numbers);
    keep(numbers.error());
    return {};
}

QString OptionReader::text(const QString &name)
{
    note(name, has(name) ? QJsonValue(value(name)) : QJsonValue());
    return value(name);
}

bool OptionReader::flag(const QString &name)
{
    note(name, isSet(name));
    return isSet(name);
}

QString OptionReader::choice(const QString &name, const QStringList &choices, const QString &usual)
{
    const QString chosen = has(name) ? value(name) : usual;
    if (!choices.contains(chosen)) {
        const QString known = choices.size() == 2 ? choices.join(" or ") : "one of " + choices.join(", ");
        keep(wrongUsage(QString("Expected --%1 to be %2, found “%3”.").arg(name, known, chosen)));
        return usual;
    }
    note(name, chosen);
    return chosen;
}

QString OptionReader::textOf(const QString &name, const QStringList &choices, const QString &usual)
{
    if (!choices.isEmpty())
        return choice(name, choices, usual);
    const QString chosen = has(name) ? value(name) : usual;
    note(name, chosen);
    return chosen;
}

void OptionReader::note(const QString &option, const QJsonValue &value)
{
    m_used[QString(option).replace('-', '_')] = value;
}

QJsonObject OptionReader::used() const
{
    QJsonObject settings = m_used;
    // Omits the number of threads, which does not affect results and has its own key in the JSON.
    settings.remove("threads");
    return settings;
}

QStringList OptionReader::unused() const
{
    QStringList unused;
    for (const QString &name : optionNames()) {
        const bool ofOutput = QStringList{"json", "progress", "threads", "force"}.contains(name);
        if (!ofOutput && !m_used.contains(QString(name).replace('-', '_')))
            unused << name;
    }
    return unused;
}

Status OptionReader::check() const
{
    QStringList seen;
    for (const QString &name : optionNames()) {
        if (seen.contains(name))
            return wrongUsage(QString("Expected --%1 once, found it twice.").arg(name));
        seen << name;
    }
    return Done{};
}

Status OptionReader::refuse(const QStringList &options, const QString &why) const
{
    for (const QString &option : options) {
        if (has(option))
            return wrongUsage(QString("--%1 has no effect here: %2.").arg(option, why));
    }
    return Done{};
}

bool OptionReader::uses(const QString &option, bool used, const QString &why)
{
    if (!used)
        keep(refuse({option}, why));
    return used;
}

void OptionReader::announceOnce(const std::string &sentence)
{
    if (std::ranges::find(m_announced, sentence) != m_announced.end())
        return;
    m_announced.push_back(sentence);
    announce("Note: " + sentence);
}

void OptionReader::keep(const Status &status)
{
    if (!status && !m_error)
        m_error = status.error();
}

void addOutputOptions(OptionReader &reader)
{
    reader.group("Output");
    reader.addOptions({
        {"json", "Print one JSON object instead of tables."},
        {"progress", "Show progress even if standard error is not a terminal."},
        {"threads", "Use at most N threads; results do not depend on it.", "N"},
        {{"h", "help"}, "Show the usual options."},
        {"help-advanced", "Show all options, including those for tuning."},
    });
}

void addReadingOptions(OptionReader &reader)
{
    reader.group("Data");
    reader.addOptions({
        {"max-items", "Use the first N items only.", "N"},
        {"sample", "Use N items drawn at random from the whole file; two files with ids yield the same ids.", "N"},
    });
    reader.addLine("sample-seed", "Random seed of --sample", QString::number(io::OpenOptions().sampleSeed), "S");
}

void addColumnOptions(OptionReader &reader)
{
    reader.group("Data");
    reader.addOptions({
        {"columns",
         "Roles of the columns of tables, by name or number: id=word,label=pos,vector=e0:e299,other=year,ignore=#1; "
         "the other columns are guessed.",
         "ROLE=COLUMNS,…"},
        {"columns-y", "The same for the second of two files.", "ROLE=COLUMNS,…"},
        {"ids", "A file of ids, labels or both for the rows of the first file, one line for each row.", "FILE"},
        {"ids-y", "The same for the second of two files.", "FILE"},
    });
}

void addPairOptions(OptionReader &reader)
{
    addReadingOptions(reader);
    addColumnOptions(reader);
    reader.addOptions({
        {"transform",
         "Transform Y first: turn=40, mirror, scale=2, shift=1.5 (radii), stretch=3, shear=0.5, bend=0.5, noise=0.3, "
         "lost=2, shuffled, seed=1, separated by commas.",
         "CHANGES"},
        {"x", "Space X, by name; the first of the file if not given.", "NAME"},
        {"y", "Space Y, by name; the second of the file if not given.", "NAME"},
        {"pair", "How items are paired: by id, by row, none, or from a file of two columns, x_id and y_id.", "RULE"},
    });
}

void addSpacesOptions(OptionReader &reader)
{
    reader.group("Data");
    reader.addOptions({
        {"spaces", "The spaces to compare, separated by commas; all of the file if not given.", "A,B,…"},
        {"max-items", "Use the first N items only.", "N"},
    });
}

void addSessionOption(OptionReader &reader)
{
    reader.group("Anchors");
    reader.addOption({"session", "Use the anchors of this session instead of finding new ones.", "FILE.ascope"});
}

void addRepeatOptions(OptionReader &reader, int repeats)
{
    ExperimentOptions usual;
    usual.repeats = repeats;
    reader.group("Repeats");
    reader.add("repeats", usual);
    reader.addOption(
        {"checkpoint", "Save the results in this file after every repeat, and continue from it if it exists.", "FILE"});
}

void addForceOption(OptionReader &reader)
{
    reader.group("Output");
    reader.addOption({"force", "Replace existing files even if this command did not write them."});
}

} // namespace anchorscope::cli
