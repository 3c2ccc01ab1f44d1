// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/finder.h"

#include "gui/style/plaintext.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

// Width of the search box, number of visible answers, and distance from the top of the window; lengths in pixels.
constexpr int widestFinder = 560, maxRowsShown = 12, fromTop = 64;

} // namespace

Finder::Finder(QWidget *window) : QFrame(window), m_input(new QLineEdit), m_list(new QTreeWidget), m_note(new QLabel)
{
    setObjectName("finder");
    setAccessibleName(tr("Find"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_input->setObjectName("finderInput");
    m_input->setAccessibleName(tr("Search text"));
    m_input->setClearButtonEnabled(true);
    m_list->setObjectName("finderList");
    m_list->setAccessibleName(tr("Results, best first"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    plainText(m_note);
    m_note->setObjectName("finderNote");
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_input);
    layout->addWidget(m_list);
    layout->addWidget(m_note);
    m_input->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_input, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (m_asked)
            m_asked(text.trimmed());
    });
    connect(m_list, &QTreeWidget::itemClicked, this, [this] { go(false); });
    hide();
}

void Finder::open(const QString &placeholder, std::function<void(const QString &)> asked)
{
    m_asked = nullptr;
    m_input->clear();
    m_input->setPlaceholderText(placeholder);
    m_asked = std::move(asked);
    m_answers = {};
    m_asked({});
    QFrame::show();
    place();
    raise();
    m_input->setFocus(Qt::ShortcutFocusReason);
}

void Finder::show(Answers answers)
{
    m_answers = std::move(answers);
    m_list->clear();
    for (const Answer &answer : m_answers.best)
        m_list->addTopLevelItem(new QTreeWidgetItem({shownName(answer.text, longestInLabel), answer.detail}));
    if (!m_answers.best.empty())
        m_list->setCurrentItem(m_list->topLevelItem(0));
    m_note->setText(m_answers.note);
    m_note->setVisible(!m_answers.note.isEmpty());
    const int rows = std::min<int>(maxRowsShown, m_list->topLevelItemCount());
    const int height = rows > 0 ? m_list->sizeHintForRow(0) : 0;
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(rows * height + 2 * m_list->frameWidth() + 2);
    place();
}

void Finder::place()
{
    const QWidget *window = parentWidget();
    setFixedWidth(std::min(widestFinder, window->width() - 20));
    adjustSize();
    move((window->width() - width()) / 2, fromTop);
}

void Finder::go(bool all)
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const std::function<void()> chosen = all ? m_answers.goToAll
                                         : row >= 0 && row < std::ssize(m_answers.best)
                                             ? m_answers.best[static_cast<std::size_t>(row)].go
                                             : nullptr;
    if (!chosen)
        return;
    hide();
    parentWidget()->setFocus();
    chosen();
}

bool Finder::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_input || !isVisible())
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent *>(event)->reason() == Qt::MouseFocusReason)
        hide();
    if (event->type() == QEvent::ShortcutOverride &&
        // Handles Esc here, because the window would clear the selection.
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
        event->accept();
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const int steps = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
    if (steps != 0 && m_list->topLevelItemCount() > 0) {
        m_list->setCurrentItem(m_list->topLevelItem(std::clamp(row + steps, 0, m_list->topLevelItemCount() - 1)));
    } else if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        go(key->modifiers().testFlag(Qt::ShiftModifier));
    } else if (key->key() == Qt::Key_Escape) {
        hide();
        parentWidget()->setFocus();
    } else {
        return QFrame::eventFilter(watched, event);
    }
    return true;
}

} // namespace anchorscope::gui
