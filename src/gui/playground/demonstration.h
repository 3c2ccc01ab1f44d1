// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"

#include <QFrame>
#include <QVariantAnimation>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;

namespace anchorscope::gui {

class PlayController;
class ScatterView;
class ScoreBars;

/// Demonstration of the transforms that relative vectors survive. X and Y are the same globe, and there is a large
/// button for each of five transforms. A button transforms Y gradually over a pale copy of its points, waits, and
/// removes the transform. A mark on the button then shows whether the relative vectors stayed the same.
class Demonstration : public QFrame
{
    Q_OBJECT

public:
    /// Creates the demonstration, hidden. `panel`: the panel “Y absolute”. All arguments must outlive it.
    Demonstration(Workspace &workspace, ProjectionController &projections, PlayController &play, ScatterView &panel);

    /// Returns the data of the demonstration, and begins it when they have been opened. `file`: path of globe.h5.
    DataChoice prepare(const QString &file);
    bool isActive() const { return m_active; }
    void end();         ///< hides the buttons; the data stay open
    void go(int steps); ///< demonstrates the transform that is `steps` buttons after the current one

Q_SIGNALS:
    void began();
    void ended();

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void begin();
    void demonstrate(int which);
    void setShare(double share);
    void keepOriginal();
    void showState();
    void fit();

    Workspace &m_workspace;
    ProjectionController &m_projections;
    PlayController &m_play;
    ScatterView &m_panel;
    std::vector<QPushButton *> m_buttons;
    QCheckBox *m_centred;
    QLabel *m_caption;
    ScoreBars *m_bars;
    QVariantAnimation m_motion;                  ///< share of the transform, from 0 to 1 and back to 0
    std::vector<std::optional<bool>> m_survived; ///< whether the relative vectors stayed the same, for each transform
    bool m_active = false, m_awaitsData = false;
    int m_current = -1; ///< transform that is demonstrated; −1: none
    int m_round = 0;    ///< number of demonstrations until now, from which the id of an undo step is computed
};

} // namespace anchorscope::gui
