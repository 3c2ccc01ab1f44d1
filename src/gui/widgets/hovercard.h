// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/selection.h"

#include <QFrame>

class QLabel;

namespace anchorscope::gui {

/// Card beside the pointer with the hovered item and its partner: label, image, rank and cosine.
class HoverCard : public QFrame
{
    Q_OBJECT

public:
    HoverCard(const Workspace &workspace, QWidget *parent = nullptr);

    /// Shows the card near a point of the screen; hides it if nothing is hovered.
    void showFor(const Selection::Hover &hover, const QPoint &globalPosition);
    /// Shows the item that waits for a partner and the hovered item of the other space, if any.
    void showPairing(Side side, ItemIndex waiting, ItemIndex hovered, const QPoint &globalPosition);
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    QString lines(Side side, ItemIndex item) const;
    void showAt(const QPoint &globalPosition);
    void setImage(QLabel *label, Side side, ItemIndex item);

    const Workspace &m_workspace;
    QLabel *m_imageOfItem, *m_imageOfPartner, *m_text;
};

} // namespace anchorscope::gui
