// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/verdictstrip.h"

#include "gui/display/itemtext.h"
#include "gui/display/verdicttext.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAccessible>
#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

/// Headline and detail (with %1 for the name of the run) with the reason why a setup does not use the run.
std::pair<QString, QString> changeSince(const io::RunRecord &run, const Setup &setup)
{
    if (run.transform != transformText(setup.transform))
        return {VerdictStrip::tr("Y has been transformed."),
                VerdictStrip::tr("%1 was computed with the vectors of Y as they were before")};
    if (run.centering != setup.centering)
        return {VerdictStrip::tr("The pre-processing has changed."),
                VerdictStrip::tr("%1 was computed with other pre-processing")};
    if (!hasPairs(run, setup.seeds))
        return {VerdictStrip::tr("The pairs have changed."), VerdictStrip::tr("%1 was computed with other pairs")};
    if (run.options.seed != setup.options.seed || std::ssize(run.anchorsOfX) != setup.anchorCount)
        return {VerdictStrip::tr("The number of anchors or the random seed has changed."),
                VerdictStrip::tr("%1 was computed with other anchors")};
    return {VerdictStrip::tr("No run is chosen."), VerdictStrip::tr("%1 is not in use")};
}

} // namespace

VerdictStrip::VerdictStrip(Workspace &workspace, OptimizeController &optimizer, const Actions &actions, QWidget *parent)
    : QFrame(parent), m_workspace(workspace), m_optimizer(optimizer), m_actions(actions), m_headline(new QLabel),
      m_detail(new QLabel), m_note(new QPushButton), m_progress(new QProgressBar)
{
    setObjectName("verdictStrip");
    setAccessibleName(tr("Current result and next step"));
    m_start = button(actions.start, tr("Align now"), "alignNow");
    m_pause = button(actions.pause, tr("Pause"), "pauseRun");
    m_stop = button(actions.stop, tr("Stop: keep the best"), "stopRun");
    m_cancel = button(actions.cancel, tr("Cancel"), "cancelRun");
    m_addPair = button(actions.addPair, tr("Add a pair"), "addPairNow");
    m_readSeeds = button(actions.readSeeds, tr("From a file…"), "readPairsNow");
    m_savePairs = button(nullptr, tr("Save the pairs…"), "savePairs");
    m_next = button(nullptr, {}, "nextStep");
    m_back = button(nullptr, {}, "backToRun");
    m_continue = button(nullptr, tr("Continue the run"), "continueRun");
    m_continue->setToolTip(tr("Continues from its matches with the changed pairs"));
    connect(m_next, &QPushButton::clicked, this, [this] { Q_EMIT stepRequested(m_step); });
    connect(m_savePairs, &QPushButton::clicked, this, &VerdictStrip::savingRequested);
    connect(m_back, &QPushButton::clicked, this, [this] { m_workspace.chooseRun(m_left); });
    connect(m_continue, &QPushButton::clicked, &m_optimizer, &OptimizeController::continueRun);
    connect(m_note, &QPushButton::clicked, this, &VerdictStrip::pairsRequested);
    build();
    connect(actions.start, &QAction::enabledChanged, this, &VerdictStrip::enableStart);
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_left = io::RunId::none;
        showState();
    });
    connect(&workspace, &Workspace::runDeselected, this, [this](io::RunId run) {
        m_left = run;
        showState();
    });
    for (const auto signal : {&Workspace::runsChanged, &Workspace::suspectsChanged, &Workspace::mistakesChanged})
        connect(&workspace, signal, this, &VerdictStrip::showState);
    connect(&workspace, &Workspace::setupChanged, this, &VerdictStrip::showState);
    connect(&workspace, &Workspace::verdictReady, this, &VerdictStrip::showState);
    connect(&workspace, &Workspace::runEdited, this, &VerdictStrip::showState);
    for (const auto signal :
         {&OptimizeController::stateChanged, &OptimizeController::progressed, &OptimizeController::timePassed})
        connect(&optimizer, signal, this, &VerdictStrip::showState);
    showState();
}

QPushButton *VerdictStrip::button(QAction *action, const QString &text, const char *name)
{
    auto *made = new QPushButton(text);
    made->setObjectName(name);
    if (action) {
        made->setToolTip(action->toolTip());
        connect(made, &QPushButton::clicked, action, &QAction::trigger);
    }
    return made;
}

void VerdictStrip::build()
{
    for (QLabel *label : {m_headline, m_detail}) {
        plainText(label);
        // Labels do not require the width of their texts, which are elided in a narrow strip.
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_detail->setWordWrap(true);
    m_headline->installEventFilter(this);
    m_headline->setObjectName("verdict");
    m_detail->setObjectName("verdictDetail");
    m_note->setObjectName("verdictNote");
    m_note->setFlat(true);
    m_note->setAccessibleDescription(tr("Shows these pairs"));
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("Progress of the run"));
    auto *words = new QVBoxLayout;
    words->setSpacing(1);
    words->addWidget(m_headline);
    words->addWidget(m_detail);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 10, 6);
    layout->setSpacing(8);
    layout->addLayout(words, 1);
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_note, m_progress, m_back, m_next, m_continue, m_start, m_addPair,
                                          m_readSeeds, m_savePairs, m_pause, m_stop, m_cancel})
        layout->addWidget(each, 0, Qt::AlignVCenter);
}

