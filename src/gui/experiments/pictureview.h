// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/experiments/outcome.h"

#include <QStackedWidget>

class QLabel;
class QScrollArea;

namespace anchorscope::gui {

class HeatMapView;

/// Shows one picture of an outcome: curves, a map or an image.
class PictureView : public QStackedWidget
{
    Q_OBJECT

public:
    explicit PictureView(QWidget *parent = nullptr);

    void showPicture(const OutcomePicture &picture);
    void clear(const QString &message);
    /// The plot that is shown now, for an export; null for an image.
    QWidget *plot() const;
    BandChart *chart() const { return m_chart; }
    HeatMapView *map() const { return m_map; }

Q_SIGNALS:
    void cellClicked(int row, int column);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showMap(const OutcomePicture &picture);
    void fitImage();

    BandChart *m_chart;
    HeatMapView *m_map;
    QLabel *m_image;
    QScrollArea *m_scroll; ///< a strip of many rows is higher than the view
    QImage m_original;
    QStringList m_names; ///< of its rows
};

} // namespace anchorscope::gui
