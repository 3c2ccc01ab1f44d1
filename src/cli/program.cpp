// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/program.h"

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/json.h"
#include "cli/optionreader.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "core/kernels/product.h"
#include "core/parallel.h"
#include "core/stopwatch.h"
#include "core/version.h"
#include "io/text/visibletext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <langinfo.h>
#include <limits>
#include <numeric>
#include <unistd.h>
#include <utility>

namespace anchorscope::cli {

namespace {

constexpr int ok = 0, failedRun = 1, wrongInput = 2;

/// Exit code of an error: 1 for a failed or cancelled run, 2 for wrong input.
int exitCode(const Error &error)
{
    const bool failed = error.code == ErrorCode::cancelled || error.code == ErrorCode::cannotSave ||
                        error.code == ErrorCode::noResult || error.code == ErrorCode::outOfMemory ||
                        error.code == ErrorCode::failed;
    return failed ? failedRun : wrongInput;
}

QString programName()
{
    return QCoreApplication::applicationName();
}

bool print(std::FILE *stream, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    const auto size = static_cast<std::size_t>(bytes.size());
    return std::fwrite(bytes.constData(), 1, size, stream) == size && std::fflush(stream) == 0;
}

/// Prints a command's output. Returns `code`, or the code of a failed run if printing fails.
int finish(const QString &text, int code)
{
    if (print(stdout, text))
        return code;
    print(stderr, QString("%1: The result could not be written to standard output (%2).\n")
                      .arg(programName(), qt_error_string(errno)));
    return failedRun;
}

/// Replaces closed standard streams, so that no file opened later gets their descriptors.
void holdStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            std::exit(failedRun);
    }
}

/// Makes a sentence, which may contain texts from files, safe for a terminal and puts it on one line.
QString shown(const std::string &sentence)
{
    return QString::fromStdString(io::visibleText(sentence, io::LineBreaks::show));
}

/// Makes a table, which may contain texts from files, safe for a terminal; line breaks remain.
QString shownLines(const QString &text)
{
    return QString::fromStdString(io::visibleText(text.toStdString(), io::LineBreaks::keep));
}

/// True if a command can run on several MPI ranks: either the ranks share its work, or the others wait for the first.
bool shared(const Command &command)
{
    return QStringList{"optimize", "retrieval", "experiment retrieval", "translate", "convert"}.contains(command.name);
}

/// Commands that are available. On several MPI ranks these are only the commands for which shared() is true.
std::vector<const Command *> commandsOf(const Communicator *communicator)
{
    std::vector<const Command *> all;
    for (const Command &command : commands()) {
        if (!communicator || shared(command))
            all.push_back(&command);
    }
    return all;
}

QString overview(const Communicator *communicator)
{
    QString text = QString("Compare two embedding spaces, find the anchors that align them, and measure the result.\n\n"
                           "Usage: %1 COMMAND DATA [options]\nDATA is a dataset file, or two files separated by a "
                           "comma.\n\n")
                       .arg(programName());
    for (const Command *command : commandsOf(communicator))
        text += QString("  %1 %2\n").arg(command->name.leftJustified(28), command->about);
    return text + '\n' + programName() + " COMMAND --help lists the options of a command.\n";
}

/// Edit distance of two words (Levenshtein 1966).
qsizetype distanceOf(const QString &a, const QString &b)
{
    std::vector<qsizetype> row(static_cast<std::size_t>(b.size()) + 1);
    std::iota(row.begin(), row.end(), qsizetype{0});
    for (qsizetype i = 0; i < a.size(); ++i) {
        qsizetype diagonal = std::exchange(row[0], i + 1);
        for (qsizetype j = 0; j < b.size(); ++j) {
            const auto at = static_cast<std::size_t>(j);
            const qsizetype replaced = diagonal + (a[i] != b[j]);
            diagonal = row[at + 1];
            row[at + 1] = std::min({replaced, row[at] + 1, row[at + 1] + 1});
        }
    }
    return row.back();
}

