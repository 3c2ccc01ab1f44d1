// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/legendbar.h"

#include "gui/display/itemtext.h"
#include "gui/display/visibleitems.h"
#include "gui/plot/pointshape.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/colourbar.h"

#include <QColorDialog>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Maximum number of entries in the legend: 30 values, one entry for all others, and one for missing values.
constexpr std::size_t maxEntries = 32;
constexpr std::size_t mostPlain = 30;
constexpr qsizetype longestInLegend = 60; ///< maximum length of an entry in characters; the tooltip contains more

/// Width of the list of colourings in characters, for “Colour: similarity to one item”.
constexpr int shownOfMeaning = 19;
constexpr std::size_t scaleTicks = 5;

QIcon chip(const LegendEntry &entry, qreal ratio)
{
    const int side = qRound(14 * sizeFactor());
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    const QPainterPath shape = pointShape(entry.shape, 4.5 * sizeFactor());
    if (entry.hidden)
        painter.strokePath(shape, QPen(mutedText(), 1));
    else
        painter.fillPath(shape, entry.colour);
    return pixmap;
}

/// Button for a class; distinguishes clicks on the swatch and on the name.
class EntryButton : public QToolButton
{
public:
    using QToolButton::QToolButton;

    std::function<void(bool)> highlight = [](bool) {};
    std::function<void()> swatchClicked = {};

protected:
    void enterEvent(QEnterEvent *event) override
    {
        QToolButton::enterEvent(event);
        highlight(true);
    }
    void leaveEvent(QEvent *event) override
    {
        QToolButton::leaveEvent(event);
        highlight(false);
    }
    void mousePressEvent(QMouseEvent *event) override
    {
        const int swatch = iconSize().width() + 6;
        const bool onSwatch = event->button() == Qt::LeftButton && event->position().x() < swatch;
        if (onSwatch && swatchClicked)
            swatchClicked();
        else
            QToolButton::mousePressEvent(event);
    }
};

} // namespace

LegendBar::LegendBar(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_colourBy(new QComboBox(this)), m_flow(new FlowLayout(2))
{
    setLayout(m_flow);
    m_flow->setContentsMargins(8, 3, 8, 0);
    const std::pair<QString, ColourBy> meanings[] = {
        {tr("Colour: label"), ColourBy::Label},
        {tr("Colour: matched correctly"), ColourBy::Found},
        {tr("Colour: label as a number"), ColourBy::Number},
        {tr("Colour: row number"), ColourBy::Row},
        {tr("Colour: length of the vector"), ColourBy::Norm},
        {tr("Colour: rank of the partner"), ColourBy::Rank},
        {tr("Colour: margin of the partner"), ColourBy::Margin},
        {tr("Colour: cosine with the partner"), ColourBy::Cosine},
        {tr("Colour: shared neighbours"), ColourBy::Jaccard},
        {tr("Colour: similarity to the nearest anchor"), ColourBy::Coverage},
        {tr("Colour: similarity to one item"), ColourBy::Similarity}};
    for (const auto &[name, meaning] : meanings)
        m_colourBy->addItem(name, static_cast<int>(meaning));
    m_colourBy->setObjectName("colourBy");
    m_colourBy->setAccessibleName(tr("Meaning of the colours"));
    m_colourBy->setToolTip(
        tr("A property from the file; a value from the last measurement (margin: the partner's cosine minus that of "
           "the nearest other item, negative if another one is nearer); or, with “similarity to one item”, the cosine "
           "with the item under the pointer, in all dimensions"));
    // Limits the width of the box. At the width of its longest entry, it would leave too little space for other tools.
    m_colourBy->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_colourBy->setMinimumContentsLength(shownOfMeaning);
    connect(m_colourBy, &QComboBox::activated, this, &LegendBar::choose);
}

void LegendBar::choose()
{
    const auto meaning = static_cast<ColourBy>(m_colourBy->currentData().toInt());
    if (meaning == ColourBy::Column)
        Q_EMIT columnChosen(m_colourBy->currentData(Qt::UserRole + 1).toString());
    else
        Q_EMIT colourByChosen(meaning);
}

void LegendBar::setColumns(const std::vector<std::string> &names)
{
    // Number of colourings in the list before the columns of the file.
    constexpr int always = static_cast<int>(ColourBy::Column);
    while (m_colourBy->count() > always)
        m_colourBy->removeItem(m_colourBy->count() - 1);
    if (!names.empty())
        m_colourBy->insertSeparator(always);
    for (const std::string &name : names) {
        const QString column = QString::fromStdString(name);
        m_colourBy->addItem(tr("Colour: %1").arg(shownName(column, longestInLegend)),
                            static_cast<int>(ColourBy::Column));
        m_colourBy->setItemData(m_colourBy->count() - 1, column, Qt::UserRole + 1);
    }
}

void LegendBar::setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects, const QString &note,
                          const std::optional<ColourScale> &scale)
{
    m_entries = legend;
    m_selects = selects;
    m_scale = scale;
    m_note = note;
    m_ticks = scale ? std::min(scaleTicks, legend.size()) : 0;
    int row = m_colourBy->findData(static_cast<int>(meaning));
    if (meaning == ColourBy::Column && m_workspace)
        row = m_colourBy->findData(QString::fromStdString(m_workspace->view().column), Qt::UserRole + 1);
    m_colourBy->setCurrentIndex(row);
    const bool foldable = std::ranges::any_of(legend, [](const LegendEntry &each) { return !each.key.empty(); });
    arrange(std::min(legend.size(), foldable && legend.size() <= maxEntries ? maxEntries : mostPlain), note);
}

