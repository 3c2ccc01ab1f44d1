// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenterfooter.h"

#include "gui/controllers/livescorecontroller.h"
#include "gui/display/answertext.h"
#include "gui/display/verdicttext.h"
#include "gui/playground/playcontroller.h"
#include "gui/playground/scorebars.h"
#include "gui/style/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>

namespace anchorscope::gui {

namespace {

/// Scores that a presentation shows; empty if none is known.
std::vector<ScoreRow> shownRows(const Workspace &workspace, const PlaygroundScores &scores, const QuickScore &score)
{
    const io::RunRecord *run = workspace.chosenRun();
    if (scores.classesAbsolute && scores.classesRelative) {
        std::vector<ScoreRow> rows = playgroundRows(workspace, scores);
        if (workspace.setup().transform.isNeutral())
            rows.resize(2);
        return rows;
    }
    const auto row = [](const QString &name, double share) { return ScoreRow{name, roundedDown(share), share}; };
    if (run && run->summary.correct && workspace.data()->hasTruth())
        return {row(PresenterFooter::tr("Matched correctly"), *run->summary.correct)};
    if (!score.scored)
        return {};
    return {row(PresenterFooter::tr("Partners found, X → Y"), score.pAt1XToY.mean),
            row(PresenterFooter::tr("Partners found, Y → X"), score.pAt1YToX.mean)};
}

} // namespace

PresenterFooter::PresenterFooter(Workspace &workspace, PlayController &play, LiveScoreController &scores)
    : m_workspace(workspace), m_play(play), m_scores(scores), m_caption(new QLabel), m_details(new QLabel),
      m_bars(new ScoreBars)
{
    setObjectName("presenterFoot");
    setAccessibleName(tr("Caption and scores"));
    m_caption->setObjectName("presenterCaption");
    m_caption->setAccessibleName(tr("Caption"));
    m_details->setObjectName("presenterDetails");
    auto *words = new QVBoxLayout;
    for (QLabel *label : {m_caption, m_details}) {
        plainText(label);
        label->setWordWrap(true);
        words->addWidget(label);
    }
    auto *row = new QHBoxLayout(this);
    row->addLayout(words, 1);
    row->addWidget(m_bars, 1);
    connect(&workspace, &Workspace::dataChanged, this, &PresenterFooter::showState);
    for (const auto signal : {&Workspace::runsChanged, &Workspace::mistakesChanged, &Workspace::suspectsChanged})
        connect(&workspace, signal, this, &PresenterFooter::showState);
    connect(&workspace, &Workspace::setupChanged, this, &PresenterFooter::showState);
    connect(&workspace, &Workspace::verdictReady, this, &PresenterFooter::showState);
    connect(&play, &PlayController::changed, this, &PresenterFooter::showState);
    connect(&scores, &LiveScoreController::changed, this, &PresenterFooter::showState);
}

void PresenterFooter::setTextSize(int pixels)
{
    QFont large = font();
    large.setPixelSize(pixels);
    m_caption->setFont(large);
    layout()->setContentsMargins(pixels, pixels / 3, pixels, pixels / 3);
    layout()->setSpacing(pixels);
}

/// Shows the scores and a caption. The caption describes how Y has been transformed; if it has not, the caption shows
/// the verdict of the run or, without a run, the names of the spaces.
void PresenterFooter::showState()
{
    if (!isVisible() || !m_workspace.hasData())
        return;
    const io::RunRecord *run = m_workspace.chosenRun();
    QString caption = transformCaption(m_workspace), details;
    if (caption.isEmpty() && run) {
        const RunAnswer answer = answerOf(m_workspace, *run);
        caption = answer.verdict.isEmpty() ? answer.found : answer.verdict;
        details = answer.verdict.isEmpty() ? QString() : answer.found;
    }
    if (caption.isEmpty())
        caption = shownName(
            QString::fromStdString(m_workspace.data()->choice.x.space + " ↔ " + m_workspace.data()->choice.y.space));
    m_caption->setText(caption);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    m_bars->setRows(shownRows(m_workspace, m_play.scores(), m_scores.score()));
}

void PresenterFooter::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    m_play.setActive(true);
    showState();
}

void PresenterFooter::hideEvent(QHideEvent *event)
{
    m_play.setActive(false);
    QFrame::hideEvent(event);
}

} // namespace anchorscope::gui
