// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/startpage.h"

#include "gui/models/recentfiles.h"
#include "gui/style/controlstyle.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "ui_startpage.h"

#include <QAccessible>
#include <QFontInfo>
#include <QPainter>
#include <QShortcut>
#include <QStyledItemDelegate>

#include <algorithm>
#include <functional>

namespace anchorscope::gui {

namespace {

/// Calls `choose` on one click or Return; QAbstractItemView::activated takes two clicks on most desktops.
void whenChosen(QListView &list, const std::function<void(int)> &choose)
{
    list.setMouseTracking(true);
    list.viewport()->setCursor(Qt::PointingHandCursor);
    QObject::connect(&list, &QListView::clicked, &list, [choose](const QModelIndex &index) { choose(index.row()); });
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *enter = new QShortcut(key, &list, nullptr, nullptr, Qt::WidgetShortcut);
        QObject::connect(enter, &QShortcut::activated, &list, [&list, choose] {
            if (list.currentIndex().isValid())
                choose(list.currentIndex().row());
        });
    }
}

/// Draws a lesson as a card: the title in bold, and below it the text. All cards of a list have one size.
class LessonDelegate : public QStyledItemDelegate
{
public:
    explicit LessonDelegate(QListView *list) : QStyledItemDelegate(list), m_list(*list) {}

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        constexpr int letters = 28; // minimum width of a card, in letters of average width
        const int room = m_list.viewport()->width() - 1;
        const int columns = std::max(1, room / (letters * m_list.fontMetrics().averageCharWidth()));
        int height = 0;
        for (int row = 0; row < m_list.model()->rowCount(); ++row) {
            const Card card(m_list.model()->index(row, 0), m_list.font(), room / columns);
            height = std::max(height, card.text.bottom() + padding);
        }
        return {room / columns, height};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Card card(index, option.font, option.rect.width());
        const bool marked = option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(option.rect.topLeft());
        painter->setPen(QPen(marked ? accent() : axisColour(), marked ? 2 : 1));
        painter->setBrush(plotBackground());
        painter->drawRoundedRect(QRectF({0, 0}, option.rect.size()).adjusted(1, 1, -gap, -gap), 4, 4);
        painter->setPen(textColour());
        painter->setFont(card.bold);
        painter->drawText(card.title, Qt::TextWordWrap, card.lines.first());
        painter->setPen(mutedText());
        painter->setFont(option.font);
        painter->drawText(card.text, Qt::TextWordWrap, card.lines.last());
        painter->restore();
    }

private:
    static constexpr int gap = 8, padding = 8 + gap;

    struct Card
    {
        Card(const QModelIndex &index, const QFont &font, int width)
            : lines(index.data().toString().split('\n')), bold(font)
        {
            bold.setBold(true);
            const QRect room(padding - gap, padding - gap, width - 2 * padding + gap, 1000);
            title = QFontMetrics(bold).boundingRect(room, Qt::TextWordWrap, lines.first());
            text = QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, lines.last());
            text.moveTop(title.bottom() + 4);
        }
        QStringList lines;
        QFont bold;
        QRect title, text;
    };

    const QListView &m_list;
};

} // namespace

