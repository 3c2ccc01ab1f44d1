// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QLabel;

namespace anchorscope::gui {

class ShareBar;
class Workspace;
struct PlaygroundScores;

/// Score as a row of ScoreBars; a score that was not measured has no share.
struct ScoreRow
{
    QString name;
    QString value;
    std::optional<double> share;
    QString about = {}; ///< explanation of the score, shown as a tooltip
};

/// Scores between 0 and 1 as bars, one below the other, each with its name and its value.
class ScoreBars : public QWidget
{
public:
    ScoreBars();
    void setRows(const std::vector<ScoreRow> &rows);

private:
    struct Bar
    {
        QLabel *name;
        ShareBar *bar;
        QLabel *value;
    };

    QGridLayout *m_grid;
    std::vector<Bar> m_bars;
};

/// Scores of the playground as rows: accuracy from absolute and from relative vectors, how far the relative vectors
/// moved, and P@1.
std::vector<ScoreRow> playgroundRows(const Workspace &workspace, const PlaygroundScores &scores);

/// Changes of a transform in words, such as “Turn 40° · Stretch × 1.6”; empty if it is neutral.
QString transformCaption(const Workspace &workspace);

} // namespace anchorscope::gui
