// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace anchorscope::gui {

class LiveScoreController;
class PlayController;
class ScoreBars;
class Workspace;

/// Footer of a presentation: a caption, and scores as bars. If items have classes, the scores are the classification
/// accuracy from absolute and from relative vectors and, if Y is transformed, the playground's other scores. Otherwise:
/// the share of items that the chosen run has matched correctly or, without a run, P@1 in both directions.
class PresenterFooter : public QFrame
{
    Q_OBJECT

public:
    static constexpr double captionShare = 0.04; ///< height of the caption's text as a share of the window's height

    PresenterFooter(Workspace &workspace, PlayController &play, LiveScoreController &scores);

    void setTextSize(int pixels);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showState();

    Workspace &m_workspace;
    PlayController &m_play;
    LiveScoreController &m_scores;
    QLabel *m_caption, *m_details;
    ScoreBars *m_bars;
};

} // namespace anchorscope::gui
