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

/// Heat map of a matrix with labels, a colour bar with its unit, and values as text where they fit. A range with
/// negative and positive values is coloured as a difference, with the background's colour at zero.
///
/// Keyboard: arrows move from cell to cell, Home and End along the row, Enter clicks.
class HeatMapView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit HeatMapView(QWidget *parent = nullptr);
    ~HeatMapView() override;

    void setMatrix(const Eigen::MatrixXd &values, const QStringList &rows, const QStringList &columns);
    void setTitles(const QString &title, const QString &rowTitle, const QString &columnTitle);
    /// Sets the range of the colours and its unit, so that several maps can have the same scale.
    void setRange(double low, double high, const QString &unit);
    /// Sets the counts behind the values, of the same size or empty; tooltips then contain "12 of 340 (3.5 %)" of the
    /// row.
    void setCounts(const Eigen::MatrixXd &counts);
    void setMessage(const QString &message); ///< sets a message that is shown while the matrix is empty
    enum Part { RowNames = 1, ColumnNames = 2, ColourBar = 4 };
    Q_DECLARE_FLAGS(Parts, Part)
    /// Omits parts of the map on the screen that a neighbour in a grid of maps shows for both; an export shows all.
    void leaveOut(Parts parts);
    /// Replaces the names on the screen by numbers, for a key beside the map.
    void setNumbered(bool numbered);
    bool showsWholeNames() const;       ///< false if names are left out or cut
    QSize around(int cellsWidth) const; ///< size of the parts around the cells, as in aroundHeatMap()

    const QStringList &columnNames() const { return m_columns; }
    QRect cellRect(int row, int column) const;           ///< area of a cell in widget coordinates
    QString cellText(int row, int column) const;         ///< sentence about a cell for the tooltip and screen readers
    std::optional<QPoint> cellAt(QPoint position) const; ///< cell at a position (x: column, y: row)
    QColor colourOf(double value) const;

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return {340, 320}; }
    // Minimum size, at which four maps fit a narrow dock.
    QSize minimumSizeHint() const override { return {150, 150}; }

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
    QSize page() const; ///< size of the page that is drawn: the widget, or an export
    void paintAll(QPainter &painter) const;
    void paintHeader(QPainter &painter) const;
    void paintCells(QPainter &painter) const;
    void paintValues(QPainter &painter) const;
    void paintRowLabels(QPainter &painter) const;
    void paintColumnLabels(QPainter &painter) const;
    void paintBar(QPainter &painter) const;
    void paintFrame(QPainter &painter, QPoint cell, const QColor &colour, double width) const;
    QString valueText(double value) const;   ///< text of a value; whole numbers without decimals
    QString decimalText(double value) const; ///< text of a value, with the same number of decimals for all
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
    std::optional<QSize> m_page; ///< size of an export that is being drawn
    HeatMapLayout m_layout;
    std::optional<QPoint> m_hovered, m_current;
};

} // namespace anchorscope::gui
