// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"
#include "gui/views/linechart.h"

#include <QStackedWidget>

class QScrollArea;

namespace anchorscope::gui {

class HeatMapView;
class StripView;

/// Plot of an experiment's result: curves, a heat map or an image.
class ResultPlotView : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ResultPlotView(QWidget *parent = nullptr);

    void showPlot(const ResultPlot &plot);
    void clear(const QString &message);
    /// Widget with the displayed plot, for an export.
    QWidget *plot() const;
    LineChart *chart() const { return m_chart; }
    HeatMapView *map() const { return m_map; }

Q_SIGNALS:
    void cellClicked(int row, int column);

private:
    void showMap(const ResultPlot &plot);

    LineChart *m_chart;
    HeatMapView *m_map;
    StripView *m_strip;
    QScrollArea *m_scroll; ///< scroll area around images that are higher than the view
};

} // namespace anchorscope::gui
