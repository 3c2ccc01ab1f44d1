// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/outcome.h"

#include <QCoreApplication>

namespace anchorscope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Experiments", text);
}

QString needsPairs(const LoadedData &data)
{
    return data.hasTruth() ? QString()
                           : tr("No true pairs are known for these spaces, so there is nothing to score against.");
}

QString needsLabels(const LoadedData &data)
{
    if (const QString pairs = needsPairs(data); !pairs.isEmpty())
        return pairs;
    const bool labels = data.items(Side::x).hasLabels() || data.items(Side::y).hasLabels();
    return labels ? QString() : tr("The items have no labels, so no classifier can be trained.");
}

QString needsPictures(const LoadedData &data)
{
    if (const QString pairs = needsPairs(data); !pairs.isEmpty())
        return pairs;
    const bool pictures = !data.items(Side::x).thumbnails.empty() || !data.items(Side::y).thumbnails.empty();
    return pictures ? QString() : tr("The items have no pictures to reconstruct.");
}

QString needsManySpaces(const LoadedData &data)
{
    return data.datasetX->spaces.size() > 1 ? QString() : tr("The file of X holds one space only.");
}

QString needsLabelledSpaces(const LoadedData &data)
{
    const QString many = needsManySpaces(data);
    return many.isEmpty() && !data.items(Side::x).hasLabels() ? needsLabels(data) : many;
}

} // namespace

const std::vector<ExperimentKind> &experimentKinds()
{
    static const std::vector<ExperimentKind> kinds{
        {"retrieval", "Retrieval",
         "Anchors are found anew in every repeat and scored by retrieval (AO Tables 1, 4, 5, 7).", needsPairs,
         runRetrievalKind},
        {"stitching", "Zero-shot stitching",
         "A classifier trained on one space is tested on the other, for every representation (AO Tables 2, 6; RR "
         "Tables 4–6).",
         needsLabels, runStitchingKind},
        {"anchor-count", "Number of anchors",
         "Scores by the number of anchors and how they were chosen, against learned ones (RR Fig. 6, PARAM Fig. 1).",
         needsPairs, runAnchorCountKind},
        {"learned-anchors", "Learned anchors",
         "Anchors learned step by step as mixtures of parallel items, against random ones (PARAM).", needsPairs,
         runLearningKind},
        {"translation", "Translation",
         "Inverse relative projection by pruning and subspaces, beside other maps (IRP Fig. 3, 6, Table 2).",
         needsPairs, runTranslationKind},
        {"quantization", "Quantisation",
         "Distance of relative vectors by how coarsely the spaces are quantised (RR Fig. 7).", needsPairs,
         runQuantizationKind},
        {"proxy", "Similarity as a proxy", "Similarity to a good space against accuracy (RR 4.2, Fig. 3).",
         needsLabelledSpaces, runProxyKind},
        {"reconstruction", "Reconstruction",
         "A decoder trained on one space reconstructs pictures from the other (RR Table 3, Fig. 4).", needsPictures,
         runReconstructionKind},
        {"pairs", "All pairs of spaces",
         "Every space of the file of X against every other; click a cell to open the pair.", needsManySpaces,
         runPairsKind},
    };
    return kinds;
}

ExperimentOptions experimentOptions(const ExperimentInput &input)
{
    const Setup &setup = input.setup;
    ExperimentOptions options;
    options.repeats = input.repeats;
    options.firstSeed = setup.options.seed;
    options.protocol.anchors = setup.anchorCount;
    options.protocol.centering = setup.centering;
    options.protocol.similarity = setup.similarity;
    options.protocol.optimize = setup.options;
    options.retrieval.k = setup.k;
    options.stitching.head = setup.head;
    options.stitching.input = setup.headInput;
    const Index pairs = input.data->pair.pairing.pairs();
    if (pairs > 0 && pairs < options.protocol.anchors)
        options.protocol.anchors = pairs;
    options.protocol.seeds = std::min(options.protocol.seeds, options.protocol.anchors);
    return options;
}

ExperimentOutcome::Cell textCell(const QString &text)
{
    return {text, {}};
}

ExperimentOutcome::Cell numberCell(double value, int decimals)
{
    return std::isfinite(value) ? ExperimentOutcome::Cell{QString::number(value, 'f', decimals), value}
                                : ExperimentOutcome::Cell{QString(QChar(0x2013)), {}};
}

ExperimentOutcome::Cell repeatedCell(const Repeated &values, int decimals)
{
    if (values.empty())
        return {QString(QChar(0x2013)), {}};
    const QString mean = QString::number(values.mean(), 'f', decimals);
    return {values.values.size() < 2 ? mean : mean + " ± " + QString::number(values.std(), 'f', decimals),
            values.mean()};
}

} // namespace anchorscope::gui
