// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/json.h"
#include "cli/table.h"
#include "lessons/validate.h"

#include <QCoreApplication>

namespace anchorscope::cli {

namespace {

/// Folders that may contain the bundled examples: that of the installed program, and that of the source tree.
std::vector<std::string> exampleFolders()
{
    const QString programs = QCoreApplication::applicationDirPath();
    return {(programs + "/../share/anchorscope/examples/data").toStdString(), "examples/data"};
}

QString typeOf(const lessons::Fact &fact)
{
    switch (fact.type) {
    case lessons::FactType::number:
        return fact.unit.empty() ? "number" : "number, " + QString::fromStdString(fact.unit);
    case lessons::FactType::word:
        return QString::fromStdString(joinedText(fact.words));
    case lessons::FactType::flag:
        return "on, off";
    case lessons::FactType::text:
        break;
    }
    return "text";
}

const char *argumentOf(const lessons::Verb &verb)
{
    using enum lessons::VerbArgument;
    switch (verb.argument) {
    case none:
        return "";
    case number:
        return "NUMBER";
    case flag:
        return "[on|off]";
    case word:
        return "WORD";
    case item:
        return "ITEM";
    case pair:
        return "ITEM [= ITEM]";
    case draw:
        return "N [SAMPLER]";
    case text:
        return "TEXT";
    case condition:
        return "CONDITION";
    }
    return "";
}

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace

Result<Report> listFacts(OptionReader &, const QString &, const RunContext &)
{
    Report report;
    QJsonArray facts, verbs;
    QString &lines = report.text;
    lines = "Facts, for await: and check: (those marked * exist only in the window)\n";
    for (const lessons::Fact &fact : lessons::facts()) {
        facts.append(QJsonObject{{"name", text(fact.name)},
                                 {"unit", text(fact.unit)},
                                 {"about", text(fact.about)},
                                 {"values", typeOf(fact)},
                                 {"screen", fact.onScreen}});
        lines +=
            QString("  %1 %2 (%3)\n")
                .arg((text(fact.name) + (fact.onScreen ? "*" : "")).leftJustified(22), text(fact.about), typeOf(fact));
    }
    lines += "\nVerbs, for do:\n";
    for (const lessons::Verb &verb : lessons::verbs()) {
        verbs.append(QJsonObject{{"name", text(verb.name)},
                                 {"argument", argumentOf(verb)},
                                 {"about", text(verb.about)},
                                 {"target", text(verb.target)},
                                 {"mouse", text(verb.mouse)},
                                 {"keyboard", text(verb.keyboard)}});
        lines +=
            QString("  %1 %2\n").arg((text(verb.name) + " " + argumentOf(verb)).leftJustified(22), text(verb.about));
    }
    report.json = {{"facts", facts}, {"verbs", verbs}};
    return report;
}

Result<Report> validateLessons(OptionReader &reader, const QString &, const RunContext &context)
{
    Report report;
    QJsonArray all;
    int mistakes = 0;
    const QStringList files = reader.positionalArguments().mid(2);
    for (const QString &file : files) {
        const auto read = lessons::validateLesson(filePath(file), exampleFolders(), context);
        if (!read)
            return read.error();
        QJsonArray problems;
        for (const lessons::Problem &problem : read->problems) {
            mistakes += !problem.isWarning;
            problems.append(
                QJsonObject{{"line", problem.line}, {"message", text(problem.text)}, {"warning", problem.isWarning}});
            report.text += QString("%1:%2: %3%4\n")
                               .arg(file)
                               .arg(problem.line)
                               .arg(problem.isWarning ? "warning: " : "", text(problem.text));
        }
        all.append(QJsonObject{{"file", file},
                               {"title", text(read->lesson.title)},
                               {"steps", static_cast<qint64>(read->lesson.steps.size())},
                               {"problems", problems}});
    }
    report.json = {{"lessons", all}};
    report.refused = mistakes > 0;
    if (report.text.isEmpty())
        report.text = files.size() == 1 ? "The lesson has no mistakes.\n"
                                        : QString("None of the %1 lessons has a mistake.\n").arg(files.size());
    return report;
}

} // namespace anchorscope::cli
