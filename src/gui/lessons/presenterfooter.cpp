// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenterfooter.h"

#include "gui/controllers/livescorecontroller.h"
#include "gui/display/verdicttext.h"
#include "gui/playground/playcontroller.h"
#include "gui/playground/sharebar.h"
#include "gui/style/plaintext.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace anchorscope::gui {

PresenterFooter::PresenterFooter(Workspace &workspace, PlayController &play, LiveScoreController &scores)
    : m_workspace(workspace), m_play(play), m_scores(scores), m_caption(new QLabel), m_details(new QLabel)
{
    setObjectName("presenterFoot");
    setAccessibleName(tr("Caption and scores"));
    auto *grid = new QGridLayout(this);
    m_caption->setObjectName("presenterCaption");
    m_caption->setWordWrap(true);
    m_caption->setAccessibleName(tr("Caption"));
    m_details->setObjectName("presenterDetails");
    m_details->setTextFormat(Qt::RichText);
    m_details->setWordWrap(true);
    m_details->setAccessibleName(tr("Question"));
    m_details->hide();
    auto *words = new QVBoxLayout;
    words->addWidget(m_caption);
    words->addWidget(m_details);
    grid->addLayout(words, 0, 0, 2, 1);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const int row = static_cast<int>(i);
        m_bars[i] = {new QLabel, new ShareBar, new QLabel};
        m_bars[i].value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(m_bars[i].name, row, 1);
        grid->addWidget(m_bars[i].bar, row, 2);
        grid->addWidget(m_bars[i].value, row, 3);
    }
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(2, 2);
    connect(&workspace, &Workspace::dataChanged, this, &PresenterFooter::showCaption);
    connect(&workspace, &Workspace::setupChanged, this, &PresenterFooter::showScores);
    connect(&workspace, &Workspace::runsChanged, this, &PresenterFooter::showScores);
    connect(&play, &PlayController::changed, this, &PresenterFooter::showScores);
    connect(&scores, &LiveScoreController::changed, this, &PresenterFooter::showScores);
    showScores();
}

void PresenterFooter::setCaption(const QString &caption, const QString &details)
{
    m_captionText = caption;
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    showCaption();
}

void PresenterFooter::setTextSize(int pixels)
{
    QFont large = font();
    large.setPixelSize(pixels);
    m_caption->setFont(large);
    layout()->setContentsMargins(pixels, pixels / 3, pixels, pixels / 3);
    layout()->setSpacing(pixels / 3);
}

void PresenterFooter::showCaption()
{
    QString text = m_captionText;
    if (text.isEmpty() && m_workspace.hasData())
        text = shownName(
            QString::fromStdString(m_workspace.data()->choice.spaceX + " ↔ " + m_workspace.data()->choice.spaceY));
    m_caption->setText(text);
}

void PresenterFooter::showBar(const Bar &bar, const QString &name, double share)
{
    bar.name->setText(name);
    bar.bar->setShare(share);
    bar.bar->setAccessibleName(name);
    bar.value->setText(tr("%1%").arg(100 * share, 0, 'f', 0));
}

void PresenterFooter::showScores()
{
    const PlaygroundScores &scores = m_play.scores();
    const QuickScore &score = m_scores.score();
    const bool classes = scores.classesAbsolute && scores.classesRelative;
    const io::RunRecord *run = m_workspace.chosenRun();
    const bool answered = !classes && run && run->summary.correct && m_workspace.data()->hasTruth();
    if (answered) {
        showBar(m_bars[0], tr("Matched correctly"), *run->summary.correct);
        // Formats the share of correct matches, rounded down as in the verdict strip.
        m_bars[0].value->setText(roundedDown(*run->summary.correct));
    } else if (classes) {
        showBar(m_bars[0], tr("Accuracy, absolute"), *scores.classesAbsolute);
        showBar(m_bars[1], tr("Accuracy, relative"), *scores.classesRelative);
    } else if (score.scored) {
        showBar(m_bars[0], tr("Partners found, X → Y"), score.pAt1XToY.mean);
        showBar(m_bars[1], tr("Partners found, Y → X"), score.pAt1YToX.mean);
    }
    for (const Bar &bar : m_bars) {
        const bool shown = answered ? &bar == &m_bars[0] : classes || score.scored;
        for (QWidget *part :
             {static_cast<QWidget *>(bar.name), static_cast<QWidget *>(bar.bar), static_cast<QWidget *>(bar.value)})
            part->setVisible(shown);
    }
}

void PresenterFooter::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    m_play.setActive(true);
    showCaption();
}

void PresenterFooter::hideEvent(QHideEvent *event)
{
    m_play.setActive(false);
    QFrame::hideEvent(event);
}

} // namespace anchorscope::gui