QString VerdictStrip::text() const
{
    QStringList parts{m_headlineText, m_detailText, m_noteText};
    parts.removeAll(QString());
    return parts.join(' ');
}

void VerdictStrip::showState()
{
    if (!m_workspace.hasData())
        return;
    const io::RunRecord *run = m_workspace.chosenRun();
    if (run)
        m_left = io::RunId::none;
    if (m_optimizer.state() != OptimizeController::State::Idle)
        showRunning();
    else if (run)
        showAnswer(*run);
    else
        showNothingYet();
}

void VerdictStrip::showNothingYet()
{
    const LoadedData &loaded = *m_workspace.data();
    const auto seeds = static_cast<Index>(m_workspace.setup().seeds.size());
    m_start->setText(tr("Align now"));
    if (const io::RunRecord *left = findRun(m_workspace.runs(), m_left)) {
        const QString name = shownName(QString::fromStdString(left->name));
        m_back->setText(tr("Back to %1").arg(name));
        m_start->setText(tr("Align again"));
        const auto [headline, detail] = changeSince(*left, m_workspace.setup());
        setTexts(headline, detail.arg(name) + tr(", so the panels use the known pairs only."), {}, Tone::plain);
        return offer({m_back, m_start});
    }
    const QString items =
        tr("%1 items of X, %2 of Y").arg(countText(loaded.size(Side::x)), countText(loaded.size(Side::y)));
    if (seeds == 0)
        setTexts(tr("Not aligned yet."),
                 tr("%1. Aligning needs no known pairs, but a few make it more reliable.").arg(items), {}, Tone::plain);
    else
        setTexts(seeds == 1 ? tr("One known pair.") : tr("%1 known pairs.").arg(seeds),
                 tr("%1. Choose Align to match all other items.").arg(items), {}, Tone::plain);
    offer({m_start, m_addPair, m_readSeeds});
}

void VerdictStrip::showRunning()
{
    if (m_optimizer.state() == OptimizeController::State::Stopping) {
        setTexts(tr("Stopping …"), tr("All items are being matched by the best anchors found so far."), {},
                 Tone::plain);
        return offer({m_cancel});
    }
    const bool paused = m_optimizer.state() == OptimizeController::State::Paused;
    QString detail;
    if (const auto &history = m_optimizer.history(); !history.empty() && history.back().correct) {
        const IterationStats &last = history.back();
        const bool ofPart = last.items < m_workspace.data()->size(Side::y);
        detail = ofPart ? tr("%1 of %2 items matched correctly so far") : tr("%1 matched correctly so far");
        detail = detail.arg(roundedDown(*last.correct));
        if (ofPart)
            detail = detail.arg(countText(last.items));
    }
    const auto left = m_optimizer.secondsLeft();
    const double done = m_optimizer.secondsElapsed();
    detail += (detail.isEmpty() ? QString() : QStringLiteral(" · ")) +
              (left && std::isfinite(*left) ? tr("about %1 s left").arg(QLocale().toString(std::ceil(*left), 'f', 0))
                                            : tr("%1 s so far").arg(QLocale().toString(std::floor(done), 'f', 0)));
    m_progress->setValue(left && done + *left > 0 ? static_cast<int>(1000 * done / (done + *left)) : 0);
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    setTexts(paused ? tr("Paused.") : tr("Aligning …"), detail, {}, Tone::plain);
    std::vector<QWidget *> shown{m_pause, m_stop, m_cancel};
    if (left) // without an estimate, the bar would look like that of a run that is nearly done
        shown.push_back(m_progress);
    offer(shown);
}

void VerdictStrip::showAnswer(const io::RunRecord &run)
{
    const RunAnswer answer = answerOf(m_workspace, run);
    m_step = answer.next;
    m_next->setText(answer.button);
    const QString name = shownName(QString::fromStdString(run.name));
    const QString ended = m_optimizer.isValidating(run.id)
                              ? tr("%1 has ended; its matches are being checked.").arg(name)
                              : tr("%1 has ended.").arg(name);
    const io::RunRecord *before = findRun(m_workspace.runs(), m_optimizer.continuedFrom(run.id));
    const bool again = before && m_optimizer.isValidating(run.id) && answer.verdict.isEmpty();
    const RunAnswer earlier = again ? answerOf(m_workspace, *before) : RunAnswer();
    const QString verdict = !answer.verdict.isEmpty() ? answer.verdict
                            // The earlier verdict is shown until the new run has one.
                            : !earlier.verdict.isEmpty() ? earlier.verdict
                                                         : ended;
    const auto good = again && earlier.good ? earlier.good : answer.good;
    const auto tone = !good ? Tone::plain : *good ? Tone::good : Tone::doubtful;
    m_note->setEnabled(answer.wrongSeeds > 0);
    if (const Index older = m_workspace.pairsOlder(); older > 0)
        return showOlder(verdict, name + ": " + olderText(older) + ". " + answer.found, tone);
    const QString change = before ? changeText(m_workspace, *before, run) + ' ' : QString();
    setTexts(verdict, change + answer.found, answer.note, tone);
    std::vector<QWidget *> buttons{m_next, m_savePairs};
    if (!answer.note.isEmpty())
        buttons.push_back(m_note);
    offer(buttons);
}

