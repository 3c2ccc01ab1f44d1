// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Determines the visible items: those that pass the filter and whose class is not hidden in the legend. Passes them to
/// the selection, which notifies all views. Also reads the column that colours the points. With many items both are
/// done in the background, and the visible items are unchanged until then.
class VisibleItems : public QObject
{
    Q_OBJECT

public:
    VisibleItems(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    static constexpr Index maxAtOnce = 50'000; ///< maximum number of items that are evaluated immediately; more are
                                               ///< evaluated in the background

    /// Sets the filter as an undoable step. Returns an error message, and changes nothing, if the filter is invalid.
    QString setFilter(const QString &filter);
    /// Error message if the view's filter is invalid for these columns, in which case all items are shown; or empty.
    const QString &problem() const { return m_now.problem; }
    /// Values of the column that colours the points; null while they are being read or if no column does.
    const ColumnValues *values() const { return m_now.values.get(); }
    /// Classes of the legend in both spaces; empty while they are being read or if the colours do not show classes.
    std::shared_ptr<const std::array<ColumnGroups, 2>> classes() const { return m_now.classes; }

    /// Result for one view: hidden items, the colouring column and its classes.
    struct State
    {
        Selection::Hidden hidden = {};
        QString problem = {};
        std::shared_ptr<const ColumnValues> values = {};
        std::shared_ptr<const std::array<ColumnGroups, 2>> classes = std::make_shared<std::array<ColumnGroups, 2>>();
    };

Q_SIGNALS:
    /// Stores the result of a background job when it is available.
    void read();

private:
    bool follow();
    void update(bool ofOtherItems);

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_job;
    State m_now;
    ViewState m_shown; ///< shownView()
};

// Undoable edits for clicks in the legend. `key`: ColumnGroups::key() of a class.

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown);
/// Shows one class and hides the other classes `keys`.
void showOnlyClass(Workspace &workspace, std::set<std::string> keys, const std::string &key, const QString &name);
void showAllClasses(Workspace &workspace);
/// Sets the colour of a class as 0xRRGGBB; nullopt: that of the palette.
void colourClass(Workspace &workspace, const std::string &key, const QString &name,
                 std::optional<std::uint32_t> colour);
/// Sets the ends of the colour scale; nullopt: the usual range of the values.
void setColourRange(Workspace &workspace, std::optional<ValueRange> range);
/// Items of a class, ascending.
std::vector<ItemIndex> itemsOfClass(const ColumnGroups &classes, const std::string &key);

} // namespace anchorscope::gui
