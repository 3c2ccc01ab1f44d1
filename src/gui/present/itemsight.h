// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/columncolours.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Which items are in sight: the filter lets them pass, and their class is not hidden in the legend. Tells the
/// selection, and so all views. Reads the column that colours the points, too: of many items both is done in the
/// background, and until then what was in sight before stays so.
class ItemSight : public QObject
{
    Q_OBJECT

public:
    ItemSight(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent = nullptr);

    static constexpr Index maxAtOnce = 50'000; ///< items; of more in the background

    /// Shows only items that a filter names, as a step of the history. Empty if it is understood, else what is wrong:
    /// then nothing changes.
    QString setFilter(const QString &filter);
    /// What is wrong with the filter of the view, which another file's columns may not fit; then all items are shown.
    const QString &problem() const { return m_now.problem; }
    /// Of the column that colours the points; null while it is read, and where none does.
    const ColumnValues *values() const { return m_now.values.get(); }
    /// The classes of the legend in both spaces; empty while they are read, and where the colours are no classes.
    std::shared_ptr<const std::array<ColumnGroups, 2>> classes() const { return m_now.classes; }

    /// What is known of the items for a view.
    struct Sight
    {
        Selection::Hidden hidden = {};
        QString problem = {};
        std::shared_ptr<const ColumnValues> values = {};
        std::shared_ptr<const std::array<ColumnGroups, 2>> classes = std::make_shared<std::array<ColumnGroups, 2>>();
    };

Q_SIGNALS:
    /// Something of it was read in the background, and is known now.
    void read();

private:
    void follow(const ViewState &before);
    void look(bool ofOtherItems);

    Workspace &m_workspace;
    Selection &m_selection;
    JobSlot m_looking;
    Sight m_now;
};

// What a click in the legend does, each a step of the history. A class is named by ColumnGroups::key().

void showClass(Workspace &workspace, const std::string &key, const QString &name, bool shown);
/// The only one of these.
void showOnlyClass(Workspace &workspace, std::set<std::string> keys, const std::string &key, const QString &name);
void showAllClasses(Workspace &workspace);
/// 0xRRGGBB; nothing: the palette's.
void colourClass(Workspace &workspace, const std::string &key, const QString &name,
                 std::optional<std::uint32_t> colour);
/// Ends of the colour scale; nothing: as the values suggest.
void setColourRange(Workspace &workspace, std::optional<ValueRange> range);
/// The items of a class, ascending.
std::vector<ItemIndex> itemsOfClass(const ColumnGroups &classes, const std::string &key);

} // namespace anchorscope::gui
