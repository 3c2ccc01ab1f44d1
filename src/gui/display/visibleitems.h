// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Determines the visible items, which pass the filter and whose class is not hidden, and reads the values that colour
/// the points. For large spaces a job does this in the background; until it ends, the visible items do not change.
class VisibleItems : public QObject
{
    Q_OBJECT

public:
    VisibleItems(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    /// Maximum number of items for which the visible items are determined without a job.
    static constexpr Index maxAtOnce = 50'000;

    /// Sets the filter; the user can undo this. If the filter is invalid, returns an error message and changes nothing.
    QString setFilter(const QString &filter);
    /// Error message if the view's filter is invalid for these items; all items are then visible. Empty if it is valid.
    const QString &problem() const { return m_now.problem; }
    /// Values that colour the points; null while they are being read, and if no column colours the points.
    const ColumnValues *values() const { return m_now.values.get(); }
    /// Classes in the legend for X and Y; empty while they are being read, and if points are not coloured by classes.
    std::shared_ptr<const std::array<ColumnGroups, 2>> classes() const { return m_now.classes; }

    struct State
    {
        Selection::Hidden hidden = {};
        QString problem = {};
        std::shared_ptr<const ColumnValues> values = {};
        std::shared_ptr<const std::array<ColumnGroups, 2>> classes = std::make_shared<std::array<ColumnGroups, 2>>();
    };

Q_SIGNALS:
    /// Reports that the values or classes that colour the points have changed.
    void read();

private:
    bool follow();
    void update(bool ofOtherItems);

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_job;
    State m_now;
    ViewState m_shown;
};

/// Table for filters: ids, labels and columns of the items, and columns of results (resultColumns()). If `results` is
/// empty, the table is `items` itself, which must outlive the pointer.
std::shared_ptr<const ItemTable> filterTable(const ItemTable &items, std::vector<ItemColumn> results);

// Functions for clicks in the legend; each changes the view and can be undone. `key`: ColumnGroups::key() of a class.

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown);
void showOnlyClass(Workspace &workspace, std::set<std::string> keys, const std::string &key, const QString &name);
void showAllClasses(Workspace &workspace);
/// Sets the colour of a class as 0xRRGGBB; nullopt: that of the palette.
void colourClass(Workspace &workspace, const std::string &key, const QString &name,
                 std::optional<std::uint32_t> colour);
/// Sets the ends of the colour scale; nullopt: the usual range.
void setColourRange(Workspace &workspace, std::optional<ValueRange> range);
/// Items of a class, ascending.
std::vector<ItemIndex> itemsOfClass(const ColumnGroups &classes, const std::string &key);

} // namespace anchorscope::gui
