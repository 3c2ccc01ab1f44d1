// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/selection.h"

namespace anchorscope::gui {

/// Which items are in sight: the filter lets them pass, and their class is not hidden in the legend. Tells the
/// selection, and so all views.
class ItemSight : public QObject
{
    Q_OBJECT

public:
    explicit ItemSight(Workspace &workspace, Selection &selection, QObject *parent = nullptr);

    /// Shows only items that a filter names, as a step of the history. Empty if it is understood, else what is wrong:
    /// then nothing changes.
    QString setFilter(const QString &filter);
    /// What is wrong with the filter of the view, which another file's columns may not fit; then all items are shown.
    const QString &problem() const { return m_problem; }

private:
    void look();
    /// The items of a space that the filter keeps out; empty: none.
    std::array<std::vector<char>, 2> filteredOut();

    Workspace &m_workspace;
    Selection &m_selection;
    QString m_problem;
};

// What a click in the legend does, each a step of the history. A class is named by ColumnGroups::key().

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown);
void showOnlyClass(Workspace &workspace, const std::string &key, const QString &name); ///< the only one
void showAllClasses(Workspace &workspace);
/// 0xRRGGBB; nothing: the palette's.
void colourClass(Workspace &workspace, const std::string &key, const QString &name,
                 std::optional<std::uint32_t> colour);
/// Ends of the colour scale; nothing: as the values suggest.
void setColourRange(Workspace &workspace, std::optional<ValueRange> range);
/// The items of a class, ascending.
std::vector<ItemIndex> itemsOfClass(const Workspace &workspace, Side side, const std::string &key);

} // namespace anchorscope::gui
