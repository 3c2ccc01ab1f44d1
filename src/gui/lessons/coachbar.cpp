// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/coachbar.h"

#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/lessontext.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString utf8(const std::string &text)
{
    return QString::fromStdString(text);
}

QPushButton *stepButton(const QString &text, const QString &about, const char *name)
{
    auto *button = new QPushButton(text);
    button->setToolTip(about);
    button->setObjectName(name);
    return button;
}

} // namespace

CoachBar::CoachBar(Coach &coach, QWidget *parent)
    : QFrame(parent), m_coach(coach), m_title(new QLabel), m_dots(new QLabel), m_text(new QLabel),
      m_question(new QLabel), m_feedback(new QLabel), m_state(new QLabel), m_unit(new QLabel), m_asking(new QWidget),
      m_written(new QLineEdit), m_over(new QToolButton), m_end(new QToolButton),
      m_say(stepButton(tr("Answer"), tr("Give this answer"), "coachSay")),
      m_back(stepButton(tr("Back"), tr("Previous step (Ctrl+Page Up)"), "coachBack")),
      m_how(stepButton(tr("How?"), tr("How this can be done"), "coachHow")),
      m_show(stepButton(tr("Show me"), tr("Let the program do it; it can be undone"), "coachShow")),
      m_skip(stepButton(tr("Skip"), tr("Let the program do it, then continue"), "coachSkip")),
      m_next(stepButton(tr("Next"), tr("Next step (Ctrl+Page Down)"), "coachNext")),
      m_return(
          stepButton(tr("Take me back"), tr("Reopen the data of the lesson as its steps left them"), "coachReturn")),
      m_here(stepButton(tr("Continue here"), tr("Continue with the data that are open"), "coachHere"))
{
    setObjectName("coachBar");
    setAccessibleName(tr("Lesson"));
    for (QLabel *label : {m_title, m_dots, m_question, m_feedback, m_state, m_unit})
        plainText(label);
    m_text->setTextFormat(Qt::RichText); // made of Markdown without tags
    for (QLabel *label : {m_text, m_question, m_feedback, m_state})
        label->setWordWrap(true);
    setMinimumWidth(1); // a tool bar hides what has less room than its minimum
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    build();
    connectButtons();
    connect(&coach, &Coach::stepped, this, &CoachBar::showStep);
    connect(&coach, &Coach::changed, this, &CoachBar::showState);
    restyle();
}

void CoachBar::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(6);
    column->addLayout(buildMiddle(), 1);
    m_state->setObjectName("coachState");
    column->addWidget(m_state);
    m_foot = new QBoxLayout(QBoxLayout::LeftToRight);
    m_foot->addLayout(buildProgress(), 1);
    m_foot->addLayout(buildButtons());
    column->addLayout(m_foot);
}

QBoxLayout *CoachBar::buildProgress()
{
    auto *row = new QHBoxLayout;
    m_over->setText(tr("Start over"));
    m_over->setToolTip(tr("Restart this lesson"));
    m_over->setObjectName("coachOver");
    m_end->setText(tr("End"));
    m_end->setToolTip(tr("End the lesson; the window returns to its previous layout and the data stay open"));
    m_end->setObjectName("coachEnd");
    for (QToolButton *button : {m_over, m_end})
        button->setAutoRaise(true);
    m_dots->setAccessibleName(tr("Progress"));
    row->addWidget(m_title);
    row->addSpacing(12);
    row->addWidget(m_dots);
    row->addSpacing(12);
    row->addWidget(m_over);
    row->addWidget(m_end);
    row->addStretch();
    return row;
}

QBoxLayout *CoachBar::buildMiddle()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(24);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setObjectName("coachText");
    row->addWidget(m_text, 3);
    auto *column = new QVBoxLayout(m_asking);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_question);
    m_choices = new QVBoxLayout;
    m_choices->setSpacing(2);
    column->addLayout(m_choices);
    auto *written = new QHBoxLayout;
    m_written->setAccessibleName(tr("Your answer"));
    m_written->setObjectName("coachWritten");
    written->addWidget(m_written, 1);
    written->addWidget(m_unit);
    written->addWidget(m_say);
    column->addLayout(written);
    column->addWidget(m_feedback);
    column->addStretch();
    row->addWidget(m_asking, 2);
    return row;
}

QBoxLayout *CoachBar::buildButtons()
{
    auto *row = new QHBoxLayout;
    row->addStretch();
    for (QPushButton *button : {m_return, m_here, m_back, m_how, m_show, m_skip, m_next})
        row->addWidget(button);
    return row;
}