/// Advice for an unknown command: a command of similar name, or those that begin with the same word; may be empty.
QString suggestion(const QStringList &words, const Communicator *communicator)
{
    QString nearest;
    QStringList following;
    qsizetype least = std::numeric_limits<qsizetype>::max();
    for (const Command *command : commandsOf(communicator)) {
        const qsizetype count = command->name.count(' ') + 1;
        const QString given = QStringList(words.mid(0, count)).join(' ');
        if (count > 1 && words.value(0) == command->name.section(' ', 0, 0))
            following << command->name;
        const bool inFirst = count > 1 && words.value(0) != command->name.section(' ', 0, 0);
        // Words count as similar if at most a third of the letters differ.
        const qsizetype length = command->name.section(' ', inFirst ? 0 : -1).size();
        const qsizetype distance = distanceOf(given, command->name);
        if (3 * distance <= length && distance < least) {
            least = distance;
            nearest = command->name;
        }
    }
    if (!nearest.isEmpty())
        return " Did you mean " + nearest + '?';
    return following.isEmpty() ? QString() : " Expected one of " + following.join(", ") + '.';
}

Error noSuchCommand(const QStringList &words, const Command *unshared, const Communicator *communicator)
{
    const QString help = " See " + programName() + " --help.";
    if (words.isEmpty() || words.front().startsWith('-'))
        return wrongUsage("No command is given." + help);
    const bool isPair = words.front() == "experiment" || words.front() == "lesson";
    if (!unshared)
        return wrongUsage("There is no command “" + QStringList(words.mid(0, isPair ? 2 : 1)).join(' ') + "”." +
                          suggestion(words, communicator) + help);
    QStringList names;
    for (const Command *command : commandsOf(communicator))
        names << command->name;
    return wrongUsage(unshared->name + " runs in one process: use anchorscope-cli. Several processes share " +
                      names.join(", ") + '.');
}

/// Ends a text with one full stop; some of Qt's messages have one, some do not.
QString sentence(QString text)
{
    while (text.endsWith('.'))
        text.chop(1);
    return text + '.';
}

/// Formats bytes of invalid UTF-8 in a shell's notation $'…'.
QString byBytes(const QString &argument)
{
    QString quoted = "$'";
    for (const char each : filePath(argument)) {
        if (each == '\'' || each == '\\')
            quoted += '\\';
        const auto byte = static_cast<unsigned char>(each);
        quoted += byte < 0x80 ? QString(QChar(byte)) : QString("\\x%1").arg(byte, 2, 16);
    }
    return quoted + '\'';
}

QString commandLine(const QStringList &arguments)
{
    static const QRegularExpression harmless("^[A-Za-z0-9_./,:=@%+-]+$");
    QStringList quoted{programName()};
    for (QString argument : arguments.mid(1)) {
        if (decodeArgument(argument.toUtf8()) != argument)
            argument = byBytes(argument);
        else if (!harmless.match(argument).hasMatch())
            argument = "'" + argument.replace("'", "'\\''") + "'";
        quoted << argument;
    }
    return quoted.join(' ');
}

int fail(const Error &error, bool json)
{
    if (json)
        print(stdout, jsonText({{"error", errorJson(error)}}));
    print(stderr, programName() + ": " + shown(error.text()) + '\n');
    return exitCode(error);
}

/// Adds DATA to an error that does not name a file itself.
Error aboutData(Error error, const QString &data)
{
    if (error.file.empty() && error.code != ErrorCode::wrongUsage)
        error.file = filePath(data);
    return error;
}

/// Returns an error if DATA names two files for a command that takes one.
Status checkFileCount(const Command &command, const QString &data)
{
    const std::vector<std::string> paths = splitData(data);
    std::error_code ignored;
    const bool two = paths.size() > 1 && (std::filesystem::exists(paths.front(), ignored) ||
                                          std::filesystem::exists(paths.back(), ignored));
    if (!command.oneFile || !two)
        return Done{};
    return wrongUsage("Expected one file for " + command.name + ", found two, separated by a comma.");
}

Result<Report> runGuarded(const Command &command, OptionReader &reader, const QString &data, const RunContext &context)
{
    try {
        if (const Status count = checkFileCount(command, data); !count)
            return count.error();
        if (const Status files = checkFiles(command, reader, data); !files)
            return files.error();
        return command.run(reader, data, context);
    } catch (const std::bad_alloc &) {
        return Error(ErrorCode::outOfMemory,
                     "There is not enough memory for this. Use fewer items (--max-items), vectors of fewer dimensions, "
                     "or fewer anchors.");
    } catch (const std::exception &exception) {
        return Error(ErrorCode::failed, std::string("The run failed: ") + exception.what());
    }
}

