// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/colouring.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QToolButton;

namespace anchorscope::gui {

class ColourBar;
class FlowLayout;

/// Above the panels: what the colours mean, for all four at once. A click on a class hides or shows it, its swatch
/// changes the colour, and a menu has more; ends of a scale can be set.
class LegendBar : public QWidget
{
    Q_OBJECT

public:
    /// Without a workspace it only shows.
    explicit LegendBar(Workspace *workspace = nullptr, QWidget *parent = nullptr);

    /// selects: entries are classes or values of the points. note: a few words after the entries.
    void setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects = true,
                   const QString &note = {}, const std::optional<ColourScale> &scale = {});
    /// Columns of the items that can colour the points, after what can colour them always.
    void setColumns(const std::vector<std::string> &names);
    QComboBox *meanings() const { return m_colourBy; } ///< for the tool bar: what can colour the points
    /// How many of all items are in sight; 0 of 0: all.
    void setInSight(Index shown, Index all);
    /// As it stands in a figure: a scale as its ticks, hidden classes left out.
    std::vector<LegendEntry> entries() const;

Q_SIGNALS:
    void colourByChosen(anchorscope::gui::ColourBy meaning);
    void columnChosen(const QString &column);
    void selectRequested(const std::string &key); ///< the items of a class
    void lit(const std::string &key);             ///< the pointer is over a class; empty: over none
    void filterRequested();                       ///< the user asks why items are out of sight

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
    std::size_t m_ticks = 0; ///< entries that the bar of the scale stands for
    Index m_inSight = 0, m_all = 0;
    QString m_note;
    QComboBox *m_colourBy;
    ColourBar *m_bar = nullptr;
    std::vector<QToolButton *> m_buttons;
    std::vector<QWidget *> m_words; ///< made anew each time
    FlowLayout *m_flow;
};

} // namespace anchorscope::gui
