// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QImage>

#include <optional>

namespace anchorscope::gui {

/// Formats a count in the user's locale, such as 20,000.
QString countText(Index count);

QString itemName(const LoadedData &data, Side side, ItemIndex item);

/// True if partners have equal names, so that tables can omit them. Only the first thousand items are checked.
bool partnersAreNamesakes(const LoadedData &data);

/// Values of an item in the first columns of the file, one per line: “topic: sport”.
QString ownValues(const LoadedData &data, Side side, ItemIndex item);

/// Image of an item; null: none.
QImage thumbnail(const ItemTable &items, ItemIndex item);
/// Image for a table cell (Qt::DecorationRole); invalid: none.
QVariant cellThumbnail(const ItemTable &items, ItemIndex item);

struct ItemScores
{
    double rank = 0;
    double cosine = 0;
    double jaccard = 0;
    /// Margin of the item; missing in results from older sessions.
    std::optional<double> margin;
    /// Nearest item if it is nearer than the partner (the margin is then negative); otherwise noItem.
    ItemIndex found = noItem;
    QString method; ///< label of the representation that was scored
};
std::optional<ItemScores> itemScores(const Workspace &workspace, Side side, ItemIndex item);
/// Scores of an item in `measured`; nullopt if `measured` is null or does not contain the item.
std::optional<ItemScores> itemScores(const RetrievalRow *measured, Side side, ItemIndex item);

/// Properties of a space, such as "5,000 items · 300 dimensions · float16", and warnings.
QString describeSpace(const LoadedData &data, Side side);

} // namespace anchorscope::gui
