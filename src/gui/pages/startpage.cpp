// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/startpage.h"

#include "gui/models/recentfiles.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "ui_startpage.h"

#include <QAccessible>
#include <QFontInfo>

namespace anchorscope::gui {

StartPage::StartPage(RecentFiles &recent, QWidget *parent) : QWidget(parent), m_ui(std::make_unique<Ui::StartPage>())
{
    m_ui->setupUi(this);
    QFont large = font();
    large.setPixelSize(static_cast<int>(2.4 * QFontInfo(large).pixelSize()));
    large.setBold(true);
    m_ui->title->setFont(large);
    m_ui->title->setAlignment(Qt::AlignHCenter);
    m_ui->pitch->setAlignment(Qt::AlignHCenter);
    m_ui->dropHint->setAlignment(Qt::AlignHCenter);
    m_ui->digits->setIcon(icon("play"));
    m_ui->example->setIcon(icon("play"));
    m_ui->globe->setIcon(icon("play"));
    m_ui->open->setIcon(icon("open"));
    m_ui->learn->setIcon(icon("help"));
    for (QPushButton *button : {m_ui->digits, m_ui->example, m_ui->globe, m_ui->open, m_ui->learn})
        button->setMinimumHeight(40);
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
    connect(m_ui->recent, &QListView::activated, this,
            [this, &recent](const QModelIndex &index) { Q_EMIT recentWanted(recent.at(index.row())); });
    connect(m_ui->learn, &QPushButton::clicked, this, [this] { Q_EMIT lessonWanted(0); });
    connect(m_ui->lessons, &QListWidget::itemActivated, this,
            [this](QListWidgetItem *item) { Q_EMIT lessonWanted(m_ui->lessons->row(item)); });
    connect(m_ui->recover, &QPushButton::clicked, this, &StartPage::recoverWanted);
    connect(m_ui->discard, &QPushButton::clicked, this, &StartPage::discardWanted);
    connect(m_ui->back, &QPushButton::clicked, this, &StartPage::backWanted);
    setLeftover({});
    setOpenWork({});
    setLessons({});
    showRecent();
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

void StartPage::setLessons(const QStringList &lines)
{
    m_ui->lessons->clear();
    m_ui->lessons->addItems(lines);
    for (int row = 0; row < m_ui->lessons->count(); ++row) // the sentence about a mistake may be longer than the list
        m_ui->lessons->item(row)->setToolTip(tooltipText(lines[row]));
    m_ui->lessons->setVisible(!lines.isEmpty());
    m_ui->learn->setVisible(!lines.isEmpty());
}

StartPage::~StartPage() = default;

} // namespace anchorscope::gui
