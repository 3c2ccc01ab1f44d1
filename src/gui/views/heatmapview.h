// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/heatmaplayout.h"
#include "gui/views/plotexport.h"

#include <Eigen/Core>

#include <QPoint>
#include <QStringList>
#include <QWidget>

#include <optional>

namespace anchorscope::gui {

/// Heat map of a matrix with names of rows and columns, a colour bar with its unit, and values as text if they fit. If
/// the range contains negative and positive values, zero has the colour of the background.
/// Keyboard: arrows move between cells, Home and End to the ends of the row, Enter clicks the current cell.
class HeatMapView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit HeatMapView(QWidget *parent = nullptr);
    ~HeatMapView() override;

    void setMatrix(const Eigen::MatrixXd &values, const QStringList &rows, const QStringList &columns);
    void setTitles(const QString &title, const QString &rowTitle, const QString &columnTitle);
    void setRange(double low, double high, const QString &unit);
    /// Sets the counts behind the values, for tooltips such as "12 of 340 (3.5 %)"; an empty matrix: none.
    void setCounts(const Eigen::MatrixXd &counts);
    void setMessage(const QString &message); ///< sets a message that is shown while the matrix is empty
    enum Part { RowNames = 1, ColumnNames = 2, ColourBar = 4 };
    Q_DECLARE_FLAGS(Parts, Part)
    /// Omits parts on the screen, because the neighbouring heat map in a grid shows them. An export contains all parts.
    void leaveOut(Parts parts);
    void setNumbered(bool numbered);
    bool showsWholeNames() const; ///< true if no name is omitted or cut on the screen

    /// Size of the space around the cells if a row of cells is `cellsWidth` pixels wide.
    QSize around(int cellsWidth) const;

    const QStringList &columnNames() const { return m_columns; }
    QRect cellRect(int row, int column) const;   ///< area of a cell in coordinates of the widget
    QString cellText(int row, int column) const; ///< sentence about a cell, for tooltips and screen readers

    /// Column (x) and row (y) of the cell at a position in the widget; nullopt: no cell.
    std::optional<QPoint> cellAt(QPoint position) const;
    QColor colourOf(double value) const;

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return {340, 320}; }
    // Minimum size, small enough for a grid of 2 × 2 heat maps in a dock of its least width (PageArea).
    QSize minimumSizeHint() const override { return {142, 150}; }

Q_SIGNALS:
    void cellClicked(int row, int column);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    bool shows(Part part) const { return m_page || !m_leftOut.testFlag(part); }
    HeatMapTexts shownTexts() const;
    QStringList shownNamesOf(const QStringList &names) const;
    QSize page() const;
    void paintAll(QPainter &painter) const;
    void paintHeader(QPainter &painter) const;
    void paintCells(QPainter &painter) const;
    void paintValues(QPainter &painter) const;
    void paintRowLabels(QPainter &painter) const;
    void paintColumnLabels(QPainter &painter) const;
    void paintBar(QPainter &painter) const;
    void paintFrame(QPainter &painter, QPoint cell, const QColor &colour, double width) const;
    QString valueText(double value) const; ///< text in a cell; whole numbers have no decimals

    /// Text of a value; all values of the matrix have equally many decimals.
    QString decimalText(double value) const;
    void setCurrent(QPoint cell);
    void describe();
    int rowCount() const { return static_cast<int>(m_values.rows()); }
    int columnCount() const { return static_cast<int>(m_values.cols()); }

    Eigen::MatrixXd m_values, m_counts;
    QStringList m_rows, m_columns;
    QString m_title, m_rowTitle, m_columnTitle, m_unit, m_message;
    double m_low = 0, m_high = 1;
    Parts m_leftOut;
    bool m_numbered = false;
    std::optional<QSize> m_page; ///< size of the plot during an export; nullopt on the screen
    HeatMapLayout m_layout;
    std::optional<QPoint> m_hovered, m_current;
};

} // namespace anchorscope::gui
