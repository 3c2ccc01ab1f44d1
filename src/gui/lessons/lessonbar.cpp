// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonbar.h"

#include "gui/lessons/lessonsheet.h"
#include "gui/style/controlstyle.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr int barHeight = 184; ///< height of the bar in pixels at sizeFactor() = 1, for five lines of text
constexpr int topLine = 2;     ///< width of the line above the bar, in pixels

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

LessonBar::LessonBar(LessonController &controller, QWidget *parent)
    : QFrame(parent), m_controller(controller), m_title(new QLabel), m_dots(new QLabel), m_text(new QLabel),
      m_question(new QLabel), m_feedback(new QLabel), m_state(new QLabel), m_unit(new QLabel), m_figure(new QLabel),
      m_scroll(new QScrollArea), m_asking(new QWidget), m_controls(new QWidget), m_group(new QButtonGroup(this)),
      m_written(new QLineEdit), m_over(new QToolButton), m_end(new QToolButton),
      m_say(stepButton(tr("Answer"), tr("Give this answer"), "lessonSay")),
      m_back(stepButton(tr("Back"), tr("Previous step (Ctrl+Page Up)"), "lessonBack")),
      m_how(stepButton(tr("How?"), tr("How this can be done"), "lessonHow")),
      m_show(stepButton(tr("Show me"), tr("Let the program do it; it can be undone"), "lessonShow")),
      m_skip(stepButton(tr("Skip"), tr("Let the program do it, then continue"), "lessonSkip")),
      m_next(stepButton(tr("Next"), tr("Next step (Ctrl+Page Down)"), "lessonNext")),
      m_return(
          stepButton(tr("Take me back"), tr("Reopen the data of the lesson as its steps left them"), "lessonReturn")),
      m_here(stepButton(tr("Continue here"), tr("Continue with the data that are open"), "lessonHere"))
{
    setObjectName("lessonBar");
    setAccessibleName(tr("Lesson"));
    for (QLabel *label : {m_title, m_dots, m_question, m_feedback, m_state, m_unit})
        plainText(label);
    m_text->setTextFormat(Qt::RichText); // rich text is safe here, because lessonText() shows tags as text
    m_figure->setTextFormat(Qt::RichText);
    m_figure->setObjectName("lessonFigure");
    for (QLabel *label : {m_text, m_question, m_feedback, m_state})
        label->setWordWrap(true);
    // A tool bar hides widgets that get less than their minimum width, so the minimum is made small.
    setMinimumWidth(1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    build();
    connectButtons();
    for (const auto signal : {&LessonController::began, &LessonController::stepped})
        connect(&controller, signal, this, &LessonBar::showStep);
    connect(&controller, &LessonController::changed, this, &LessonBar::showState);
    qApp->installEventFilter(this);
}

void LessonBar::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6 + topLine, 12, 8);
    column->setSpacing(6);
    auto *middle = new QWidget;
    middle->setLayout(buildMiddle());
    m_scroll->setWidget(middle);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    for (QWidget *clear : {static_cast<QWidget *>(m_scroll), m_scroll->viewport(), middle})
        clear->setAutoFillBackground(false);
    column->addWidget(m_scroll, 1);
    m_foot = new QBoxLayout(QBoxLayout::LeftToRight, m_controls);
    m_foot->setContentsMargins({});
    m_foot->addLayout(buildProgress(), 1);
    m_foot->addLayout(buildButtons());
    column->addWidget(m_controls);
}

QBoxLayout *LessonBar::buildProgress()
{
    auto *row = new QHBoxLayout;
    m_over->setText(tr("Start over"));
    m_over->setToolTip(tr("Restart this lesson"));
    m_over->setObjectName("lessonOver");
    m_end->setText(tr("End"));
    m_end->setToolTip(tr("End the lesson; the window returns to its previous layout and the data stay open"));
    m_end->setObjectName("lessonEnd");
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

QBoxLayout *LessonBar::buildMiddle()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(24);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setObjectName("lessonText");
    m_state->setObjectName("lessonState");
    auto *words = new QVBoxLayout;
    words->addWidget(m_text);
    words->addWidget(m_state);
    words->addStretch();
    row->setContentsMargins({});
    row->addLayout(words, 3);
    m_figure->setAlignment(Qt::AlignTop | Qt::AlignRight);
    row->addWidget(m_figure);
    auto *column = new QVBoxLayout(m_asking);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_question);
    m_choices = new QVBoxLayout;
    m_choices->setSpacing(2);
    column->addLayout(m_choices);
    auto *written = new QHBoxLayout;
    m_written->setAccessibleName(tr("Your answer"));
    m_written->setObjectName("lessonWritten");
    written->addWidget(m_written, 1);
    written->addWidget(m_unit);
    written->addWidget(m_say);
    column->addLayout(written);
    column->addWidget(m_feedback);
    column->addStretch();
    row->addWidget(m_asking, 2);
    return row;
}

