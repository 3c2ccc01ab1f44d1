// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshot.h"
#include "gui/style/icons.h"
#include "gui/style/theme.h"
#include "gui/window/appmodel.h"
#include "gui/window/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>

#include <cstdio>

using namespace anchorscope;

namespace {

constexpr int wrongUsage = 2;

void describe(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        "Compare two embedding spaces, find the anchors that align them, and measure the result.");
    parser.addOption({{"h", "help"}, "Shows this help."});
    parser.addOption({{"v", "version"}, "Shows the version."});
    parser.addOption({"screenshot",
                      "Opens the files (or the bundled example), finds anchors, scores them, writes a picture of the "
                      "window to <OUT.png>, prints the retrieval scores and ends.",
                      "OUT.png"});
    parser.addOption({"dock",
                      "Dock shown in the picture: data, anchors, health, optimize, retrieval, stitching, translation, "
                      "experiments, selection or inspector; all: a picture of each, light and dark.",
                      "NAME", "retrieval"});
    parser.addOption({"seeds", "Seed pairs drawn for --screenshot.", "N", "15"});
    parser.addOption({"theme", "system, light or dark, for this run only.", "THEME"});
    parser.addOption({"reset-settings", "Forgets window layout, theme and recent files."});
    parser.addPositionalArgument("FILE", "A data set, two data sets, or a session.", "[FILE [FILE]]");
}

/// Help, version and wrong usage need no display, so they are answered before QApplication looks for one.
std::optional<int> answerWithoutDisplay(int argc, char **argv, QCommandLineParser &parser)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    if (!parser.parse(arguments)) {
        std::fprintf(stderr, "%s\n", qPrintable(parser.errorText()));
        return wrongUsage;
    }
    if (parser.isSet("version")) {
        std::printf("Anchorscope %s\n", ANCHORSCOPE_VERSION);
        return 0;
    }
    if (parser.isSet("help")) {
        // Without an application object the parser does not know the program's name.
        std::printf("%s", qPrintable(parser.helpText().replace("<executable_name>", "anchorscope")));
        return 0;
    }
    if (parser.positionalArguments().size() > 2) {
        std::fprintf(stderr, "Expected at most two files, found %d.\n",
                     static_cast<int>(parser.positionalArguments().size()));
        return wrongUsage;
    }
    return std::nullopt;
}

gui::ThemeChoice themeChoice(const QCommandLineParser &parser)
{
    if (parser.value("theme") == "light")
        return gui::ThemeChoice::Light;
    if (parser.value("theme") == "dark")
        return gui::ThemeChoice::Dark;
    return gui::savedTheme();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName("anchorscope");
    QCoreApplication::setOrganizationName("anchorscope");
    QCoreApplication::setApplicationVersion(ANCHORSCOPE_VERSION);
    QCommandLineParser parser;
    describe(parser);
    if (const auto code = answerWithoutDisplay(argc, argv, parser))
        return *code;

    QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName("Anchorscope");
    QGuiApplication::setDesktopFileName("io.github.anchorscope.Anchorscope");
    if (parser.isSet("reset-settings"))
        QSettings().clear();
    gui::applyTheme(application, themeChoice(parser));
    QApplication::setWindowIcon(gui::applicationIcon());
    gui::AppModel model(parser.isSet("screenshot") ? gui::AppModel::Traces::none : gui::AppModel::Traces::kept);
    gui::MainWindow window(model);
    const QStringList files = parser.positionalArguments();
    if (parser.isSet("screenshot")) {
        app::Screenshot screenshot(model, window, parser.value("screenshot"), parser.value("seeds").toInt(),
                                   parser.value("dock"));
        screenshot.start(files);
        return QApplication::exec();
    }
    window.show();
    window.offerRecovery(files);
    return QApplication::exec();
}
