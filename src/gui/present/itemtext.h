// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QImage>

#include <optional>

namespace anchorscope::gui {

/// How many, in the user's locale: 20,000.
QString countText(Index count);

QString itemName(const LoadedData &data, Side side, ItemIndex item);

/// Whether partners are known and have the same names (of the first thousand items): a column of them says nothing.
bool partnersAreNamesakes(const LoadedData &data);

/// What the columns of the file say of an item, a line for each: “topic: sport”; the first few.
QString ownValues(const LoadedData &data, Side side, ItemIndex item);

/// The item's picture, or a null image.
QImage thumbnail(const ItemTable &items, ItemIndex item);

/// What the last retrieval measurement says of one item and its partner.
struct ItemScores
{
    double rank = 0;
    double cosine = 0;
    double jaccard = 0;
    std::optional<double> margin; ///< unknown in older sessions
    ItemIndex found = noItem;     ///< what is nearer than the partner, by −margin; noItem where nothing is
    QString method;               ///< as on screen
};
std::optional<ItemScores> itemScores(const Workspace &workspace, Side side, ItemIndex item);
/// Of one measurement; null: there is none.
std::optional<ItemScores> itemScores(const RetrievalRow *measured, Side side, ItemIndex item);

/// "5 000 items · 300 dimensions · float16", and what a user should know before trusting it.
QString describeSpace(const LoadedData &data, Side side);

} // namespace anchorscope::gui
