// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"

#include <QChart>
#include <QPointer>

#include <functional>

class QAbstractAxis;
class QGraphicsEllipseItem;
class QGraphicsRectItem;
class QGraphicsSimpleTextItem;
class QGraphicsTextItem;

namespace anchorscope::gui {

/// Base of all charts: title and subtitle at the left, a compact legend below, a light grid, and a plot area that keeps
/// its size when the labels of the axes change. Uses the colours of the theme at the last restyle().
class PlotChart : public QChart
{
    Q_OBJECT

public:
    static constexpr int maxLegendEntries = 12;

    PlotChart();

    void setHeader(const QString &title, const QString &subtitle);
    void setLetter(const QString &letter); ///< sets the letter of a panel of a figure, before its title; empty: none
    /// Sets the entries of the legend. More than 12 end in "+ n more".
    void setLegendEntries(const std::vector<LegendEntry> &entries);
    QStringList legendTexts() const;
    /// Places the legend in the upper right corner of the plot area and omits the header, which leaves the plot all the
    /// room. drawPage() still places both above the plot.
    void setLegendInside();
    void setAxesShown(bool shown);           ///< shows or hides the axes and the grid
    void setMessage(const QString &message); ///< shows a message in the middle of the plot area; empty: none
    QString message() const;

    /// Sets the two axes, which the chart arranges, styles and owns.
    void setAxes(QAbstractAxis *horizontal, QAbstractAxis *vertical);
    void setSampleLabel(const QString &widest); ///< reserves room for a vertical label of this width
    /// Aligns the left edges of the plot areas of two charts, one above the other.
    static void alignLeftEdges(PlotChart &a, PlotChart &b);
    void showFocusOf(QWidget *view); ///< draws a frame in the accent colour while `view` has the focus
    void restyle();
    /// Draws the chart at another size, without the focus frame. `arrange` fits the view's own items to the plot area.
    void drawPage(QPainter &painter, const QSizeF &size, const std::function<void()> &arrange);

    QAbstractAxis *horizontalAxis() const { return m_horizontal; }
    QAbstractAxis *verticalAxis() const { return m_vertical; }

protected:
    void resizeEvent(QGraphicsSceneResizeEvent *event) override;
    bool eventFilter(QObject *view, QEvent *event) override;

private:
    struct LegendItem
    {
        QGraphicsEllipseItem *dot; ///< coloured dot of an entry; null: "+ n more"
        QGraphicsSimpleTextItem *text;
    };

    void setFocused(bool focused);
    void resizeNow(const QSizeF &size); ///< places all parts immediately, not by later events
    void layOut();
    void layOutLater();
    qreal labelRoom() const; ///< width of the labels to the left of the plot area
    bool showsTitleOf(const QAbstractAxis *axis) const;
    qreal layOutHeader(const QRectF &area);
    qreal layOutLegend(const QRectF &area);
    void layOutLegendInside();
    void place(const LegendItem &item, QPointF at) const;

    QGraphicsRectItem *m_background;  ///< background and frame of the plot area
    QGraphicsRectItem *m_legendPlate; ///< background of a legend that is inside the plot area
    QGraphicsSimpleTextItem *m_title;
    QGraphicsSimpleTextItem *m_subtitle;
    QGraphicsTextItem *m_message;
    QAbstractAxis *m_horizontal = nullptr;
    QAbstractAxis *m_vertical = nullptr;
    bool m_focused = false, m_axesShown = true, m_legendInside = false;
    std::vector<LegendItem> m_legend;
    QString m_titleText, m_letter;
    QString m_subtitleText;
    QString m_sampleLabel = QStringLiteral("-0.00");
    QPointer<PlotChart> m_alignedWith;
    bool m_labelGrew = false; ///< true if a label of the axis has grown since the last change of size
};

} // namespace anchorscope::gui
