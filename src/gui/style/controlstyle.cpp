// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/controlstyle.h"

#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPainter>
#include <QSlider>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QTextEdit>
#include <QToolButton>

namespace anchorscope::gui {

namespace {

constexpr double corner = 2;

/// Property of a title: size of its text, relative to the usual text.
constexpr char titleScale[] = "titleScale";

bool isOfDocks(const QTabBar &bar)
{
    return qobject_cast<const QMainWindow *>(bar.parentWidget());
}

void outline(QPainter *painter, const QStyleOption *option, const QRect &rect, double radius)
{
    if (!option->state.testFlag(QStyle::State_Enabled))
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(option->state.testFlag(QStyle::State_HasFocus) ? accent() : axisColour(), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

/// Tints a control that is switched on, because its state would be hard to see on a dark background.
void tint(QPainter *painter, const QRect &rect)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QColor fill = accent();
    fill.setAlphaF(0.25F);
    painter->setPen(QPen(accent(), 1));
    painter->setBrush(fill);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter->restore();
}

/// True for controls whose value the mouse wheel changes.
bool holdsValue(const QWidget *widget)
{
    return qobject_cast<const QAbstractSpinBox *>(widget) || qobject_cast<const QComboBox *>(widget) ||
           qobject_cast<const QSlider *>(widget);
}

} // namespace

bool typesText(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) ||
           qobject_cast<const QTextEdit *>(widget) || qobject_cast<const QComboBox *>(widget);
}

ControlStyle::ControlStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

void ControlStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                 const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit || element == PE_PanelButtonCommand)
        outline(painter, option, option->rect, corner);
    else if (element == PE_IndicatorCheckBox)
        outline(painter, option, option->rect, 0);
    else if (element == PE_IndicatorRadioButton)
        outline(painter, option, option->rect, option->rect.width() / 2.0);
    if (element == PE_PanelButtonCommand && option->state.testFlag(State_On) && option->state.testFlag(State_Enabled))
        tint(painter, option->rect);
}

void ControlStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                      const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox)
        outline(painter, option, option->rect, corner);
    else if (control == CC_Slider)
        outline(painter, option, subControlRect(control, option, SC_SliderHandle, widget).adjusted(1, 1, -1, -1),
                corner);
}

void ControlStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                               const QWidget *widget) const
{
    if (element == CE_DockWidgetTitle)
        painter->setFont(QApplication::font());
    QProxyStyle::drawControl(element, option, painter, widget);
}

void fitFont(QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    const QVariant scale = widget.property(titleScale);
    if (scale.isValid()) {
        QFont font = titleFont();
        font.setPixelSize(qRound(scale.toDouble() * QFontInfo(font).pixelSize()));
        widget.setFont(font);
    } else if (const auto *bar = qobject_cast<QTabBar *>(&widget); bar && isOfDocks(*bar)) {
        widget.setFont(smallFont());
    } else if (parent && parent->objectName() == "rail" && qobject_cast<QToolButton *>(&widget)) {
        widget.setFont(smallFont());
    }
}

void makeTitle(QLabel &label, double scale)
{
    label.setProperty(titleScale, scale);
    fitFont(label);
}

void ControlStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (holdsValue(widget)) {
        widget->installEventFilter(this);
        if (widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
    }
    auto *label = qobject_cast<QLabel *>(widget);
    // Tooltips are not made plain text, because tooltipText() makes long ones rich text.
    const bool toolTip = widget->windowType() == Qt::ToolTip;
    if (label && !toolTip && label->textFormat() == Qt::AutoText)
        plainText(label);
    if (auto *bar = qobject_cast<QTabBar *>(widget); bar && isOfDocks(*bar)) {
        bar->setElideMode(Qt::ElideNone);
        bar->setUsesScrollButtons(true);
    }
    fitFont(*widget);
}

bool ControlStyle::eventFilter(QObject *watched, QEvent *event)
{
    const auto *control = qobject_cast<QWidget *>(watched);
    if (event->type() != QEvent::Wheel || !control)
        return QProxyStyle::eventFilter(watched, event);
    event->ignore();
    return true;
}

int ControlStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    // Padding of a dock's tab in pixels, left and right together; five names fit into a quarter of the window.
    constexpr int besideNames = 10;
    const auto *bar = qobject_cast<const QTabBar *>(widget);
    if (metric == PM_TabBarTabHSpace && bar && qobject_cast<const QMainWindow *>(bar->parentWidget()))
        return besideNames;
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) { // check marks and icons grow with the text
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_SmallIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return qRound(usual * sizeFactor());
    default:
        return usual;
    }
}

QIcon ControlStyle::standardIcon(StandardPixmap name, const QStyleOption *option, const QWidget *widget) const
{
    if (name == SP_TitleBarCloseButton)
        return icon("cancel");
    if (name == SP_TitleBarNormalButton)
        return icon("copy");
    return QProxyStyle::standardIcon(name, option, widget);
}

} // namespace anchorscope::gui
