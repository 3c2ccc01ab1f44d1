// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/pairwork.h"

#include "core/optimizers/optimizers.h"
#include "gui/style/plaintext.h"
#include "gui/style/translate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// The result of that provenance: the last one, or one of those before.
template <class R> const R *measuredWith(const Provenance &wanted, const R &last, const std::vector<R> &others)
{
    if (!last.empty() && last.provenance == wanted)
        return &last;
    const auto found = std::ranges::find(others, wanted, &R::provenance);
    return found == others.end() ? nullptr : &*found;
}

} // namespace

const io::RunRecord *PairWork::chosenRun() const
{
    const auto chosen = static_cast<std::size_t>(setup.chosenRun);
    return setup.chosenRun >= 0 && chosen < runs.size() ? &runs[chosen] : nullptr;
}

std::shared_ptr<const LoadedData> PairWork::asKnown(std::shared_ptr<const LoadedData> loaded) const
{
    if (!loaded || loaded->hasTruth() == (read->hasTruth() && !setup.namesForgotten))
        return loaded;
    auto known = std::make_shared<LoadedData>(*loaded);
    known->pair.pairing =
        setup.namesForgotten ? Correspondence(loaded->size(Side::x), loaded->size(Side::y)) : read->pair.pairing;
    return known;
}

Setup PairWork::setupWith(int run) const
{
    const io::RunRecord &record = runs[static_cast<std::size_t>(run)];
    Setup with = setup;
    with.chosenRun = run;
    with.centering = record.centering;
    with.transform = transformOf(record.transform);
    with.options = record.options;
    with.anchorCount = static_cast<Index>(record.anchorsOfX.size());
    with.seeds.clear();
    for (std::size_t i = 0; i < record.seedsOfY.size(); ++i)
        with.seeds.push_back({.x = record.anchorsOfX[i], .y = record.seedsOfY[i]});
    if (!canUse(with.similarity, runs, run))
        with.similarity = Setup().similarity;
    return with;
}

Provenance PairWork::provenance(const Setup &with, Scoring scoring) const
{
    Provenance now;
    now.spaces = name();
    if (const QString changed = transformWords(with.transform); !changed.isEmpty())
        now.spaces += tr(" (Y changed: %1)").arg(changed);
    if (with.namesForgotten)
        now.spaces += tr(" (names forgotten)");
    now.items = data->size(Side::x);
    now.anchors = with.anchorCount;
    now.seeds = static_cast<Index>(with.seeds.size());
    for (const CenteringChoice &choice : centeringChoices()) {
        if (choice.value == with.centering)
            now.centering = QString::fromUtf8(choice.label);
    }
    if (const Similarity *similarity = findSimilarity(with.similarity))
        now.similarity = QString::fromUtf8(similarity->label) + numberText(*similarity, with.similarityNumbers);
    now.seed = with.options.seed;
    const Optimizer *method = findOptimizer(with.options.method);
    if (scoring == Scoring::Batch) // runs of its own
        now.run = method ? QString::fromUtf8(method->label) : QString();
    else if (with.chosenRun >= 0 && with.chosenRun < std::ssize(runs))
        now.run = QString::fromStdString(runs[static_cast<std::size_t>(with.chosenRun)].name);
    now.seedPairs = with.seeds;
    if (scoring == Scoring::Retrieval || scoring == Scoring::Batch) {
        now.scoring = tr("K = %1").arg(with.k);
        if (with.scoreAnchors)
            now.scoring += tr(", anchors scored, too");
    } else if (scoring == Scoring::Stitching) {
        const HeadMethod *head = findHead(with.head);
        now.scoring = tr("head: %1, input: %2")
                          .arg(head ? QString::fromUtf8(head->label) : QString())
                          .arg(QString::fromUtf8(headInputLabel(with.headInput)));
    }
    if (scoring != Scoring::Health && !with.methods.empty())
        now.scoring += tr(", %1 rows chosen").arg(with.methods.size());
    return now;
}

const RetrievalResult *PairWork::retrievalOf(int run) const
{
    const Setup with = run == setup.chosenRun ? setup : setupWith(run);
    return measuredWith(provenance(with, Scoring::Retrieval), retrieval, measured.first);
}

const StitchingResult *PairWork::stitchingOf(int run) const
{
    const Setup with = run == setup.chosenRun ? setup : setupWith(run);
    return measuredWith(provenance(with, Scoring::Stitching), stitching, measured.second);
}

bool PairWork::isBatchCurrent() const
{
    return data && batch.provenance == provenance(setup, Scoring::Batch) && batch.options == setup.options;
}

bool PairWork::isHealthCurrent() const
{
    return data && health.provenance == provenance(setup, Scoring::Health);
}

QString PairWork::name() const
{
    return shownName(QString::fromStdString(data->pair.x->name)) + " ↔ " +
           shownName(QString::fromStdString(data->pair.y->name));
}

} // namespace anchorscope::gui