Result<Report> runWatched(const Command &command, OptionReader &reader, const QString &data, Communicator *communicator)
{
    ProgressLine progress(reader.isSet("progress") || standardErrorIsTerminal());
    RunContext context = progress.context();
    context.communicator = communicator;
    if (communicator)
        return runGuarded(command, reader, data, context);
    context.control = std::make_shared<RunControl>();
    const SignalWatch watch(context.control);
    return runGuarded(command, reader, data, context);
}

/// Warns of an unknown instruction-set level in ANCHORSCOPE_ISA, which would otherwise be ignored silently.
void checkIsa(std::vector<std::string> &warnings)
{
    const QByteArray requested = qgetenv("ANCHORSCOPE_ISA");
    if (!requested.isEmpty() && !QByteArrayList{"baseline", "v3", "v4"}.contains(requested))
        warnings.push_back("Expected ANCHORSCOPE_ISA to be baseline, v3 or v4, found “" + requested.toStdString() +
                           "”; " + kernels::isaName(kernels::activeIsa()) + " was used.");
}

/// Completes a report with the JSON members of all commands, prints its warnings, and reports unwritten outputs.
void complete(Report &report, OptionReader &reader, const QString &line, double seconds)
{
    checkIsa(report.warnings);
    for (const QString &option : reader.unused())
        report.warnings.push_back("The option --" + option.toStdString() + " was not used.");
    for (const std::string &warning : report.warnings)
        print(stderr, "Note: " + shown(warning) + '\n');
    // Warnings printed during the run are not printed again.
    for (const std::string &sentence : reader.announced())
        report.warnings.push_back(sentence);
    for (const Error &failure : report.failures) {
        print(stderr, programName() + ": " + shown(failure.text()) + '\n');
        report.warnings.push_back(failure.text());
    }
    report.json["settings"] = reader.used();
    report.json["command"] = line;
    report.json["version"] = ANCHORSCOPE_VERSION;
    report.json["isa"] = kernels::isaName(kernels::activeIsa());
    report.json["threads"] = threadCount();
    report.json["seconds"] = seconds;
    report.json["warnings"] = strings(report.warnings);
}

QString settingsLine(const OptionReader &reader)
{
    QStringList words;
    const QJsonObject settings = reader.used();
    for (auto it = settings.begin(); it != settings.end(); ++it) {
        QStringList values;
        for (const QVariant &each :
             it.value().isArray() ? it.value().toArray().toVariantList() : QVariantList{it.value().toVariant()})
            values << each.toString();
        const QString option = QString(it.key()).replace('_', '-');
        // True if the user did not give the option and its default is 0, which mostly means “off”.
        const bool absent = it.value() == QJsonValue(0) && !reader.has(option);
        if (!it.value().isNull() && !absent && it.value() != QJsonValue(false) && !values.join("").isEmpty())
            words << option + ' ' + values.join(',');
    }
    return words.isEmpty() ? QString() : "Settings: " + words.join(", ") + ".\n";
}

int run(const Command &command, OptionReader &reader, const QString &data, const QString &line,
        Communicator *communicator)
{
    const bool json = reader.isSet("json");
    constexpr double maxThreads = 1024;
    const Index threads = reader.integer("threads", 0, 1, maxThreads);
    if (const Status read = reader.status(); !read)
        return fail(read.error(), json);
    const ThreadLimit limit(static_cast<int>(threads));
    const Stopwatch clock;
    auto report = runWatched(command, reader, data, communicator);
    const int signal = receivedSignal();
    if (!report) {
        const int code = fail(signal != 0 ? cancelledError() : aboutData(report.error(), data), json);
        return signal != 0 ? exitBySignal + signal : code;
    }
    complete(*report, reader, line, clock.seconds());
    int code = !report->failures.empty() ? failedRun : report->refused ? wrongInput : ok;
    if (signal != 0)
        code = exitBySignal + signal;
    const QString text = command.data == Command::Data::own ? report->text : report->text + settingsLine(reader);
    return finish(json ? jsonText(report->json) : shownLines(text), code);
}

