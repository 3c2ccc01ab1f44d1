// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/results.h"

#include "core/evaluate/methodchoice.h"
#include "gui/style/tr.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Parameters on which the setup's similarity or learned anchors depend; others have their defaults.
SimilarityOptions numbersRead(const Setup &setup, bool learning)
{
    const SimilarityOptions &numbers = setup.similarityNumbers;
    const Similarity *similarity = findSimilarity(setup.similarity);
    SimilarityOptions read;
    if (similarity && similarity->reads == SimilarityNumbers::threshold)
        read.quantizeThreshold = numbers.quantizeThreshold;
    if (learning || (similarity && similarity->reads == SimilarityNumbers::whitening)) {
        read.ledoitWolf = numbers.ledoitWolf;
        read.shrinkage = numbers.ledoitWolf ? read.shrinkage : numbers.shrinkage;
    }
    return read;
}

} // namespace

bool Provenance::operator==(const Provenance &other) const
{
    return scoring == other.scoring && x == other.x && y == other.y && items == other.items &&
           !difference(setup, other.setup);
}

Setup settingsRead(Scoring scoring, const Setup &setup)
{
    const bool ranks = scoring == Scoring::Retrieval || scoring == Scoring::Batch;
    const bool unasked =
        // Slow methods are measured only if the user has chosen them.
        scoring == Scoring::Retrieval && setup.methods.empty();
    Setup read;
    read.centering = setup.centering;
    read.transform = setup.transform;
    read.pairingHidden = setup.pairingHidden;
    read.similarity = setup.similarity;
    read.similarityNumbers =
        numbersRead(setup, scoring != Scoring::Health && !unasked && readsLearning({setup.methods}));
    read.seeds = setup.seeds;
    read.anchorCount = setup.anchorCount;
    read.options.seed = setup.options.seed;
    if (scoring == Scoring::Batch) // stores no run, because each repeat has its own
        read.options = setup.options;
    else
        read.run = setup.run;
    if (ranks)
        read.retrieval = setup.retrieval;
    if (scoring == Scoring::Stitching)
        read.stitching = setup.stitching;
    if (scoring != Scoring::Health)
        read.methods = setup.methods;
    return read;
}

const io::RunRecord *findRun(const std::vector<io::RunRecord> &runs, io::RunId id)
{
    const auto found = std::ranges::find(runs, id, &io::RunRecord::id);
    return id == io::RunId::none || found == runs.end() ? nullptr : &*found;
}

std::vector<SeedPair> pairsOf(const io::RunRecord &run)
{
    std::vector<SeedPair> pairs;
    for (std::size_t i = 0; i < run.seedsOfY.size(); ++i)
        pairs.push_back({.x = run.anchorsOfX[i], .y = run.seedsOfY[i]});
    return pairs;
}

Index commonPairs(std::vector<SeedPair> a, std::vector<SeedPair> b)
{
    const auto byRows = [](const SeedPair &one, const SeedPair &two) {
        return std::pair(one.x, one.y) < std::pair(two.x, two.y);
    };
    std::ranges::sort(a, byRows);
    std::ranges::sort(b, byRows);
    std::vector<SeedPair> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both), byRows);
    return std::ssize(both);
}

bool keepsRun(const io::RunRecord &run, const std::vector<SeedPair> &seeds)
{
    return 2 * commonPairs(pairsOf(run), seeds) >= std::ssize(run.seedsOfY);
}

bool hasPairs(const io::RunRecord &run, const std::vector<SeedPair> &seeds)
{
    return run.seedsOfY.size() == seeds.size() && commonPairs(pairsOf(run), seeds) == std::ssize(seeds);
}

QString ProvenanceWords::text() const
{
    const QLocale locale;
    QStringList parts{spaces, tr("n = %1").arg(locale.toString(static_cast<qlonglong>(items)))};
    if (anchors > 0)
        parts << (seeds > 0 ? tr("%1 anchors, %2 of them seeds").arg(anchors).arg(seeds)
                            : tr("%1 anchors").arg(anchors));
    parts << centering.toLower();
    if (!similarity.isEmpty())
        parts << similarity.toLower();
    parts << tr("random seed %1").arg(seed);
    if (!run.isEmpty())
        parts << run;
    if (!scoring.isEmpty())
        parts << scoring;
    return parts.join(" · ");
}

QString notesText(const std::vector<std::string> &notes)
{
    QString text;
    for (const std::string &note : notes)
        text += "\n" + QString::fromStdString(note);
    return text;
}

QString numberText(const Similarity &similarity, const SimilarityOptions &numbers)
{
    if (similarity.reads == SimilarityNumbers::threshold)
        return tr(", threshold %1").arg(numbers.quantizeThreshold);
    if (similarity.reads == SimilarityNumbers::whitening)
        return numbers.ledoitWolf ? tr(", λ chosen from the rows") : tr(", λ %1").arg(numbers.shrinkage);
    return {};
}

bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, io::RunId chosen)
{
    const Similarity *found = findSimilarity(similarity);
    const io::RunRecord *run = findRun(runs, chosen);
    return !found || !found->learned || (run && !run->summary.metric.empty());
}

} // namespace anchorscope::gui
