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
    m_text->setMinimumWidth(1); // a long word makes the window no wider
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
    hide();
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
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
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
    QColor ground = style.colour;
    ground.setAlpha(32);
    setStyleSheet(QString("anchorscope--gui--MessageBar { background: %1; border: none; border-left: 4px solid %2; }")
                      .arg(ground.name(QColor::HexArgb), style.colour.name()));
}

} // namespace anchorscope::gui
