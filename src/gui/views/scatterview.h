// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/plot/pointstyle.h"

#include <QWidget>

#include <memory>

namespace anchorscope::gui {

/// One scatterplot panel: axes, grid, title and legend by Qt Charts, the points by a layer of our own inside the chart.
/// It knows rows of a coordinate matrix and nothing of data sets. Rows that are not finite are not shown.
class ScatterView : public QWidget
{
    Q_OBJECT

public:
    /// What dragging with the left button does. Shift and Ctrl reach the receiver of areaSelected as they are.
    enum class Tool { Pan, Box, Lasso };
    enum class Frame { Keep, Fit };

    explicit ScatterView(QWidget *parent = nullptr);
    ~ScatterView() override;

    void setTitle(const QString &title, const QString &subtitle = {}); ///< "X absolute", "fasttext · 300-d · centred"
    void setAxisTitles(const QString &x, const QString &y);            ///< "PC 1 (7.1 %)"

    /// n × 2. Points move to their new places (about 300 ms) if `animate`, the number of points is as before and at
    /// most 100 000, and the user did not ask for less motion.
    void setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate = false);
    void clear(const QString &message); ///< no points, a sentence in the middle of the panel
    void setColours(std::shared_ptr<const PointColours> colours);
    void setMarks(std::vector<Mark> marks);
    void setSelected(std::vector<int> points);    ///< the others are dimmed while any point is selected
    void setHighlighted(std::vector<int> points); ///< an item and its partner
    void setTool(Tool tool);
    Tool tool() const;

    void fit();
    void zoom(double factor); ///< about the middle; above 1: closer

    int pointAt(const QPoint &viewportPosition) const; ///< −1: none within the pick radius
    QPoint positionOf(int point) const;                ///< in viewport coordinates; may lie outside of the plot
    QWidget *viewport() const;

Q_SIGNALS:
    void hovered(int point, QPoint globalPosition); ///< −1: the mouse left the point
    void clicked(int point, Qt::KeyboardModifiers modifiers);
    void areaSelected(const std::vector<int> &points, Qt::KeyboardModifiers modifiers); ///< by box or lasso, ascending
    void frameDone(double milliseconds);                                                ///< one painted frame

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace anchorscope::gui
