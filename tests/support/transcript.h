// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

namespace anchorscope::test {

/// A command of a transcript and the lines that it writes.
struct TranscriptEntry
{
    QString command;
    QStringList lines = {};
};

/// Commands of a file, each after “$ ”, with the lines below it.
inline std::vector<TranscriptEntry> readTranscript(const QString &path)
{
    std::vector<TranscriptEntry> entries;
    QFile file(path);
    for (const bool isOpen = file.open(QIODevice::ReadOnly); isOpen && !file.atEnd();) {
        const QString line = QString::fromUtf8(file.readLine()).chopped(1);
        if (line.startsWith("$ "))
            entries.push_back({line.mid(2)});
        else if (!entries.empty())
            entries.back().lines.append(line);
    }
    return entries;
}

inline bool writeTranscript(const QString &path, const std::vector<TranscriptEntry> &entries)
{
    QString text;
    for (const TranscriptEntry &each : entries)
        text += (QStringList{"$ " + each.command} + each.lines).join('\n') + '\n';
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

/// Number with six digits.
inline QString shortNumber(double value)
{
    return QString::number(value, 'g', 6);
}

/// Appends a line “path: value” for each value of JSON. Of an array of objects, the first three and the last are shown;
/// an array of plain values takes one line with the first twelve, their count and the mean of the numbers. Members that
/// tell times, paths or the processor are left out.
inline void appendJson(QStringList &lines, const QString &path, const QJsonValue &json)
{
    static const QRegularExpression varying("seconds|^isa$|^command$|^version$|^threads$|bytes_free");
    const auto plain = [](const QJsonValue &value) {
        return value.isDouble()   ? shortNumber(value.toDouble())
               : value.isString() ? value.toString().replace('\n', ' ')
                                  : QVariant(value.toVariant()).toString();
    };
    if (json.isObject()) {
        const QJsonObject object = json.toObject();
        for (auto each = object.begin(); each != object.end(); ++each) {
            if (!each.key().contains(varying))
                appendJson(lines, path.isEmpty() ? each.key() : path + '.' + each.key(), each.value());
        }
    } else if (const QJsonArray array = json.toArray();
               json.isArray() &&
               std::ranges::any_of(array, [](const QJsonValue &each) { return each.isObject() || each.isArray(); })) {
        for (int i = 0; i < array.size(); ++i) {
            if (i < 3 || i + 1 == array.size())
                appendJson(lines, path + '.' + QString::number(i), array[i]);
        }
    } else if (json.isArray()) {
        double sum = 0;
        QStringList first;
        for (const QJsonValue &each : array) {
            sum += each.toDouble();
            if (first.size() < 12)
                first.append(plain(each));
        }
        const QString rest = array.size() > 12 ? QString(" … (%1, mean %2)")
                                                     .arg(array.size())
                                                     .arg(shortNumber(sum / static_cast<double>(array.size())))
                                               : "";
        lines.append(path + ": [" + first.join(", ") + ']' + rest);
    } else {
        lines.append(path + ": " + plain(json));
    }
}

/// Lines of an output, JSON in the form of appendJson(). Times are left out.
inline QStringList outputLines(const QByteArray &output)
{
    static const QRegularExpression times("\\d+(\\.\\d+)? (s|ms|min|MB|GB)\\b");
    QStringList lines;
    if (const QJsonDocument json = QJsonDocument::fromJson(output); !json.isNull()) {
        appendJson(lines, "", json.isArray() ? QJsonValue(json.array()) : QJsonValue(json.object()));
        return lines;
    }
    for (QString line : QString::fromUtf8(output).split('\n', Qt::SkipEmptyParts))
        lines.append(line.replace(times, "# \\2").trimmed());
    return lines;
}

/// True if two lines have the same words, and numbers that differ by at most one unit of the last digit shown, by
/// 0.1 % or by 1e-6, because the instruction sets of processors round differently. Whole numbers are equal.
inline bool isSameLine(const QString &found, const QString &expected)
{
    static const QRegularExpression number("-?\\d+(\\.\\d+)?(e[-+]?\\d+)?");
    if (QString(found).remove(number) != QString(expected).remove(number))
        return false;
    auto of = number.globalMatch(found), numbers = number.globalMatch(expected);
    while (of.hasNext() && numbers.hasNext()) {
        const auto a = of.next(), b = numbers.next();
        const double x = a.captured().toDouble(), y = b.captured().toDouble();
        const qsizetype decimals = b.captured(1).size(); // with the point
        const double unit = decimals > 0 ? std::pow(10.0, static_cast<double>(1 - decimals)) : 0;
        const double rounding = decimals > 0 ? std::max(0.001 * std::abs(y), 1e-6) : 0;
        if (std::abs(x - y) > 1.01 * std::max(unit, rounding))
            return false;
    }
    return !of.hasNext() && !numbers.hasNext();
}

/// Returns the first difference between lines that were found, of a command or a test, and those expected; empty if
/// they are equal. With ANCHORSCOPE_STORE_SENTENCES set, stores the lines in the file instead.
inline QString differenceFrom(const QStringList &expected, const QString &path, const TranscriptEntry &found)
{
    if (qEnvironmentVariableIsSet("ANCHORSCOPE_STORE_SENTENCES")) {
        std::vector<TranscriptEntry> stored = readTranscript(path);
        const auto entry = std::ranges::find(stored, found.command, &TranscriptEntry::command);
        (entry == stored.end() ? stored.emplace_back() : *entry) = found;
        return writeTranscript(path, stored) ? QString() : "cannot write " + path;
    }
    for (qsizetype i = 0; i < std::min(found.lines.size(), expected.size()); ++i) {
        if (!isSameLine(found.lines[i], expected[i]))
            return "found " + found.lines[i] + "\nnot " + expected[i];
    }
    return found.lines.size() == expected.size()
               ? QString()
               : QString("found %1 lines, not %2").arg(found.lines.size()).arg(expected.size());
}

} // namespace anchorscope::test
