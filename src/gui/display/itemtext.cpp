// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/itemtext.h"

#include "gui/display/labels.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"

#include <QLocale>
#include <QPixmap>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr int maxSide = 512; // maximum side of a thumbnail in pixels; no view shows a larger one

} // namespace

QString countText(Index count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString itemName(const LoadedData &data, Side side, ItemIndex item)
{
    return QString::fromStdString(data.items(side).name(item));
}

QString ownValues(const LoadedData &data, Side side, ItemIndex item)
{
    constexpr qsizetype most = 8;
    QStringList lines;
    for (const ItemColumn &column : data.items(side).columns) {
        const std::string text = column.text(item);
        if (text.empty())
            continue;
        if (lines.size() == most) {
            lines << QStringLiteral("…");
            break;
        }
        lines << shownName(QString::fromStdString(column.name), longestInLabel) + QStringLiteral(": ") +
                     shownName(QString::fromStdString(text), longestInLabel);
    }
    return lines.join('\n');
}

bool partnersAreNamesakes(const LoadedData &data)
{
    constexpr Index looked = 1000;
    bool any = false;
    for (ItemIndex item = 0; item < std::min(looked, data.size(Side::x)); ++item) {
        const ItemIndex partner = data.hasTruth() ? data.partner(Side::x, item) : noItem;
        if (partner == noItem)
            continue;
        if (data.items(Side::x).name(item) != data.items(Side::y).name(partner))
            return false;
        any = true;
    }
    return any;
}

QImage thumbnail(const ItemTable &items, ItemIndex item)
{
    const Thumbnails &all = items.thumbnails;
    if (all.empty())
        return {};
    const auto width = static_cast<int>(all.width);
    const auto height = static_cast<int>(all.height);
    const auto format = all.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8;
    const QImage whole(all.of(item), width, height, width * static_cast<int>(all.channels), format);
    const QSize shown = QSize(width, height).boundedTo({maxSide, maxSide});
    return shown == whole.size() ? whole.copy() : whole.scaled(shown, Qt::KeepAspectRatio).copy();
}

QVariant cellThumbnail(const ItemTable &items, ItemIndex item)
{
    constexpr int height = 20; // height of the image in a table cell, in pixels
    const QImage image = item == noItem ? QImage() : thumbnail(items, item);
    return image.isNull() ? QVariant() : QPixmap::fromImage(image.scaledToHeight(height));
}

std::optional<ItemScores> itemScores(const Workspace &workspace, Side side, ItemIndex item)
{
    return itemScores(workspace.shownScores(), side, item);
}

std::optional<ItemScores> itemScores(const RetrievalRow *measured, Side side, ItemIndex item)
{
    if (!measured)
        return std::nullopt;
    const RetrievalScores &scores = side == Side::x ? measured->xToY : measured->yToX;
    const auto query = std::lower_bound(scores.queryItems.begin(), scores.queryItems.end(), item);
    if (query == scores.queryItems.end() || *query != item)
        return std::nullopt;
    const auto position = static_cast<std::size_t>(query - scores.queryItems.begin());
    if (position >= std::min({scores.itemRank.size(), scores.itemCosine.size(), scores.itemJaccard.size()}))
        return std::nullopt;
    std::optional<double> margin;
    if (position < scores.itemMargin.size())
        margin = scores.itemMargin[position];
    const bool other = margin && *margin < 0 && position < scores.itemOther.size();
    return ItemScores{scores.itemRank[position],
                      scores.itemCosine[position],
                      scores.itemJaccard[position],
                      margin,
                      other ? scores.itemOther[position] : noItem,
                      representationLabel(measured->method)};
}

QString describeSpace(const LoadedData &data, Side side)
{
    const EmbeddingSet &set = data.set(side);
    const SpaceFacts &facts = data.facts(side);
    QStringList lines{QStringList{tr("%1 items").arg(countText(set.size())),
                                  tr("%1 dimensions").arg(countText(set.dimension())),
                                  QString::fromStdString(set.storedType)}
                          .join(" · ")};
    if (!set.model.empty())
        lines << shownName(QString::fromStdString(set.model), longestInLabel);
    const ItemTable &items = *set.items;
    if (items.hasLabels()) {
        const auto unlabelled =
            std::count_if(items.labels.begin(), items.labels.end(), [](auto label) { return label < 0; });
        lines
            << (unlabelled
                    ? tr("%1 classes, %2 items without a label").arg(items.labelNames.size()).arg(countText(unlabelled))
                    : tr("%1 classes").arg(items.labelNames.size()));
    }
    if (!facts.zeroRows.empty())
        lines << tr("%1 rows are all zero (the first is “%2”); they are left out")
                     .arg(countText(static_cast<Index>(facts.zeroRows.size())),
                          shownName(itemName(data, side, facts.zeroRows.front()), longestInLabel));
    if (facts.allRowsEqual)
        lines << tr("All rows are equal: items cannot be distinguished.");
    return lines.join('\n');
}

} // namespace anchorscope::gui
