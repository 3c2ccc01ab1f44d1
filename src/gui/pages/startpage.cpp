// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/startpage.h"

#include "gui/models/recentfiles.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "ui_startpage.h"

#include <QAccessible>
#include <QApplication>
#include <QFontInfo>

namespace anchorscope::gui {

StartPage::StartPage(RecentFiles &recent, QWidget *parent) : QWidget(parent), m_ui(std::make_unique<Ui::StartPage>())
{
    m_ui->setupUi(this);
    constexpr int widest = 1040; // lines stay short enough to read
    m_ui->column->setMaximumWidth(qRound(widest * sizeFactor()));
    QFont large = font();
    large.setPixelSize(2 * QFontInfo(large).pixelSize());
    large.setBold(true);
    m_ui->title->setFont(large);
    m_ui->dropHint->setAlignment(Qt::AlignHCenter);
    m_ui->open->setIcon(icon("open"));
    m_ui->learn->setIcon(icon("help"));
    m_ui->learnLabel->setText(tr("Lessons"));
    m_ui->digits->setCard(QPixmap(":/start/digits.png"), tr("Two networks and their pictures"));
    m_ui->example->setCard(QPixmap(":/start/words.png"), tr("fastText and word2vec, on different books"));
    m_ui->globe->setCard(QPixmap(":/start/globe.png"), tr("The idea, on a map you know"));
    m_ui->recent->setModel(&recent);
    const auto showRecent = [this, &recent] {
        m_ui->recent->setVisible(recent.rowCount() > 0);
        m_ui->recentLabel->setVisible(recent.rowCount() > 0);
    };
    connect(&recent, &QAbstractItemModel::modelReset, this, showRecent);
    connect(m_ui->digits, &QPushButton::clicked, this, [this] { Q_EMIT exampleWanted("digits.h5"); });
    connect(m_ui->example, &QPushButton::clicked, this, [this] { Q_EMIT exampleWanted("words.h5"); });
    connect(m_ui->globe, &QPushButton::clicked, this, [this] { Q_EMIT exampleWanted("globe.h5"); });
    connect(m_ui->open, &QPushButton::clicked, this, &StartPage::openWanted);
    onOneClick(*m_ui->recent, [this, &recent](int row) { Q_EMIT recentWanted(recent.at(row)); });
    onOneClick(*m_ui->lessons, [this](int row) { Q_EMIT lessonWanted(row); });
    connect(m_ui->learn, &QPushButton::clicked, this, [this] { Q_EMIT lessonWanted(m_nextLesson); });
    connect(m_ui->recover, &QPushButton::clicked, this, &StartPage::recoverWanted);
    connect(m_ui->discard, &QPushButton::clicked, this, &StartPage::discardWanted);
    connect(m_ui->back, &QPushButton::clicked, this, &StartPage::backWanted);
    setLeftover({});
    setOpenWork({});
    setLessons({}, 0, 0);
    showRecent();
}

/// By one click, or by Enter on the line that the keys chose. The second half of a double click does nothing more.
void StartPage::onOneClick(QListView &list, const std::function<void(int)> &act)
{
    const auto once = [this, act](const QModelIndex &index) {
        if (m_lastClick.isValid() && m_lastClick.elapsed() < QApplication::doubleClickInterval())
            return;
        m_lastClick.start();
        act(index.row());
    };
    connect(&list, &QListView::clicked, this, once);
    connect(&list, &QListView::activated, this, once);
}

void StartPage::setLeftover(const QString &sentence)
{
    m_ui->leftover->setVisible(!sentence.isEmpty());
    m_ui->leftoverText->setText(shownText(sentence));
    m_ui->leftover->setAccessibleDescription(m_ui->leftoverText->text());
    for (QPushButton *button : {m_ui->recover, m_ui->discard})
        button->setAccessibleDescription(m_ui->leftoverText->text());
    if (sentence.isEmpty())
        return;
    m_ui->recover->setFocus();
    QAccessibleEvent event(m_ui->leftover, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void StartPage::setOpenWork(const QString &name)
{
    m_ui->back->setVisible(!name.isEmpty());
    m_ui->back->setText(tr("&Back to %1").arg(shownName(name)));
}

void StartPage::setLessons(const QStringList &lines, int finished, int next)
{
    m_ui->lessons->clear();
    m_ui->lessons->addItems(lines);
    for (int row = 0; row < m_ui->lessons->count(); ++row) // the sentence about a mistake may be longer than the list
        m_ui->lessons->item(row)->setToolTip(tooltipText(lines[row]));
    m_nextLesson = next;
    m_ui->learnLabel->setText(finished > 0 ? tr("Lessons: %1 of %2 finished").arg(finished).arg(lines.size())
                                           : tr("Lessons"));
    m_ui->learn->setText(next > 0 ? tr("&Learn: next lesson") : tr("&Learn: five minutes to the idea"));
    for (QWidget *part : std::initializer_list<QWidget *>{m_ui->lessons, m_ui->learn, m_ui->learnLabel})
        part->setVisible(!lines.isEmpty());
}

StartPage::~StartPage() = default;

} // namespace anchorscope::gui
