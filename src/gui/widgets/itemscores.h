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

/// View of one value per item (e.g. its rank) from a measurement of retrieval: a histogram of the values, and a list of
/// the items, the worst first. Brushing a range of the histogram selects its items in all panels.
class ItemScoresView : public QWidget
{
    Q_OBJECT

public:
    ItemScoresView(Workspace &workspace, Selection &selection, QWidget *parent = nullptr);

    HistogramView *histogram() const { return m_histogram; }

Q_SIGNALS:
    /// Reports that the user requests to colour the points by the displayed value.
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
    /// True while this view changes the selection, which otherwise clears the brushed range of the histogram.
    bool m_selecting = false;
};

} // namespace anchorscope::gui
