// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace anchorscope::gui {

/// A sentence in place, above the panels: no box to click away. Stays until closed or replaced.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Good, Information, Warning, Error };

    explicit MessageBar(QWidget *parent = nullptr);

    void showMessage(Kind kind, const QString &text);
    QString text() const;
    Kind kind() const { return m_kind; }

private:
    void restyle();

    Kind m_kind = Kind::Information;
    QLabel *m_icon;
    QLabel *m_text;
    QToolButton *m_close;
};

} // namespace anchorscope::gui
