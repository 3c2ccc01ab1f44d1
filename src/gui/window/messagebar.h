// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace anchorscope::gui {

/// A sentence over the foot of its parent: no box to click away, and nothing moves when it comes or goes. Stays until
/// closed or replaced.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Good, Information, Warning, Error };

    explicit MessageBar(QWidget *parent);

    void showMessage(Kind kind, const QString &text);
    /// With a button that goes on from there.
    void showMessage(Kind kind, const QString &text, const QString &button, std::function<void()> next);
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
    bool m_dark = false; ///< the theme that it is styled for
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_button;
    QToolButton *m_close;
    std::function<void()> m_next;
};

} // namespace anchorscope::gui
