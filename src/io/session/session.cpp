// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/session/session.h"

#include "core/data/toys.h"
#include "core/data/transform.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/pathstarts.h"
#include "core/projection/similarity.h"
#include "io/dataset/datasetfile.h"
#include "io/files/atomicfile.h"
#include "io/hdf5/hdf5reader.h"
#include "io/session/sessionfields.h"
#include "io/text/visibletext.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr const char *formatName = "anchorscope-session";
// Maximum numbers of runs and comparisons in a file: more than a user makes by hand, but few enough for menus.
constexpr std::ptrdiff_t maxRuns = 10000, maxPairs = 1000;
constexpr std::size_t longestName = 4096; ///< maximum length of a name in bytes

void require(bool ok, const std::string &place, const char *what)
{
    if (!ok)
        throw BadSession(place, what);
}

void requireKnown(bool known, const std::string &place, const std::string &text)
{
    if (!known)
        throw UnknownChoice(place, text);
}

void checkOptions(const OptimizeOptions &options, const std::string &place)
{
    requireKnown(options.start == OptimizeOptions().start || findPathStart(options.start), place + "/start",
                 options.start);
    for (const Field<OptimizeOptions> &field : fields<OptimizeOptions>()) {
        if (field.names)
            requireKnown(isValid(field, options), place + "/" + field.oldId, valueText(field, options));
    }
}

void checkTransform(const std::string &transform, const std::string &place)
{
    requireKnown(transform.empty() || readTransform(transform).ok(), place + "/transform", transform);
}

void requireItems(const std::vector<ItemIndex> &items, const std::string &place, ItemIndex lowest)
{
    require(std::all_of(items.begin(), items.end(), [&](ItemIndex item) { return item >= lowest; }), place,
            "row numbers must not be negative");
}

void requireFinite(const Matrix &matrix, const std::string &place)
{
    require(matrix.allFinite(), place, "expected finite numbers, found NaN or infinity");
}

void checkMetric(const CanonicalMetric &metric, Index dimensionOfY, const std::string &place)
{
    const auto meanFits = [](const Matrix &mean, const Matrix &directions) {
        return mean.size() == 0 || (mean.rows() == 1 && mean.cols() == directions.cols());
    };
    requireFinite(metric.directionsOfX, place + "/directions_of_x");
    requireFinite(metric.directionsOfY, place + "/directions_of_y");
    requireFinite(metric.meanOfX, place + "/mean_of_x");
    requireFinite(metric.meanOfY, place + "/mean_of_y");
    require(metric.directionsOfX.rows() == metric.directionsOfY.rows(), place + "/directions_of_y",
            "expected as many directions as for X");
    require(metric.empty() || metric.directionsOfY.cols() == dimensionOfY, place + "/directions_of_y",
            "expected as many columns as the anchors of Y have");
    require(meanFits(metric.meanOfX, metric.directionsOfX) && meanFits(metric.meanOfY, metric.directionsOfY),
            place + "/mean_of_x", "means of one number for each dimension were expected");
}

void checkRecording(const RunRecord &run, const std::string &place)
{
    if (!run.recording)
        return;
    int before = 0;
    for (const RecordedIteration &each : *run.recording) {
        require(each.iteration > before, place + "/recording/iterations", "iterations in rising order were expected");
        requireFinite(each.anchorsOfY, place + "/recording/anchors_of_y");
        require(each.anchorsOfY.cols() == run.summary.anchorsOfY.cols(), place + "/recording/anchors_of_y",
                "expected as many columns as in the result");
        checkMetric(each.metric, run.summary.anchorsOfY.cols(), place + "/recording");
        require(each.metric.empty() || each.metric.directionsOfX.cols() == run.summary.metric.directionsOfX.cols(),
                place + "/recording/directions_of_x", "expected as many columns as in the result");
        before = each.iteration;
    }
}

