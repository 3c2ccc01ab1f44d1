// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QPushButton>

namespace anchorscope::gui {

/// Button of an example on the start page, with an image, a name (the button's text) and a line (its status tip).
class ExampleCard : public QPushButton
{
    Q_OBJECT

public:
    explicit ExampleCard(QWidget *parent = nullptr);

    void setImage(const QPixmap &image) { m_image = image; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int textHeight() const; ///< height in pixels of the name and the description below it

    QPixmap m_image;
};

} // namespace anchorscope::gui
