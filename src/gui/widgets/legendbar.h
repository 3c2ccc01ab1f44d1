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

/// Legend above the panels, shared by all four. A click on a class hides or shows it, a click on its colour field
/// changes the colour, and its menu contains further actions. The ends of a scale can be edited.
class LegendBar : public QWidget
{
    Q_OBJECT

public:
    /// Creates the legend. Without a workspace it cannot be clicked.
    explicit LegendBar(Workspace *workspace = nullptr, QWidget *parent = nullptr);

    /// Sets the entries and a short text after them. `selects`: true if classes can be clicked.
    void setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects = true,
                   const QString &note = {}, const std::optional<ColourScale> &scale = {});
    /// Sets the columns that can colour the points; they are listed after the other meanings.
    void setColumns(const std::vector<std::string> &names);
    QComboBox *meanings() const { return m_colourBy; } ///< list of the meanings of colours, for the tool bar
    /// Sets the number of visible items out of all; 0 of 0: all are visible.
    void setVisibleItems(Index shown, Index all);
    /// Entries of the legend for an exported figure: ticks of a scale, or classes without hidden ones.
    std::vector<LegendEntry> entries() const;

Q_SIGNALS:
    void colourByChosen(anchorscope::gui::ColourBy meaning);
    void columnChosen(const QString &column);
    void selectRequested(const std::string &key);  ///< reports a request to select the items of a class
    void classHighlighted(const std::string &key); ///< reports the class under the pointer; empty: none
    void filterRequested();                        ///< reports that the user clicked the number of visible items

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
    std::size_t m_ticks = 0; ///< number of entries that the colour bar replaces
    Index m_visible = 0, m_all = 0;
    QString m_note;
    QComboBox *m_colourBy;
    ColourBar *m_bar = nullptr;
    std::vector<QToolButton *> m_buttons;
    std::vector<QWidget *> m_words; ///< labels of the entries, recreated by each arrange()
    FlowLayout *m_flow;
};

} // namespace anchorscope::gui
