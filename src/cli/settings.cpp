// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/settings.h"

#include "core/experiments/anchorcount.h"
#include "core/experiments/stitching.h"
#include "core/optimizers/optimizers.h"

#include <limits>

namespace anchorscope::cli {

namespace {

/// Minimum of --time-limit, in seconds; every step of a method takes longer.
constexpr double shortestLimit = 0.001;

/// True if a command has the option `field` of the methods. `reads`: groups of settings that the command reads.
bool offers(const UsedOptions &reads, const Field<OptimizeOptions> &field)
{
    const std::string_view id = field.id;
    const bool isHint = id == "hints" || id == "hint-weight";
    // True if the option chooses the method or its start, instead of tuning its search.
    const bool choice = (field.group == ofAll || field.group == ofPath) && !isHint;
    return *field.id != 0 && (choice ? reads.method : reads.search);
}

/// Names the methods that read a group of options: “adam and alternating do”.
QString readersOf(int group)
{
    QStringList ids;
    for (const Optimizer &method : optimizers()) {
        if (method.readsGroup(group))
            ids << method.id;
    }
    return ids.join(" and ") + (ids.size() > 1 ? " do" : " does");
}

/// Reads the settings of a command. An option that has no effect because of other options is an error.
class SettingsReader
{
public:
    SettingsReader(OptionReader &reader, const UsedOptions &reads) : m_reader(reader), m_reads(reads) {}

    void readAnchors(ProtocolOptions &protocol);
    void readMethod(ProtocolOptions &protocol);
    void readNumbers(const std::string &similarity, bool learns, SimilarityOptions &options);
    void readScoring(ExperimentOptions &options);
    void readLearning(bool learns, LearningChoice &learning);

private:
    bool uses(const char *option, bool used, const QString &why) { return m_reader.uses(option, used, why); }
    // True if a run finds the anchors. Otherwise --session or --seeds-only gives them, and giving `option` is an error.
    bool fromRun(const char *option)
    {
        return uses(option, !m_session || !m_reads.search, "the anchors are those of --session") &&
               uses(option, !m_seedsOnly, "the seeds alone are the anchors");
    }
    bool ofMethod(const char *option, int group, const std::string &method)
    {
        return fromRun(option) &&
               uses(option, findOptimizer(method)->readsGroup(group),
                    QString("the method %1 does not use it, %2").arg(QString::fromStdString(method), readersOf(group)));
    }
    void readHead(StitchOptions &options);

