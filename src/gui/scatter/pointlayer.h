// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/contours.h"
#include "gui/plot/pointraster.h"
#include "gui/views/plotlayer.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Layer of a panel's points, drawn into an image at device resolution. More than 200 000 points are drawn in the
/// background. Until they are drawn, the layer shows the previous image, shifted and scaled to the current view, and
/// around it a random sample of the points. Contours of classes, for density, are computed in the background.
class PointLayer : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr Index maxAtOnce = 200'000;

    /// Creates the layer. `runner` must outlive it.
    PointLayer(Runner &runner, QGraphicsItem *parent, double z);

    /// Sets the n × 2 coordinates of the points; null: no points.
    void setPoints(std::shared_ptr<const Matrix> coordinates);
    void setColours(std::shared_ptr<const PointColours> colours);
    void setRows(std::optional<std::vector<int>> rows); ///< sets the rows of the points to draw; nullopt: all
    void setDimmed(bool dimmed);                        ///< sets whether points are pale because others are selected

    /// Sets whether points have outlines and are as large as their number allows.
    void setEmphasised(bool on);
    /// Sets whether density is shown: contours of up to 12 classes over pale points, otherwise colours by number of
    /// points.
    void setDensity(bool density);
    /// Contours on the screen; empty until they are computed.
    const std::vector<Contour> &contours() const { return m_contours; }
    void restyle();

    bool drawing() const { return m_slot.running(); }

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void drawingReady(); ///< reports that a thread has finished drawing and the points are visible

private:
    using Packed = std::shared_ptr<const std::vector<DrawPoint>>;
    struct Drawing
    {
        QImage image;
        ViewTransform view; ///< view of the image in logical pixels
        qreal ratio = 0;
        quint64 content = 0; ///< number of the content (m_content) that the image shows
    };

    struct Brush;

    void orderRows();
    void contentChanged();
    int shaped() const;
    PointLook look() const;
    Brush brush(qreal ratio) const;
    void drawOutlines(QImage &image, qreal ratio) const;
    std::vector<QRgb> ramp() const; ///< density colours, for few to many points in a cell, or empty
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
    std::shared_ptr<const std::vector<ItemIndex>> m_order; ///< rows of the points in drawing order
    Packed m_packed;                                       ///< points packed for drawing; null: to be packed
    std::vector<DrawPoint> m_sample;                       ///< random sample of the points, drawn by paintStandIn()
    bool m_dimmed = false;
    bool m_density = false;
    bool m_emphasised = false;
    quint64 m_content = 1;
    Drawing m_drawing;
    quint64 m_jobContent = 0; ///< number of the content (m_content) that the running job draws
    JobSlot m_slot;
    std::vector<Contour> m_contours;
    quint64 m_contourContent = 0; ///< number of the content (m_content) for which contours were last requested
    JobSlot m_contourSlot;
};

} // namespace anchorscope::gui
