// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/previewtext.h"
#include "gui/display/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"
#include "io/dataset/filepreview.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString sizeOnDisk(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString idsText(const ItemTable &items)
{
    constexpr int longest = 40;
    if (!items.hasIds())
        return tr("No ids: items are identified by row");
    const QString first = QString::fromStdString(items.ids.front());
    return tr("Ids such as “%1”").arg(shownName(first, longest));
}

QString labelsText(const ItemTable &items)
{
    if (!items.hasLabels())
        return tr("No labels");
    const auto unlabelled =
        std::count_if(items.labels.begin(), items.labels.end(), [](auto label) { return label < 0; });
    const QString classes = items.labelNames.size() == 1
                                ? tr("One class")
                                : tr("%1 classes").arg(countText(static_cast<Index>(items.labelNames.size())));
    return unlabelled ? tr("%1, items without a label: %2").arg(classes, countText(unlabelled)) : classes;
}

QStringList oddRows(const ItemTable &items, const SpaceFacts &facts)
{
    QStringList lines;
    const auto named = [&](ItemIndex item) {
        return shownName(QString::fromStdString(items.name(item)), longestInLabel);
    };
    if (!facts.nonFiniteRows.empty())
        lines << tr("Rows with NaN, infinity or numbers beyond 3.4e38: %1, the first is “%2”. Remove them and save the "
                    "file again.")
                     .arg(countText(static_cast<Index>(facts.nonFiniteRows.size())),
                          named(facts.nonFiniteRows.front()));
    if (!facts.zeroRows.empty())
        lines << tr("Rows that contain only zeros: %1, the first is “%2”. They have no direction, so they cannot be "
                    "matched.")
                     .arg(countText(static_cast<Index>(facts.zeroRows.size())), named(facts.zeroRows.front()));
    if (facts.allRowsEqual)
        lines << tr("All rows are equal: items cannot be distinguished.");
    return lines;
}

} // namespace

QString describePreview(const io::FilePreview &preview, std::size_t space)
{
    const Dataset &dataset = preview.file.dataset;
    const EmbeddingSet &set = *dataset.spaces[space];
    const ItemTable &items = *dataset.items;
    QString format = QString::fromStdString(preview.file.format);
    format.replace(0, 1, format.left(1).toUpper());
    QStringList lines{format + " · " + sizeOnDisk(preview.bytes)};
    lines << (preview.whole
                  ? tr("%1 rows × %2 dimensions · %3")
                        .arg(countText(set.size()), countText(set.dimension()), QString::fromStdString(set.storedType))
                  : tr("about %1 rows × %2 dimensions · %3; the first %4 rows were read")
                        .arg(countText(preview.rows), countText(set.dimension()),
                             QString::fromStdString(set.storedType), countText(set.size())));
    lines << idsText(items) << labelsText(items);
    if (!items.thumbnails.empty())
        lines << tr("Pictures of %1 × %2 pixels")
                     .arg(countText(items.thumbnails.width), countText(items.thumbnails.height));
    lines << oddRows(items, preview.facts[space]);
    if (!preview.file.columns.empty() || !preview.file.parts.empty())
        lines << shownName(QString::fromStdString(io::roleSummary(preview.file)), longestText);
    for (const std::string &warning : preview.file.warnings)
        lines << shownName(QString::fromStdString(warning), longestText);
    return lines.join('\n');
}

QString describePairs(Index pairs, Index ofX, Index ofY, PairingRule rule, bool whole)
{
    if (rule == PairingRule::none)
        return tr("No pairs are known: results cannot be scored, but anchors can still be found.");
    const QString how = rule == PairingRule::byId    ? tr("by id")
                        : rule == PairingRule::byRow ? tr("by row")
                                                     : tr("from the file of pairs");
    return tr("%1 of %2 items of X and %3 of Y have a partner, %4%5.")
        .arg(countText(pairs), countText(ofX), countText(ofY), how,
             whole ? QString() : tr(", among the rows that were read"));
}

QString describeMemory(std::uint64_t bytes)
{
    return tr("The vectors will take %1 of memory.").arg(sizeOnDisk(bytes));
}

} // namespace anchorscope::gui
