// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/experiments/checkpoint.h"
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/sessionrun.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "core/distributed/resultcache.h"
#include "core/evaluate/scoredcorrespondence.h"
#include "core/ivf/ivfsearch.h"
#include "core/optimizers/timeprediction.h"
#include "core/projection/relative.h"
#include "core/stopwatch.h"
#include "io/dataset/pairfile.h"

#include <QJsonArray>

#include <algorithm>
#include <memory>

namespace anchorscope::cli {

namespace {

/// Cache, in the file of --checkpoint, of the matches that a run's searches found. If the run is started again, it
/// reads them instead of searching. Its result is the same, with any number of threads and ranks.
class CachedSearches : public ResultCache
{
public:
    /// Opens the file of --checkpoint; null without this option. Errors: those of Checkpoint.
    static Result<std::unique_ptr<CachedSearches>> of(OptionReader &reader, const QString &data,
                                                      Communicator *communicator);

    bool take(std::span<std::byte> result, const std::function<bool()> &possible) override;
    void keep(std::span<const std::byte> result) override;

private:
    CachedSearches(Checkpoint file, OptionReader &reader) : m_file(std::move(file)), m_reader(reader) {}

    Checkpoint m_file;
    /// Reader of the options; used to print a warning if the checkpoint could not be saved.
    OptionReader &m_reader;
    /// Results of the run's searches in base64, in the order of the searches.
    QJsonArray m_searches;
    qsizetype m_taken = 0;
};

Result<std::unique_ptr<CachedSearches>> CachedSearches::of(OptionReader &reader, const QString &data,
                                                           Communicator *communicator)
{
    if (!reader.has("checkpoint"))
        return std::unique_ptr<CachedSearches>();
    auto file = Checkpoint::of(reader, data, communicator);
    if (!file)
        return file.error();
    const auto measured = file->load();
    if (!measured)
        return measured.error();
    std::unique_ptr<CachedSearches> kept(new CachedSearches(std::move(*file), reader));
    kept->m_searches = measured->value("searches").toArray();
    return kept;
}

bool CachedSearches::take(std::span<std::byte> result, const std::function<bool()> &possible)
{
    if (m_taken == m_searches.size())
        return false;
    const QByteArray bytes = QByteArray::fromBase64(m_searches[m_taken].toString().toLatin1());
    if (std::ssize(result) != bytes.size())
        return false;
    std::ranges::copy(std::as_bytes(std::span(bytes.data(), result.size())), result.begin());
    if (!possible()) {
        announce("Note: The checkpoint holds matches that are not items of these data; they are searched again.");
        return false;
    }
    ++m_taken;
    return true;
}

void CachedSearches::keep(std::span<const std::byte> result)
{
    // Removes the remaining searches in the file: an earlier run made them, and from here on this run differs from it.
    while (m_searches.size() > m_taken)
        m_searches.removeLast();
    const QByteArray bytes(reinterpret_cast<const char *>(result.data()), std::ssize(result));
    m_searches.append(QString::fromLatin1(bytes.toBase64()));
    m_taken = m_searches.size();
    if (const Status saved = m_file.save({{"searches", m_searches}}); !saved)
        m_reader.announceOnce(saved.error().text());
}

QJsonObject summaryJson(const ProtocolRun &run, const PairedData &data)
{
    const OptimizeSummary &summary = run.summary;
    QJsonObject json = runJson(run);
    json["items"] = count(data.pair.x->items->count);
    json["items_y"] = count(data.pair.y->items->count);
    json["candidate_recall"] = number(summary.recall);
    json["history"] =
        arrayOf(summary.history, [](const IterationStats &stats) { return fromCore(JsonFields::written(stats)); });
    addMembers(json, verdictJson(summary.verdict));
    json["subset"] = QJsonObject{{"start", count(summary.subsetStart)}, {"end", count(summary.subsetEnd)}};
    json["final"] = QJsonObject{{"loss", number(summary.loss)}, {"right", number(summary.correct)}};
    json["discrete_duplicates"] = count(summary.discreteDuplicates);
    return json;
}

QString startsText(const std::vector<StartSummary> &starts)
{
    QString text;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        text += QString("start %1: loss %2").arg(i + 1).arg(starts[i].loss, 0, 'g', 4);
        text += starts[i].won ? ", the lowest" : "";
        text += starts[i].converged ? ", converged" : "";
        text += '\n';
    }
    return text;
}

QString hintText(const OptimizeSummary &summary)
{
    const HintSummary &hint = summary.hint;
    if (hint.weight.empty())
        return {};
    QString text =
        QString(
            "hint: removes %1% of the entropy of the pairing; %2% of the known pairs agree with it, %3% of all pairs\n")
            .arg(100 * hint.removed, 0, 'f', 0)
            .arg(100 * hint.agreeing, 0, 'f', 0)
            .arg(100 * hint.byChance, 0, 'f', 0);
    if (hint.without && hint.with)
        text += QString("hint: mean reciprocal rank of held-out pairs %1 without it, %2 with weight %3\n")
                    .arg(*hint.without, 0, 'f', 3)
                    .arg(*hint.with, 0, 'f', 3)
                    .arg(QString::fromStdString(hint.weight));
    if (hint.weight == "0")
        return text + "hint: does not help, so it was left out\n";
    if (hint.correct)
        text += QString("%1% of the matches agree with the known pairing if the hint is used (weight %2)\n")
                    .arg(100 * *hint.correct, 0, 'f', 1)
                    .arg(QString::fromStdString(hint.weight));
    return text;
}

/// Describes the course of a run. `total`: seconds from the beginning of reading to the verdict.
QString summaryText(const ProtocolRun &run, double total)
{
    const OptimizeSummary &summary = run.summary;
    const QString text = QString("%1 iterations in %2 s, %3 s with reading and the verdict: %4\nloss %5\n")
                             .arg(summary.history.size())
                             .arg(summary.seconds, 0, 'f', 2)
                             .arg(total, 0, 'f', 2)
                             .arg(QString::fromStdString(summary.message))
                             .arg(summary.loss, 0, 'g', 4);
    return text + startsText(summary.starts) + hintText(summary);
}

QString answerText(const OptimizeSummary &summary)
{
    const Verdict &verdict = summary.verdict;
    QString text = QString("%1\n").arg(QString::fromStdString(verdictText(verdict)));
    if (summary.correct)
        text += QString("%1% of the matches agree with the known pairing\n").arg(100 * *summary.correct, 0, 'f', 1);
    if (verdict.pChance && verdict.pClass)
        text += QString("p-values of held-out pairs: %1 among all items, %2 among similar ones\n")
                    .arg(*verdict.pChance, 0, 'g', 2)
                    .arg(*verdict.pClass, 0, 'g', 2);
    if (verdict.agreement)
        text += QString("three runs agree on %1% of the items\n").arg(100 * *verdict.agreement, 0, 'f', 0);
    return text;
}

/// Values of --partners, --confirmed and --precision.
struct TableOptions
{
    /// Number of matches to write for each item, the best first (--partners). 0: only the match that the run chose.
    Index partners = 0;
    bool confirmed = false;
    /// Minimum probability that a written match is correct.
    double precision = 0;
};

/// Removes matches that are not confirmed by maps fitted without them.
Status keepConfirmed(ScoredCorrespondence &judged, const ProtocolInput &input, const ProtocolRun &run,
                     const RunContext &context)
{
    const auto confirmed = confirmRun(input, run, mutualOnly(judged.xOfY, judged.lists.matches), context);
    if (!confirmed)
        return cancelledError();
    for (std::size_t j = 0; j < confirmed->size(); ++j) {
        if (!(*confirmed)[j])
            judged.xOfY[j] = noItem;
    }
    return Done{};
}

void reportExpected(const std::optional<ExpectedMatches> &expected, Report &report)
{
    report.json["written"] = expected ? QJsonObject{{"matches", count(expected->matches)},
                                                    {"precision", number(expected->precision)},
                                                    {"recall", number(expected->recall)}}
                                      : QJsonValue();
    if (expected)
        report.text +=
            QString("%1 matches written, about %2% of them correct; they find about %3% of the items with a partner\n")
                .arg(expected->matches)
                .arg(100 * expected->precision, 0, 'f', 0)
                .arg(100 * expected->recall, 0, 'f', 0);
}

/// Writes the file of --correspondence: the match or the best matches of each item of Y (--optimize-side x: of X).
Status saveCorrespondence(const std::string &path, const PairedData &data, const ProtocolInput &input,
                          const ProtocolRun &run, const ProtocolOptions &protocol, const TableOptions &options,
                          const RunContext &context, Report &report)
{
    const bool ofX = run.side == Side::x;
    const AnchoredPair pair{ofX ? input.y : input.x, ofX ? input.x : input.y, run.anchors,
                            *findSimilarity(protocol.similarity), protocol.similarityOptions};
    auto judged = scoreCorrespondence(pair, run.summary.correspondence,
                                      {options.partners, protocol.optimize.candidates}, context.part(0, 0.4));
    if (!judged)
        return judged.error();
    if (options.confirmed) {
        if (const Status kept = keepConfirmed(*judged, input, run, context.part(0.4, 1)); !kept)
            return kept;
    }
    const Verdict &verdict = run.summary.verdict;
    if (options.precision > 0 && verdict.matchProbability.empty())
        report.warnings.push_back(
            "No match has a probability: the verdict is not that the spaces are aligned, or they have "
            "more than 50,000 items. --precision leaves all matches out.");
    if (options.precision > 0)
        judged->xOfY = matchesOfPrecision(verdict, std::move(judged->xOfY), options.precision);
    if (options.partners == 0)
        reportExpected(expectedMatches(verdict, judged->xOfY), report);
    if (!writesFiles(context))
        return Done{};
    const ItemTable &x = *data.pair.x->items, &y = *data.pair.y->items;
    if (options.partners > 0)
        return io::writeMatchLists(path, judged->lists.best, x, y);
    std::vector<io::CorrespondenceLine> lines;
    for (std::size_t j = 0; j < judged->xOfY.size(); ++j) {
        const auto item = static_cast<ItemIndex>(j);
        const Match &match = judged->lists.matches[j];
        lines.push_back(
            {.y = ofX ? judged->xOfY[j] : item,
             .x = ofX ? item : judged->xOfY[j],
             .score = match.score,
             .margin = match.margin,
             .mutual = match.mutual,
             .probability = verdict.matchProbability.empty() ? std::optional<float>() : verdict.matchProbability[j]});
    }
    return io::writeCorrespondence(path, lines, x, y);
}

Result<TableOptions> readTableOptions(OptionReader &reader, const ProtocolOptions &protocol)
{
    const bool confirmed = reader.flag("confirmed");
    for (const QString option : {"confirmed", "precision", "partners"}) {
        if (reader.has(option) && !reader.has("correspondence"))
            return wrongUsage("Expected --correspondence with --" + option +
                              ", found none: it names the file to write.");
        if (option != "partners" && reader.has(option) && reader.has("partners"))
            return wrongUsage("--" + option + " cannot be combined with --partners.");
    }
    if (confirmed && !learnsMetric(protocol))
        return wrongUsage("--confirmed needs the maps of --method auto or canonical.");
    if (reader.has("precision") && !learnsMetric(protocol))
        return wrongUsage("--precision needs the verdict of --method auto or canonical.");
    if (reader.has("partners") && protocol.optimizedSide == Side::x)
        return wrongUsage("--partners lists matches of items of Y: swap -x and -y instead of using --optimize-side x.");
    const TableOptions options{reader.integer("partners", 0, 1), confirmed, reader.number("precision", 0, 0, 1)};
    const Status read = reader.status();
    return read ? Result<TableOptions>(options) : read.error();
}

/// Rejects settings of the similarity that would have no effect. They affect only the scores that --correspondence
/// writes, and not those of canonical runs. --similarity is also allowed with --out: the session contains its name.
Status checkSimilarityUse(OptionReader &reader, const ProtocolOptions &protocol)
{
    const bool scores = reader.has("correspondence") && !learnsMetric(protocol);
    const QString why = reader.has("correspondence")
                            ? QString("the matches of %1 have their own scores").arg(protocol.optimize.method.c_str())
                            : QString("it applies to the file that --correspondence writes");
    if (!scores && !reader.has("out")) {
        if (const Status used = reader.refuse({"similarity"}, why); !used)
            return used;
    }
    return scores ? Status(Done{}) : reader.refuse({"threshold", "shrinkage", "whitening-ridge"}, why);
}

void saveOutputs(OptionReader &reader, const PairedData &data, const ProtocolInput &input,
                 const ProtocolOptions &options, const ProtocolRun &run, const TableOptions &table,
                 const RunContext &context, Report &report)
{
    saveOutput(reader, "correspondence", report, [&](const std::string &path) {
        return saveCorrespondence(path, data, input, run, options, table, context, report);
    });
    saveOutput(reader, "out", report, [&](const std::string &path) {
        return writesFiles(context) ? saveRun(path, data, options, run) : Status(Done{});
    });
}

std::string durationText(double seconds)
{
    return QString::number(seconds < 100 ? seconds : seconds / 60, 'f', seconds < 100 ? 0 : 1).toStdString() +
           (seconds < 100 ? " seconds" : " minutes");
}

/// Predicts and prints the duration of a run, by a short trial run; nullopt for small spaces or without a prediction.
std::optional<PredictedSeconds> predictTime(const ProtocolInput &input, const ProtocolOptions &protocol,
                                            std::uint64_t seed, const RunContext &context)
{
    const bool exchanged = protocol.optimizedSide == Side::x;
    const Correspondence truth = exchanged ? input.truth.swapped() : input.truth;
    const PreparedSpace &x = exchanged ? input.y : input.x, &y = exchanged ? input.x : input.y;
    if (std::max(x.size(), y.size()) < itemsToPredict)
        return std::nullopt;
    const auto anchors = drawRunAnchors(truth, protocol, seed, {x.zeroRows, y.zeroRows});
    if (!anchors)
        return std::nullopt; // no prediction: the run itself will report the error
    OptimizeOptions options = protocol.optimize;
    options.seed = seed;
    const auto predicted =
        predictSeconds({x, y, anchors->itemsOfX, anchors->seedsOfY}, options, PredictBy::trial, context);
    if (!predicted)
        return predicted;
    // The trial's maps are less accurate than the run's, so an approximate search compares more candidates in the trial
    // and takes longer. The prediction is therefore an upper bound.
    const bool atMost = predicted->approximate && !searchesExactly(x, y, options.candidates);
    announce("The run is expected to take " + std::string(atMost ? "at most " : "") + "about " +
             durationText(predicted->run) + ".");
    if (predicted->exact && predicted->approximate)
        announce("Matching all items takes " + durationText(*predicted->exact) + " with --candidates exact, at most " +
                 durationText(*predicted->approximate) + " with --candidates approximate.");
    return predicted;
}

Status checkUse(OptionReader &reader, const ProtocolOptions &protocol)
{
    if (reader.has("out") && protocol.optimizedSide == Side::x)
        return wrongUsage(
            "A session can only contain anchors found in Y: swap -x and -y instead of --optimize-side x.");
    if (const Status used = checkSimilarityUse(reader, protocol); !used)
        return used;
    return learnsMetric(protocol) ? Status(Done{})
                                  : reader.refuse({"checkpoint"}, "only auto and canonical search for matches");
}

/// Reports seeds that do not follow the map fitted to most seeds.
void tellForeignSeeds(const PairedData &data, const ProtocolInput &input, const ProtocolRun &run, Report &report,
                      const RunContext &context)
{
    if (input.x.distributed || input.y.distributed)
        return;
    std::vector<ItemIndex> ofX, ofY = run.anchors.seedsOfY;
    ofX.assign(run.anchors.itemsOfX.begin(), run.anchors.itemsOfX.begin() + std::ssize(ofY));
    if (run.side == Side::x)
        ofX.swap(ofY);
    std::vector<std::pair<std::string, std::string>> names;
    for (std::size_t i = 0; i < ofX.size(); ++i)
        names.emplace_back(data.pair.x->items->name(ofX[i]), data.pair.y->items->name(ofY[i]));
    tellForeignPairs(rowsOf(input.x, ofX), rowsOf(input.y, ofY), names, report, context);
}

Result<Report> optimized(OptionReader &reader, PairedData &data, const ExperimentOptions &options,
                         const TableOptions &table, const Stopwatch &reading, const RunContext &context)
{
    const ProtocolOptions &protocol = options.protocol;
    PreparedSpace x = preparedInPlace(data.pair.x, protocol.centering, context);
    PreparedSpace y = preparedInPlace(data.pair.y, protocol.centering, context);
    const SpanReduction spans(x, y, context);
    if (context.cancelled())
        return cancelledError();
    const ProtocolInput input{x, y, data.pair.pairing, {}, protocol.optimizedSide == Side::x ? &x : &y, &spans};
    const auto predicted = predictTime(input, protocol, options.firstSeed, context.part(0.05, 0.06));
    keepBestOnSignal();
    auto run = runProtocol(input, protocol, options.firstSeed, context.part(0.06, 0.4));
    if (!run)
        return run.error();
    if (!run->summary.hasResult())
        return Error(ErrorCode::noResult, run->summary.message);
    Report report{protocolJson(protocol, options.firstSeed, commandOf(reader).reads), {}, data.pair.warnings, {}};
    if (const auto verdict = validateRun(input, protocol, *run, context.part(0.4, 0.95)))
        run->summary.verdict = *verdict;
    else if (protocol.optimize.timeLimitSeconds && !context.cancelled())
        report.warnings.push_back("There is no verdict: computing it took longer than the time limit.");
    report.text = answerText(run->summary) + summaryText(*run, reading.seconds());
    report.json["predicted_seconds"] = number(predicted ? std::optional(predicted->run) : std::nullopt);
    addMembers(report.json, summaryJson(*run, data));
    tellForeignSeeds(data, input, *run, report, context);
    if (run->summary.termination != Termination::converged)
        report.warnings.push_back(run->summary.message);
    saveOutputs(reader, data, input, protocol, *run, table, context.part(0.95, 1), report);
    return report;
}

} // namespace

Result<Report> optimizeAnchors(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto options = readSettings(reader, commandOf(reader).reads, commandOf(reader).repeats);
    if (!options)
        return options.error();
    if (const Status fits = checkUse(reader, options->protocol); !fits)
        return fits.error();
    const auto table = readTableOptions(reader, options->protocol);
    if (!table)
        return table.error();
    auto cache = CachedSearches::of(reader, data, context.communicator);
    if (!cache)
        return cache.error();
    RunContext kept = context;
    kept.cache = cache->get();
    const Stopwatch reading;
    auto opened = openFor(reader, data, options->protocol, kept.part(0, 0.05));
    if (!opened)
        return opened.error();
    if (const Status held = holdWhatIsNeeded(*opened, learnsMetric(options->protocol) && !table->confirmed, kept);
        !held)
        return held.error();
    return optimized(reader, *opened, *options, *table, reading, kept);
}

} // namespace anchorscope::cli
