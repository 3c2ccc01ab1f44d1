// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/opencomparison.h"

#include "core/optimizers/optimizers.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Result that was measured with this provenance: `last` or one of `others`; null: none.
template <class R> const R *measuredWith(const Provenance &requested, const R &last, const std::vector<R> &others)
{
    if (!last.empty() && last.provenance == requested)
        return &last;
    const auto found = std::ranges::find(others, requested, &R::provenance);
    return found == others.end() ? nullptr : &*found;
}

} // namespace

std::shared_ptr<const LoadedData> OpenComparison::asKnown(std::shared_ptr<const LoadedData> loaded) const
{
    if (!loaded || loaded->hasTruth() == (read->hasTruth() && !setup.pairingHidden))
        return loaded;
    auto known = std::make_shared<LoadedData>(*loaded);
    known->pair.pairing =
        setup.pairingHidden ? Correspondence(loaded->size(Side::x), loaded->size(Side::y)) : read->pair.pairing;
    return known;
}

Setup OpenComparison::possible(Setup requested) const
{
    if (!findRun(runs, requested.run))
        requested.run = io::RunId::none;
    if (!canUse(requested.similarity, runs, requested.run))
        requested.similarity = Setup().similarity;
    return requested;
}

Index OpenComparison::pairsOlder(const Setup &with) const
{
    const io::RunRecord *run = findRun(runs, with.run);
    if (!run)
        return 0;
    const auto of = pairsOf(*run);
    return static_cast<Index>(std::max(of.size(), with.seeds.size())) - commonPairs(of, with.seeds);
}

Setup OpenComparison::setupWith(const io::RunRecord &run) const
{
    Setup with = setup;
    with.run = run.id;
    with.centering = run.centering;
    // The transform is valid, because it was checked when the session was opened.
    if (const auto transform = readTransform(run.transform))
        with.transform = *transform;
    with.options = run.options;
    with.anchorCount = static_cast<Index>(run.anchorsOfX.size());
    with.seeds = pairsOf(run);
    if (!canUse(with.similarity, runs, run.id))
        with.similarity = Setup().similarity;
    return with;
}

io::RunId OpenComparison::runAgain(const Setup &with) const
{
    const io::RunRecord *run = setup.run == io::RunId::none ? findRun(runs, deselected) : nullptr;
    if (!run || !hasPairs(*run, with.seeds))
        return io::RunId::none;
    Setup of = setupWith(*run);
    of.seeds = with.seeds; // the same pairs, possibly in another order
    const SetupChanges different = difference(of, with);
    return different & (SetupChange::Centering | SetupChange::Anchors | SetupChange::Transform) ? io::RunId::none
                                                                                                : run->id;
}

Provenance OpenComparison::provenance(const Setup &with, Scoring scoring) const
{
    Setup settings = settingsRead(scoring, with);
    if (const io::RunRecord *run = findRun(runs, settings.run))
        settings.seeds = pairsOf(*run);
    return {scoring, data->pair.x->name, data->pair.y->name, data->size(Side::x), std::move(settings)};
}

namespace {

QString scoringText(const Provenance &of)
{
    const Setup &with = of.setup;
    QStringList parts;
    if (of.scoring == Scoring::Retrieval || of.scoring == Scoring::Batch) {
        parts << tr("K = %1").arg(with.retrieval.k);
        if (with.retrieval.scoreAnchors)
            parts << tr("anchors included");
    } else if (of.scoring == Scoring::Stitching) {
        const HeadMethod *head = findHead(with.stitching.head);
        parts << tr("head: %1, input: %2")
                     .arg(head ? QString::fromUtf8(head->label) : QString())
                     .arg(QString::fromUtf8(headInputLabel(with.stitching.input)));
    }
    if (!with.methods.empty())
        parts << tr("%1 rows chosen").arg(with.methods.size());
    return parts.join(", ");
}

} // namespace

ProvenanceWords OpenComparison::words(const Provenance &of) const
{
    const Setup &with = of.setup;
    ProvenanceWords words;
    words.spaces = shownName(QString::fromStdString(of.x)) + " ↔ " + shownName(QString::fromStdString(of.y));
    if (const QString changed = transformWords(with.transform); !changed.isEmpty())
        words.spaces += tr(" (Y changed: %1)").arg(changed);
    if (with.pairingHidden)
        words.spaces += tr(" (pairing hidden)");
    words.items = of.items;
    words.seeds = std::ssize(with.seeds);
    // Without a run, health is measured of the seeds only.
    const bool seedsOnly = of.scoring == Scoring::Health && with.run == io::RunId::none;
    words.anchors = seedsOnly ? words.seeds : with.anchorCount;
    for (const CenteringChoice &choice : centeringChoices()) {
        if (choice.value == with.centering)
            words.centering = QString::fromUtf8(choice.label);
    }
    if (const Similarity *similarity = findSimilarity(with.similarity))
        words.similarity = QString::fromUtf8(similarity->label) + numberText(*similarity, with.similarityNumbers);
    words.seed = with.options.seed;
    const Optimizer *method = findOptimizer(with.options.method);
    if (of.scoring == Scoring::Batch) // names the method instead of a run, because each repeat has its own run
        words.run = method ? QString::fromUtf8(method->label) : QString();
    else if (const io::RunRecord *run = findRun(runs, with.run))
        words.run = QString::fromStdString(run->name);
    else if (with.run != io::RunId::none)
        words.run = tr("a run that was deleted");
    words.scoring = scoringText(of);
    return words;
}

namespace {

Setup setupFor(const OpenComparison &work, io::RunId id)
{
    const io::RunRecord *run = id == work.setup.run ? nullptr : findRun(work.runs, id);
    return run ? work.setupWith(*run) : work.setup;
}

} // namespace

const RetrievalResult *OpenComparison::retrievalOf(io::RunId run) const
{
    return measuredWith(provenance(setupFor(*this, run), Scoring::Retrieval), retrieval, measured.first);
}

const StitchingResult *OpenComparison::stitchingOf(io::RunId run) const
{
    return measuredWith(provenance(setupFor(*this, run), Scoring::Stitching), stitching, measured.second);
}

bool OpenComparison::isBatchCurrent() const
{
    return data && batch.provenance == provenance(setup, Scoring::Batch);
}

bool OpenComparison::isHealthCurrent() const
{
    return data && health.provenance == provenance(setup, Scoring::Health);
}

QString OpenComparison::name() const
{
    return shownName(QString::fromStdString(data->pair.x->name)) + " ↔ " +
           shownName(QString::fromStdString(data->pair.y->name));
}

} // namespace anchorscope::gui
