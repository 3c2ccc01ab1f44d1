// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace anchorscope::gui {

/// Message at the bottom of its parent. Covers other widgets, and remains until it is closed or replaced.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Good, Information, Warning, Error };

    explicit MessageBar(QWidget *parent);

    void showMessage(Kind kind, const QString &text);
    void showMessage(Kind kind, const QString &text, const QString &button, std::function<void()> next);
    /// Sets whether messages are held back, so that they do not cover a presentation; they are shown afterwards.
    void setHeldBack(bool heldBack);
    QPushButton *button() const { return m_button; }
    QString text() const;
    Kind kind() const { return m_kind; }

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void restyle();
    void place();

    Kind m_kind = Kind::Information;
    bool m_heldBack = false, m_isWaiting = false; ///< m_isWaiting: true while a message is held back
    bool m_dark = false;                          ///< true if the style sheet is for the dark theme
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_button;
    QToolButton *m_close;
    std::function<void()> m_next;
};

} // namespace anchorscope::gui
