// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"

#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

namespace anchorscope::gui {

/// How often each value occurs, with a brush: drag over bars to choose a range of values.
///
/// Keyboard: left and right move over the bars, with Shift they stretch the brush, Enter brushes the bar.
class HistogramView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    static constexpr int bins = 40;

    /// Values from low to high in equal steps; logarithmic: in equal ratios, low > 0.
    struct Scale
    {
        double low = 0, high = 1;
        bool logarithmic = false;
    };
    struct Range
    {
        double low = 0, high = 0;
        bool operator==(const Range &) const = default;
    };

    explicit HistogramView(QWidget *parent = nullptr);

    /// Values outside of the scale count in its first or last bar; those that are not finite do not count.
    void setValues(const std::vector<float> &values, const Scale &scale, const QString &axisTitle);
    void setMessage(const QString &message); ///< shown without values
    void clearBrush();
    std::optional<Range> brush() const;
    int count(int bin) const { return m_counts[static_cast<std::size_t>(bin)]; }
    QRectF barRect(int bin) const; ///< the full height that belongs to a bar, in widget coordinates

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override { update(); }

    QSize sizeHint() const override { return {360, 130}; }
    QSize minimumSizeHint() const override { return {180, 96}; }

Q_SIGNALS:
    void brushed(double low, double high); ///< low ≤ value ≤ high; the outer bars reach to infinity

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    double edge(int bin) const; ///< the value where a bar begins
    int binAt(double x) const;
    QRectF plotOf(const QSizeF &size) const;
    void paint(QPainter &painter, const QSizeF &size) const;
    double heightShare(double items, double highest) const;
    void paintAxis(QPainter &painter, const QRectF &plot) const;
    void setBrush(int from, int to);
    void announce();
    QString barText(int bin) const;
    void describe();

    std::vector<int> m_counts;
    Scale m_scale;
    QString m_axisTitle, m_message;
    std::optional<std::pair<int, int>> m_brush; ///< first and last bar, in the order they were brushed
    int m_total = 0;
};

} // namespace anchorscope::gui
