// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"
#include "app/screenshot.h"
#include "core/version.h"
#include "gui/desktop/crashlog.h"
#include "gui/desktop/preferences.h"
#include "gui/lessons/lessonscript.h"
#include "gui/models/appmodel.h"
#include "gui/style/filename.h"
#include "gui/style/theme.h"
#include "gui/window/mainwindow.h"
#include "io/text/visibletext.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QJsonDocument>
#include <QSettings>
#include <QSocketNotifier>
#include <QTemporaryDir>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

using namespace anchorscope;

namespace {

constexpr int wrongUsage = 2;

int refuse(const QString &sentence)
{
    // Escapes the sentence, because file names may contain control sequences for the terminal.
    const std::string shown = io::visibleText(sentence.toStdString(), io::LineBreaks::show);
    std::fprintf(stderr, "%s\n", shown.c_str());
    return wrongUsage;
}

std::optional<int> answerWithoutDisplay(int argc, char **argv, QCommandLineParser &parser)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << gui::pathText(argv[i]);
    if (!parser.parse(arguments)) {
        QString text = parser.errorText();
        while (text.endsWith('.'))
            text.chop(1);
        return refuse(text + ". See anchorscope --help.");
    }
    if (parser.isSet("version")) {
        std::printf("Anchorscope %s\n", versionText().c_str());
        return 0;
    }
    if (parser.isSet("help")) {
        // Inserts the program's name, which the parser does not know without an application object.
        std::printf("%s", qPrintable(parser.helpText().replace("<executable_name>", "anchorscope")));
        return 0;
    }
    if (const QString wrong = app::wrongArgument(parser); !wrong.isEmpty())
        return refuse(wrong);
    return std::nullopt;
}

gui::ThemeChoice themeChoice(const QCommandLineParser &parser)
{
    for (const auto &[word, choice] : app::themeWords) {
        if (parser.value("theme") == word)
            return choice;
    }
    return gui::savedTheme();
}

/// Prints one sentence if there is no display. Qt would advise the user to reinstall Qt, and abort.
void reportNoDisplay(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (type == QtFatalMsg) {
        std::fputs(
            "anchorscope: no display was found; use anchorscope-cli, or --screenshot FILE.png, which needs none.\n",
            stderr);
        std::_Exit(1);
    }
    if (!QByteArray(context.category).startsWith("qt.qpa"))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// Drops warnings of Qt's offscreen plug-in about missing features of window managers.
void withoutPluginNotes(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (!message.startsWith("This plugin does not support"))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

std::array<int, 2> wake{-1, -1}; // pipe that wakes the event loop, because signal handlers must not call Qt

extern "C" void onSignal(int number)
{
    const auto byte = static_cast<char>(number);
    [[maybe_unused]] const auto written = ::write(wake[1], &byte, 1);
}

/// Calls `end` with an exit code at the first signal; a second signal ends the program immediately.
void onSignals(QObject &parent, const std::function<void(int)> &end)
{
    constexpr int exitBySignal = 128;
    if (::pipe2(wake.data(), O_CLOEXEC) != 0)
        return; // without the pipe, signals end the program, as by default
    auto *notifier = new QSocketNotifier(wake[0], QSocketNotifier::Read, &parent);
    QObject::connect(notifier, &QSocketNotifier::activated, &parent, [end] {
        char number = 0;
        if (::read(wake[0], &number, 1) == 1)
            end(exitBySignal + number);
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            ::sigaction(number, &action, nullptr);
    }
}

/// Plays a lesson and prints the report. Exit code 0: every step works; 1: a step does not; 2: no lesson was played.
int playLesson(gui::MainWindow &window, const QCommandLineParser &parser)
{
    window.show();
    onSignals(window, [](int code) { QApplication::exit(code); });
    gui::LessonScript script(window.lessons(),
                             {parser.value("screenshot"), *app::windowSize(parser), parser.value("disturb").toInt()});
    QObject::connect(
        &script, &gui::LessonScript::ended, &window,
        [&script](bool passed) {
            const bool begun = !script.report()["steps"].toArray().isEmpty();
            if (!begun)
                refuse(script.report()["error"].toString());
            else
                std::printf("%s", QJsonDocument(script.report()).toJson().constData());
            QApplication::exit(passed ? 0 : begun ? 1 : wrongUsage);
        },
        Qt::QueuedConnection);
    script.start(parser.value("lesson"));
    return QApplication::exec();
}

int workWithUser(gui::AppModel &model, gui::MainWindow &window, const QCommandLineParser &parser)
{
    const QStringList files = parser.positionalArguments();
    gui::reportCrashes();
    onSignals(window, [&model](int code) { model.autosave.endWithCopy([code] { QApplication::exit(code); }); });
    window.show();
    if (parser.isSet("lesson"))
        window.lessons().controller().begin(parser.value("lesson"));
    else if (files.isEmpty() && gui::savedPreferences().reopen)
        window.offerRecovery(model.recentFiles.at(0), true);
    else
        window.offerRecovery(files);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName("anchorscope");
    QCoreApplication::setOrganizationName("anchorscope");
    QCoreApplication::setApplicationVersion(ANCHORSCOPE_VERSION);
    QCommandLineParser parser;
    app::describeArguments(parser);
    if (const auto code = answerWithoutDisplay(argc, argv, parser))
        return *code;

    const bool byItself = parser.isSet("screenshot") || parser.isSet("script");
    if (byItself && !hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(reportNoDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(byItself ? withoutPluginNotes : nullptr);
    QGuiApplication::setApplicationDisplayName("Anchorscope");
    QGuiApplication::setDesktopFileName("io.github.anchorscope.Anchorscope");
    // Temporary folder for settings, so that scripts neither read nor write those of the user.
    std::optional<QTemporaryDir> noSettings;
    if (parser.isSet("script"))
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, noSettings.emplace().path());
    if (parser.isSet("reset-settings"))
        QSettings().clear();
    gui::applyTheme(application, themeChoice(parser));
    QApplication::setWindowIcon(gui::applicationIcon());
    gui::AppModel model(byItself ? gui::AppModel::Persistence::off : gui::AppModel::Persistence::on);
    gui::MainWindow window(model);
    if (parser.isSet("lessons"))
        window.lessons().setOwnFolder(parser.value("lessons"));
    if (parser.isSet("script"))
        return playLesson(window, parser);
    if (parser.isSet("screenshot")) {
        app::Screenshot screenshot(model, window, parser.value("screenshot"), parser.value("seeds").toInt(),
                                   parser.value("dock"));
        screenshot.start(parser.positionalArguments());
        return QApplication::exec();
    }
    return workWithUser(model, window, parser);
}
