// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/json.h"
#include "cli/table.h"
#include "io/dataset/filepreview.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace anchorscope::cli {

namespace {

QJsonObject spaceJson(const EmbeddingSet &space, const SpaceFacts &facts)
{
    return {{"name", QString::fromStdString(space.name)},
            {"items", count(space.size())},
            {"dimension", count(space.dimension())},
            {"type", QString::fromStdString(space.storedType)},
            {"zero_rows", static_cast<qint64>(facts.zeroRows.size())},
            {"non_finite_rows", static_cast<qint64>(facts.nonFiniteRows.size())},
            {"norm_mean", number(facts.normMean)}};
}

QJsonValue labelsJson(const ItemTable &items)
{
    if (!items.hasLabels())
        return {};
    std::set<std::int32_t> classes(items.labels.begin(), items.labels.end());
    classes.erase(unlabelled);
    return QJsonObject{
        {"count", static_cast<qint64>(classes.size())},
        {"unlabelled", static_cast<qint64>(std::count(items.labels.begin(), items.labels.end(), unlabelled))},
        {"names", strings(items.labelNames)}};
}

QJsonValue idsJson(const ItemTable &items)
{
    if (!items.hasIds())
        return {};
    const std::set<std::string_view> different(items.ids.begin(), items.ids.end());
    return QJsonObject{{"unique", different.size() == items.ids.size()},
                       {"example", QString::fromStdString(items.ids.front())}};
}

QJsonValue imagesJson(const ItemTable &items)
{
    const Thumbnails &images = items.thumbnails;
    if (images.empty())
        return {};
    return QJsonObject{
        {"height", count(images.height)}, {"width", count(images.width)}, {"channels", count(images.channels)}};
}

/// Columns of a table with their roles; null if the file is not a table.
QJsonValue columnsJson(const std::vector<io::Part> &columns)
{
    if (columns.empty())
        return {};
    QJsonArray names[5];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string &name = columns[i].name;
        names[static_cast<std::size_t>(columns[i].use)].append(
            QString::fromStdString(name.empty() ? "#" + std::to_string(i + 1) : name));
    }
    QJsonObject roles{{"choice", QString::fromStdString(io::columnChoice(columns))}};
    for (const auto use :
         {io::ColumnUse::id, io::ColumnUse::label, io::ColumnUse::vector, io::ColumnUse::other, io::ColumnUse::ignored})
        roles[io::columnUseId(use)] = names[static_cast<std::size_t>(use)];
    return roles;
}

/// Parts of a file (columns, arrays, …) with their roles and the evidence for these; empty for a file that has only
/// spaces. `rules`: true to add the id of the rule that determined each role.
QJsonArray partsJson(const io::OpenedFile &opened, bool rules)
{
    QJsonArray list;
    for (const io::Part &part : opened.columns.empty() ? opened.parts : opened.columns) {
        const bool chosen = part.chosen && !opened.columns.empty();
        const bool replaced = part.use == io::ColumnUse::label && !opened.labelsFrom.empty();
        const std::string evidence = replaced ? "was replaced by the labels of “" + opened.labelsFrom + "”"
                                     : chosen ? "was chosen"
                                              : io::evidenceOf(part);
        QJsonObject json{{"name", QString::fromStdString(part.name)},
                         {"role", io::columnUseId(part.use)},
                         {"evidence", QString::fromStdString(evidence)}};
        if (rules)
            json["rule"] = chosen ? QStringLiteral("chosen") : QString::fromStdString(part.rule);
        list.append(json);
    }
    return list;
}

QString rulesText(const QJsonArray &parts)
{
    Table table({"part", "role", "rule", "evidence"});
    for (const QJsonValue &part : parts)
        table.add(
            {part["name"].toString(), part["role"].toString(), part["rule"].toString(), part["evidence"].toString()});
    return parts.isEmpty() ? QString() : table.text();
}

/// Describes the columns other than ids and labels: the range of numbers, the values of categories.
QJsonArray itemColumnsJson(const std::vector<ItemColumn> &columns)
{
    QJsonArray list;
    for (const ItemColumn &column : columns) {
        QJsonObject json{{"name", QString::fromStdString(column.name)},
                         {"kind", columnKindId(column.kind)},
                         {"missing", count(column.missing())}};
        if (column.kind == ColumnKind::number) {
            std::vector<double> numbers = column.numbers;
            std::erase_if(numbers, [](double each) { return std::isnan(each); });
            json["least"] = numbers.empty() ? QJsonValue() : number(std::ranges::min(numbers));
            json["most"] = numbers.empty() ? QJsonValue() : number(std::ranges::max(numbers));
        } else if (column.kind == ColumnKind::category) {
            json["values"] = strings(column.texts);
        }
        list.append(json);
    }
    return list;
}

