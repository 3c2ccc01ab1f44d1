// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace anchorscope::gui {

/// Fusion with outlines that are seen: it makes those of fields, buttons and check boxes from the window's colour,
/// which leaves little of them on a dark one. What has the keyboard is outlined in the accent colour.
class ControlStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    /// Sets labels to plain text unless they request rich text, so that a text from a file is never taken for it.
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    /// The buttons of docks in the theme's colours and sharp at every scale; Fusion's are small pictures in one grey.
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap name, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace anchorscope::gui
