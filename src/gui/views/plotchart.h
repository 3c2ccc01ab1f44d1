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

/// Base of all charts: title, subtitle and legend at the left, above a plot area with a light grid. The size of the
/// plot area hardly depends on the labels of the axes. The colours are those of the theme at the last restyle().
class PlotChart : public QChart
{
    Q_OBJECT

public:
    static constexpr int maxLegendEntries = 12;

    PlotChart();

    void setHeader(const QString &title, const QString &subtitle);
    /// Sets the letter before the title, which identifies a panel of a figure; empty: none.
    void setLetter(const QString &letter);
    /// Sets the legend; "+ n more" replaces the entries after the first 12.
    void setLegendEntries(const std::vector<LegendEntry> &entries);
    QStringList legendTexts() const;
    /// Moves the legend into the plot area and omits title and subtitle, except in drawPage().
    void setLegendInside();
    void setAxesShown(bool shown);
    bool areAxesShown() const { return m_axesShown; }
    /// Limits the plot area to this ratio of width to height, so that a map fills it; 0: the whole chart.
    void setProportions(double ratio);
    /// Height that is empty because of setProportions(); if negative, height that is missing for the full width.
    qreal unusedHeight() const { return m_unusedHeight; }
    void setMessage(const QString &message); ///< sets a message in the middle of the plot area; empty: none
    QString message() const;

    /// Sets the axes, which the chart arranges, styles and owns.
    void setAxes(QAbstractAxis *horizontal, QAbstractAxis *vertical);
    /// Reserves space for labels of the vertical axis as wide as `widest`.
    void setSampleLabel(const QString &widest);

    /// Makes the plot areas of two charts, one above the other, begin at the same x.
    static void alignLeftEdges(PlotChart &a, PlotChart &b);
    void showFocusOf(QWidget *view); ///< paints a frame while `view` has the focus
    void restyle();
    /// Draws the chart in another size, without the frame. `arrange` fits the view's contents to the new plot area.
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
    /// Resizes the chart and places its parts immediately; Qt would do it in later events.
    void resizeNow(const QSizeF &size);
    void layOut();
    void layOutLater();
    qreal labelRoom() const; ///< width of the labels and the title at the left of the plot area
    bool showsTitleOf(const QAbstractAxis *axis) const;
    bool showsAxes() const;
    qreal layOutHeader(const QRectF &area);
    qreal layOutLegend(const QRectF &area);
    void layOutLegendInside();
    void place(const LegendItem &item, QPointF at) const;

    QGraphicsRectItem *m_background;
    QGraphicsRectItem *m_legendPlate; ///< background of a legend inside the plot area
    QGraphicsSimpleTextItem *m_title;
    QGraphicsSimpleTextItem *m_subtitle;
    QGraphicsTextItem *m_message;
    QAbstractAxis *m_horizontal = nullptr;
    QAbstractAxis *m_vertical = nullptr;
    double m_proportions = 0, m_unusedHeight = 0;
    bool m_focused = false, m_axesShown = true, m_legendInside = false;
    std::vector<LegendItem> m_legend;
    QString m_titleText, m_letter;
    QString m_subtitleText;
    QString m_sampleLabel = QStringLiteral("-0.00");
    QPointer<PlotChart> m_alignedWith;
    bool m_labelGrew = false; ///< true if labels have grown since the chart was last resized
};

} // namespace anchorscope::gui
