// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/contours.h"
#include "gui/plot/pointraster.h"
#include "gui/views/plotlayer.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Layer of a panel's points, drawn into an image at device resolution. Up to 200 000 points are drawn immediately;
/// more are drawn in the background, and until then the previous image is shown at its current place, with a random
/// sample of the points around it. With setDensity() and classes, contours are computed in the background.
class PointLayer : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr Index maxAtOnce = 200'000;

    /// Creates the layer. `runner` draws in the background and outlives it.
    PointLayer(Runner &runner, QGraphicsItem *parent, double z);

    void setPoints(std::shared_ptr<const Matrix> coordinates); ///< sets the points, n × 2; null: no points
    void setColours(std::shared_ptr<const PointColours> colours);
    void setRows(std::optional<std::vector<int>> rows); ///< sets the rows to draw; nullopt: all
    void setDimmed(bool dimmed);                        ///< sets whether points are pale, behind a selection
    /// Sets whether points are as large as their number allows, with outlines.
    void setEmphasised(bool on);
    /// Shows contours of each class over pale points; without classes, or with very many, the density of the points.
    void setDensity(bool density);
    /// Contours that are visible on the screen; empty until computed.
    const std::vector<Contour> &contours() const { return m_contours; }
    void restyle(); ///< applies the colours of the current theme

    bool drawing() const { return m_slot.running(); } ///< true while a job draws in the background

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void drawingReady(); ///< reports that a drawing made in the background is on the screen

private:
    using Packed = std::shared_ptr<const std::vector<DrawPoint>>;
    struct Drawing
    {
        QImage image;
        ViewTransform view; ///< view that the image was drawn for, in logical pixels
        qreal ratio = 0;
        quint64 content = 0; ///< value of m_content that the image was drawn for
    };

    void orderRows();
    void contentChanged();
    int shaped() const;
    PointLook look() const;
    SpriteSheet sprites(qreal ratio) const;
    void drawOutlines(QImage &image, qreal ratio) const;
    std::vector<QRgb> ramp() const; ///< colours of densities; empty: points are drawn
    void paintForExport(QPainter *painter);
    void paintDiscs(QPainter *painter, const std::vector<DrawPoint> &points) const;
    void drawNow(qreal ratio);
    void drawLater(qreal ratio);
    bool isContoured() const { return m_density && m_colours && m_colours->hasContours(); }
    void findContours();
    void paintContours(QPainter *painter);
    void paintStandIn(QPainter *painter, qreal ratio);

    std::shared_ptr<const Matrix> m_points;
    std::shared_ptr<const PointColours> m_colours;
    std::optional<std::vector<int>> m_rows;
    std::shared_ptr<const std::vector<ItemIndex>> m_order; ///< rows to draw, in drawing order
    Packed m_packed;                                       ///< points packed for drawing; null: to be packed for the
                                                           ///< next image
    std::vector<DrawPoint> m_sample;                       ///< sample of the points for paintStandIn()
    bool m_dimmed = false;
    bool m_density = false;
    bool m_emphasised = false;
    quint64 m_content = 1;
    Drawing m_drawing;
    quint64 m_jobContent = 0; ///< value of m_content that the running job draws
    JobSlot m_slot;
    std::vector<Contour> m_contours;
    quint64 m_contourContent = 0; ///< value of m_content at the last request for contours
    JobSlot m_contourSlot;
};

} // namespace anchorscope::gui
