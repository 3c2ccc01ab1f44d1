// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/data.h"

#include "cli/options.h"
#include "io/pairfile.h"

#include <QFile>
#include <QFileInfo>

namespace anchorscope::cli {

namespace {

/// The space of a name, or the one at `position` if none is named.
Result<std::shared_ptr<const EmbeddingSet>> chooseSpace(const Dataset &dataset, const QCommandLineParser &parser,
                                                        const QString &option, std::size_t position)
{
    QStringList names;
    for (const auto &space : dataset.spaces)
        names << QString::fromStdString(space->name);
    const QString wanted = parser.value(option);
    Error error = wrongUsage(
        QString("Expected --%1 to name one of the spaces %2, found “%3”.").arg(option, names.join(", "), wanted));
    error.file = dataset.path;
    if (given(parser, option)) {
        const auto space = dataset.space(wanted.toStdString());
        return space ? Result(space) : error;
    }
    if (position < dataset.spaces.size())
        return dataset.spaces[position];
    error.message = QString("Expected two spaces to compare, found only %1. Name a second file after a comma.")
                        .arg(names.join(", "))
                        .toStdString();
    return error;
}

PairingRule pairingRule(const QCommandLineParser &parser, bool oneFile)
{
    const QString rule = parser.value("pair");
    if (!given(parser, "pair"))
        return oneFile ? PairingRule::byRow : PairingRule::automatic;
    if (rule == "id")
        return PairingRule::byId;
    if (rule == "row")
        return PairingRule::byRow;
    return rule == "none" ? PairingRule::none : PairingRule::list;
}

/// The two spaces, cut to --max-items.
struct Spaces
{
    std::shared_ptr<const EmbeddingSet> x, y;
    std::string pathOfX, pathOfY;
    Index maxItems;
};

Result<Spaces> openSpaces(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const std::vector<std::string> paths = splitData(data);
    const auto first = io::openDataset(paths.front(), context);
    if (!first)
        return first.error();
    const bool oneFile = paths.size() == 1;
    const auto second = oneFile ? first : io::openDataset(paths.back(), context);
    if (!second)
        return second.error();
    const auto x = chooseSpace(*first, parser, "x", 0);
    const auto y = x ? chooseSpace(*second, parser, "y", oneFile ? 1 : 0) : x;
    if (!y)
        return y.error();
    const auto most = integerOption(parser, "max-items", 0, 1);
    if (!most)
        return most.error();
    if (*most == 0)
        return Spaces{*x, *y, paths.front(), paths.back(), 0};
    return Spaces{firstItems(*x, *most), firstItems(*y, *most), paths.front(), paths.back(), *most};
}

} // namespace

std::string filePath(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

std::vector<std::string> splitData(const QString &data)
{
    const qsizetype comma = data.indexOf(',');
    if (comma < 0 || QFileInfo::exists(data))
        return {filePath(data)};
    return {filePath(data.left(comma)), filePath(data.mid(comma + 1))};
}

Result<PairedData> openPairedData(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto spaces = openSpaces(parser, data, context);
    if (!spaces)
        return spaces.error();
    PairedData result{spaces->pathOfX, spaces->pathOfY, {}, spaces->maxItems, {}, {}};
    std::vector<std::string> warnings;
    if (given(parser, "seed-pairs")) {
        auto seeds =
            io::readPairs(filePath(parser.value("seed-pairs")), *spaces->x->items, *spaces->y->items, &warnings);
        if (!seeds)
            return seeds.error();
        result.seedPairs = std::move(*seeds);
    }
    PairingRule rule = pairingRule(parser, splitData(data).size() == 1);
    const bool bothHaveIds = spaces->x->items->hasIds() && spaces->y->items->hasIds();
    if (rule == PairingRule::automatic && result.seedPairs.empty() && bothHaveIds)
        rule = PairingRule::byId;
    if (rule == PairingRule::list)
        result.pairingFile = filePath(parser.value("pair"));
    auto pair = io::pairSpaces(spaces->x, spaces->y, rule, result.pairingFile);
    if (!pair)
        return pair.error();
    result.pair = std::move(*pair);
    result.pair.warnings.insert(result.pair.warnings.end(), warnings.begin(), warnings.end());
    return result;
}

} // namespace anchorscope::cli
