// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/colouring.h"
#include "gui/state/selection.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTableView;
class QToolButton;

namespace anchorscope::gui {

class HistogramView;
class ItemModel;

/// One value per item (e.g. its rank) from a retrieval measurement: a histogram and a list, the worst first. Brushing
/// the histogram selects items in all panels.
class ItemScoresView : public QWidget
{
    Q_OBJECT

public:
    ItemScoresView(Workspace &workspace, Selection &selection, QWidget *parent = nullptr);

    HistogramView *histogram() const { return m_histogram; }

Q_SIGNALS:
    void colourRequested(anchorscope::gui::ColourBy meaning);

private:
    void build();
    void connectParts();
    Side side() const;
    ColourBy meaning() const;
    const RetrievalScores *scores() const;
    void fillMethods();
    void showValues();
    void listItems(double low, double high);
    void brushed(double low, double high);
    void goTo(int row);

    Workspace &m_workspace;
    Selection &m_selection;
    QComboBox *m_method, *m_direction, *m_value;
    QToolButton *m_colour;
    HistogramView *m_histogram;
    QLabel *m_note;
    QTableView *m_table;
    ItemModel *m_model;
    /// True while this view changes the selection; other changes clear the brushed range.
    bool m_selecting = false;
};

} // namespace anchorscope::gui
