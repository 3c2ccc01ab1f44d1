// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <array>

class QLabel;

namespace anchorscope::gui {

class LiveScoreController;
class PlayController;
class ShareBar;
class Workspace;

/// Footer of a presentation: a caption, and up to two scores as bars. The scores are the classification accuracy from
/// absolute and from relative vectors if items have classes; otherwise the share of items that the chosen run has
/// matched correctly or, without a run, P@1 in both directions.
class PresenterFooter : public QFrame
{
    Q_OBJECT

public:
    static constexpr double captionShare = 0.04; ///< height of the caption's text as a share of the window's height

    PresenterFooter(Workspace &workspace, PlayController &play, LiveScoreController &scores);

    /// Sets the caption (at most twelve words; if empty, the names of the spaces), and rich text that is shown below
    /// it.
    void setCaption(const QString &caption, const QString &details = {});
    void setTextSize(int pixels); ///< sets the text size of the caption

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Bar
    {
        QLabel *name;
        ShareBar *bar;
        QLabel *value;
    };

    void showCaption();
    void showScores();
    void showBar(const Bar &bar, const QString &name, double share);

    Workspace &m_workspace;
    PlayController &m_play;
    LiveScoreController &m_scores;
    QString m_captionText;
    QLabel *m_caption, *m_details;
    std::array<Bar, 2> m_bars;
};

} // namespace anchorscope::gui
