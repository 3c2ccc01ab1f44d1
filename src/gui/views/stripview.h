// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace anchorscope::gui {

/// Rows of small images, each with its name at the left. The rows determine the height of the view.
class StripView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit StripView(QWidget *parent = nullptr);

    /// Sets the rows. `image` contains all rows, one below the other, with equal heights; `names` names them.
    void setStrip(const QString &title, const QImage &image, const QStringList &names);

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override { update(); }

    int heightFor(int width) const; ///< height in pixels that the view has at this width

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Layout
    {
        int images = 1;

        /// Width of the names in pixels, scale of the images, height of a row in pixels.
        double names = 0, scale = 1, line = 0;
    };
    Layout layoutFor(double width, bool whole) const;
    void paintRows(QPainter &painter, const Layout &layout) const;

    QImage m_image;
    QStringList m_names;
};

} // namespace anchorscope::gui
