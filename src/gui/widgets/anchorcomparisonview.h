// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/inspectorcontroller.h"
#include "gui/views/plotexport.h"

#include <QAbstractScrollArea>

namespace anchorscope::gui {

/// Pair of bars for each anchor: its similarity to an item in X and to the item's partner in Y. The largest
/// disagreement is first. A click on a pair, or Enter, goes to the anchor.
class AnchorComparisonView : public QAbstractScrollArea, public ExportablePlot
{
    Q_OBJECT

public:
    explicit AnchorComparisonView(const Workspace &workspace, QWidget *parent = nullptr);

    void setBars(std::vector<AnchorComparison> bars);
    int rowAt(int y) const;
    QRect rectOf(int row) const; ///< area of an anchor's bars in coordinates of the viewport

    /// Draws as many anchors as fit, from the first on.
    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override { viewport()->update(); }

Q_SIGNALS:
    void anchorChosen(anchorscope::ItemIndex itemOfX);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    int headHeight() const;
    void paintKey(QPainter &painter, int width) const;
    int rowHeight() const;
    void updateRange();
    void paintRow(QPainter &painter, int row, const QRect &area, bool current) const;
    QString rowText(int row) const;
    void setCurrent(int row);

    const Workspace &m_workspace;
    std::vector<AnchorComparison> m_bars;
    double m_largest = 1;
    int m_current = -1;
};

} // namespace anchorscope::gui
