// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/data.h"

#include "cli/commands.h"
#include "core/data/toys.h"
#include "core/data/transform.h"
#include "core/distributed/communicator.h"
#include "frame/budget.h"
#include "io/dataset/pairfile.h"
#include "io/files/filebudget.h"
#include "io/session/sessionitems.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <filesystem>

namespace anchorscope::cli {

namespace {

// Surrogate U+DC00. A byte that is not UTF-8 is represented by the character U+DC00 plus the value of the byte.
constexpr int escapedBytes = 0xdc00;

PairingRule pairingRule(OptionReader &reader)
{
    const QString rule = reader.text("pair");
    if (!reader.has("pair"))
        return PairingRule::automatic;
    if (rule == "id")
        return PairingRule::byId;
    if (rule == "row")
        return PairingRule::byRow;
    return rule == "none" ? PairingRule::none : PairingRule::list;
}

Result<io::DataChoice> dataChoice(OptionReader &reader, const QString &data, bool withRanks)
{
    const auto reading = readingOptions(reader);
    if (!reading)
        return reading.error();
    const std::vector<std::string> paths = splitData(data);
    io::DataChoice choice;
    choice.x.path = paths.front();
    choice.y.path = paths.back();
    choice.x.space = reader.text("x").toStdString();
    choice.y.space = reader.text("y").toStdString();
    for (const QString side : {"x", "y"}) {
        if (reader.has(side) && reader.text(side).isEmpty())
            return wrongUsage(QString("Expected the name of a space for -%1, found an empty one.").arg(side));
    }
    const bool same = choice.x.space == choice.y.space && choice.x.path == choice.y.path;
    if (!choice.x.space.empty() && same && !reader.has("transform"))
        return wrongUsage(QString("Expected two different spaces for -x and -y, found “%1” twice.")
                              .arg(QString::fromStdString(choice.x.space)));
    choice.rule = pairingRule(reader);
    if (choice.rule == PairingRule::list)
        choice.pairingFile = filePath(reader.value("pair"));
    const auto columns = columnChoices(reader, paths);
    if (!columns)
        return columns.error();
    choice.x.columns = columns->front();
    choice.y.columns = columns->back();
    const auto items = itemFiles(reader, paths);
    if (!items)
        return items.error();
    choice.x.items = items->front();
    choice.y.items = items->back();
    choice.maxItems = reading->maxRows;
    choice.sample = reading->sample;
    choice.sampleSeed = reading->sampleSeed;
    choice.identify = reader.has("session") || reader.has("out");
    const QString &command = commandOf(reader).name;
    const bool inParts =
        (command == "optimize" || command == "predict") && !reader.has("session") && !reader.has("transform");
    choice.distributed = inParts && withRanks;
    choice.stored = inParts && !withRanks;
    return choice;
}

/// Sets the columns to the session's, unless the user gave them (`given`). Warns if the table then has other columns.
void takeColumns(const io::SpaceChoice &of, bool given, io::SpaceChoice &choice, std::vector<std::string> &warnings)
{
    std::vector<io::Part> then = io::tableColumns(choice.path);
    if (then.empty())
        return; // not a table: has no columns to choose
    const std::string named = "The session was made with the columns " + of.columns + " of " + of.path;
    if (!io::applyColumnChoice(of.columns, then))
        return warnings.push_back(named + ", which " + choice.path + " does not have.");
    if (!given)
        choice.columns = of.columns;
    const std::string before = io::columnChoice(then);
    const std::string now = io::columnChoice(io::tableColumns(choice.path, choice.columns));
    if (now != before)
        warnings.push_back("The session was made with other columns of " + choice.path + ": expected " + before +
                           ", found " + now + ".");
}

/// True if a session was made from this file, whose path may be relative.
bool isFileOf(const io::SpaceChoice &input, const std::string &path)
{
    std::error_code unknown;
    return path == input.path || std::filesystem::equivalent(path, input.path, unknown);
}

Status takeSession(OptionReader &reader, io::DataChoice &choice, PairedData &data, const RunContext &context)
{
    if (!reader.has("session"))
        return Done{};
    auto session = io::loadSession(filePath(reader.text("session")), context);
    if (!session)
        return session.error();
    const bool sameX = isFileOf(session->data.x, choice.x.path), sameY = isFileOf(session->data.y, choice.y.path);
    if (!reader.has("ids") && sameX)
        choice.x.items = session->data.x.items;
    if (!reader.has("ids-y") && sameY)
        choice.y.items = choice.y.path == choice.x.path ? choice.x.items : session->data.y.items;
    const bool forAll = reader.has("columns");
    std::vector<std::string> &warnings = data.pair.warnings;
    if (!session->otherPairs.empty()) {
        io::choosePair(*session, choice.x.space, choice.y.space);
        warnings.push_back("The session contains " + std::to_string(session->otherPairs.size() + 1) +
                           " comparisons; the one that was read is that of " + session->data.x.space + " and " +
                           session->data.y.space + ".");
    }
    if (choice.x.space.empty() && choice.y.space.empty() && sameX && sameY) {
        choice.x.space = session->data.x.space;
        choice.y.space = session->data.y.space;
    }
    takeColumns(session->data.x, forAll, choice.x, warnings);
    if (choice.y.path != choice.x.path)
        takeColumns(session->data.y, forAll || reader.has("columns-y"), choice.y, warnings);
    else
        choice.y.columns = choice.x.columns;
    data.session = std::move(*session);
    return Done{};
}

} // namespace

QString decodeArgument(const char *bytes)
{
    const QByteArray all(bytes);
    if (QString text = QString::fromUtf8(all); text.toUtf8() == all)
        return text;
    constexpr qsizetype longest = 4;
    QString text;
    for (qsizetype at = 0; at < all.size();) {
        qsizetype length = longest;
        while (length > 0 && QString::fromUtf8(all.mid(at, length)).toUtf8() != all.mid(at, length))
            --length;
        text += length > 0 ? QString::fromUtf8(all.mid(at, length))
                           : QString(QChar(escapedBytes + static_cast<unsigned char>(all[at])));
        at += std::max<qsizetype>(length, 1);
    }
    return text;
}

std::string filePath(const QString &path)
{
    QByteArray bytes;
    qsizetype copied = 0;
    for (qsizetype i = 0; i < path.size(); ++i) {
        const bool pair = i > 0 && path[i - 1].isHighSurrogate();
        const int byte = path[i].unicode() - escapedBytes;
        if (pair || byte < 0x80 || byte > 0xff)
            continue;
        bytes += QFile::encodeName(path.mid(copied, i - copied)) + static_cast<char>(byte);
        copied = i + 1;
    }
    return (bytes + QFile::encodeName(path.mid(copied))).toStdString();
}

bool isDatasetName(const std::string &path)
{
    return path.ends_with(".h5") || path.ends_with(".hdf5");
}

const QStringList &inputOptions()
{
    static const QStringList options{"pair",  "ids",    "ids-y",      "seed-pairs", "session",
                                     "split", "labels", "dictionary", "accuracies"};
    return options;
}

std::vector<std::string> splitData(const QString &data)
{
    const qsizetype comma = data.indexOf(',');
    if (std::error_code error; comma < 0 || isToyName(filePath(data)) || std::filesystem::exists(filePath(data), error))
        return {filePath(data)};
    // File names may contain commas: searches for the comma between two existing files.
    for (qsizetype at = comma; at >= 0; at = data.indexOf(',', at + 1)) {
        const std::string left = filePath(data.left(at)), right = filePath(data.mid(at + 1));
        std::error_code error;
        if (std::filesystem::exists(left, error) && std::filesystem::exists(right, error))
            return {left, right};
    }
    return {filePath(data.left(comma)), filePath(data.mid(comma + 1))};
}

namespace {

/// Reads an option that limits the number of items; 0 (all) if it is not given.
Index itemCount(OptionReader &reader, const char *option)
{
    const Index items = reader.integer(option, 0, 1);
    if (items == 0)
        reader.note(option, QJsonValue());
    return items;
}

} // namespace

Result<io::OpenOptions> readingOptions(OptionReader &reader)
{
    if (!reader.has("sample")) {
        if (const Status used = reader.refuse({"sample-seed"}, "nothing is drawn without --sample"); !used)
            return used.error();
    }
    io::OpenOptions options;
    const Index first = itemCount(reader, "max-items"), drawn = itemCount(reader, "sample");
    options.sample = drawn > 0;
    options.maxRows = options.sample ? drawn : first;
    options.sampleSeed =
        static_cast<std::uint64_t>(reader.integer("sample-seed", static_cast<Index>(options.sampleSeed), 0, anySeed));
    if (const Status read = reader.status(); !read)
        return read.error();
    if (first > 0 && drawn > 0)
        return wrongUsage("Expected --max-items (the first N) or --sample (N at random), found both; leave one out.");
    return options;
}

Result<std::vector<std::string>> columnChoices(OptionReader &reader, const std::vector<std::string> &paths)
{
    const std::string common = reader.text("columns").toStdString();
    std::vector<std::string> choices(paths.size(), common);
    std::vector<bool> isTable;
    for (const std::string &path : paths)
        isTable.push_back(!common.empty() && !io::tableColumns(path).empty());
    // A file that cannot be opened counts as “not a table” here; the error is reported when it is opened.
    const bool any = std::ranges::find(isTable, true) != isTable.end();
    for (std::size_t i = 0; any && i < choices.size(); ++i) {
        if (!isTable[i])
            choices[i].clear();
    }
    const std::string ofY = reader.text("columns-y").toStdString();
    if (!reader.has("columns-y"))
        return choices;
    if (paths.size() < 2)
        return wrongUsage("Expected two files for --columns-y, found one. Use --columns.");
    choices.back() = ofY;
    return choices;
}

Result<std::vector<std::string>> itemFiles(OptionReader &reader, const std::vector<std::string> &paths)
{
    std::vector<std::string> files(paths.size());
    files.front() = filePath(reader.text("ids"));
    if (!reader.has("ids-y"))
        return files;
    if (paths.size() < 2)
        return wrongUsage("Expected two files for --ids-y, found one. Use --ids.");
    files.back() = filePath(reader.text("ids-y"));
    return files;
}

namespace {

std::size_t usedRun(const io::Session &session)
{
    const auto chosen = static_cast<std::size_t>(session.chosenRun);
    return session.chosenRun >= 0 && chosen < session.runs.size() ? chosen : session.runs.size() - 1;
}

/// Transforms Y by --transform or, by default, the transform of the session's run.
Status transformY(OptionReader &reader, PairedData &data, const RunContext &context)
{
    const bool saved = data.session && !data.session->runs.empty();
    std::string requested = saved ? data.session->runs[usedRun(*data.session)].transform : std::string();
    if (reader.has("transform")) {
        if (const Status used = reader.refuse({"checkpoint"}, "it does not store --transform"); !used)
            return used;
        if (data.session && reader.text("transform").toStdString() != requested)
            return wrongUsage(
                QString("Expected --transform as in the session (%1), found “%2”. Leave it out.")
                    .arg(requested.empty() ? "none" : QString::fromStdString(requested), reader.text("transform")));
        requested = reader.text("transform").toStdString();
    }
    if (requested.empty())
        return Done{};
    const auto transform = readTransform(requested);
    if (!transform)
        return transform.error();
    const EmbeddingSet &y = *data.pair.y;
    if (const Status valid = transform->validate(y.dimension()); !valid && saved)
        return Error(ErrorCode::badDataset, valid.error().message)
            .in(filePath(reader.text("session")), "/runs/" + std::to_string(usedRun(*data.session)) + "/transform");
    else if (!valid)
        return valid;
    data.transform = transformText(*transform);
    data.pair.y = std::make_shared<const EmbeddingSet>(
        EmbeddingSet{y.name, y.model, y.storedType, transformed(y.vectors, *transform, context), y.items});
    return Done{};
}

} // namespace

Result<std::shared_ptr<const EmbeddingSet>> materialized(const std::shared_ptr<const EmbeddingSet> &set)
{
    if (!set->distributed && !set->stored)
        return set;
    if (const Status fits = io::FileBudget().take(frame::bytesOfNumbers(static_cast<std::uint64_t>(set->size()),
                                                                        static_cast<std::uint64_t>(set->dimension())));
        !fits)
        return fits.error().at(set->name);
    return std::make_shared<const EmbeddingSet>(
        EmbeddingSet{set->name, set->model, set->storedType,
                     set->distributed ? gathered(*set->distributed) : set->stored->all(), set->items});
}

namespace {

/// Checks that all MPI ranks have read data of the same sizes, because messages between ranks must have equal lengths.
Status readAlike(const io::SpacePair &pair, Communicator *communicator)
{
    if (!communicator)
        return Done{};
    using Sizes = std::array<Index, 4>;
    std::vector<Sizes> read(static_cast<std::size_t>(communicator->size()));
    read[static_cast<std::size_t>(communicator->rank())] = {pair.x->size(), pair.x->dimension(), pair.y->size(),
                                                            pair.y->dimension()};
    allGather(*communicator, read.data(), communicator->size());
    const auto other = std::ranges::find_if(read, [&](const Sizes &each) { return each != read.front(); });
    if (other == read.end())
        return Done{};
    const auto text = [](const Sizes &sizes) {
        return std::to_string(sizes[0]) + " × " + std::to_string(sizes[1]) + " and " + std::to_string(sizes[2]) +
               " × " + std::to_string(sizes[3]) + " numbers";
    };
    return Error(ErrorCode::otherData, "Expected all ranks to read the same data, found " + text(read.front()) +
                                           " on rank 0 and " + text(*other) + " on rank " +
                                           std::to_string(other - read.begin()) +
                                           ". Put the files where all nodes see the same ones.");
}

/// Removes seeds with an item that is a zero row, and warns. Error "too-few-pairs" if none remains.
Status leaveOutEmptySeeds(PairedData &data)
{
    const EmptyItems empty = data.pair.emptyItems();
    const auto left = std::erase_if(data.seedPairs, [&](const SeedPair &pair) {
        return placeOf(pair.x, empty.x) != noItem || placeOf(pair.y, empty.y) != noItem;
    });
    if (left > 0)
        data.pair.warnings.push_back(counted(left, "known pair was", "known pairs were") +
                                     " left out: a row of zeros only has no direction.");
    return left > 0 && data.seedPairs.empty()
               ? Status(Error(ErrorCode::tooFewPairs,
                              "expected a known pair of items that have a direction, found rows of zeros only"))
               : Done{};
}

Status readSeedPairs(const std::string &file, PairedData &data)
{
    io::SpacePair &pair = data.pair;
    auto seeds = io::readPairs(file, *pair.x->items, *pair.y->items, &pair.warnings);
    if (!seeds)
        return seeds.error();
    // A file without pairs is an error: otherwise seeds would be sampled from the pairing, as if no file were given.
    if (seeds->empty())
        return Error(ErrorCode::tooFewPairs, "expected at least one known pair after the header, found none").in(file);
    data.seedPairs = std::move(*seeds);
    if (const Status left = leaveOutEmptySeeds(data); !left)
        return left.error().in(file);
    return Done{};
}

} // namespace

Result<PairedData> openPairedData(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto choice = dataChoice(reader, data, context.communicator);
    if (!choice)
        return choice.error();
    PairedData result;
    if (const Status taken = takeSession(reader, *choice, result, context); !taken)
        return taken.error();
    auto loaded = io::loadPair(*choice, {}, context);
    if (!loaded)
        return loaded.error();
    if (const Status alike = readAlike(loaded->pair, context.communicator); !alike)
        return alike.error();
    std::vector<std::string> warnings = std::exchange(result.pair.warnings, {});
    result.choice = loaded->choice;
    result.furtherSpaces = loaded->furtherSpaces();
    result.pair = std::move(loaded->pair);
    result.pair.warnings.insert(result.pair.warnings.end(), warnings.begin(), warnings.end());
    result.factsX = *loaded->datasetX;
    result.factsY = *loaded->datasetY;
    for (Dataset *facts : {&result.factsX, &result.factsY})
        facts->spaces.clear(); // frees the vectors as soon as the spaces are prepared
    io::SpacePair &pair = result.pair;
    if (const Status changed = transformY(reader, result, context); !changed)
        return changed.error();
    reader.note("x", QString::fromStdString(result.choice.x.space));
    reader.note("y", QString::fromStdString(result.choice.y.space));
    if (pair.assumed)
        reader.note("pair", "row (assumed)");
    if (reader.has("seed-pairs")) {
        if (const Status seeds = readSeedPairs(filePath(reader.text("seed-pairs")), result); !seeds)
            return seeds.error();
    }
    if (choice->rule == PairingRule::automatic && pair.rule == PairingRule::none && result.seedPairs.empty())
        return io::pairItems(pair.x, pair.y, PairingRule::byId).error();
    return result;
}

void warnAboutNonFinite(const EmbeddingSet &space, const SpaceFacts &facts, std::vector<std::string> &warnings)
{
    const Index rows = std::ssize(facts.nonFiniteRows);
    if (rows > 0)
        warnings.push_back(sentence(space.name, " has ", counted(rows, "row"),
                                    " with NaN, infinity or numbers beyond 3.4e38; the first is row ",
                                    facts.nonFiniteRows.front(),
                                    ". Remove such rows and save the file again: it cannot be used as it is."));
}

Result<std::vector<std::shared_ptr<const EmbeddingSet>>> openManySpaces(OptionReader &reader, const QString &data,
                                                                        const RunContext &context)
{
    const auto dataset = io::openDataset(filePath(data), context);
    if (!dataset)
        return dataset.error();
    const Index most = itemCount(reader, "max-items");
    if (const Status read = reader.status(); !read)
        return read.error();
    std::vector<std::string> names;
    for (const auto &space : dataset->spaces)
        names.push_back(space->name);
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const std::string &name : reader.words("spaces", names)) {
        const auto space = io::chooseSpace(*dataset, name);
        if (!space)
            return space.error();
        if (const auto facts = io::inspectFinite(**space); !facts)
            return facts.error().in(dataset->path);
        spaces.push_back(most > 0 ? firstItems(*space, most) : *space);
    }
    return spaces;
}

} // namespace anchorscope::cli
