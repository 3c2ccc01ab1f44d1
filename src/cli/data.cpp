// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/data.h"

#include "cli/options.h"
#include "io/text/pairfile.h"

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

/// The two spaces, as far as they are read.
struct Spaces
{
    std::shared_ptr<const EmbeddingSet> x, y;
    std::string pathOfX, pathOfY;
    io::OpenOptions reading;
    std::vector<std::shared_ptr<const EmbeddingSet>> further;
    std::vector<std::string> warnings;
};

std::vector<std::shared_ptr<const EmbeddingSet>> furtherSpaces(const Dataset &dataset, const EmbeddingSet &x,
                                                               const EmbeddingSet &y)
{
    constexpr std::size_t enough = 2; // the time to learn grows with the square of the number of spaces
    std::vector<std::shared_ptr<const EmbeddingSet>> further;
    for (const auto &space : dataset.spaces) {
        if (space.get() != &x && space.get() != &y && further.size() < enough)
            further.push_back(space);
    }
    return further;
}

Result<Spaces> openSpaces(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto reading = readingOptions(parser);
    if (!reading)
        return reading.error();
    const std::vector<std::string> paths = splitData(data);
    std::vector<io::OpenedFile> files;
    for (const std::string &path : paths) {
        auto opened = io::openFile(path, *reading, context); // no more rows than are used
        if (!opened)
            return opened.error();
        files.push_back(std::move(*opened));
    }
    const bool oneFile = paths.size() == 1;
    const auto x = chooseSpace(files.front().dataset, parser, "x", 0);
    const auto y = x ? chooseSpace(files.back().dataset, parser, "y", oneFile ? 1 : 0) : x;
    if (!y)
        return y.error();
    Spaces spaces{*x, *y, paths.front(), paths.back(), *reading, {}, {}};
    if (oneFile)
        spaces.further = furtherSpaces(files.front().dataset, **x, **y);
    for (const io::OpenedFile &file : files)
        spaces.warnings.insert(spaces.warnings.end(), file.warnings.begin(), file.warnings.end());
    return spaces;
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

Result<io::OpenOptions> readingOptions(const QCommandLineParser &parser)
{
    const auto first = integerOption(parser, "max-items", 0, 1);
    const auto drawn = first ? integerOption(parser, "sample", 0, 1) : first;
    const auto seed = drawn ? integerOption(parser, "sample-seed", 0, 0) : drawn;
    if (!seed)
        return seed.error();
    if (*first > 0 && *drawn > 0)
        return wrongUsage("Expected --max-items (the first N) or --sample (N at random), found both; leave one out.");
    io::OpenOptions options;
    options.sample = *drawn > 0;
    options.maxRows = options.sample ? *drawn : *first;
    options.sampleSeed = static_cast<std::uint64_t>(*seed);
    return options;
}

Result<PairedData> openPairedData(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto spaces = openSpaces(parser, data, context);
    if (!spaces)
        return spaces.error();
    PairedData result{spaces->pathOfX, spaces->pathOfY, {}, spaces->reading, {}, {}, {}};
    std::vector<std::string> warnings = spaces->warnings;
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
    if (result.pair.rule == PairingRule::byRow)
        result.furtherSpaces = spaces->further;
    return result;
}

Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(const QCommandLineParser &parser,
                                                                        const QString &data, const RunContext &context)
{
    const auto dataset = io::openDataset(filePath(data), context);
    if (!dataset)
        return dataset.error();
    const auto most = integerOption(parser, "max-items", 0, 1);
    if (!most)
        return most.error();
    std::vector<std::string> names;
    for (const auto &space : dataset->spaces)
        names.push_back(space->name);
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const std::string &name : wordsOption(parser, "spaces", names)) {
        const auto space = dataset->space(name);
        if (!space)
            return wrongUsage(
                QString("Expected --spaces to name spaces of the file, found “%1”.").arg(QString::fromStdString(name)));
        const SpaceFacts facts = inspect(space->vectors);
        if (!facts.nonFiniteRows.empty())
            return Error(ErrorCode::nonFinite,
                         "Expected numbers, found NaN or infinity; remove these rows and save the file again.")
                .in(filePath(data), space->name + ", row " + std::to_string(facts.nonFiniteRows.front()));
        spaces.push_back(*most > 0 ? firstItems(space, *most) : space);
    }
    return spaces;
}

} // namespace anchorscope::cli
