// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/hovercard.h"

#include "gui/display/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QStringBuilder>

namespace anchorscope::gui {

namespace {

constexpr QPoint distance{18, 18};

} // namespace

HoverCard::HoverCard(const Workspace &workspace, QWidget *parent)
    : QFrame(parent, Qt::ToolTip), m_workspace(workspace), m_imageOfItem(new QLabel), m_imageOfPartner(new QLabel),
      m_text(new QLabel)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFrameShape(QFrame::StyledPanel);
    setObjectName("hoverCard");
    setAccessibleName(tr("Item under the pointer"));
    m_text->setTextFormat(Qt::RichText);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(m_imageOfItem, 0, Qt::AlignTop);
    layout->addWidget(m_imageOfPartner, 0, Qt::AlignTop);
    layout->addWidget(m_text);
}

QString HoverCard::text() const
{
    return m_text->text();
}

QString HoverCard::lines(Side side, ItemIndex item) const
{
    const ItemTable &items = m_workspace.data()->items(side);
    const QString space = side == Side::x ? tr("X") : tr("Y");
    QString line = "<b>" % richName(QString::fromStdString(items.name(item))) % "</b> <span style='color:" %
                   mutedText().name() % "'>" % space % "</span>";
    if (const std::string label = items.labelName(item); !label.empty())
        line += " · " % richName(QString::fromStdString(label));
    if (const int seed = m_workspace.seedOf(side, item); seed >= 0)
        line += " · " % tr("seed %1").arg(seed + 1);
    return line;
}

void HoverCard::setImage(QLabel *label, Side side, ItemIndex item)
{
    const QImage image = item == noItem ? QImage() : thumbnail(m_workspace.data()->items(side), item);
    label->setVisible(!image.isNull());
    const int large = qRound(56 * sizeFactor());
    if (!image.isNull())
        label->setPixmap(QPixmap::fromImage(image.scaled(large, large, Qt::KeepAspectRatio)));
}

void HoverCard::showFor(const Selection::Hover &hover, const QPoint &globalPosition)
{
    if (hover.item == noItem || !m_workspace.hasData())
        return hide();
    QStringList text{lines(hover.side, hover.item)};
    const bool known = m_workspace.data()->hasTruth();
    if (hover.partner != noItem)
        text << (known ? tr("partner: %1") : tr("proposed partner: %1")).arg(lines(other(hover.side), hover.partner));
    else
        text << tr("no known partner");
    if (const auto scores = itemScores(m_workspace, hover.side, hover.item)) {
        const QString margin = scores->margin ? tr(", margin %1").arg(*scores->margin, 0, 'f', 3) : QString();
        text << tr("rank of the partner %1, cosine %2%3 (%4)")
                    .arg(scores->rank)
                    .arg(scores->cosine, 0, 'f', 3)
                    .arg(margin, richName(scores->method));
    }
    if (const QString own = ownValues(*m_workspace.data(), hover.side, hover.item); !own.isEmpty())
        text << QString(own.toHtmlEscaped()).replace('\n', "<br>");
    m_text->setText(text.join("<br>"));
    setImage(m_imageOfItem, hover.side, hover.item);
    setImage(m_imageOfPartner, other(hover.side), hover.partner);
    showAt(globalPosition);
}

void HoverCard::showPairing(Side side, ItemIndex waiting, ItemIndex hovered, const QPoint &globalPosition)
{
    if (globalPosition.isNull() || !m_workspace.hasData())
        return hide();
    const bool known = m_workspace.data()->partner(side, waiting) != noItem;
    m_text->setText(lines(side, waiting) + "<br>" +
                    (hovered != noItem ? tr("with %1?").arg(lines(other(side), hovered))
                     : known           ? tr("Click its partner; Tab and Enter take the known one.")
                                       : tr("Click its partner.")));
    setImage(m_imageOfItem, side, waiting);
    setImage(m_imageOfPartner, other(side), hovered);
    showAt(globalPosition);
}

void HoverCard::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        hide(); // the card has been laid out for the previous text size
}

void HoverCard::showAt(const QPoint &globalPosition)
{
    adjustSize();
    QPoint corner = globalPosition + distance;
    if (const QScreen *screen = parentWidget()->screen()) {
        const QRect area = screen->availableGeometry();
        if (corner.x() + width() > area.right())
            corner.setX(globalPosition.x() - distance.x() - width());
        if (corner.y() + height() > area.bottom())
            corner.setY(globalPosition.y() - distance.y() - height());
    }
    move(corner);
    show();
    raise(); // a click may have raised the window above the card
}

} // namespace anchorscope::gui