    OptionReader &m_reader;
    const UsedOptions &m_reads;
    const bool m_session = m_reader.has("session"), m_seedsOnly = m_reader.has("seeds-only");
};

void SettingsReader::readAnchors(ProtocolOptions &protocol)
{
    const QString ofSession = "the anchors are those of --session";
    if (m_reads.anchors && uses("anchors", !m_session, ofSession) &&
        uses("anchors", !m_seedsOnly, "the seeds alone are the anchors"))
        m_reader.read("anchors", protocol);
    const bool named = m_reader.has("seed-pairs");
    if (!m_reads.seeds || named)
        protocol.seeds = 0; // no sampled seeds; seeds from a file are counted later
    else
        protocol.seeds = std::min(protocol.seeds, protocol.anchors);
    if (m_reads.seeds && uses("seeds", !m_session, ofSession) &&
        uses("seeds", !named, "the seeds are those of --seed-pairs"))
        m_reader.read("seeds", protocol);
    if (m_reads.seedPairs)
        uses("seed-pairs", !m_session, ofSession);
    if (!m_reads.everyCentring && uses("center", !m_session, "the pre-processing is that of --session"))
        m_reader.read("center", protocol);
    if (m_reads.side && uses("optimize-side", !m_session, ofSession))
        m_reader.read("optimize-side", protocol);
    if (m_reads.similarity && (!m_session || m_reader.has("similarity")))
        m_reader.read("similarity", protocol);
}

void SettingsReader::readMethod(ProtocolOptions &protocol)
{
    OptimizeOptions &options = protocol.optimize;
    for (const Field<OptimizeOptions> &field : fields<OptimizeOptions>()) {
        const std::string_view id = field.id;
        // True if --time-limit also limits the scoring.
        const bool ofRows = id == "time-limit" && m_reads.methods;
        if (!offers(m_reads, field) || (!ofRows && !ofMethod(field.id, field.group, options.method)) ||
            (id == "sinkhorn-stop" && !uses(field.id, options.sinkhornIterations > 1,
                                            "with a single step of --sinkhorn-steps there is nothing to end early")) ||
            (id == "hint-weight" && !uses(field.id, !options.hints.empty(), "there are no --hints")))
            continue;
        Field<OptimizeOptions> read = field;
        if (id == "time-limit")
            read.min = shortestLimit;
        m_reader.read(read, options);
        if (id == "method")
            useStitchingDefaults(m_reads, options);
        if (id == "iterations")
            m_reader.note(field.id, options.iterations.value_or(findOptimizer(options.method)->defaultIterations));
    }
    if (m_reads.method && ofMethod("order", ofPath, options.method))
        m_reader.read("order", protocol);
}

void SettingsReader::readNumbers(const std::string &similarity, bool learns, SimilarityOptions &options)
{
    const Similarity *chosen = findSimilarity(similarity);
    if (!m_reads.similarity || !chosen)
        return;
    const QString why = QString("the similarity %1 does not use it").arg(QString::fromUtf8(chosen->id));
    if (uses("threshold", chosen->reads == SimilarityNumbers::threshold, why))
        m_reader.read("threshold", options);
    const bool whitens = chosen->reads == SimilarityNumbers::whitening || learns;
    options.ledoitWolf = whitens && m_reader.value("shrinkage") == "ledoit-wolf";
    if (options.ledoitWolf)
        m_reader.note("shrinkage", "ledoit-wolf");
    else if (uses("shrinkage", whitens, why))
        m_reader.read("shrinkage", options);
    if (uses("whitening-ridge", whitens, why))
        m_reader.read("whitening-ridge", options);
}

void SettingsReader::readHead(StitchOptions &options)
{
    const bool trained = !m_reader.has("accuracies");
    const QString given = "the accuracies are those of --accuracies";
    if (m_reads.head && uses("head", trained, given))
        m_reader.read("head", options);
    const HeadGroup group = options.head == "softmax" ? ofSoftmax : ofNetworks;
    const QString why = QString("the head %1 does not use it, %2")
                            .arg(options.head.c_str(), group == ofSoftmax ? "networks do" : "softmax does");
    for (const Field<HeadOptions> &field : fields<HeadOptions>()) {
        if (m_reads.head && *field.id != 0 && uses(field.id, trained, given) &&
            uses(field.id, field.group == group, why))
            m_reader.read(field, options.headOptions);
    }
    if (m_reads.headInput)
        m_reader.read("head-input", options);
    if (m_reads.trainShare && uses("train-share", trained, given) &&
        uses("train-share", !m_reader.has("split"), "--split already chooses the training items"))
        m_reader.read("train-share", options);
}

void SettingsReader::readScoring(ExperimentOptions &options)
{
    if (m_reads.k)
        m_reader.read("k", options.retrieval);
    if (m_reads.exact && m_reader.flag("exact"))
        options.retrieval.exactUpTo = std::numeric_limits<Index>::max();
    if (m_reads.scoreAnchors)
        m_reader.read("score-anchors", options.retrieval);
    readHead(options.stitching);
    if (!m_reads.methods)
        return;
    const auto methods = methodIds(m_reader.words("methods", {}));
    if (!methods)
        return m_reader.keep(methods.error());
    if (m_reader.has("methods") && methods->empty())
        m_reader.keep(wrongUsage("Expected methods separated by commas for --methods, found none."));
    options.methods.ids = *methods;
    if (!readsSimilarity(options.methods))
        uses("similarity", false, "none of the rows of --methods compares items with anchors in this way");
}

void SettingsReader::readLearning(bool learns, LearningChoice &learning)
{
    const QString why = "no anchors are learned";
    if (uses("param-subset", learns, why)) {
        if (m_reader.has("param-subset"))
            learning.subset = m_reader.integer("param-subset", 0, 2);
        else
            m_reader.note("param-subset", QJsonValue());
    }
    for (const Field<LearnedAnchorsOptions> &field : fields<LearnedAnchorsOptions>()) {
        if (*field.id != 0 && uses(field.id, learns, why))
            m_reader.read(field, learning.options);
    }
}

void addAnchorOptions(OptionReader &reader, const UsedOptions &reads)
{
    reader.group("Anchors");
    if (reads.anchors)
        reader.add<ProtocolOptions>("anchors");
    if (reads.seedPairs)
        reader.addOption(
            {"seed-pairs",
             "The known pairs, as seeds: a file of two columns, x_id and y_id. No seed is drawn from the pairing.",
             "FILE"});
    if (reads.seeds)
        reader.add<ProtocolOptions>("seeds");
    if (reads.side)
        reader.add<ProtocolOptions>("optimize-side");
    reader.add(fieldOf<ExperimentOptions>("first-seed"), {}, "Random seed of the first repeat; also --random-seed");
    if (!reads.everyCentring)
        reader.add<ProtocolOptions>("center");
}

/// True if an option only tunes a method, so that only the long help shows it.
bool isForTuning(const Field<OptimizeOptions> &field)
{
    const std::string_view id = field.id;
    return id == "start" || id == "candidates" ||
           (field.group != ofAll && field.group != ofPath && field.group != ofLimit && field.group != ofTime);
}

void addMethodOptions(OptionReader &reader, const UsedOptions &reads)
{
    OptimizeOptions ofAdam;
    ofAdam.method = "adam";
    useStitchingDefaults(reads, ofAdam);
    for (const Field<OptimizeOptions> &field : fields<OptimizeOptions>()) {
        const std::string_view id = field.id;
        QString about;
        if (id == "method" && !reads.search)
            about = "The method, as in optimize: auto (several starts) or canonical (one)";
        if (id == "time-limit" && reads.methods)
            about = QString(field.about) + "; leave out rows that take longer to score";
        reader.group(isForTuning(field) ? "Tuning of the method" : "Method", isForTuning(field));
        if (offers(reads, field))
            reader.add(field, field.group == ofRate ? ofAdam : OptimizeOptions(), about);
        if (id == "start" && reads.method)
            reader.add<ProtocolOptions>("order");
    }
}

void addSimilarityOptions(OptionReader &reader, const UsedOptions &reads)
{
    if (!reads.similarity)
        return;
    reader.group("Method");
    reader.add<ProtocolOptions>("similarity");
    reader.group("Tuning of the similarity", true);
    reader.add<SimilarityOptions>("threshold");
    for (const char *id : {"shrinkage", "whitening-ridge"}) {
        const auto &field = fieldOf<SimilarityOptions>(id);
        reader.add(field, {},
                   (reads.learned ? "Whitened similarity and learned anchors: " : "Whitened similarity: ") +
                       QString::fromUtf8(field.about));
    }
}

void addScoringOptions(OptionReader &reader, const UsedOptions &reads)
{
    reader.group("Scores");
    if (reads.k)
        reader.add<RetrievalOptions>("k");
    if (reads.exact)
        reader.addOption({"exact", "Use every item as a query, even above 50,000."});
    if (reads.scoreAnchors)
        reader.add<RetrievalOptions>("score-anchors");
    if (reads.head) {
        reader.add<StitchOptions>("head");
        reader.group("Tuning of the classifier", true);
        reader.addAll<HeadOptions>();
        reader.group("Scores");
    }
    if (reads.headInput)
        reader.add<StitchOptions>("head-input");
    if (reads.trainShare)
        reader.add<StitchOptions>("train-share");
    if (!reads.methods)
        return;
    QStringList ids{"found"};
    for (const Representation &each : representations())
        ids << QString(each.id).toLower().replace(' ', '-');
    reader.addLine("methods", "Rows to measure, separated by commas: " + ids.join(", "),
                   QString("all; of more than %1 dimensions without param").arg(largestUnasked), "A,B,…");
}

bool learns(const OptionReader &reader, const UsedOptions &reads, const ExperimentOptions &options)
{
    return reads.learned && !reader.has("no-learned") && readsLearning(options.methods);
}

} // namespace

void addSettings(OptionReader &reader, const UsedOptions &reads)
{
    addAnchorOptions(reader, reads);
    addMethodOptions(reader, reads);
    addSimilarityOptions(reader, reads);
    addScoringOptions(reader, reads);
    if (!reads.learned)
        return;
    reader.group("Tuning of learned anchors", true);
    reader.addLine(
        "param-subset",
        "Learned anchors: number of parallel items of which they are mixtures; an item's whitened similarity "
        "to a mixture is the same mixture of its similarities to these items. None of them is tested",
        QString("the anchors; %1 in anchor-count; %2 in learned-anchors and weak-encoder")
            .arg(AnchorCountOptions().subset)
            .arg(manyParallelItems),
        "N");
    reader.addAll<LearnedAnchorsOptions>();
}

Result<ExperimentOptions> readSettings(OptionReader &reader, const UsedOptions &reads, int repeats)
{
    ExperimentOptions options;
    SettingsReader settings(reader, reads);
    settings.readAnchors(options.protocol);
    settings.readMethod(options.protocol);
    settings.readScoring(options);
    reader.read("first-seed", options);
    options.repeats = std::max(repeats, 1);
    if (repeats > 0)
        reader.read("repeats", options);
    if (!reader.has("session") || reader.has("similarity"))
        settings.readNumbers(options.protocol.similarity, learns(reader, reads, options),
                             options.protocol.similarityOptions);
    if (reads.learned)
        settings.readLearning(learns(reader, reads, options), options.learning);
    for (const Status &status : {reader.status(), options.validate()}) {
        if (!status)
            return status.error();
    }
    return options;
}

Status readSimilarityNumbers(OptionReader &reader, const UsedOptions &reads, ExperimentOptions &options)
{
    SettingsReader(reader, reads)
        .readNumbers(options.protocol.similarity, learns(reader, reads, options), options.protocol.similarityOptions);
    return reader.status();
}

} // namespace anchorscope::cli
