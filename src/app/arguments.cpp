// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include "core/data/toys.h"
#include "gui/style/filename.h"
#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"

#include <limits>

namespace anchorscope::app {

namespace {

const QStringList &docks()
{
    static const QStringList names{"data",      "anchors",    "health",      "optimize",    "retrieval",
                                   "stitching", "comparison", "translation", "experiments", "selection",
                                   "inspector", "play",       "all"};
    return names;
}

const QStringList &themes()
{
    static const QStringList names{"system", "light", "dark"};
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
    constexpr int most = std::numeric_limits<int>::max();
    bool ok = false;
    const int seeds = parser.value("seeds").toInt(&ok);
    if (ok && seeds >= 1)
        return {};
    return QString("Expected a whole number from 1 to %1 for --seeds, found “%2”.")
        .arg(most)
        .arg(parser.value("seeds"));
}

/// Nobody can answer questions about files while pictures are taken.
QString wrongFiles(const QCommandLineParser &parser)
{
    const QString picture = parser.value("screenshot");
    if (!picture.endsWith(".png"))
        return QString("Expected the name of a .png file for --screenshot, found “%1”.").arg(picture);
    if (const Status writable = io::tryWriting(gui::filePath(picture)); !writable)
        return QString::fromStdString(writable.error().text());
    for (const QString &file : parser.positionalArguments()) {
        const std::string path = gui::filePath(file);
        if (isToyName(path)) {
            if (const auto toy = readToy(path); !toy)
                return QString::fromStdString(toy.error().text());
        } else if (const auto opened = io::openInput(path); !opened)
            return QString::fromStdString(opened.error().text());
    }
    return {};
}

} // namespace

void describeArguments(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        "Compare two embedding spaces, find the anchors that align them, and measure the result.");
    parser.addOption({{"h", "help"}, "Shows this help."});
    parser.addOption({{"v", "version"}, "Shows the version."});
    parser.addOption({"screenshot",
                      "Opens the files (or the bundled example), finds anchors, scores them, writes a picture of the "
                      "window to <OUT.png>, prints the retrieval scores and ends.",
                      "OUT.png"});
    parser.addOption(
        {"dock",
         "Dock shown in the picture: data, anchors, health, optimize, retrieval, stitching, "
         "comparison, translation, experiments, selection, inspector or play; all: a picture of each, light and dark.",
         "NAME", "retrieval"});
    parser.addOption({"seeds", "Seed pairs drawn for --screenshot.", "N", "15"});
    parser.addOption({"theme", "system, light or dark, for this run only.", "THEME"});
    parser.addOption({"reset-settings", "Forgets window layout, theme and recent files."});
    parser.addPositionalArgument("FILE", "A data set, two data sets, or a session.", "[FILE [FILE]]");
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