void CoachBar::connectButtons()
{
    const std::pair<QAbstractButton *, void (Coach::*)()> buttons[] = {
        {m_back, &Coach::back},       {m_how, &Coach::unfold},        {m_show, &Coach::showMe},
        {m_skip, &Coach::skip},       {m_next, &Coach::next},         {m_over, &Coach::startOver},
        {m_return, &Coach::takeBack}, {m_here, &Coach::continueHere}, {m_end, &Coach::end}};
    for (const auto &[button, act] : buttons)
        connect(button, &QAbstractButton::clicked, &m_coach, act);
    const auto say = [this] { takeAnswer(m_written->text().trimmed()); };
    connect(new QShortcut(QKeySequence("Ctrl+PgDown"), this), &QShortcut::activated, m_next, &QPushButton::click);
    connect(new QShortcut(QKeySequence("Ctrl+PgUp"), this), &QShortcut::activated, m_back, &QPushButton::click);
    // The letters of buttons belong to the pages, whose own would be ambiguous otherwise.
    connect(new QShortcut(QKeySequence("F3"), this), &QShortcut::activated, this, &CoachBar::takeKeyboard);
    connect(m_say, &QPushButton::clicked, this, say);
    connect(m_written, &QLineEdit::returnPressed, this, say);
}

/// Where one goes on: the question if it is not answered, else the first button that can be pressed.
void CoachBar::takeKeyboard()
{
    QList<QWidget *> places{m_written};
    for (QAbstractButton *choice : m_group ? m_group->buttons() : QList<QAbstractButton *>())
        places << choice;
    if (!m_coach.answer().isEmpty())
        places.clear();
    places << QList<QWidget *>{m_return, m_next, m_how, m_show, m_skip, m_over};
    for (QWidget *place : places) {
        if (place->isVisible() && place->isEnabled())
            return place->setFocus(Qt::ShortcutFocusReason);
    }
}

void CoachBar::takeAnswer(const QString &text)
{
    if (!text.isEmpty())
        m_coach.setAnswer(text);
}

