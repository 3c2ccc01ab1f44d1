// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/colouring.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QToolButton;

namespace anchorscope::gui {

class ColourBar;
class FlowLayout;

/// Legend of all four panels. A click on a class hides or shows it, a click on its swatch changes its colour, and its
/// menu has further actions. The ends of a colour scale can be edited.
class LegendBar : public QWidget
{
    Q_OBJECT

public:
    /// Without a workspace, the legend does not respond to clicks.
    explicit LegendBar(Workspace *workspace = nullptr, QWidget *parent = nullptr);

    /// Sets the entries, and a note that follows them. `selects`: true if classes respond to clicks.
    void setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects = true,
                   const QString &note = {}, const std::optional<ColourScale> &scale = {});
    /// Sets the columns that can colour the points; the list of colourings ends with them.
    void setColumns(const std::vector<std::string> &names);
    QComboBox *meanings() const { return m_colourBy; }

    /// Sets the numbers of visible and of all items; both 0 if no item is hidden.
    void setVisibleItems(Index shown, Index all);
    /// Legend of an exported figure: the ticks of a colour scale, or the visible classes.
    std::vector<LegendEntry> entries() const;

Q_SIGNALS:
    void colourByChosen(anchorscope::gui::ColourBy meaning);
    void columnChosen(const QString &column);
    void selectRequested(const std::string &key);  ///< reports that the user requests to select the items of a class
    void classHighlighted(const std::string &key); ///< reports the class under the pointer; empty: none
    void filterRequested();                        ///< reports a click on the number of visible items

private:
    void choose();
    void arrange(std::size_t shown, const QString &note);
    void addWords(std::size_t more, const QString &note);
    void dress(QToolButton *button, std::size_t entry);
    void connectEntry(QToolButton *button, std::size_t entry);
    void toggle(std::size_t entry);
    void askColour(std::size_t entry);
    void showMenu(std::size_t entry, QPoint position);

    Workspace *m_workspace;
    std::vector<LegendEntry> m_entries;
    bool m_selects = true;
    std::optional<ColourScale> m_scale;
    /// Number of entries that are ticks; on the screen, a colour bar replaces them.
    std::size_t m_ticks = 0;
    Index m_visible = 0, m_all = 0;
    QString m_note;
    QComboBox *m_colourBy;
    ColourBar *m_bar = nullptr;
    std::vector<QToolButton *> m_buttons;
    /// Labels that are not buttons; created again by arrange().
    std::vector<QWidget *> m_words;
    FlowLayout *m_flow;
};

} // namespace anchorscope::gui
