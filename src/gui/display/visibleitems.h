// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Determines the visible items: those that pass the filter and whose class is not hidden in the legend. Passes them to
/// the selection, which notifies all views. Also reads the values of the column that colours the points. For large
/// spaces a job does this in the background; until it ends, the visible items do not change.
class VisibleItems : public QObject
{
    Q_OBJECT

public:
    VisibleItems(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    /// Size of the largest space for which visible items are determined immediately, without a job.
    static constexpr Index maxAtOnce = 50'000;

    /// Sets the filter as a step that can be undone. If the filter is invalid, changes nothing and returns an error
    /// message.
    QString setFilter(const QString &filter);
    /// Error message if the filter of the view is invalid for the columns of these items (all items are then visible);
    /// otherwise empty.
    const QString &problem() const { return m_now.problem; }
    /// Values of the column that colours the points; null while they are being read, and if no column colours the
    /// points.
    const ColumnValues *values() const { return m_now.values.get(); }
    /// Classes that the legend shows for X and for Y; empty while they are being read, and if the points are not
    /// coloured by classes.
    std::shared_ptr<const std::array<ColumnGroups, 2>> classes() const { return m_now.classes; }

    /// Result of evaluating a view: hidden items, the values of the column that colours the points, and the classes in
    /// the legend.
    struct State
    {
        Selection::Hidden hidden = {};
        QString problem = {};
        std::shared_ptr<const ColumnValues> values = {};
        std::shared_ptr<const std::array<ColumnGroups, 2>> classes = std::make_shared<std::array<ColumnGroups, 2>>();
    };

Q_SIGNALS:
    /// Reports that the values or classes by which the points are coloured have changed after a job or a measurement.
    void read();

private:
    bool follow();
    void update(bool ofOtherItems);

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_job;
    State m_now;
    /// View with a colouring that can be shown, as returned by shownView().
    ViewState m_shown;
};

// Functions for clicks in the legend; each changes the view as a step that can be undone. `key`: class as named by
// ColumnGroups::key().

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown);
/// Shows the class `key` and hides all other classes in `keys`.
void showOnlyClass(Workspace &workspace, std::set<std::string> keys, const std::string &key, const QString &name);
void showAllClasses(Workspace &workspace);
/// Sets the colour of a class as 0xRRGGBB; nullopt restores the colour of the palette.
void colourClass(Workspace &workspace, const std::string &key, const QString &name,
                 std::optional<std::uint32_t> colour);
/// Sets the values at the ends of the colour scale; nullopt restores the usual range of the values.
void setColourRange(Workspace &workspace, std::optional<ValueRange> range);
/// Items of a class, ascending.
std::vector<ItemIndex> itemsOfClass(const ColumnGroups &classes, const std::string &key);

} // namespace anchorscope::gui
