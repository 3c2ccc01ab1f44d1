// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/translationplot.h"

#include "core/projection/pca.h"
#include "core/statistics.h"

namespace anchorscope {

Result<TranslationPlot> plotTranslation(const AnchoredPair &pair, Side source, const Correspondence &pairing,
                                        const InverseProjectionOptions &options, const RunContext &context)
{
    const Matrix anchors = anchorsOf(pair, source);
    const Matrix &from = pair.of(source).rows, &to = pair.of(other(source)).rows;
    const auto map = fitInverseProjection(anchors, anchorsOf(pair, other(source)), options, context.part(0, 0.5));
    if (!map)
        return map.error();
    const Matrix translated = translateRows(from, map->matrix, context.part(0.5, 0.7));
    TranslationPlot plot;
    const Correspondence scored = pairing.without(pair.anchors.itemsOfX);
    plot.cosine = meanCosine(translated, to, source == Side::x ? scored : scored.swapped());
    plot.conditionNumber = mean(map->conditionNumbers);
    plot.anchorsKept = mean(map->anchorsKept);
    plot.anchors = anchors.rows();
    plot.translated = translated.rows();
    PcaOptions two;
    two.components = 2;
    const Pca axes = fitPca({to}, two, context.part(0.7, 0.9));
    if (axes.empty())
        return cancelledError();
    auto points = std::make_shared<Matrix>(Matrix::Zero(translated.rows() + to.rows(), 2));
    points->topRows(translated.rows()).leftCols(axes.components.rows()) = axes.project(translated, context);
    points->bottomRows(to.rows()).leftCols(axes.components.rows()) = axes.project(to, context);
    plot.points = std::move(points);
    plot.explained = axes.explained;
    return plot;
}

} // namespace anchorscope