void LegendBar::setVisibleItems(Index shown, Index all)
{
    if (shown == m_visible && all == m_all)
        return;
    m_visible = shown;
    m_all = all;
    arrange(m_buttons.size() + m_ticks, m_note);
}

std::vector<LegendEntry> LegendBar::entries() const
{
    std::vector<LegendEntry> seen = m_entries;
    std::erase_if(seen, &LegendEntry::hidden);
    return seen;
}

/// Reuses buttons, because one may have the focus or be handling a click.
void LegendBar::arrange(std::size_t shown, const QString &note)
{
    while (m_flow->count() > 0)
        delete m_flow->takeAt(0);
    qDeleteAll(std::exchange(m_words, {}));
    if (m_scale && !m_bar) {
        m_bar = new ColourBar(this);
        connect(m_bar, &ColourBar::rangeChosen, this, [this](std::optional<ValueRange> range) {
            if (m_workspace)
                setColourRange(*m_workspace, range);
        });
    }
    if (m_bar)
        m_bar->setVisible(m_scale.has_value());
    if (m_scale) {
        m_bar->setScale(*m_scale);
        m_flow->addWidget(m_bar);
    }
    for (std::size_t i = m_ticks; i < shown; ++i) {
        if (i - m_ticks == m_buttons.size())
            m_buttons.push_back(new EntryButton(this));
        dress(m_buttons[i - m_ticks], i);
        m_flow->addWidget(m_buttons[i - m_ticks]);
    }
    while (m_buttons.size() > shown - m_ticks) {
        m_buttons.back()->setParent(nullptr);
        m_buttons.back()->deleteLater();
        m_buttons.pop_back();
    }
    addWords(m_entries.size() - std::min(shown, m_entries.size()), note);
    updateGeometry();
}

void LegendBar::addWords(std::size_t more, const QString &note)
{
    const auto add = [this](QWidget *words) {
        m_words.push_back(words);
        m_flow->addWidget(words);
        words->show();
    };
    if (more > 0)
        add(new QLabel(tr("and %n more", nullptr, static_cast<int>(more)), this));
    if (!note.isEmpty())
        add(new QLabel(note, this));
    if (m_all > 0) {
        auto *count = new QPushButton(tr("%1 of %2 items shown").arg(countText(m_visible), countText(m_all)), this);
        count->setFlat(true);
        count->setToolTip(tr("The others are hidden by the filter or the legend. Click to see the filter."));
        connect(count, &QPushButton::clicked, this, &LegendBar::filterRequested);
        add(count);
    }
}

