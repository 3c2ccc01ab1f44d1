// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace anchorscope::gui {

/// True for fields and lists whose letter keys are text.
bool typesText(const QWidget *widget);

/// Qt's style Fusion with stronger outlines of fields, buttons and check boxes: Fusion derives them from the window's
/// colour, so that they are hardly visible on a dark one. The focused widget is outlined in the accent colour.
class ControlStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    /// Sets labels to plain text unless they request rich text, so that text from a file is never interpreted as such.
    /// Fields, lists and sliders take the focus by a click or the keyboard, not by the wheel.
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    /// Draws the buttons of docks in the theme's colours, sharp at every scale; Fusion's are small grey bitmaps.
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap name, const QStyleOption *option, const QWidget *widget) const override;

protected:
    /// Passes the wheel on to the page around a control that has no focus, so that scrolling never changes a value.
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace anchorscope::gui
