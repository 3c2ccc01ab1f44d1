// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/selection.h"

#include <QFrame>

#include <array>

class QLabel;
class QToolButton;

namespace anchorscope::gui {

/// The way from data to a score in one line over the panels: four steps that tick off by what the session holds, what
/// to do in the next one, and a button that puts the line away. Each step leads to the place where it is done.
class StepStrip : public QFrame
{
    Q_OBJECT

public:
    enum class Step { Look, Tie, Find, Measure };

    StepStrip(Workspace &workspace, Selection &selection, QWidget *parent = nullptr);

    bool isDone(Step step) const;

Q_SIGNALS:
    void wanted(anchorscope::gui::StepStrip::Step step); ///< it was clicked
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void look();
    void showSteps();
    void showHint();

    Workspace &m_workspace;
    Selection &m_selection;
    bool m_looked = false; ///< an item of these data was pointed at or chosen
    std::array<QToolButton *, 4> m_steps;
    QString m_hintText; ///< of the next step
    QLabel *m_hint;
    QToolButton *m_close;
};

} // namespace anchorscope::gui
