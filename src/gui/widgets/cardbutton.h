// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QPushButton>

namespace anchorscope::gui {

/// A button with a picture, its text below in bold, and a line about it.
class CardButton : public QPushButton
{
    Q_OBJECT

public:
    explicit CardButton(QWidget *parent = nullptr);

    void setCard(const QPixmap &picture, const QString &about); ///< the picture on a clear ground

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int textHeight() const;

    QPixmap m_picture;
    QString m_about;
};

} // namespace anchorscope::gui
