// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QImage>

#include <optional>

namespace anchorscope::gui {

/// Formats a count in the user's locale, such as 20,000.
QString countText(Index count);

QString itemName(const LoadedData &data, Side side, ItemIndex item);

/// True if the pairing is known and partners have the same names (checked for the first thousand items), which makes a
/// column of partners superfluous.
bool partnersAreNamesakes(const LoadedData &data);

/// Values of an item in the first columns of the file, one line each: “topic: sport”.
QString ownValues(const LoadedData &data, Side side, ItemIndex item);

/// Image of an item, or a null image.
QImage thumbnail(const ItemTable &items, ItemIndex item);
/// Image of an item as the decoration of a table cell, or an invalid value; `item` may be noItem.
QVariant cellThumbnail(const ItemTable &items, ItemIndex item);

/// Scores of one item and its partner in a retrieval measurement.
struct ItemScores
{
    double rank = 0;
    double cosine = 0;
    double jaccard = 0;
    std::optional<double> margin; ///< margin of the item; unknown in older sessions
    ItemIndex found = noItem;     ///< nearest item, if it is not the partner but nearer by −margin; otherwise noItem
    QString method;               ///< name of the method on the screen
};
std::optional<ItemScores> itemScores(const Workspace &workspace, Side side, ItemIndex item);
/// Scores of an item in one measurement; nullopt if `measured` is null or does not contain the item.
std::optional<ItemScores> itemScores(const RetrievalRow *measured, Side side, ItemIndex item);

/// Properties of a space, such as "5,000 items · 300 dimensions · float16", followed by warnings.
QString describeSpace(const LoadedData &data, Side side);

} // namespace anchorscope::gui
