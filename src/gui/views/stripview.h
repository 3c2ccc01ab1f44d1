// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace anchorscope::gui {

/// View of rows of small images, one below the other, each row with its name at the left. The height of the view
/// follows from the rows.
class StripView : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit StripView(QWidget *parent = nullptr);

    /// Sets the strip. `image` contains all rows, of equal height, below one another; `names` contains one name per
    /// row.
    void setStrip(const QString &title, const QImage &image, const QStringList &names);

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override { update(); }

    int heightFor(int width) const; ///< height of the view for this width, in pixels

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Layout
    {
        int images = 1;                        ///< number of images per row
        double names = 0, scale = 1, line = 0; ///< layout in pixels: width of the names, pixels per pixel of the image,
                                               ///< height of a row
    };
    Layout layoutFor(double width, bool whole) const;
    void paintRows(QPainter &painter, const Layout &layout) const;

    QImage m_image;
    QStringList m_names;
};

} // namespace anchorscope::gui