QJsonArray framesJson(const std::vector<ItemCoordinates> &frames)
{
    return arrayOf(frames, [](const ItemCoordinates &frame) {
        // Number of items with precomputed coordinates; missing coordinates are NaN.
        const Index placed = (frame.points.array() == frame.points.array()).rowwise().all().count();
        return QJsonObject{{"name", QString::fromStdString(frame.name)},
                           {"space", QString::fromStdString(frame.space)},
                           {"items", count(placed)}};
    });
}

/// Number of pairs between the first two spaces, if the user chooses neither spaces nor pairing. Null if there is no
/// second space, or if the pairing is unknown. Adds the warnings of pairing.
QJsonValue pairsJson(const std::vector<Dataset> &datasets, std::vector<std::string> &warnings)
{
    const auto x = io::chooseSpace(datasets.front(), {}, 0);
    const auto y = io::chooseSpace(datasets.back(), {}, datasets.size() == 1 ? 1 : 0);
    if (!x || !y)
        return {};
    const auto pair = io::pairItems(*x, *y, PairingRule::automatic);
    if (!pair) {
        warnings.push_back("The pairing is unknown: " + pair.error().message + ".");
        return {};
    }
    warnings.insert(warnings.end(), pair->warnings.begin(), pair->warnings.end());
    return count(pair->pairing.pairs());
}

void describe(const Dataset &dataset, bool first, const QString &reading, Report &report)
{
    Table table({"space", "items", "dimension", "type", "zero rows", "NaN or infinite", "mean norm"});
    QJsonArray spaces = report.json["spaces"].toArray();
    for (const auto &space : dataset.spaces) {
        const SpaceFacts facts = inspect(space->vectors);
        spaces.append(spaceJson(*space, facts));
        table.add({QString::fromStdString(space->name), QString::number(space->size()),
                   QString::number(space->dimension()), QString::fromStdString(space->storedType),
                   QString::number(facts.zeroRows.size()), QString::number(facts.nonFiniteRows.size()),
                   QString::number(facts.normMean, 'g', 4)});
        warnAboutNonFinite(*space, facts, report.warnings);
        if (facts.allRowsEqual)
            report.warnings.push_back("All rows of " + space->name + " are equal.");
    }
    report.json["spaces"] = spaces;
    report.text += QString::fromStdString(dataset.path) + '\n' + reading + '\n' + table.text();
    if (!first)
        return;
    const ItemTable &items = *dataset.items;
    report.json["items"] = count(items.count);
    report.json["labels"] = labelsJson(items);
    report.json["ids"] = idsJson(items);
    report.json["images"] = imagesJson(items);
    report.json["item_columns"] = itemColumnsJson(items.columns);
    report.json["frames"] = framesJson(items.frames);
    for (const ItemColumn &column : items.columns)
        report.text += QString("Column %1: %2, %3 missing\n")
                           .arg(QString::fromStdString(column.name), columnKindId(column.kind))
                           .arg(column.missing());
    for (const ItemCoordinates &frame : items.frames)
        report.text += QString("Coordinates %1\n").arg(QString::fromStdString(frame.name));
    report.json["title"] = QString::fromStdString(dataset.title);
    report.json["license"] = QString::fromStdString(dataset.license);
}

} // namespace

Result<Report> info(OptionReader &reader, const QString &data, const RunContext &context)
{
    Report report;
    QJsonArray formats, columns, readings, parts;
    std::vector<Dataset> datasets;
    const bool why = reader.flag("why");
    const std::vector<std::string> paths = splitData(data);
    const auto choices = columnChoices(reader, paths);
    if (!choices)
        return choices.error();
    const auto items = itemFiles(reader, paths);
    if (!items)
        return items.error();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        auto opened = io::openFile(paths[i], {.columns = (*choices)[i], .items = (*items)[i]}, context);
        if (!opened)
            return opened.error();
        report.warnings.insert(report.warnings.end(), opened->warnings.begin(), opened->warnings.end());
        formats.append(QString::fromStdString(opened->format));
        readings.append(QString::fromStdString(io::roleSummary(*opened)));
        parts.append(partsJson(*opened, why));
        columns.append(columnsJson(opened->columns));
        datasets.push_back(std::move(opened->dataset));
    }
    report.json["formats"] = formats;
    report.json["columns"] = columns;
    report.json["reading"] = readings;
    report.json["parts"] = parts;
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        describe(datasets[i], i == 0, readings[static_cast<qsizetype>(i)].toString(), report);
        if (why)
            report.text += rulesText(parts[static_cast<qsizetype>(i)].toArray());
    }
    report.json["pairs"] = pairsJson(datasets, report.warnings);
    const QJsonObject labels = report.json["labels"].toObject();
    if (!labels.isEmpty())
        report.text += QString("%1, %2 unlabelled\n")
                           .arg(counted(labels["count"].toInteger(), "class").c_str(),
                                counted(labels["unlabelled"].toInteger(), "item").c_str());
    if (!report.json["pairs"].isNull())
        report.text += counted(report.json["pairs"].toInteger(), "pair").c_str() + QString('\n');
    return report;
}

} // namespace anchorscope::cli
