// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/results.h"

#include "gui/style/translate.h"

#include <QLocale>
#include <QStringList>

namespace anchorscope::gui {

QString Provenance::text() const
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

bool canUse(const std::string &similarity, const std::vector<io::RunRecord> &runs, int chosen)
{
    const bool hasMetric =
        chosen >= 0 && chosen < std::ssize(runs) && !runs[static_cast<std::size_t>(chosen)].summary.metric.empty();
    const Similarity *wanted = findSimilarity(similarity);
    return hasMetric || !wanted || !wanted->learned;
}

} // namespace anchorscope::gui
