// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/messagebar.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace anchorscope::gui {

namespace {

struct Style
{
    const char *icon;
    QColor colour;
};

Style styleOf(MessageBar::Kind kind)
{
    switch (kind) {
    case MessageBar::Kind::Good:
        return {"ok", okColour()};
    case MessageBar::Kind::Warning:
        return {"warning", warningColour()};
    case MessageBar::Kind::Error:
        return {"error", errorColour()};
    case MessageBar::Kind::Information:
        break;
    }
    return {"info", accent()};
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_icon(new QLabel), m_text(new QLabel), m_button(new QPushButton), m_close(new QToolButton)
{
    plainText(m_text);
    m_text->setMinimumWidth(1); // minimum width in pixels, so that a long word does not widen the window
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName("messageText");
    m_icon->setAccessibleName(tr("Kind of message"));
    m_close->setIcon(icon("cancel"));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    m_button->setObjectName("nextStep");
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_next)
            m_next();
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 6, 6);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button, 0, Qt::AlignVCenter);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    setAccessibleName(tr("Message"));
    parent->installEventFilter(this);
    hide();
}

bool MessageBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::place()
{
    constexpr int margin = 12, widest = 900;
    const QRect over = parentWidget()->rect();
    const int width = std::min(over.width() - 2 * margin, widest);
    // The total sizes include the border, which belongs to the style sheet.
    const int height = std::max(layout()->totalHeightForWidth(width), layout()->totalMinimumSize().height());
    setGeometry((over.width() - width) / 2, over.height() - height - margin, width, height);
    raise();
}

void MessageBar::showMessage(Kind kind, const QString &text)
{
    showMessage(kind, text, {}, nullptr);
}

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isDark() != m_dark)
        restyle();
}

void MessageBar::showMessage(Kind kind, const QString &text, const QString &button, std::function<void()> next)
{
    m_next = std::move(next);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_kind = kind;
    m_text->setText(shownText(text));
    m_text->setAccessibleName(m_text->text());
    restyle();
    m_isWaiting = m_heldBack;
    setVisible(!m_heldBack);
    layout()->activate();
    place();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::setHeldBack(bool heldBack)
{
    m_heldBack = heldBack;
    m_isWaiting = heldBack ? isVisible() : m_isWaiting;
    setVisible(!heldBack && m_isWaiting);
    if (isVisible())
        place();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::restyle()
{
    m_dark = isDark();
    const Style style = styleOf(m_kind);
    m_icon->setPixmap(icon(style.icon).pixmap(18, 18));
    constexpr double share = 0.12; // share of this message's colour in the background; the rest is plotBackground()
    const QColor colour = style.colour, background = mixedColour(plotBackground(), colour, share);
    setStyleSheet(QString("anchorscope--gui--MessageBar { background: %1; border: 1px solid %2; border-left: 4px solid "
                          "%3; border-radius: 4px; }")
                      .arg(background.name(), borderColour().name(), colour.name()));
}

} // namespace anchorscope::gui