void CoachBar::showStep()
{
    const lessons::Lesson &lesson = m_coach.lesson();
    const lessons::Step &step = m_coach.now();
    m_shownStep = m_coach.step();
    m_least = 0;
    const QString title = utf8(lesson.title);
    m_title->setText(lesson.number > 0 ? tr("Lesson %1 · %2").arg(lesson.number).arg(title) : title);
    const auto steps = static_cast<int>(lesson.steps.size());
    QStringList dots;
    for (int i = 0; i < steps; ++i)
        dots << (i <= m_shownStep ? "●" : "○");
    const QString progress = tr("step %1 of %2").arg(m_shownStep + 1).arg(steps);
    m_dots->setText(dots.join(' ') + "  " + progress);
    m_dots->setAccessibleDescription(progress);
    m_text->setText("<b>" + utf8(step.heading).toHtmlEscaped() + "</b>" +
                    lessonText(utf8(step.text), QFileInfo(m_coach.file()).path()));
    m_text->setAccessibleName(utf8(step.heading) + ". " + utf8(step.text));
    m_next->setText(m_coach.isLast() ? tr("Finish") : tr("Next"));
    buildQuestion();
    showState();
    QAccessibleEvent event(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void CoachBar::buildQuestion()
{
    delete m_group;
    m_group = new QButtonGroup(this);
    while (QLayoutItem *item = m_choices->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto &question = m_coach.now().question;
    m_asking->setVisible(question.has_value());
    if (!question)
        return;
    m_question->setText(utf8(question->text));
    const QString said = m_coach.answer();
    for (const std::string &choice : question->choices) {
        const QString key = QString::number(m_group->buttons().size() + 1);
        auto *button = new QRadioButton(key + "  " + utf8(choice).replace('&', "&&"));
        button->setProperty("answer", utf8(choice));
        button->setChecked(said == utf8(choice));
        connect(new QShortcut(QKeySequence(key), button), &QShortcut::activated, button, &QRadioButton::click);
        m_group->addButton(button);
        m_choices->addWidget(button);
        connect(button, &QRadioButton::clicked, this, [this, text = utf8(choice)] { takeAnswer(text); });
    }
    const bool writes = question->choices.empty();
    m_written->setVisible(writes);
    m_say->setVisible(writes);
    m_unit->setVisible(writes && !question->unit.empty());
    m_unit->setText(utf8(question->unit));
    m_written->setText(said);
    m_written->setPlaceholderText(question->kind == lessons::Question::Kind::text ? tr("In your own words")
                                                                                  : QString());
}

/// What is so, in a word and a sign.
QString CoachBar::stateText() const
{
    if (m_coach.phase() == Coach::Phase::opening)
        return tr("Opening the data of the lesson…");
    if (!m_coach.trouble().isEmpty())
        return m_coach.trouble();
    if (m_coach.isBusy())
        return m_coach.situation().parts().optimizer.state() == OptimizeController::State::Idle
                   ? tr("Showing it…")
                   : tr("Waiting for the run to end…");
    if (m_coach.isAstray())
        return tr("The step was not reached, because something else was changed. Take me back repeats the previous "
                  "steps; it can be undone.");
    QString text;
    if (!m_coach.now().await.empty() && m_coach.holds())
        text = m_coach.wasSo() ? tr("✓ Already done") : tr("✓ Done");
    else if (m_coach.now().question && m_coach.answer().isEmpty())
        text = tr("Answer first, then try it.");
    else if (!m_coach.progress().isEmpty())
        text = tr("Now: %1").arg(m_coach.progress());
    const QString hint = m_coach.hint();
    if (hint.isEmpty() || m_coach.holds())
        return text;
    return text.isEmpty() ? hint : hint + "\n" + text;
}

void CoachBar::showLeft()
{
    const bool left = m_coach.phase() == Coach::Phase::left;
    m_return->setVisible(left || m_coach.isAstray());
    m_here->setVisible(left);
    for (QWidget *widget : {m_back, m_how, m_show, m_skip, m_next})
        widget->setVisible(!left);
    if (left)
        m_state->setText(tr("You have left the lesson: other data are open."));
}

void CoachBar::showState()
{
    if (!m_coach.isActive())
        return;
    showLeft();
    const bool inStep = m_coach.phase() == Coach::Phase::step && !m_coach.isBusy();
    if (m_coach.phase() != Coach::Phase::left)
        m_state->setText(stateText());
    m_state->setVisible(!m_state->text().isEmpty());
    m_asking->setEnabled(m_coach.phase() == Coach::Phase::step);
    m_back->setEnabled(inStep && m_coach.step() > 0);
    m_how->setEnabled(inStep && !m_coach.holds());
    m_show->setEnabled(inStep && !m_coach.now().actions.empty() && !m_coach.holds());
    m_skip->setEnabled(inStep && !m_coach.mayAdvance());
    m_next->setEnabled(m_coach.mayAdvance());
    if (m_shownStep >= 0)
        showFeedback();
    fit();
}

void CoachBar::showFeedback()
{
    const auto &question = m_coach.now().question;
    for (QAbstractButton *button : m_group ? m_group->buttons() : QList<QAbstractButton *>())
        button->setChecked(button->property("answer").toString() == m_coach.answer());
    QString text;
    if (question && m_coach.isRevealed()) {
        const auto right = m_coach.isRight();
        const QString answer = correctAnswer(*question);
        text = !right   ? tr("Noted.")
               : *right ? tr("✓ Correct: %1").arg(answer)
                        : tr("✗ Your answer: %1. Correct: %2").arg(m_coach.answer(), answer);
    } else if (question && !m_coach.answer().isEmpty())
        text = tr("Noted. Now see for yourself.");
    m_feedback->setText(text);
    m_feedback->setVisible(!text.isEmpty());
}

void CoachBar::fit()
{
    if (!isVisible())
        return;
    const QMargins edge = layout()->contentsMargins();
    const int row = m_foot->itemAt(0)->sizeHint().width() + m_foot->spacing() + m_foot->itemAt(1)->sizeHint().width();
    m_foot->setDirection(row + edge.left() + edge.right() <= width() ? QBoxLayout::LeftToRight
                                                                     : QBoxLayout::TopToBottom);
    layout()->activate();
    const int wanted = std::max(layout()->totalHeightForWidth(width()), layout()->totalMinimumSize().height());
    m_least = std::max(m_least, wanted);
    if (height() != m_least)
        setFixedHeight(m_least);
}

/// A new choice has a size only once it is shown.
bool CoachBar::event(QEvent *event)
{
    const bool taken = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return taken;
}

void CoachBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        m_least = 0;
        fit();
    }
}

void CoachBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isDark() != m_dark)
        restyle();
}

void CoachBar::restyle()
{
    m_dark = isDark();
    setStyleSheet(QString("anchorscope--gui--CoachBar { background: %1; border-top: 2px solid %2; }")
                      .arg(plotGround().name(), accent().name()));
}

QStringList CoachBar::clipped() const
{
    QStringList names;
    for (const QLabel *label : findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const bool cut = label->wordWrap() ? label->heightForWidth(label->width()) > label->height()
                                           : label->sizeHint().width() > label->width();
        if (cut)
            names << label->text();
    }
    for (const QAbstractButton *button : findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->sizeHint().width() > button->width())
            names << button->text();
    }
    return names;
}

} // namespace anchorscope::gui
