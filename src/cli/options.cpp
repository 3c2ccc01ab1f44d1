// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "cli/numberlimits.h"
#include "core/experiments/stitching.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/preprocess.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope::cli {

namespace {

QString known(const auto &registry)
{
    QStringList ids;
    for (const auto &entry : registry)
        ids << QString::fromUtf8(entry.id);
    return ids.join(", ");
}

bool isWithin(const QString &option, double value)
{
    const auto range = rangeOf(option);
    return std::isfinite(value) && (!range || (value >= range->least && value <= range->most));
}

/// " from 0 to 1", or nothing.
QString rangeText(const QString &option)
{
    const auto range = rangeOf(option);
    return range ? QString(" from %1 to %2").arg(range->least).arg(range->most) : QString();
}

Result<Centering> readCentering(const QCommandLineParser &parser)
{
    if (!given(parser, "center"))
        return Centering::center;
    for (const CenteringChoice &choice : centeringChoices()) {
        if (parser.value("center") == choice.id)
            return choice.value;
    }
    return wrongUsage(QString("Expected --center to be one of %1, found “%2”.")
                          .arg(known(centeringChoices()), parser.value("center")));
}

Result<HeadInput> readHeadInput(const QCommandLineParser &parser)
{
    if (!given(parser, "head-input"))
        return HeadInput::l2;
    for (const HeadInput input : {HeadInput::asIs, HeadInput::l2, HeadInput::standardized}) {
        if (parser.value("head-input") == headInputId(input))
            return input;
    }
    return wrongUsage(
        QString("Expected --head-input to be none, l2 or standardize, found “%1”.").arg(parser.value("head-input")));
}

/// Reads one number after the other; the first wrong one is the error.
class NumberReader
{
public:
    explicit NumberReader(const QCommandLineParser &parser) : m_parser(parser) {}

    Index integer(const char *name, Index fallback, Index least)
    {
        return keep(integerOption(m_parser, name, fallback, least), fallback);
    }
    double number(const char *name, double fallback) { return keep(numberOption(m_parser, name, fallback), fallback); }
    bool has(const char *name) const { return given(m_parser, name); }
    const std::optional<Error> &error() const { return m_error; }

private:
    template <class Value> Value keep(const Result<Value> &result, Value fallback)
    {
        if (result)
            return *result;
        if (!m_error)
            m_error = result.error();
        return fallback;
    }
    const QCommandLineParser &m_parser;
    std::optional<Error> m_error;
};

void readOptimize(NumberReader &numbers, const QCommandLineParser &parser, Purpose purpose, OptimizeOptions &options)
{
    options.method = given(parser, "method") ? parser.value("method").toStdString() : optimizers().front().id;
    if (given(parser, "start"))
        options.start = parser.value("start").toStdString();
    if (purpose == Purpose::stitching)
        useStitchingDefaults(options);
    if (numbers.has("iterations"))
        options.iterations = static_cast<int>(numbers.integer("iterations", 0, 1));
    options.learningRate = numbers.number("learning-rate", options.learningRate);
    if (numbers.has("ridge"))
        options.ridge = numbers.number("ridge", 0);
    if (numbers.has("time-limit"))
        options.timeLimitSeconds = numbers.number("time-limit", 0);
}

Status readProtocol(NumberReader &numbers, const QCommandLineParser &parser, Purpose purpose, ProtocolOptions &options)
{
    options.anchors = numbers.integer("anchors", options.anchors, 1);
    // Experiments that optimise nothing have no seeds to draw.
    options.seeds = numbers.integer("seeds", purpose == Purpose::trueAnchors ? 0 : options.seeds, 0);
    const auto centering = readCentering(parser);
    if (!centering)
        return centering.error();
    options.centering = *centering;
    if (given(parser, "similarity"))
        options.similarity = parser.value("similarity").toStdString();
    if (!findSimilarity(options.similarity))
        return wrongUsage(QString("Expected --similarity to be one of %1, found “%2”.")
                              .arg(known(similarities()), parser.value("similarity")));
    SimilarityOptions &similarity = options.similarityOptions;
    similarity.quantizeThreshold = numbers.number("threshold", similarity.quantizeThreshold);
    similarity.shrinkage = numbers.number("shrinkage", similarity.shrinkage);
    similarity.ridge = numbers.number("whitening-ridge", similarity.ridge);
    const QString side = given(parser, "optimize-side") ? parser.value("optimize-side") : "y";
    if (side != "x" && side != "y")
        return wrongUsage(QString("Expected --optimize-side to be x or y, found “%1”.").arg(side));
    options.optimizedSide = side == "x" ? Side::x : Side::y;
    const QString order = given(parser, "order") ? parser.value("order") : "none";
    if (order != "file" && order != "none")
        return wrongUsage(QString("Expected --order to be file or none, found “%1”.").arg(order));
    options.orderedByFile = order == "file";
    readOptimize(numbers, parser, purpose, options.optimize);
    return Done{};
}

} // namespace