StartPage::StartPage(RecentFiles &recent, QWidget *parent) : QWidget(parent), m_ui(std::make_unique<Ui::StartPage>())
{
    m_ui->setupUi(this);
    setHeads();
    for (const auto &[card, example] : {std::pair(m_ui->digits, "digits"), std::pair(m_ui->emoji, "emoji"),
                                        std::pair(m_ui->example, "words"), std::pair(m_ui->globe, "globe")}) {
        const QString name = example;
        card->setImage(QPixmap(":/start/" + name + ".png"));
        connect(card, &QPushButton::clicked, this, [this, name] { Q_EMIT exampleRequested(name + ".h5"); });
    }
    m_ui->open->setIcon(icon("open"));
    m_ui->learn->setIcon(icon("help"));
    m_ui->demonstrate->setIcon(icon("play"));
    m_ui->lessons->setItemDelegate(new LessonDelegate(m_ui->lessons));
    m_ui->lessons->viewport()->setAutoFillBackground(false);
    m_ui->recent->setModel(&recent);
    m_ui->recent->setIconSize(thumbnailSize());
    const auto showRecent = [this, &recent] {
        m_ui->recent->setVisible(recent.rowCount() > 0);
        m_ui->recentLabel->setVisible(recent.rowCount() > 0);
        m_ui->lists->setColumnStretch(0, recent.rowCount() > 0 ? 1 : 0);
    };
    connect(&recent, &QAbstractItemModel::modelReset, this, showRecent);
    connect(m_ui->demonstrate, &QPushButton::clicked, this, &StartPage::demonstrationRequested);
    connect(m_ui->open, &QPushButton::clicked, this, &StartPage::openRequested);
    whenChosen(*m_ui->recent, [this, &recent](int row) { Q_EMIT recentRequested(recent.at(row)); });
    connect(m_ui->learn, &QPushButton::clicked, this, [this] { Q_EMIT lessonRequested(m_nextLesson); });
    whenChosen(*m_ui->lessons, [this](int row) { Q_EMIT lessonRequested(row); });
    connect(m_ui->recover, &QPushButton::clicked, this, &StartPage::recoverRequested);
    connect(m_ui->discard, &QPushButton::clicked, this, &StartPage::discardRequested);
    connect(m_ui->back, &QPushButton::clicked, this, &StartPage::backRequested);
    setRecoveryNotice({});
    setOpenWork({});
    setLessons({}, {});
    showRecent();
}

QSize StartPage::thumbnailSize()
{
    return {96, 44};
}

void StartPage::setHeads()
{
    constexpr double nameScale = 2.4; // size of the program's name, relative to other titles
    makeTitle(*m_ui->title, nameScale);
    for (QLabel *label : {m_ui->exampleLabel, m_ui->recentLabel, m_ui->lessonsLabel})
        makeTitle(*label);
    m_ui->dropHint->setAlignment(Qt::AlignHCenter);
}

void StartPage::setRecoveryNotice(const QString &sentence, const QPixmap &picture)
{
    m_ui->recoveryPicture->setVisible(!picture.isNull());
    m_ui->recoveryPicture->setPixmap(picture);
    m_ui->recovery->setVisible(!sentence.isEmpty());
    m_ui->recoveryText->setText(shownText(sentence));
    m_ui->recovery->setAccessibleDescription(m_ui->recoveryText->text());
    for (QPushButton *button : {m_ui->recover, m_ui->discard})
        button->setAccessibleDescription(m_ui->recoveryText->text());
    if (sentence.isEmpty())
        return;
    m_ui->recover->setFocus();
    QAccessibleEvent event(m_ui->recovery, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void StartPage::setOpenWork(const QString &name)
{
    m_ui->back->setVisible(!name.isEmpty());
    m_ui->back->setText(tr("&Back to %1").arg(shownName(name)));
}

void StartPage::setLessons(const QStringList &lines, const std::vector<bool> &done)
{
    m_ui->lessons->clear();
    m_ui->lessons->addItems(lines);
    const auto finished = std::ranges::count(done, true);
    m_nextLesson = static_cast<int>(std::ranges::find(done, false) - done.begin()) % std::max<int>(1, lines.size());
    m_ui->lessonsLabel->setText(finished > 0 ? tr("Learn: %1 of %2 lessons done").arg(finished).arg(lines.size())
                                             : tr("Learn: %1 lessons").arg(lines.size()));
    for (QWidget *widget : {static_cast<QWidget *>(m_ui->lessons), static_cast<QWidget *>(m_ui->lessonsLabel),
                            static_cast<QWidget *>(m_ui->learn)})
        widget->setVisible(!lines.isEmpty());
}

StartPage::~StartPage() = default;

} // namespace anchorscope::gui
