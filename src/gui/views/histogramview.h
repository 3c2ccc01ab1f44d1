// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/linechart.h"

#include <QRectF>

namespace anchorscope::gui {

/// Bar chart of the number of items by value. Dragging over bars brushes a range of values.
/// Keyboard: left and right move over the bars, with Shift they extend the brushed range, Enter brushes a bar.
class HistogramView : public LineChart
{
    Q_OBJECT

public:
    static constexpr int bins = 40;

    /// Range that the bars cover. Bars have equal widths or, if logarithmic, equal ratios of their bounds (low > 0).
    struct Extent
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

    /// Counts finite values; those outside `extent` are counted in the first or last bar.
    void setValues(const std::vector<float> &values, const Extent &extent, const QString &axisTitle);
    void clearBrush() { setBrush({}); }
    std::optional<Range> brush() const;
    int count(int bin) const { return m_counts[static_cast<std::size_t>(bin)]; }
    QRectF barRect(int bin) const; ///< area of the bar at full height, in coordinates of the widget

    void restyle() override;

    QSize sizeHint() const override { return {360, 130}; }

Q_SIGNALS:
    /// Reports the brushed range, low ≤ value ≤ high; the first bar begins at −∞, and the last one ends at ∞.
    void brushed(double low, double high);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    void describe() override;

private:
    /// Bars at which the drag began and ended.
    using Brush = std::optional<std::pair<int, int>>;

    double edge(double bin) const;
    int binAt(double x) const;
    void setBrush(Brush brush);
    void showBars();
    void announce();
    QString barText(int bin) const;

    std::vector<int> m_counts;
    Extent m_extent;
    QString m_axisTitle;
    Brush m_brush;
    int m_total = 0;
};

} // namespace anchorscope::gui
