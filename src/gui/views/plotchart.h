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

/// Base of all charts: a title and a subtitle at the left, a compact legend below these, a light grid, and a plot area
/// whose size hardly changes with the labels of the axes. The colours are those that the theme had at the last
/// restyle().
class PlotChart : public QChart
{
    Q_OBJECT

public:
    static constexpr int maxLegendEntries = 12;

    PlotChart();

    void setHeader(const QString &title, const QString &subtitle);
    /// Sets the letter before the title, which identifies a panel of a figure; empty for none.
    void setLetter(const QString &letter);
    /// Sets the entries of the legend; of more than 12 entries, the last ones are replaced by "+ n more".
    void setLegendEntries(const std::vector<LegendEntry> &entries);
    QStringList legendTexts() const;
    /// Moves the legend into the upper right corner of the plot area and omits title and subtitle, so that the plot has
    /// all the space. In exported pages (drawPage()), the legend, title and subtitle are still above the plot.
    void setLegendInside();
    void setAxesShown(bool shown);           ///< sets whether the axes and the grid are visible
    void setMessage(const QString &message); ///< sets a message in the middle of the plot area; empty for none
    QString message() const;

    /// Sets the two axes. The chart arranges, styles and owns them.
    void setAxes(QAbstractAxis *horizontal, QAbstractAxis *vertical);
    /// Reserves space for labels of the vertical axis that are as wide as this text.
    void setSampleLabel(const QString &widest);

    /// Makes the plot areas of two charts, one above the other, begin at the same horizontal position.
    static void alignLeftEdges(PlotChart &a, PlotChart &b);
    void showFocusOf(QWidget *view); ///< paints a frame in the accent colour as long as `view` has the focus
    void restyle();
    /// Draws the chart as a page of another size, without the frame for the focus. `arrange` fits the contents of the
    /// view to the new plot area.
    void drawPage(QPainter &painter, const QSizeF &size, const std::function<void()> &arrange);

    QAbstractAxis *horizontalAxis() const { return m_horizontal; }
    QAbstractAxis *verticalAxis() const { return m_vertical; }

protected:
    void resizeEvent(QGraphicsSceneResizeEvent *event) override;
    bool eventFilter(QObject *view, QEvent *event) override;

private:
    struct LegendItem
    {
        QGraphicsEllipseItem *dot; ///< coloured dot of an entry; null for the text "+ n more"
        QGraphicsSimpleTextItem *text;
    };

    void setFocused(bool focused);
    /// Resizes the chart and places all its parts immediately; by default, Qt does this in later events.
    void resizeNow(const QSizeF &size);
    void layOut();
    void layOutLater();
    qreal labelRoom() const; ///< width of the labels and the title to the left of the plot area
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
    bool m_labelGrew = false; ///< true if the space for labels has grown since the chart was last resized
};

} // namespace anchorscope::gui