void LegendBar::dress(QToolButton *button, std::size_t entry)
{
    const LegendEntry &what = m_entries[entry];
    const QString name = shownName(what.name, longestInLegend);
    const bool isClass = !what.key.empty() && m_selects;
    button->setIcon(chip(what, devicePixelRatioF()));
    button->setText(QString(name).replace('&', "&&"));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setAccessibleDescription(what.hidden ? tr("hidden") : QString());
    QFont letters = font();
    letters.setStrikeOut(what.hidden);
    button->setFont(letters);
    QPalette palette;
    if (what.hidden)
        palette.setColor(QPalette::ButtonText, mutedText());
    button->setPalette(palette);
    const QString whole = shownName(what.name);
    button->setToolTip(tooltipText(isClass ? tr("Hide or show “%1”. Click the swatch to change its colour; "
                                                "right-click to select its items.")
                                                 .arg(whole)
                                           : whole));
    button->setFocusPolicy(isClass ? Qt::TabFocus : Qt::NoFocus);
    button->setContextMenuPolicy(isClass ? Qt::CustomContextMenu : Qt::NoContextMenu);
    connectEntry(button, isClass ? entry : m_entries.size());
    button->show();
}

void LegendBar::connectEntry(QToolButton *button, std::size_t entry)
{
    button->disconnect(this);
    auto *own = static_cast<EntryButton *>(button);
    own->highlight = [](bool) {};
    own->swatchClicked = nullptr;
    if (entry >= m_entries.size())
        return;
    own->highlight = [this, entry](bool on) {
        if (entry < m_entries.size())
            Q_EMIT classHighlighted(on && !m_entries[entry].hidden ? m_entries[entry].key : std::string());
    };
    own->swatchClicked = [this, entry] { askColour(entry); };
    connect(button, &QToolButton::clicked, this, [this, entry] { toggle(entry); });
    connect(button, &QWidget::customContextMenuRequested, this,
            [this, entry, button](QPoint at) { showMenu(entry, button->mapToGlobal(at)); });
}

void LegendBar::toggle(std::size_t entry)
{
    if (!m_workspace || entry >= m_entries.size())
        return;
    const LegendEntry what = m_entries[entry];
    showClass(*m_workspace, what.key, what.name, what.hidden);
    Q_EMIT classHighlighted(what.hidden ? what.key : std::string());
}

void LegendBar::askColour(std::size_t entry)
{
    if (!m_workspace || entry >= m_entries.size())
        return;
    const LegendEntry what = m_entries[entry];
    auto *dialog = new QColorDialog(what.colour, this);
    dialog->setWindowTitle(tr("Colour of %1").arg(shownName(what.name, longestInLegend)));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QColorDialog::colorSelected, this, [this, what](const QColor &colour) {
        colourClass(*m_workspace, what.key, what.name, colour.rgb() & 0xffffffU);
    });
    dialog->open();
}

void LegendBar::showMenu(std::size_t entry, QPoint position)
{
    if (!m_workspace || entry >= m_entries.size())
        return;
    const LegendEntry what = m_entries[entry];
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(what.hidden ? tr("&Show") : tr("&Hide"), this, [this, entry] { toggle(entry); });
    menu->addAction(tr("Show &only this"), this, [this, what] {
        // Also hides the classes “missing” and “others”, which may exist only in the other space.
        std::set<std::string> all{"missing", "others"};
        for (const LegendEntry &each : m_entries)
            all.insert(each.key);
        showOnlyClass(*m_workspace, std::move(all), what.key, what.name);
    });
    menu->addAction(tr("Show &all"), this, [this] { showAllClasses(*m_workspace); });
    menu->addSeparator();
    menu->addAction(tr("S&elect its items"), this, [this, what] { Q_EMIT selectRequested(what.key); });
    menu->addAction(tr("&Colour…"), this, [this, entry] { askColour(entry); });
    menu->addAction(tr("Colour of the &palette"), this,
                    [this, what] { colourClass(*m_workspace, what.key, what.name, std::nullopt); });
    menu->popup(position);
}

} // namespace anchorscope::gui
