// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QImage>

#include <optional>

namespace anchorscope::gui {

/// Formats a count with the separators of the user's locale, such as 20,000.
QString countText(Index count);

QString itemName(const LoadedData &data, Side side, ItemIndex item);

/// True if the pairing is known and partners have equal names, so that a table need not show the names of the partners.
/// Only the first thousand items are checked.
bool partnersAreNamesakes(const LoadedData &data);

/// Values of an item in the first columns of its file, one line per column: “topic: sport”.
QString ownValues(const LoadedData &data, Side side, ItemIndex item);

/// Image of an item; a null image if the item has none.
QImage thumbnail(const ItemTable &items, ItemIndex item);
/// Image of an item for a table cell (Qt::DecorationRole); an invalid value if the item has none or is noItem.
QVariant cellThumbnail(const ItemTable &items, ItemIndex item);

/// Scores that a retrieval measurement has for one item and its partner.
struct ItemScores
{
    double rank = 0;
    double cosine = 0;
    double jaccard = 0;
    /// Margin of the item; nullopt if an older session does not contain it.
    std::optional<double> margin;
    /// Nearest item if it is not the partner, but nearer than the partner by −margin; otherwise noItem.
    ItemIndex found = noItem;
    QString method; ///< label of the representation (absolute, relative, …) that was scored
};
std::optional<ItemScores> itemScores(const Workspace &workspace, Side side, ItemIndex item);
/// Scores of an item in the measurement `measured`; nullopt if that is null or does not contain the item.
std::optional<ItemScores> itemScores(const RetrievalRow *measured, Side side, ItemIndex item);

/// Properties of a space, such as "5,000 items · 300 dimensions · float16", followed by warnings.
QString describeSpace(const LoadedData &data, Side side);

} // namespace anchorscope::gui