/// Advice for names of an ITEM that begin with a dash, like an option.
QString dashAdvice(const Command &command)
{
    if (command.arguments < 2)
        return {};
    return QString(" Put an item that begins with a dash last, after “--”: %1 DATA --anchors 300 -- -lrb-.")
        .arg(command.name);
}

/// Renames --random-seed, as JSON and older scripts call it, to --first-seed.
QStringList withOlderName(QStringList arguments)
{
    for (QString &argument : arguments) {
        if (argument == "--")
            break;
        if (argument == "--random-seed" || argument.startsWith("--random-seed="))
            argument.replace("--random-seed", "--first-seed");
    }
    return arguments;
}

/// Returns an error for options of `optimize` in version 0.1 that have become commands.
Status checkOlderOptions(const Command &command, const QStringList &arguments)
{
    for (const char *name : {"predict", "suggest-hints", "pair-next"}) {
        const QString option = QString("--") + name;
        const auto isOption = [&](const QString &each) { return each == option || each.startsWith(option + '='); };
        if (command.name == "optimize" && std::ranges::any_of(arguments, isOption))
            return wrongUsage(QString("%1 is a command now: see anchorscope-cli %2 --help.").arg(option, name));
    }
    return Done{};
}

int runCommand(const QStringList &arguments, Communicator *communicator)
{
    const bool json = arguments.contains("--json");
    const Command *command = findCommand(arguments.mid(1));
    if (!command || (communicator && !shared(*command)))
        return fail(noSuchCommand(arguments.mid(1), command, communicator), json);
    if (const Status current = checkOlderOptions(*command, arguments); !current)
        return fail(current.error(), json);
    const QStringList words = QString(command->name).split(' ');
    const bool any = command->arguments == Command::anyNumber;
    OptionReader reader;
    reader.setApplicationDescription(command->about);
    reader.QCommandLineParser::addPositionalArgument(words.join(' '), command->about, command->name);
    if (any)
        reader.addPositionalArgument("FILE…", "A lesson, a Markdown file.");
    else if (command->arguments > 0)
        reader.addPositionalArgument("DATA", command->dataHelp());
    command->addOptions(reader);
    const QString dashes = dashAdvice(*command);
    if (!reader.parse(withOlderName(arguments)))
        return fail(wrongUsage(sentence(reader.errorText()) + dashes + " See " + programName() + ' ' + command->name +
                               " --help."),
                    json);
    const bool help = reader.isSet("help") || reader.isSet("help-advanced");
    if (help && json)
        return finish(jsonText(reader.helpJson(command->name)), ok);
    if (help)
        return finish(reader.helpFor(command->name, reader.isSet("help-advanced")), ok);
    if (const Status options = reader.check(); !options)
        return fail(options.error(), json);
    if (communicator) {
        if (const Status used = reader.refuse({"time-limit"}, "ranks share one run, which ends by itself"); !used)
            return fail(used.error(), json);
    }
    const QStringList positional = reader.positionalArguments().mid(words.size());
    if (any ? positional.isEmpty() : positional.size() != command->arguments)
        return fail(wrongUsage(QString("Expected %1, found %2.")
                                   .arg(command->expected,
                                        positional.isEmpty() ? "none" : "“" + positional.join("”, “") + "”") +
                               (arguments.contains("--") ? dashes : QString())),
                    json);
    return run(*command, reader, positional.value(0), commandLine(arguments), communicator);
}

/// Sets the locale C.UTF-8 if the user's has another encoding. Qt does the same, but Qt 6.8 also prints a warning.
void useUtf8()
{
    std::setlocale(LC_ALL, "");
    if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        qputenv("LC_ALL", "C.UTF-8");
}

} // namespace

int runProgram(int argc, char **argv, const char *name, Communicator *communicator)
{
    holdStandardStreams();
    useUtf8();
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(name);
    QCoreApplication::setApplicationVersion(ANCHORSCOPE_VERSION);
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << decodeArgument(argv[i]);
    const QString first = arguments.value(1);
    if (first == "--version" || first == "-v")
        return finish(QString("%1 %2\n").arg(name, QString::fromStdString(versionText())), ok);
    if (first == "--help" || first == "-h" || first == "help")
        return finish(overview(communicator), ok);
    if (arguments.size() < 2) {
        print(stderr, overview(communicator));
        return wrongInput;
    }
    return runCommand(arguments, communicator);
}

} // namespace anchorscope::cli
