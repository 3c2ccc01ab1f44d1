// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "core/data/toys.h"
#include "gui/style/filename.h"
#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"
#include "lessons/places.h"

#include <limits>

namespace anchorscope::app {

namespace {

const QStringList &docks()
{
    static const QStringList names = [] {
        QStringList all;
        for (const std::string &name : lessons::pages())
            all << QString::fromStdString(name);
        return all << "all";
    }();
    return names;
}

QStringList themes()
{
    QStringList names;
    for (const auto &[word, choice] : themeWords)
        names << word;
    return names;
}

QString wrongChoice(const QCommandLineParser &parser, const QString &option, const QStringList &choices)
{
    if (!parser.isSet(option) || choices.contains(parser.value(option)))
        return {};
    return QString("Expected --%1 to be one of %2, found “%3”.").arg(option, choices.join(", "), parser.value(option));
}

QString wrongSeeds(const QCommandLineParser &parser)
{
    constexpr int max = std::numeric_limits<int>::max();
    bool ok = false;
    const int seeds = parser.value("seeds").toInt(&ok);
    if (ok && seeds >= 1)
        return {};
    return QString("Expected a whole number from 1 to %1 for --seeds, found “%2”.").arg(max).arg(parser.value("seeds"));
}

/// First error of the files for --screenshot, which cannot ask the user about them; empty: none.
QString wrongFiles(const QCommandLineParser &parser)
{
    const QString screenshot = parser.value("screenshot");
    if (!screenshot.endsWith(".png"))
        return QString("Expected the name of a .png file for --screenshot, found “%1”.").arg(screenshot);
    if (const Status writable = io::tryWriting(gui::filePath(screenshot)); !writable)
        return QString::fromStdString(writable.error().text());
    for (const QString &file : parser.positionalArguments()) {
        const std::string path = gui::filePath(file);
        if (isToyName(path)) {
            if (const auto toy = readToy(path); !toy)
                return QString::fromStdString(toy.error().text());
        } else if (const auto opened = io::openInput(path); !opened && !io::isFolder(path))
            return QString::fromStdString(opened.error().text());
    }
    return {};
}

QString wrongLesson(const QCommandLineParser &parser)
{
    if (parser.isSet("lesson") && !parser.positionalArguments().isEmpty())
        return "Expected no other file beside --lesson, which opens its own data.";
    if (parser.isSet("script") && !parser.isSet("lesson"))
        return "Expected --script together with --lesson, found it alone.";
    if (parser.isSet("lesson") && parser.isSet("screenshot") && !parser.isSet("script"))
        return "Expected --screenshot of a lesson together with --script, found it without.";
    if (parser.isSet("size") && !parser.isSet("script"))
        return "Expected --size together with --script, found it alone.";
    if (parser.isSet("disturb") && !parser.isSet("script"))
        return "Expected --disturb together with --script, found it alone.";
    bool isCount = false;
    constexpr int maxDisturbances = 1000;
    const int count = parser.value("disturb").toInt(&isCount);
    if (!isCount || count < 0 || count > maxDisturbances)
        return QString("Expected a whole number from 0 to %1 for --disturb, found “%2”.")
            .arg(maxDisturbances)
            .arg(parser.value("disturb"));
    if (!windowSize(parser))
        return QString("Expected a size from 640x480 to 7680x4320, such as 1280x720, for --size, found “%1”.")
            .arg(parser.value("size"));
    if (parser.isSet("lessons") && !io::isFolder(gui::filePath(parser.value("lessons"))))
        return QString("Expected a folder for --lessons, found “%1”.").arg(parser.value("lessons"));
    if (parser.isSet("lesson")) {
        if (const auto opened = io::openInput(gui::filePath(parser.value("lesson"))); !opened)
            return QString::fromStdString(opened.error().text());
    }
    return {};
}

} // namespace

std::optional<QSize> windowSize(const QCommandLineParser &parser)
{
    constexpr QSize minSize{640, 480}, maxSize{7680, 4320};
    const QStringList sides = parser.value("size").split('x');
    bool known = sides.size() == 2, isNumber = false;
    QSize size;
    if (known) {
        size.setWidth(sides[0].toInt(&isNumber));
        known = isNumber;
        size.setHeight(sides[1].toInt(&isNumber));
        known = known && isNumber;
    }
    if (!known || size != size.expandedTo(minSize) || size != size.boundedTo(maxSize))
        return std::nullopt;
    return size;
}

void describeArguments(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        "Compare two embedding spaces, find the anchors that align them, and measure the result.");
    parser.addOption({{"h", "help"}, "Shows this help."});
    parser.addOption({{"v", "version"}, "Shows the version."});
    parser.addOption(
        {"screenshot",
         "Opens the files (or, without any, the bundled words), finds anchors, scores them, saves a screenshot "
         "of the window as <OUT.png>, prints the retrieval scores and exits.",
         "OUT.png"});
    parser.addOption({"dock",
                      "Dock shown in the screenshot: " + docks().first(docks().size() - 1).join(", ") +
                          "; all: a screenshot of each, light and dark.",
                      "NAME", "retrieval"});
    parser.addOption({"seeds", "Seed pairs drawn for --screenshot.", "N", "15"});
    parser.addOption({"lesson", "Starts a lesson.", "FILE.md"});
    parser.addOption({"lessons",
                      "Also lists the lessons (.md) of a folder, including those with mistakes, for this run only.",
                      "FOLDER"});
    parser.addOption(
        {"script", "Plays the lesson, prints as JSON whether each step works as described, and exits with 0 or 1. With "
                   "--screenshot, saves a screenshot of each step: <OUT>-1.png, <OUT>-1-done.png, …"});
    parser.addOption({"disturb",
                      "Number of random actions before each step of --script, from which the lesson must recover.", "N",
                      "0"});
    parser.addOption({"size", "Size of the window for --script.", "WIDTHxHEIGHT", "1280x720"});
    parser.addOption({"theme", "system, light or dark, for this run only.", "THEME"});
    parser.addOption({"reset-settings", "Resets window layout, theme and recent files."});
    parser.addPositionalArgument("FILE", "One dataset, two datasets, or a session.", "[FILE [FILE]]");
}

QString wrongArgument(const QCommandLineParser &parser)
{
    QStringList seen;
    for (const QString &name : parser.optionNames()) {
        if (seen.contains(name))
            return QString("Expected --%1 once, found it twice.").arg(name);
        seen << name;
    }
    const QStringList files = parser.positionalArguments();
    if (files.size() > 2)
        return QString("Expected at most two files, found %1.").arg(files.size());
    if (files.contains(QString()))
        return "Expected the name of a file, found an empty one.";
    if (const QString wrong = wrongLesson(parser); !wrong.isEmpty())
        return wrong;
    for (const char *option : {"dock", "seeds"}) {
        if (parser.isSet(option) && !parser.isSet("screenshot"))
            return QString("Expected --%1 together with --screenshot, found it alone.").arg(option);
    }
    for (const QString &wrong :
         {wrongChoice(parser, "dock", docks()), wrongChoice(parser, "theme", themes()), wrongSeeds(parser)}) {
        if (!wrong.isEmpty())
            return wrong;
    }
    return parser.isSet("screenshot") ? wrongFiles(parser) : QString();
}

} // namespace anchorscope::app
