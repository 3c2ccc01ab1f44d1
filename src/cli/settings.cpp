// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/settings.h"

#include "cli/learning.h"
#include "cli/scoring.h"
#include "core/experiments/stitching.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/preprocess.h"

#include <limits>

namespace anchorscope::cli {

namespace {

QStringList idList(const auto &registry)
{
    QStringList ids;
    for (const auto &entry : registry)
        ids << QString::fromUtf8(entry.id);
    return ids;
}

QString known(const auto &registry)
{
    return idList(registry).join(", ");
}

/// Reads one option after the other; the first wrong one, or one that would not be used, is the error.
class SettingsReader
{
public:
    SettingsReader(const QCommandLineParser &parser, const SettingsRead &reads) : m_parser(parser), m_reads(reads) {}

    void readAnchors(ProtocolOptions &protocol);
    void readMethod(ProtocolOptions &protocol);
    void readSimilarity(ProtocolOptions &protocol);
    void readNumbers(const std::string &similarity, bool learns, SimilarityOptions &options);
    void readScoring(ExperimentOptions &options);
    void readRepeats(ExperimentOptions &options, int repeats);
    const std::optional<Error> &error() const { return m_error; }

private:
    /// True if an option that the command has is used; else an error if it is given.
    bool uses(const char *option, bool used, const QString &why)
    {
        if (!used)
            keep(refuse(m_parser, {option}, why));
        return used;
    }
    bool fromRun(const char *option) // what a session or --seeds-only makes superfluous
    {
        return uses(option, !m_session || !m_reads.search, "the anchors are those of --session") &&
               uses(option, !m_seedsOnly, "the seeds alone are the anchors");
    }
    Index integer(const char *name, Index fallback, Index least)
    {
        return keep(integerOption(m_parser, name, fallback, least), fallback);
    }
    double number(const char *name, double fallback) { return keep(numberOption(m_parser, name, fallback), fallback); }
    QString choice(const char *name, const QStringList &choices)
    {
        return keep(choiceOption(m_parser, name, choices), choices.front());
    }
    bool has(const char *name) const { return given(m_parser, name); }
    void readTransport(const Optimizer &method, OptimizeOptions &options);
    void readTimeLimit(OptimizeOptions &options);
    void readHead(StitchOptions &options);

    void keep(const Status &status)
    {
        if (!status && !m_error)
            m_error = status.error();
    }
    template <class Value> Value keep(const Result<Value> &result, Value fallback)
    {
        if (result)
            return *result;
        if (!m_error)
            m_error = result.error();
        return fallback;
    }