void checkRun(const RunRecord &run, const std::string &place)
{
    const OptimizeSummary &summary = run.summary;
    checkOptions(run.options, place + "/options");
    checkTransform(run.transform, place);
    require(run.name.size() <= longestName, place + "/name", "a name of at most 4096 bytes was expected");
    requireItems(run.anchorsOfX, place + "/anchors_of_x", 0);
    requireItems(run.seedsOfY, place + "/seeds_of_y", 0);
    requireItems(summary.discreteOfY, place + "/summary/discrete_of_y", 0);
    requireItems(summary.correspondence, place + "/summary/correspondence", noItem);
    requireItems(summary.hint.correspondence, place + "/summary/hint/correspondence", noItem);
    const std::size_t anchors = run.anchorsOfX.size();
    require(run.seedsOfY.size() <= anchors, place + "/seeds_of_y", "there are more seeds than anchors");
    require(!summary.hasResult() || static_cast<std::size_t>(summary.anchorsOfY.rows()) == anchors,
            place + "/summary/anchors_of_y", "one row for each anchor of X was expected");
    require(summary.discreteOfY.size() == (summary.hasResult() ? anchors : 0), place + "/summary/discrete_of_y",
            "one item for each anchor of X was expected");
    requireFinite(summary.anchorsOfY, place + "/summary/anchors_of_y");
    checkMetric(summary.metric, summary.anchorsOfY.cols(), place + "/summary");
    checkRecording(run, place);
    require(summary.correspondenceScore.empty() || summary.correspondenceScore.size() == summary.correspondence.size(),
            place + "/summary/correspondence_score", "one score for each item of Y was expected");
}

void checkScores(const RetrievalScores &scores, const std::string &place)
{
    requireItems(scores.queryItems, place + "/query_items", 0);
    requireItems(scores.itemOther, place + "/item_other", noItem);
    const std::size_t queries = scores.queryItems.size();
    for (const auto *values : {&scores.itemJaccard, &scores.itemRank, &scores.itemCosine, &scores.itemMargin})
        require(values->empty() || values->size() == queries, place, "one value for each query was expected");
    require(scores.itemOther.empty() || scores.itemOther.size() == queries, place + "/item_other",
            "one item for each query was expected");
}

void checkBatch(const RetrievalExperiment &batch, const std::string &at)
{
    require(batch.repeats >= 0 && batch.runs.size() == static_cast<std::size_t>(batch.repeats), at + "/batch/runs",
            "one run for each repeat was expected");
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
        const RetrievalExperimentRow &row = batch.rows[i];
        const std::string place = at + "/batch/rows/" + std::to_string(i);
        require(row.queries >= 0, place, "counts must not be negative");
        for (const RepeatedValue &figure : row.values)
            require(figure.values.size() <= batch.runs.size(), place, "at most one value for each repeat was expected");
    }
}

/// `at`: path of the scores in the file.
void checkStitching(const SavedStitching &of, const std::string &at)
{
    const auto classes = static_cast<Index>(of.classes.size());
    const auto areClasses = [classes](const std::vector<std::int32_t> &labels) {
        return std::all_of(labels.begin(), labels.end(), [&](auto label) { return label >= 0 && label < classes; });
    };
    const std::size_t tested = of.testX.size();
    requireItems(of.testX, at + "/stitch_test/items", 0);
    require(of.testLabels.size() == tested && areClasses(of.testLabels), at + "/stitch_test/labels",
            "one class for each tested item was expected");
    for (const StitchRow &scores : of.rows) {
        for (const StitchScores &cell : scores.cells) {
            require(cell.predicted.empty() || (cell.predicted.size() == tested && areClasses(cell.predicted)),
                    at + "/stitching", "one predicted class for each tested item was expected");
            const Eigen::MatrixXi &confusion = cell.scores.confusion;
            require(confusion.size() == 0 || (confusion.rows() == classes && confusion.cols() == classes),
                    at + "/stitching", "confusion matrices of one row and column for each class were expected");
        }
    }
}

