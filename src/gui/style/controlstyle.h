// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QLabel;

namespace anchorscope::gui {

/// Gives a label the font of titles, whose size follows the text size of the window; `scale` multiplies it.
void makeTitle(QLabel &label, double scale = 1);

/// Updates the font of a widget whose font Qt does not derive from the application's: a title, a tab bar of docks, or
/// a button of the rail.
void fitFont(QWidget &widget);

/// True for fields and lists, in which letter keys are text.
bool typesText(const QWidget *widget);

/// Qt's style Fusion with stronger outlines of fields, buttons and check boxes; Fusion's are hardly visible on a dark
/// window. The focused widget has an outline in the accent colour.
class ControlStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ControlStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    /// Draws titles of docks in the application's font; Qt 6.4 keeps the font that it had when the first one was drawn.
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    /// Shows labels as plain text unless they request rich text, so that text from a file is never interpreted. The
    /// mouse wheel does not give the focus to fields, lists and sliders.
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    /// Buttons of dock titles have the theme's colours and are sharp at every scale; Fusion's are small grey bitmaps.
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap name, const QStyleOption *option, const QWidget *widget) const override;

protected:
    /// Passes wheel events over a control to its page, so that scrolling never changes a value.
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace anchorscope::gui
