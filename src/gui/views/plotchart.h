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

/// Base of all charts: title and subtitle at the left, a compact legend below, quiet grid, a plot area
/// that does not jump when the labels of the axes change. Its colours are those of the theme at the last restyle().
class PlotChart : public QChart
{
    Q_OBJECT

public:
    static constexpr int maxLegendEntries = 12;

    PlotChart();

    void setHeader(const QString &title, const QString &subtitle);
    void setLetter(const QString &letter); ///< letter of a panel of a figure, before its title; empty: none
    /// More than 12 entries end in "+ n more".
    void setLegendEntries(const std::vector<LegendEntry> &entries);
    QStringList legendTexts() const;
    /// Places the legend in the upper right corner of the plot area and omits the header, which leaves the plot all the
    /// room. On a page both are above the plot.
    void setLegendInside();
    void setAxesShown(bool shown);           ///< with the grid
    void setMessage(const QString &message); ///< in the middle of the plot area; empty: none
    QString message() const;

    /// The two axes, for layout and style. The chart owns them.
    void setAxes(QAbstractAxis *horizontal, QAbstractAxis *vertical);
    void setSampleLabel(const QString &widest); ///< room is kept for a vertical label as wide as this
    /// Two charts, one above the other, begin at the same place at the left.
    static void alignLeftEdges(PlotChart &a, PlotChart &b);
    void showFocusOf(QWidget *view); ///< frame in the accent colour while it has the focus
    void restyle();
    /// Draws itself in another size, without a sign of focus. arrange() fits what the view adds to the plot area.
    void drawPage(QPainter &painter, const QSizeF &size, const std::function<void()> &arrange);

    QAbstractAxis *horizontalAxis() const { return m_horizontal; }
    QAbstractAxis *verticalAxis() const { return m_vertical; }

protected:
    void resizeEvent(QGraphicsSceneResizeEvent *event) override;
    bool eventFilter(QObject *view, QEvent *event) override;

private:
    struct LegendItem
    {
        QGraphicsEllipseItem *dot; ///< null: "+ n more"
        QGraphicsSimpleTextItem *text;
    };

    void setFocused(bool focused);
    void resizeNow(const QSizeF &size); ///< with all parts in their places, not by later events
    void layOut();
    void layOutLater();
    qreal labelRoom() const; ///< left of the plot area
    bool showsTitleOf(const QAbstractAxis *axis) const;
    qreal layOutHeader(const QRectF &area);
    qreal layOutLegend(const QRectF &area);
    void layOutLegendInside();
    void place(const LegendItem &item, QPointF at) const;

    QGraphicsRectItem *m_ground;      ///< background and frame of the plot area
    QGraphicsRectItem *m_legendPlate; ///< background of a legend inside
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
    bool m_labelGrew = false; ///< since the last change of size
};

} // namespace anchorscope::gui
