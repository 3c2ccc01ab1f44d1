// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/legendbar.h"

#include "gui/plot/pointshape.h"
#include "gui/widgets/flowlayout.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace anchorscope::gui {

namespace {

QIcon chip(const LegendEntry &entry, qreal ratio)
{
    constexpr int side = 14;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.fillPath(pointShape(entry.shape, 4.5), entry.colour);
    return pixmap;
}

} // namespace

LegendBar::LegendBar(QWidget *parent) : QWidget(parent), m_colourBy(new QComboBox(this)), m_flow(new FlowLayout(2))
{
    setLayout(m_flow);
    m_flow->setContentsMargins(8, 3, 8, 0);
    m_colourBy->addItem(tr("Colour: label"), static_cast<int>(ColourBy::Label));
    m_colourBy->addItem(tr("Colour: rank of the partner"), static_cast<int>(ColourBy::Rank));
    m_colourBy->addItem(tr("Colour: cosine with the partner"), static_cast<int>(ColourBy::Cosine));
    m_colourBy->addItem(tr("Colour: shared neighbours"), static_cast<int>(ColourBy::Jaccard));
    m_colourBy->addItem(tr("Colour: coverage by anchors"), static_cast<int>(ColourBy::Coverage));
    m_colourBy->addItem(tr("Colour: true distance"), static_cast<int>(ColourBy::Similarity));
    m_colourBy->setAccessibleName(tr("What colours mean"));
    m_colourBy->setToolTip(tr("Label; what the last measurement says of every item; or, with “true distance”, the cosine of every item "
                              "with the one under the pointer, in all dimensions"));
    m_flow->addWidget(m_colourBy);
    connect(m_colourBy, &QComboBox::activated, this, &LegendBar::colourByChosen);
}

ColourBy LegendBar::colourBy() const
{
    return static_cast<ColourBy>(m_colourBy->currentData().toInt());
}

void LegendBar::setColourBy(ColourBy meaning)
{
    m_colourBy->setCurrentIndex(m_colourBy->findData(static_cast<int>(meaning)));
    Q_EMIT colourByChosen();
}

void LegendBar::setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning)
{
    while (m_flow->count() > 1) {
        QLayoutItem *item = m_flow->takeAt(1);
        delete item->widget();
        delete item;
    }
    for (std::size_t i = 0; i < legend.size(); ++i) {
        auto *button = new QToolButton(this);
        button->setIcon(chip(legend[i], devicePixelRatioF()));
        button->setText(legend[i].name);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setAccessibleName(legend[i].name);
        if (meaning == ColourBy::Label) {
            button->setToolTip(tr("Select all items labelled “%1”").arg(legend[i].name));
            connect(button, &QToolButton::clicked, this, [this, i] { Q_EMIT entryClicked(static_cast<int>(i)); });
        } else {
            button->setFocusPolicy(Qt::NoFocus);
        }
        m_flow->addWidget(button);
        button->show();
    }
    updateGeometry();
}

} // namespace anchorscope::gui