    const QCommandLineParser &m_parser;
    const SettingsRead &m_reads;
    const bool m_session = given(m_parser, "session"), m_seedsOnly = given(m_parser, "seeds-only");
    std::optional<Error> m_error;
};

void SettingsReader::readAnchors(ProtocolOptions &protocol)
{
    const QString ofSession = "the anchors are those of --session";
    const bool named = has("seed-pairs");
    if (m_reads.anchors && uses("anchors", !m_session, ofSession) &&
        uses("anchors", !m_seedsOnly, "the seeds alone are the anchors"))
        protocol.anchors = integer("anchors", protocol.anchors, 1);
    if (!m_reads.seeds || named)
        protocol.seeds = 0; // those of the file are counted when it is read
    else
        protocol.seeds = std::min(protocol.seeds, protocol.anchors);
    if (m_reads.seeds && uses("seeds", !m_session, ofSession) &&
        uses("seeds", !named, "the seeds are those of --seed-pairs"))
        protocol.seeds = integer("seeds", protocol.seeds, 0);
    if (m_reads.seedPairs)
        uses("seed-pairs", !m_session, ofSession);
    if (!m_reads.everyCentring && uses("center", !m_session, "the pre-processing is that of --session")) {
        const QString wanted = choice("center", {"center", "none", "standardize"});
        for (const CenteringChoice &each : centeringChoices())
            protocol.centering = wanted == each.id ? each.value : protocol.centering;
    }
    if (m_reads.side && uses("optimize-side", !m_session, ofSession))
        protocol.optimizedSide = choice("optimize-side", {"y", "x"}) == "x" ? Side::x : Side::y;
}

void SettingsReader::readMethod(ProtocolOptions &protocol)
{
    OptimizeOptions &options = protocol.optimize;
    if (m_reads.method && fromRun("method"))
        options.method = choice("method", idList(optimizers())).toStdString();
    const Optimizer &method = *findOptimizer(options.method);
    const auto ofMethod = [&](const char *option, bool read, const char *readers) {
        return fromRun(option) && uses(option, read,
                                       QString("the method %1 does not read it, %2 does")
                                           .arg(QString::fromUtf8(method.id), QString::fromUtf8(readers)));
    };
    constexpr auto canonical = "canonical";
    if (m_reads.method && ofMethod("start", method.readsGroup(ofPath), canonical)) {
        options.start = has("start") ? textOption(m_parser, "start").toStdString() : options.start;
        noteUsed("start", QString::fromStdString(options.start));
    }
    if (m_reads.method && ofMethod("order", method.readsGroup(ofPath), canonical))
        protocol.orderedByFile = choice("order", {"none", "file"}) == "file";
    if (m_reads.method && ofMethod("candidates", method.readsGroup(ofPath), canonical))
        options.candidates = choice("candidates", {"auto", "exact", "approximate"}).toStdString();
    if (!m_reads.search)
        return;
    if (m_reads.trainShare)
        useStitchingDefaults(options);
    if (ofMethod("learning-rate", method.readsGroup(ofRate), "adam"))
        options.learningRate = number("learning-rate", options.learningRate);
    if (ofMethod("ridge", method.readsGroup(ofRidge), "alternating")) {
        if (has("ridge"))
            options.ridge = number("ridge", 0);
        else
            noteUsed("ridge", QJsonValue());
    }
    readTransport(method, options);
    if (fromRun("iterations")) {
        const Index limit = integer("iterations", options.iterations.value_or(method.defaultIterations), 1);
        if (has("iterations"))
            options.iterations = static_cast<int>(limit);
    }
    readTimeLimit(options);
}

void SettingsReader::readTransport(const Optimizer &method, OptimizeOptions &options)
{
    const QString id = QString::fromUtf8(method.id);
    const auto ofMethod = [&](const char *option, bool read, const char *readers) {
        return fromRun(option) && uses(option, read, QString("the method %1 does not read it, %2").arg(id, readers));
    };
    constexpr auto both = "adam and alternating do", adam = "adam does";
    if (ofMethod("sinkhorn-epsilon", method.readsGroup(ofTransport), both))
        options.epsilon = number("sinkhorn-epsilon", options.epsilon);
    if (ofMethod("sinkhorn-steps", method.readsGroup(ofTransport), both))
        options.sinkhornIterations = static_cast<int>(integer("sinkhorn-steps", options.sinkhornIterations, 1));
    if (ofMethod("sinkhorn-stop", method.readsGroup(ofTransport), both) &&
        uses("sinkhorn-stop", options.sinkhornIterations > 1, "a single step of --sinkhorn-steps has no end to find"))
        options.sinkhornTolerance = number("sinkhorn-stop", options.sinkhornTolerance);
    if (ofMethod("warm-start", method.readsGroup(ofPublished), adam))
        options.warmStart = flagOption(m_parser, "warm-start");
    if (ofMethod("free-seeds", method.readsGroup(ofPublished), adam))
        options.freeSeeds = flagOption(m_parser, "free-seeds");
    if (ofMethod("permute", method.readsGroup(ofPublished), adam))
        options.permuted = choice("permute", {"x", "y"}) == "x" ? Side::x : Side::y;
}

void SettingsReader::readTimeLimit(OptimizeOptions &options)
{
    if (!m_reads.methods && !fromRun("time-limit"))
        return;
    if (has("time-limit"))
        options.timeLimitSeconds = number("time-limit", 0);
    else
        noteUsed("time-limit", QJsonValue());
}

void SettingsReader::readSimilarity(ProtocolOptions &protocol)
{
    if (!m_reads.similarity || (m_session && !has("similarity")))
        return;
    protocol.similarity = choice("similarity", idList(similarities())).toStdString();
}

void SettingsReader::readNumbers(const std::string &similarity, bool learns, SimilarityOptions &options)
{
    const Similarity *chosen = findSimilarity(similarity);
    if (!m_reads.similarity || !chosen)
        return;
    const QString why = QString("the similarity %1 does not read it").arg(QString::fromUtf8(chosen->id));
    if (uses("threshold", chosen->reads == SimilarityNumbers::threshold, why))
        options.quantizeThreshold = number("threshold", options.quantizeThreshold);
    const bool whitens = chosen->reads == SimilarityNumbers::whitening || learns;
    options.ledoitWolf = whitens && m_parser.value("shrinkage") == "ledoit-wolf";
    if (options.ledoitWolf)
        noteUsed("shrinkage", "ledoit-wolf");
    else if (uses("shrinkage", whitens, why))
        options.shrinkage = number("shrinkage", options.shrinkage);
    if (uses("whitening-ridge", whitens, why))
        options.ridge = number("whitening-ridge", options.ridge);
}

void SettingsReader::readHead(StitchOptions &options)
{
    const QString given = "the accuracies are those of --accuracies";
    if (m_reads.head && uses("head", !has("accuracies"), given))
        options.head = choice("head", idList(headMethods())).toStdString();
    if (m_reads.head)
        keep(readHeadOptions(m_parser, options.head, !has("accuracies"), options.headOptions));
    if (m_reads.headInput) {
        const QString wanted = choice("head-input", {"l2", "none", "standardize"});
        for (const HeadInput input : {HeadInput::asIs, HeadInput::l2, HeadInput::standardized})
            options.input = wanted == headInputId(input) ? input : options.input;
    }
    if (m_reads.trainShare && uses("train-share", !has("accuracies"), given) &&
        uses("train-share", !has("split"), "--split says what is trained on"))
        options.trainShare = number("train-share", options.trainShare);
}

void SettingsReader::readScoring(ExperimentOptions &options)
{
    if (m_reads.k)
        options.retrieval.k = integer("k", options.retrieval.k, 1);
    if (m_reads.exact && flagOption(m_parser, "exact"))
        options.retrieval.exactUpTo = std::numeric_limits<Index>::max();
    if (m_reads.scoreAnchors)
        options.retrieval.scoreAnchors = flagOption(m_parser, "score-anchors");
    readHead(options.stitching);
    if (!m_reads.methods)
        return;
    const auto methods = methodIds(wordsOption(m_parser, "methods", {}));
    if (!methods)
        return keep(methods.error());
    if (has("methods") && methods->empty())
        keep(wrongUsage("Expected methods separated by commas for --methods, found none."));
    options.methods.ids = *methods;
    if (!readsSimilarity(options.methods))
        uses("similarity", false, "none of the rows of --methods compares items with anchors by it");
}

void SettingsReader::readRepeats(ExperimentOptions &options, int repeats)
{
    options.firstSeed = static_cast<std::uint64_t>(integer("first-seed", 0, 0));
    options.repeats = repeats == 0 ? 1 : static_cast<int>(integer("repeats", repeats, 1));
}

/// Of what draws or finds anchors.
void addAnchorOptions(QCommandLineParser &parser, const SettingsRead &reads)
{
    if (reads.anchors)
        parser.addOption({"anchors", "Number of anchors, seeds included (300).", "K"});
    if (reads.seedPairs)
        parser.addOption({"seed-pairs",
                          "The known pairs, as seeds: a file of two columns, x_id and y_id. No seed is drawn from the "
                          "pairing.",
                          "FILE"});
    if (reads.seeds)
        parser.addOption({"seeds", "Number of seeds to draw from the known pairs (15).", "N"});
    if (reads.side)
        parser.addOption({"optimize-side", "The space whose anchors are found: y or x (y).", "SIDE"});
    parser.addOption({"first-seed", "Seed of all random choices, of the first repeat (0).", "S"});
    if (!reads.everyCentring)
        parser.addOption({"center", "Pre-processing: " + known(centeringChoices()) + " (center).", "WHAT"});
}

void addMethodOptions(QCommandLineParser &parser, const SettingsRead &reads)
{
    if (reads.method)
        parser.addOptions({
            {"method",
             reads.search ? "How anchors are found: " + known(optimizers()) + "."
                          : QString("The engine: auto (several starts) or canonical (one), as of optimize (auto)."),
             "NAME"},
            {"start", "Where auto and canonical begin: auto, seeds, centroids, stochastic, profiles.", "NAME"},
            {"order",
             "file: the first items of both files are the most reliable ones, as frequent words are; auto begins "
             "large sets with them (none).",
             "WHAT"},
            {"candidates",
             "Of sets of more than 50 000 items: exact compares all pairs at the end, approximate those that lie near "
             "each other, auto all while that takes ten minutes (auto).",
             "WHAT"},
        });
    if (reads.search)
        parser.addOptions({
            {"iterations", "Maximum number of iterations; the default depends on the method.", "N"},
            {"learning-rate", "Learning rate of adam (0.02; 0.05 for stitching).", "R"},
            {"ridge", "Ridge of alternating; automatic if not given.", "R"},
            {"sinkhorn-epsilon", "Of adam and alternating: strength of the entropy in the correspondence (0.0001).",
             "E"},
            {"sinkhorn-steps", "Of the same: steps of Sinkhorn's algorithm, of both potentials (1).", "N"},
            {"sinkhorn-stop", "Of the same, with several steps: end when no potential changes by more (0.00001).", "E"},
            {"warm-start", "Of adam: start from what the seeds alone say, not at random."},
            {"free-seeds", "Of adam: the anchors of the seeds move, too; else they stay at their partners."},
            {"permute",
             "Of adam: x compares for each item of Y (AO eq. 1), y for each item of X, as AO Algorithm 1 is written "
             "(x).",
             "SIDE"},
            {"time-limit",
             reads.methods
                 ? QString("Stop a run after this many seconds and keep its best anchors; leave out rows that take "
                           "longer to score.")
                 : QString("Stop a run after this many seconds and keep its best anchors."),
             "SECONDS"},
        });
}

void addSimilarityOptions(QCommandLineParser &parser, const SettingsRead &reads)
{
    if (!reads.similarity)
        return;
    const QString whitened = reads.learned ? "Whitened similarity and learned anchors: " : "Whitened similarity: ";
    parser.addOptions({
        {"similarity", "Similarity of items and anchors: " + known(similarities()) + " (cosine).", "NAME"},
        {"threshold", "Quantised similarity: rows merge up to this mean cosine distance (0.25).", "T"},
        {"shrinkage",
         whitened + "share of the isotropic covariance, lambda, or ledoit-wolf, which chooses it for each space (0.1).",
         "L"},
        {"whitening-ridge", whitened + "share of the mean variance that is added to all variances, epsilon (1e-6).",
         "E"},
    });
}

} // namespace

void addSettings(QCommandLineParser &parser, const SettingsRead &reads)
{
    addAnchorOptions(parser, reads);
    addMethodOptions(parser, reads);
    addSimilarityOptions(parser, reads);
    addScoringOptions(parser, reads);
    if (reads.learned)
        addLearningOptions(parser);
}

Result<ExperimentOptions> readSettings(const QCommandLineParser &parser, const SettingsRead &reads, int repeats)
{
    ExperimentOptions options;
    SettingsReader reader(parser, reads);
    reader.readAnchors(options.protocol);
    reader.readMethod(options.protocol);
    reader.readSimilarity(options.protocol);
    reader.readScoring(options);
    reader.readRepeats(options, repeats);
    if (reader.error())
        return *reader.error();
    const bool known = !given(parser, "session") || given(parser, "similarity");
    if (const Status read = known ? readSimilarityNumbers(parser, reads, options) : Status(Done{}); !read)
        return read.error();
    if (reads.learned && !given(parser, "no-learned") && readsLearning(options.methods)) {
        const auto learning = readLearning(parser);
        if (!learning)
            return learning.error();
        options.learning = *learning;
    } else if (const Status idle = refuseLearning(parser, "no anchors are learned"); reads.learned && !idle) {
        return idle.error();
    }
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    return options;
}

Status readSimilarityNumbers(const QCommandLineParser &parser, const SettingsRead &reads, ExperimentOptions &options)
{
    SettingsReader reader(parser, reads);
    const bool learns = reads.learned && !given(parser, "no-learned") && readsLearning(options.methods);
    reader.readNumbers(options.protocol.similarity, learns, options.protocol.similarityOptions);
    return reader.error() ? Status(*reader.error()) : Done{};
}

} // namespace anchorscope::cli