void checkResults(const SavedScores &of, const std::string &at)
{
    for (std::size_t i = 0; i < of.retrieval.size(); ++i) {
        checkScores(of.retrieval[i].xToY, at + "/retrieval/" + std::to_string(i) + "/x_to_y");
        checkScores(of.retrieval[i].yToX, at + "/retrieval/" + std::to_string(i) + "/y_to_x");
    }
    checkStitching(of.stitching, at);
}

/// Checks that the fields of a comparison are valid and agree with each other. `at`: its path in the file.
void checkPair(const Session &session, const std::string &at)
{
    const auto isRun = [&](int run) { return run >= 0 && run < static_cast<int>(session.runs.size()); };
    const std::string root = at.empty() ? "/" : at;
    require(session.chosenRun == -1 || isRun(session.chosenRun), root, "the chosen run does not exist");
    require(session.data.maxItems >= 0 && session.anchorCount >= 0, root, "counts must not be negative");
    for (const SeedPair &seed : session.seeds)
        require(seed.x >= 0 && seed.y >= 0, at + "/seeds", "row numbers must not be negative");
    checkOptions(session.options, at + "/options");
    checkTransform(session.transform, at);
    requireKnown(findSimilarity(session.similarity) != nullptr, at + "/similarity", session.similarity);
    requireItems(session.itemsX.rows, at + "/items/x/rows", 0);
    requireItems(session.itemsY.rows, at + "/items/y/rows", 0);
    require(std::ssize(session.runs) <= maxRuns, at + "/runs", "at most 10000 runs were expected");
    for (std::size_t i = 0; i < session.runs.size(); ++i)
        checkRun(session.runs[i], at + "/runs/" + std::to_string(i));
    checkResults(session.scores, at);
    for (std::size_t i = 0; i < session.otherScores.size(); ++i) {
        const std::string place = at + "/other_scores/" + std::to_string(i);
        require(isRun(session.otherScores[i].run), place, "the run that was scored does not exist");
        checkResults(session.otherScores[i].scores, place);
    }
    checkBatch(session.batch.experiment, at);
}

void checkSession(const Session &session)
{
    checkPair(session, {});
    require(session.position >= 0 && session.position <= std::ssize(session.otherPairs), "/",
            "the position of its comparison is out of range");
    require(std::ssize(session.otherPairs) <= maxPairs, "/other_pairs", "at most 1000 pairs of spaces were expected");
    for (std::size_t i = 0; i < session.otherPairs.size(); ++i)
        checkPair(session.otherPairs[i], "/other_pairs/" + std::to_string(i));
}

Error notASession(const std::string &path)
{
    return Error(ErrorCode::notASession, "this file is not an Anchorscope session; open it as data instead").in(path);
}

} // namespace

Result<FileContent> describeInput(const std::string &path)
{
    if (isToyName(path) || isFolder(path)) {
        const auto opened = openFile(path, {.identify = true});
        if (!opened)
            return opened.error();
        return FileContent{opened->dataset.bytes, opened->dataset.hash};
    }
    const auto file = openInput(path);
    if (!file)
        return file.error();
    return contentOf(*file);
}

bool areItems(const std::vector<ItemIndex> &items, Index count)
{
    return std::ranges::all_of(items, [count](ItemIndex item) { return item >= 0 && item < count; });
}

bool anchorsFit(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y)
{
    const Matrix &found = run.summary.anchorsOfY;
    return areItems(run.anchorsOfX, x.size()) && areItems(run.seedsOfY, y.size()) &&
           run.seedsOfY.size() <= run.anchorsOfX.size() && areItems(run.summary.discreteOfY, y.size()) &&
           found.rows() == std::ssize(run.anchorsOfX) && found.cols() == y.dimension() &&
           (run.summary.metric.empty() || run.summary.metric.directionsOfX.cols() == x.dimension());
}

bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y)
{
    const std::vector<ItemIndex> &correspondence = run.summary.correspondence;
    return anchorsFit(run, x, y) && std::ssize(correspondence) == y.size() && areItems(correspondence, x.size());
}

Status saveSession(const std::string &path, const Session &session, FileStamp *known)
{
    const auto bytes = encodeSession(session);
    if (!bytes)
        return bytes.error().in(path);
    const auto readBack = [&bytes](const std::string &written) -> Status {
        const auto loaded = loadSession(written);
        if (!loaded)
            return loaded.error();
        const auto again = encodeSession(*loaded);
        if (!again || *again != *bytes)
            return Error(ErrorCode::damagedFile, "it holds other values than were written").in(written);
        return Done{};
    };
    return writeAtomically(path, *bytes, readBack, known);
}

Result<Session> loadSession(const std::string &path, const RunContext &context, FileStamp *stamp)
{
    const auto file = openInput(path);
    if (!file)
        return file.error();
    const auto hdf5 = isHdf5(*file);
    if (!hdf5)
        return hdf5.error();
    if (!*hdf5)
        return notASession(path);
    const auto content = readHdf5(*file, {.path = path, .load = sessionPatterns(), .keepDouble = true}, context);
    if (!content)
        return content.error();
    if (const Status unchanged = file->unchanged(); !unchanged)
        return unchanged.error();
    if (stamp)
        *stamp = stampOf(file->descriptor.get());
    return decodeSession(*content, path);
}

std::vector<std::string> sessionPatterns()
{
    const std::vector<std::string> results{"/retrieval/*/*/*", "/stitching/*/*/*", "/stitch_classes", "/stitch_test/*"};
    std::vector<std::string> patterns{"/seeds/*",
                                      "/view/*",
                                      "/runs/*/*",
                                      "/runs/*/summary/*",
                                      "/runs/*/summary/history/*",
                                      "/runs/*/summary/hint/*",
                                      "/runs/*/recording/*",
                                      "/batch/rows/*/*",
                                      "/batch/runs/*/history/*",
                                      "/items/*/*"};
    for (const std::string &pattern : results) {
        patterns.push_back(pattern);
        patterns.push_back("/other_scores/*" + pattern);
    }
    for (std::size_t i = 0, ofOnePair = patterns.size(); i < ofOnePair; ++i)
        patterns.push_back("/other_pairs/*" + patterns[i]);
    return patterns;
}

Result<std::string> encodeSession(const Session &session)
{
    SessionWriter archive;
    archive.value("format", std::string(formatName));
    archive.value("version", session.otherPairs.empty() ? 1 : Session::currentVersion);
    sessionFields(archive, session);
    return archive.finish();
}

Result<Session> decodeSession(const Hdf5Content &content, const std::string &path)
{
    const frame::Node *root = content.find("/");
    if (root && !root->problem.empty())
        return nodeError(path, *root);
    if (!root || attributeText(*root, "format") != formatName)
        return notASession(path);
    const std::int64_t version = attributeInteger(*root, "version").value_or(0);
    if (version > Session::currentVersion)
        return Error(ErrorCode::newerVersion, "this session has version ", version,
                     ", but this program reads versions up to ", Session::currentVersion, "; use a newer Anchorscope")
            .in(path);
    try {
        require(version >= 1, "/", "its version is missing");
        Session session;
        SessionReader archive(content);
        sessionFields(archive, session);
        checkSession(session);
        return session;
    } catch (const UnknownChoice &unknown) {
        return Error(ErrorCode::newerVersion, "this session holds a choice that this program does not know, “",
                     visibleText(std::string(unknown.what()).substr(0, 60), LineBreaks::show),
                     "”; use a newer Anchorscope, or open an older copy of it")
            .in(path, unknown.place);
    } catch (const BadSession &bad) {
        return Error(ErrorCode::damagedFile, "this session is damaged: ", bad.what(),
                     "; open an autosaved or older copy of it")
            .in(path, bad.place);
    }
}

} // namespace anchorscope::io
