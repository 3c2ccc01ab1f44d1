// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace anchorscope::gui {

/// True for input fields and lists, which interpret letter keys as text.
bool typesText(const QWidget *widget);

/// Qt's style Fusion with stronger outlines of input fields, buttons and check boxes: Fusion computes their colour from
/// that of the window, so that they are hardly visible on a dark window. The focused widget is outlined in the accent
/// colour.
class ControlStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    /// Sets labels to plain text unless they explicitly request rich text, so that text from a file is never
    /// interpreted as rich text. Input fields, lists and sliders get the focus by a click or the keyboard, but not by
    /// the mouse wheel.
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    /// Draws the buttons of dock titles in the theme's colours, sharp at every scale; Fusion's buttons are small grey
    /// bitmaps.
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap name, const QStyleOption *option, const QWidget *widget) const override;

protected:
    /// Passes an event of the mouse wheel over a control that does not have the focus on to the page, so that scrolling
    /// the page never changes a value.
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace anchorscope::gui
