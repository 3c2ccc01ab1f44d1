// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/legendbar.h"

#include "gui/plot/pointshape.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace anchorscope::gui {

namespace {

constexpr std::size_t mostEntries = 30;
constexpr qsizetype longestInLegend = 60; ///< characters; the tooltip shows more

QIcon chip(const LegendEntry &entry, qreal ratio)
{
    const int side = qRound(14 * sizeFactor());
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.fillPath(pointShape(entry.shape, 4.5 * sizeFactor()), entry.colour);
    return pixmap;
}

} // namespace

LegendBar::LegendBar(QWidget *parent) : QWidget(parent), m_colourBy(new QComboBox(this)), m_flow(new FlowLayout(2))
{
    setLayout(m_flow);
    m_flow->setContentsMargins(8, 3, 8, 0);
    const std::pair<QString, ColourBy> meanings[] = {{tr("Colour: label"), ColourBy::Label},
                                                     {tr("Colour: label as a number"), ColourBy::Number},
                                                     {tr("Colour: place in the file"), ColourBy::Row},
                                                     {tr("Colour: length of the vector"), ColourBy::Norm},
                                                     {tr("Colour: rank of the partner"), ColourBy::Rank},
                                                     {tr("Colour: margin of the partner"), ColourBy::Margin},
                                                     {tr("Colour: cosine with the partner"), ColourBy::Cosine},
                                                     {tr("Colour: shared neighbours"), ColourBy::Jaccard},
                                                     {tr("Colour: coverage by anchors"), ColourBy::Coverage},
                                                     {tr("Colour: similarity to one item"), ColourBy::Similarity}};
    for (const auto &[name, meaning] : meanings)
        m_colourBy->addItem(name, static_cast<int>(meaning));
    m_colourBy->setObjectName("colourBy");
    m_colourBy->setAccessibleName(tr("What the colours mean"));
    m_colourBy->setToolTip(
        tr("A property from the file; a value from the last measurement (margin: the partner's "
           "cosine minus that of the nearest other item, negative where another one is nearer); or, "
           "with “similarity to one item”, the cosine with the item under the pointer, in all dimensions"));
    m_flow->addWidget(m_colourBy);
    connect(m_colourBy, &QComboBox::activated, this,
            [this] { Q_EMIT colourByChosen(static_cast<ColourBy>(m_colourBy->currentData().toInt())); });
}

void LegendBar::setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects, const QString &note)
{
    m_entries = legend;
    m_colourBy->setCurrentIndex(m_colourBy->findData(static_cast<int>(meaning)));
    while (m_flow->count() > 1) {
        QLayoutItem *item = m_flow->takeAt(1);
        delete item->widget();
        delete item;
    }
    const std::size_t shown = std::min(legend.size(), mostEntries);
    for (std::size_t i = 0; i < shown; ++i) {
        auto *button = new QToolButton(this);
        button->setIcon(chip(legend[i], devicePixelRatioF()));
        const QString name = shownName(legend[i].name, longestInLegend);
        button->setText(QString(name).replace('&', "&&"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setAccessibleName(name);
        if (meaning == ColourBy::Label && selects) {
            button->setToolTip(tooltipText(tr("Select all items labelled “%1”").arg(shownName(legend[i].name))));
            connect(button, &QToolButton::clicked, this, [this, i] { Q_EMIT entryClicked(static_cast<int>(i)); });
        } else {
            button->setFocusPolicy(Qt::NoFocus);
        }
        m_flow->addWidget(button);
        button->show();
    }
    const auto add = [this](const QString &text) {
        auto *words = new QLabel(text, this);
        m_flow->addWidget(words);
        words->show();
    };
    if (shown < legend.size())
        add(tr("and %n more", nullptr, static_cast<int>(legend.size() - shown)));
    if (!note.isEmpty())
        add(note);
    updateGeometry();
}

} // namespace anchorscope::gui
