// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <QStringList>
#include <QWidget>

#include <memory>

namespace anchorscope::gui {

/// A matrix as a heat map with labels, a colour bar with its unit, and values as text where they fit.
class HeatMapView : public QWidget
{
    Q_OBJECT

public:
    explicit HeatMapView(QWidget *parent = nullptr);
    ~HeatMapView() override;

    void setMatrix(const Eigen::MatrixXd &values, const QStringList &rows, const QStringList &columns);
    void setTitles(const QString &title, const QString &rowTitle, const QString &columnTitle);
    void setRange(double low, double high, const QString &unit); ///< one scale for several maps

    QRect cellRect(int row, int column) const; ///< in widget coordinates

Q_SIGNALS:
    void cellClicked(int row, int column);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace anchorscope::gui
