// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "core/kernels/product.h"
#include "core/parallel.h"
#include "core/stopwatch.h"
#include "io/text/visibletext.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cstdio>
#include <exception>

using namespace anchorscope;
using namespace anchorscope::cli;

namespace {

constexpr int ok = 0, failedRun = 1, wrongInput = 2;

/// A run that began and could not end is the program's failure; everything else is what the user gave it.
int exitCode(const Error &error)
{
    const bool failed = error.code == ErrorCode::cancelled || error.code == ErrorCode::cannotSave ||
                        error.code == ErrorCode::noResult || error.code == ErrorCode::outOfMemory ||
                        error.code == ErrorCode::failed;
    return failed ? failedRun : wrongInput;
}

void print(std::FILE *stream, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
}

/// A sentence that may hold texts from files, in one line.
QString shown(const std::string &sentence)
{
    return QString::fromStdString(io::visibleText(sentence, io::LineBreaks::show));
}

QString overview()
{
    QString text =
        "Compare two embedding spaces, find the anchors that align them, and measure the result.\n\nUsage: "
        "anchorscope-cli COMMAND DATA [options]\nDATA is a dataset file, or two files separated by a comma.\n\n";
    for (const Command &command : commands())
        text += QString("  %1 %2\n").arg(QString(command.name).leftJustified(28), QString(command.about));
    return text + "\nanchorscope-cli COMMAND --help lists the options of a command.\n";
}

/// The arguments as a line for a shell.
QString commandLine(const QStringList &arguments)
{
    static const QRegularExpression harmless("^[A-Za-z0-9_./,:=@%+-]+$");
    QStringList quoted{"anchorscope-cli"};
    for (QString argument : arguments.mid(1)) {
        if (!harmless.match(argument).hasMatch())
            argument = "'" + argument.replace("'", "'\\''") + "'";
        quoted << argument;
    }
    return quoted.join(' ');
}

int fail(const Error &error, bool json)
{
    if (json)
        print(stdout, QJsonDocument(QJsonObject{{"error", errorJson(error)}}).toJson());
    print(stderr, "anchorscope-cli: " + shown(error.text()) + '\n');
    return exitCode(error);
}

/// An error of the data that names no file yet is about DATA.
Error aboutData(Error error, const QString &data)
{
    if (error.file.empty() && error.code != ErrorCode::wrongUsage)
        error.file = data.toStdString();
    return error;
}

Result<Report> runGuarded(const Command &command, const QCommandLineParser &parser, const QString &data,
                          const RunContext &context)
{
    try {
        return command.run(parser, data, context);
    } catch (const std::bad_alloc &) {
        return Error(ErrorCode::outOfMemory, "There is not enough memory for this. Use fewer items (--max-items).");
    } catch (const std::exception &exception) {
        return Error(ErrorCode::failed, std::string("The run failed: ") + exception.what());
    }
}

int run(const Command &command, const QCommandLineParser &parser, const QString &data, const QString &line)
{
    const bool json = parser.isSet("json");
    const auto threads = integerOption(parser, "threads", 0, 1);
    if (!threads)
        return fail(threads.error(), json);
    const ThreadLimit limit(static_cast<int>(*threads));
    const Stopwatch clock;
    auto report = [&] {
        ProgressLine progress(parser.isSet("progress") || standardErrorIsTerminal());
        return runGuarded(command, parser, data, progress.context());
    }();
    if (!report)
        return fail(aboutData(report.error(), data), json);
    for (const std::string &warning : report->warnings)
        print(stderr, "Note: " + shown(warning) + '\n');
    if (!json) {
        print(stdout, QString::fromStdString(io::visibleText(report->text.toStdString(), io::LineBreaks::keep)));
        return ok;
    }
    report->json["command"] = line;
    report->json["version"] = ANCHORSCOPE_VERSION;
    report->json["isa"] = kernels::isaName(kernels::activeIsa());
    report->json["threads"] = threadCount();
    report->json["seconds"] = clock.seconds();
    report->json["warnings"] = strings(report->warnings);
    print(stdout, QJsonDocument(report->json).toJson());
    return ok;
}

/// The command that the arguments begin with: two words of `experiment retrieval`, one of the others.
const Command *findCommand(const QStringList &arguments)
{
    for (const Command &command : commands()) {
        const QStringList words = QString(command.name).split(' ');
        if (arguments.mid(1, words.size()) == words)
            return &command;
    }
    return nullptr;
}

QString knownCommands()
{
    QStringList names;
    for (const Command &command : commands())
        names << command.name;
    return names.join(", ");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName("anchorscope-cli");
    QCoreApplication::setApplicationVersion(ANCHORSCOPE_VERSION);
    const QStringList arguments = QCoreApplication::arguments();
    const QString first = arguments.value(1);
    if (first == "--version" || first == "-v") {
        print(stdout, QString("anchorscope-cli %1\n").arg(ANCHORSCOPE_VERSION));
        return ok;
    }
    if (first == "--help" || first == "-h" || first == "help") {
        print(stdout, overview());
        return ok;
    }
    const bool json = arguments.contains("--json");
    const Command *command = findCommand(arguments);
    if (!command)
        return fail(wrongUsage(QString("Expected a command (%1), found “%2”. anchorscope-cli --help explains them.")
                                   .arg(knownCommands(), first)),
                    json);
    const QStringList words = QString(command->name).split(' ');
    QCommandLineParser parser;
    parser.setApplicationDescription(command->about);
    parser.addPositionalArgument(words.join(' '), command->about, command->name);
    parser.addPositionalArgument("DATA", "A dataset file, or two files separated by a comma.");
    addOutputOptions(parser);
    command->addOptions(parser);
    const QCommandLineOption help = parser.addHelpOption();
    if (!parser.parse(arguments))
        return fail(wrongUsage(parser.errorText() + ". See anchorscope-cli " + command->name + " --help."), json);
    if (parser.isSet(help)) {
        print(stdout, parser.helpText());
        return ok;
    }
    const QStringList positional = parser.positionalArguments().mid(words.size());
    if (positional.size() != command->arguments)
        return fail(wrongUsage(QString("Expected %1, found %2.")
                                   .arg(command->expected,
                                        positional.isEmpty() ? "none" : "“" + positional.join("”, “") + "”")),
                    json);
    return run(*command, parser, positional.front(), commandLine(arguments));
}