QBoxLayout *LessonBar::buildButtons()
{
    auto *row = new QHBoxLayout;
    row->addStretch();
    for (QPushButton *button : {m_return, m_here, m_back, m_how, m_show, m_skip, m_next})
        row->addWidget(button);
    return row;
}

void LessonBar::connectButtons()
{
    const std::pair<QAbstractButton *, void (LessonController::*)()> buttons[] = {
        {m_back, &LessonController::back},        {m_how, &LessonController::showAllHints},
        {m_show, &LessonController::demonstrate}, {m_skip, &LessonController::skip},
        {m_next, &LessonController::next},        {m_over, &LessonController::startOver},
        {m_return, &LessonController::restore},   {m_here, &LessonController::continueHere},
        {m_end, &LessonController::end}};
    for (const auto &[button, act] : buttons)
        connect(button, &QAbstractButton::clicked, &m_controller, act);
    const auto answer = [this] { m_controller.setAnswer(m_written->text().trimmed()); };
    connect(new QShortcut(QKeySequence("Ctrl+PgDown"), this), &QShortcut::activated, m_next, &QPushButton::click);
    connect(new QShortcut(QKeySequence("Ctrl+PgUp"), this), &QShortcut::activated, m_back, &QPushButton::click);
    // F3 moves the keyboard focus into the lesson bar. Its buttons have no mnemonics, because controls of the docks use
    // the same letters.
    connect(new QShortcut(QKeySequence("F3"), this), &QShortcut::activated, this, &LessonBar::takeKeyboard);
    connect(m_say, &QPushButton::clicked, this, answer);
    connect(m_written, &QLineEdit::returnPressed, this, answer);
}

/// Moves the keyboard focus to the question if it has not been answered, otherwise to the first enabled button.
void LessonBar::takeKeyboard()
{
    QList<QWidget *> places{m_written};
    for (QAbstractButton *choice : m_group->buttons())
        places << choice;
    if (!m_controller.answer().isEmpty())
        places.clear();
    places << QList<QWidget *>{m_return, m_next, m_how, m_show, m_skip, m_over};
    for (QWidget *place : places) {
        if (place->isVisible() && place->isEnabled())
            return place->setFocus(Qt::ShortcutFocusReason);
    }
}

bool LessonBar::eventFilter(QObject *watched, QEvent *event)
{
    // The event filter receives every event of the program, so the type of the event is tested first.
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *widget = qobject_cast<QWidget *>(watched);
    const bool awaitsText = m_written->isVisible() && m_written->isEnabled() && m_controller.answer().isEmpty();
    auto *key = static_cast<QKeyEvent *>(event);
    const QChar typed = key->text().isEmpty() ? QChar() : key->text().front();
    const bool modified = key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    // A spin box that the student has changed has the focus. It does not use letters, so the answer gets them.
    const bool isTaken = typesText(widget) && !(typed.isLetter() && qobject_cast<const QAbstractSpinBox *>(widget));
    if (!awaitsText || !widget || widget->window() != window() || isTaken || modified || !typed.isPrint() ||
        typed == ' ')
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // makes Qt deliver the key as a key press instead of a shortcut
        return true;
    }
    m_written->setFocus(Qt::OtherFocusReason);
    m_written->insert(key->text());
    return true;
}