bool given(const QCommandLineParser &parser, const QString &name)
{
    return parser.optionNames().contains(name);
}

Error wrongUsage(const QString &message)
{
    return Error(ErrorCode::wrongUsage, message.toStdString());
}

void addOutputOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"json", "Print one JSON object instead of tables."},
        {"progress", "Show progress even if standard error is not a terminal."},
        {"threads", "Use at most N threads; results do not depend on it.", "N"},
    });
}

void addReadingOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"max-items", "Use the first N items only.", "N"},
        {"sample", "Use N items drawn at random from the whole file; of two files with ids, the same ids.", "N"},
        {"sample-seed", "Seed of --sample (0).", "S"},
    });
}

void addColumnOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"columns",
         "Roles of the columns of tables, by name or number: id=word,label=pos,vector=e0:e299,other=year,ignore=#1; "
         "what is not named is guessed.",
         "ROLE=COLUMNS,…"},
        {"columns-y", "The same for the second of two files.", "ROLE=COLUMNS,…"},
    });
}

void addPairOptions(QCommandLineParser &parser)
{
    addReadingOptions(parser);
    addColumnOptions(parser);
    parser.addOptions({
        {"x", "Space X, by name; the first of the file if not given.", "NAME"},
        {"y", "Space Y, by name; the second of the file if not given.", "NAME"},
        {"pair", "What pairs the items: id, row, none, or a file of two columns, x_id and y_id.", "RULE"},
    });
}

void addDrawOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"anchors", "Number of anchors, seeds included (300).", "K"},
        {"seed-pairs", "The seeds: a file of two columns, x_id and y_id. Nothing is drawn from the pairing.", "FILE"},
        {"first-seed", "Seed of all random choices, of the first repeat (0).", "S"},
        {"center", "Pre-processing: " + known(centeringChoices()) + " (center).", "WHAT"},
        {"similarity", "Similarity of items and anchors: " + known(similarities()) + " (cosine).", "NAME"},
        {"threshold", "Quantised similarity: rows merge up to this mean cosine distance (0.25).", "T"},
        {"shrinkage", "Whitened similarity: share of the isotropic covariance, lambda (0.1).", "L"},
        {"whitening-ridge",
         "Whitened similarity: share of the mean variance that is added to all variances, epsilon (1e-6).", "E"},
    });
}

void addSearchOptions(QCommandLineParser &parser)
{
    addDrawOptions(parser);
    parser.addOptions({
        {"seeds", "Number of seeds to draw from the known pairs (15).", "N"},
        {"method", "How anchors are found: " + known(optimizers()) + ".", "NAME"},
        {"start", "Where auto and canonical begin: auto, seeds, centroids, stochastic, profiles.", "NAME"},
        {"order",
         "file: the first items of both files are the most reliable ones, as frequent words are; auto begins "
         "large sets with them (none).",
         "WHAT"},
        {"iterations", "Maximum number of iterations; the default depends on the method.", "N"},
        {"learning-rate", "Learning rate of adam (0.02; 0.05 for stitching).", "R"},
        {"ridge", "Ridge of alternating; automatic if not given.", "R"},
        {"time-limit",
         "Stop a run after this many seconds and keep its best anchors; leave out rows that take longer to score.",
         "SECONDS"},
    });
}

void addProtocolOptions(QCommandLineParser &parser)
{
    addSearchOptions(parser);
    parser.addOption({"optimize-side", "The space whose anchors are found: y or x (y).", "SIDE"});
}

void addSpacesOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"spaces", "The spaces to compare, separated by commas; all of the file if not given.", "A,B,…"},
        {"max-items", "Use the first N items only.", "N"},
    });
}

void addRetrievalOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"k", "Neighbours in Jaccard and cut-off of MRR@K (10).", "K"},
        {"exact", "Ask for every item, even above 50 000."},
    });
}

void addMethodsOption(QCommandLineParser &parser)
{
    QStringList ids{"found"};
    for (const Representation &each : representations())
        ids << QString(each.id).toLower().replace(' ', '-');
    parser.addOption({"methods",
                      "Rows to measure, separated by commas: " + ids.join(", ") +
                          " (all; of more than 1024 dimensions without param).",
                      "A,B,…"});
}

void addStitchOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"head", "Kind of classifier: " + known(headMethods()) + " (softmax).", "NAME"},
        {"head-input", "How relative vectors enter the head: none (as they are), l2, standardize (l2).", "HOW"},
        {"train-share", "Share of each class that is trained on (0.7).", "SHARE"},
    });
}