/// Shows a run whose known pairs the user has changed; the run may already be continuing with the changed pairs.
void VerdictStrip::showOlder(const QString &verdict, const QString &detail, Tone tone)
{
    const bool continuing = m_optimizer.isContinuing();
    setTexts(verdict, detail, continuing ? tr("Continuing with the changed pairs …") : QString(), tone);
    m_start->setText(tr("Align again"));
    if (continuing)
        return offer({m_note});
    if (m_optimizer.canContinue())
        return offer({m_continue, m_start});
    offer({m_start});
}

void VerdictStrip::setTexts(const QString &headline, const QString &detail, const QString &note, Tone tone)
{
    const bool other = headline != m_headlineText || detail != m_detailText || note != m_noteText;
    m_headlineText = headline;
    m_detailText = detail;
    m_noteText = note;
    m_tone = tone;
    showTexts();
    if (other && m_optimizer.state() == OptimizeController::State::Idle) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void VerdictStrip::showTexts()
{
    followFont(*this);
    QFont large = titleFont();
    large.setPixelSize(qRound(15 * sizeFactor()));
    m_headline->setFont(large);
    m_detail->setFont(smallFont());
    fitTexts();
    for (const auto &[label, text] : {std::pair(m_headline, m_headlineText), std::pair(m_detail, m_detailText)}) {
        label->setToolTip(tooltipText(text));
        label->setAccessibleName(text);
    }
    m_progress->setFixedSize(qRound(120 * sizeFactor()), qRound(8 * sizeFactor()));
    constexpr int widest = 300; // maximum width of the note in pixels, at the usual text size
    m_note->setText(m_note->fontMetrics().elidedText(m_noteText, Qt::ElideRight, qRound(widest * sizeFactor())));
    m_note->setToolTip(tooltipText(m_noteText));
    const QColor edge = m_tone == Tone::good ? okColour() : m_tone == Tone::doubtful ? warningColour() : borderColour();
    const QString style = QString("#verdictStrip { background: %1; border: 1px solid %2; border-left: 5px solid %3; }"
                                  "#verdictNote { color: %4; border: none; text-align: right; }")
                              .arg(plotBackground().name(), borderColour().name(), edge.name(), warningColour().name());
    // Sets only a changed style sheet, because setting one sends events that call this function again.
    if (style != styleSheet())
        setStyleSheet(style);
}

/// Shows the headline in one line and the detail in at most two; their tooltips contain all of them.
void VerdictStrip::fitTexts()
{
    m_headline->setText(m_headline->fontMetrics().elidedText(m_headlineText, Qt::ElideRight, m_headline->width()));
    // Number of lines that the detail fills; less than two, because lines are broken between words.
    constexpr double filled = 1.8;
    const int room = qRound(filled * m_detail->width());
    m_detail->setText(m_detail->fontMetrics().elidedText(m_detailText, Qt::ElideRight, room));
}

/// Shows those optional widgets of the strip that `shown` contains, hides the others, and updates tooltips of buttons.
void VerdictStrip::offer(const std::vector<QWidget *> &shown)
{
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_note, m_progress, m_start, m_pause, m_stop, m_cancel, m_addPair,
                                          m_readSeeds, m_savePairs, m_next, m_back, m_continue})
        each->setVisible(std::ranges::find(shown, each) != shown.end());
    for (const auto &[made, action] : {std::pair(m_stop, m_actions.stop), std::pair(m_addPair, m_actions.addPair)})
        made->setToolTip(action->toolTip());
    enableStart();
}

void VerdictStrip::enableStart()
{
    if (m_start->isHidden())
        return;
    const QString obstacle = m_optimizer.obstacle();
    m_start->setEnabled(obstacle.isEmpty());
    m_start->setToolTip(obstacle.isEmpty() ? m_actions.start->toolTip() : obstacle);
}

void VerdictStrip::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        // Queued, because showTexts() may set a style sheet, which sends these events again.
        QMetaObject::invokeMethod(this, &VerdictStrip::showTexts, Qt::QueuedConnection);
}

/// Updates the texts, because the text size changes after a presentation.
void VerdictStrip::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    showTexts();
}

bool VerdictStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_headline && event->type() == QEvent::Resize) // also when other buttons are offered
        fitTexts();
    return QFrame::eventFilter(watched, event);
}

} // namespace anchorscope::gui