void LessonBar::showStep()
{
    const lessons::Lesson &lesson = m_controller.lesson();
    const lessons::Step &step = m_controller.now();
    const int shown = m_controller.step();
    const QString title = utf8(lesson.title);
    m_title->setText(lesson.number > 0 ? tr("Lesson %1 · %2").arg(lesson.number).arg(title) : title);
    const auto steps = static_cast<int>(lesson.steps.size());
    QStringList dots;
    for (int i = 0; i < steps; ++i)
        dots << (i <= shown ? "●" : "○");
    const QString progress = tr("step %1 of %2").arg(shown + 1).arg(steps);
    m_dots->setText(dots.join(' ') + "  " + progress);
    m_dots->setAccessibleDescription(progress);
    m_text->setText("<b>" + utf8(step.heading).toHtmlEscaped() + "</b>" +
                    lessonText(utf8(step.text), QFileInfo(m_controller.file()).path()));
    m_text->setAccessibleName(utf8(step.heading) + ". " + utf8(step.text));
    m_next->setText(m_controller.isLast() ? tr("Finish") : tr("Next"));
    buildQuestion();
    showState();
    QAccessibleEvent event(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void LessonBar::buildQuestion()
{
    delete m_group;
    m_group = new QButtonGroup(this);
    while (QLayoutItem *item = m_choices->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto &question = m_controller.now().question;
    if (!question)
        return;
    m_question->setText(utf8(question->text));
    const QString said = m_controller.answer();
    for (const int index : m_controller.choiceOrder()) {
        const std::string &choice = question->choices[static_cast<std::size_t>(index)];
        const QString key = QString::number(m_group->buttons().size() + 1);
        auto *button = new QRadioButton;
        button->setProperty("answer", utf8(choice));
        connect(new QShortcut(QKeySequence(key), button), &QShortcut::activated, button, &QRadioButton::click);
        m_group->addButton(button);
        m_choices->addWidget(button);
        connect(button, &QRadioButton::clicked, this, [this, text = utf8(choice)] { m_controller.setAnswer(text); });
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

/// State of the lesson step as a short sentence with a symbol.
QString LessonBar::stateText() const
{
    if (m_controller.phase() == LessonController::Phase::left)
        return tr("You have left the lesson: other data are open.");
    if (m_controller.phase() == LessonController::Phase::opening)
        return tr("Opening the data of the lesson…");
    if (!m_controller.trouble().isEmpty())
        return m_controller.trouble();
    if (m_controller.isBusy())
        return m_controller.facts().model().optimizer.state() == OptimizeController::State::Idle
                   ? m_controller.isStarting() ? tr("Preparing the step…") : tr("Showing it…")
                   : tr("Waiting for the run to end…");
    if (m_controller.wentOffTrack())
        return tr("The step was not reached, because something else was changed. Take me back repeats the previous "
                  "steps; it can be undone.");
    QString text;
    const lessons::Step &step = m_controller.now();
    if (!step.await.empty() && m_controller.holds())
        text = step.question && m_controller.answer().isEmpty() ? tr("Now answer the question.") : tr("✓ Done");
    else if (step.question && !step.question->isAfter && !step.actions.empty() && m_controller.answer().isEmpty())
        text = tr("Answer first, then try it.");
    else if (!m_controller.progress().isEmpty())
        text = tr("Now: %1").arg(m_controller.progress());
    const QString hint = m_controller.holds() ? QString() : m_controller.hint();
    return hint + (hint.isEmpty() || text.isEmpty() ? "" : "\n") + text;
}

void LessonBar::showState()
{
    if (!m_controller.isActive())
        return;
    const bool left = m_controller.phase() == LessonController::Phase::left;
    m_return->setVisible(left || m_controller.wentOffTrack());
    m_here->setVisible(left);
    for (QWidget *widget : {m_back, m_how, m_show, m_skip, m_next})
        widget->setVisible(!left);
    const bool inStep = m_controller.phase() == LessonController::Phase::step && !m_controller.isBusy();
    m_state->setText(stateText());
    m_asking->setEnabled(m_controller.phase() == LessonController::Phase::step);
    m_back->setEnabled(inStep && m_controller.step() > 0);
    m_how->setEnabled(inStep && !m_controller.holds());
    m_show->setEnabled(inStep && !m_controller.now().actions.empty() && !m_controller.holds());
    m_skip->setEnabled(inStep && !m_controller.mayAdvance());
    m_next->setEnabled(m_controller.mayAdvance());
    showFeedback();
    showFigure();
}

void LessonBar::showFeedback()
{
    const bool revealed = m_controller.isRevealed();
    // In a presentation, the long explanation of the answer replaces the text of the step, which has been read.
    m_text->setVisible(!m_presented || !revealed);
    static_cast<QBoxLayout *>(m_asking->parentWidget()->layout())->setStretch(0, m_text->isVisibleTo(this) ? 3 : 0);
    m_state->setVisible(m_text->isVisibleTo(this) && !m_state->text().isEmpty());
    m_asking->setVisible(m_controller.showsQuestion());
    int place = 0;
    for (QAbstractButton *button : m_group->buttons()) {
        const QString choice = button->property("answer").toString();
        const int votes = m_controller.votes(++place);
        QString text = QString("%1  %2").arg(place).arg(choice).replace('&', "&&");
        if (votes > 0)
            text += "  · " + (votes == 1 ? tr("1 vote") : tr("%1 votes").arg(votes));
        button->setText(text);
        button->setChecked(choice == m_controller.answer());
        // Once the answer is known, hides the other choices, to leave space for the explanation.
        button->setVisible(!revealed || button->isChecked() || choice == correctAnswer(*m_controller.now().question));
    }
    m_feedback->setText(feedback());
    m_feedback->setVisible(!m_feedback->text().isEmpty());
}

QString LessonBar::feedback() const
{
    const auto &question = m_controller.now().question;
    if (!question || m_controller.answer().isEmpty())
        return {};
    if (!m_controller.isRevealed())
        return tr("Noted. Now see for yourself.");
    const auto reason = [&](std::size_t choice) {
        return choice < question->because.size() ? utf8(question->because[choice]) : QString();
    };
    if (const std::optional<bool> correct = m_controller.isCorrect();
        question->kind == lessons::Question::Kind::choice) {
        const auto right = static_cast<std::size_t>(question->correct);
        const auto said = std::ranges::find(question->choices, m_controller.answer().toStdString());
        const QString why = *correct ? QString() : reason(static_cast<std::size_t>(said - question->choices.begin()));
        return (*correct ? tr("✓ Correct. %1").arg(reason(right))
                         : tr("✗ %1 Correct: %2. %3").arg(why, correctAnswer(*question), reason(right)))
            .simplified();
    } else if (!correct) {
        return reason(0).isEmpty() ? tr("Noted.") : tr("Noted. One answer: %1").arg(reason(0));
    } else {
        const bool isMeasured = m_controller.figure().now && question->measured == m_controller.figure().fact;
        const QString answer = isMeasured ? utf8(lessons::shownValue(*m_controller.figure().now, question->unit))
                                          : correctAnswer(*question);
        return (*correct ? tr("✓ Correct: %1. %2").arg(answer, reason(0))
                         : tr("✗ Your answer: %1. Correct: %2. %3").arg(m_controller.answer(), answer, reason(0)))
            .simplified();
    }
}

/// Shows the number that the step is about in large type, with its value at the start of the step and its best value.
void LessonBar::showFigure()
{
    const LessonController::Figure &figure = m_controller.figure();
    const auto &question = m_controller.now().question; // a question about the number hides it until the answer
    const bool isAsked = question && question->measured == figure.fact && m_controller.answer().isEmpty();
    const bool isShown = m_controller.phase() == LessonController::Phase::step && figure.now && !isAsked;
    m_figure->setVisible(isShown);
    if (!isShown)
        return;
    const auto value = [&](double number) { return utf8(lessons::shownValue(number, figure.fact->unit)); };
    QStringList others;
    if (figure.before && value(*figure.before) != value(*figure.now))
        others << tr("before: %1").arg(value(*figure.before));
    if (figure.best && value(*figure.best) != value(*figure.now))
        others << (figure.isLowest ? tr("lowest so far: %1") : tr("best so far: %1")).arg(value(*figure.best));
    if (const auto chance = m_controller.facts().chance(*figure.fact))
        others << tr("by chance: %1").arg(value(*chance));
    m_figure->setText(QString("%1<br><span style='font-size:%2px; font-weight:600'>%3</span><br>%4")
                          .arg(utf8(figure.fact->label).toHtmlEscaped())
                          .arg(qRound(28 * sizeFactor()))
                          .arg(value(*figure.now).toHtmlEscaped(), others.join("<br>")));
}

/// Sets a fixed height, so that the panels keep their places during a lesson.
void LessonBar::fit()
{
    const QMargins edge = layout()->contentsMargins();
    const int row = m_foot->itemAt(0)->sizeHint().width() + m_foot->spacing() + m_foot->itemAt(1)->sizeHint().width();
    m_foot->setDirection(row + edge.left() + edge.right() <= width() ? QBoxLayout::LeftToRight
                                                                     : QBoxLayout::TopToBottom);
    constexpr double wallShare = 1.0 / 3; // share of the window's height that the bar has in a presentation
    setFixedHeight(qRound(m_presented ? wallShare * window()->height() : barHeight * sizeFactor()));
}

void LessonBar::setPresented(bool presented)
{
    m_presented = presented;
    m_controls->setVisible(!presented);
    showState();
    fit();
}

void LessonBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width() || m_presented)
        fit();
}

void LessonBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void LessonBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), plotBackground());
    painter.fillRect(0, 0, width(), topLine, accent());
}

QStringList LessonBar::clipped() const
{
    QStringList names;
    if (m_scroll->verticalScrollBar()->maximum() > 0)
        names << "scrolled";
    for (const QLabel *label : findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        if (label->wordWrap() ? label->heightForWidth(label->width()) > label->height()
                              : label->sizeHint().width() > label->width())
            names << label->text();
    }
    for (const QAbstractButton *button : findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->sizeHint().width() > button->width())
            names << button->text();
    }
    return names;
}

} // namespace anchorscope::gui