void addSessionOption(QCommandLineParser &parser)
{
    parser.addOption({"session", "Take the anchors of this session instead of finding some.", "FILE.ascope"});
}

void addRepeatOptions(QCommandLineParser &parser, int repeats)
{
    parser.addOptions({
        {"repeats", QString("Number of runs, each with the next seed (%1).").arg(repeats), "N"},
        {"checkpoint", "Keep what is measured in this file after every repeat, and continue from it if it exists.",
         "FILE"},
    });
}

void addForceOption(QCommandLineParser &parser)
{
    parser.addOption({"force", "Replace existing files even if this command did not write them."});
}

Status checkOptions(const QCommandLineParser &parser)
{
    QStringList seen;
    for (const QString &name : parser.optionNames()) {
        if (seen.contains(name))
            return wrongUsage(QString("Expected --%1 once, found it twice.").arg(name));
        seen << name;
    }
    return Done{};
}

Result<Index> integerOption(const QCommandLineParser &parser, const QString &name, Index fallback, Index least)
{
    if (!given(parser, name))
        return fallback;
    bool ok = false;
    const qlonglong value = parser.value(name).toLongLong(&ok);
    const qlonglong most = largestInteger(name);
    if (!ok || value < least || value > most)
        return wrongUsage(QString("Expected a whole number from %1 to %2 for --%3, found “%4”.")
                              .arg(QString::number(least), QString::number(most), name, parser.value(name)));
    return static_cast<Index>(value);
}

Result<double> numberOption(const QCommandLineParser &parser, const QString &name, double fallback)
{
    if (!given(parser, name))
        return fallback;
    bool ok = false;
    const double value = parser.value(name).toDouble(&ok);
    if (!ok || !isWithin(name, value))
        return wrongUsage(
            QString("Expected a number%1 for --%2, found “%3”.").arg(rangeText(name), name, parser.value(name)));
    return value;
}

Result<std::vector<double>> numbersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<double> fallback)
{
    if (!given(parser, name))
        return fallback;
    std::vector<double> values;
    for (const QString &word : parser.value(name).split(',')) {
        bool ok = false;
        values.push_back(word.toDouble(&ok));
        if (!ok || !isWithin(name, values.back()))
            return wrongUsage(QString("Expected numbers%1 separated by commas for --%2, found “%3”.")
                                  .arg(rangeText(name), name, parser.value(name)));
    }
    return values;
}

Result<std::vector<Index>> integersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<Index> fallback, Index least)
{
    const auto numbers = numbersOption(parser, name, {});
    if (!numbers)
        return numbers.error();
    if (numbers->empty())
        return fallback;
    std::vector<Index> values;
    for (const double value : *numbers) {
        const qlonglong most = largestInteger(name);
        if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most))
            return wrongUsage(QString("Expected whole numbers from %1 to %2 for --%3, found “%4”.")
                                  .arg(QString::number(least), QString::number(most), name, parser.value(name)));
        values.push_back(static_cast<Index>(value));
    }
    return values;
}

std::vector<std::string> wordsOption(const QCommandLineParser &parser, const QString &name,
                                     std::vector<std::string> fallback)
{
    if (!given(parser, name))
        return fallback;
    std::vector<std::string> words;
    for (const QString &word : parser.value(name).split(',', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return words;
}

Result<ExperimentOptions> readExperiment(const QCommandLineParser &parser, Purpose purpose, int repeats)
{
    ExperimentOptions options;
    NumberReader numbers(parser);
    if (const Status read = readProtocol(numbers, parser, purpose, options.protocol); !read)
        return read.error();
    options.firstSeed = static_cast<std::uint64_t>(numbers.integer("first-seed", 0, 0));
    const auto input = readHeadInput(parser);
    if (!input)
        return input.error();
    options.stitching.input = *input;
    options.repeats = static_cast<int>(numbers.integer("repeats", repeats, 1));
    options.retrieval.k = numbers.integer("k", options.retrieval.k, 1);
    const auto methods = methodIds(wordsOption(parser, "methods", {}));
    if (!methods)
        return methods.error();
    options.methods.ids = *methods;
    if (given(parser, "methods") && methods->empty())
        return wrongUsage("Expected methods separated by commas for --methods, found none.");
    options.retrieval.scoreAnchors = given(parser, "score-anchors");
    if (given(parser, "exact"))
        options.retrieval.exactUpTo = std::numeric_limits<Index>::max();
    if (given(parser, "head"))
        options.stitching.head = parser.value("head").toStdString();
    options.stitching.trainShare = numbers.number("train-share", options.stitching.trainShare);
    if (numbers.error())
        return *numbers.error();
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    return options;
}

} // namespace anchorscope::cli
