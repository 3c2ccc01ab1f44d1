// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"
#include "gui/display/answertext.h"

#include <QFrame>

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;

namespace anchorscope::gui {

/// Strip above the panels: names of the data, progress of a run, or quality of its result, with buttons for next steps.
class VerdictStrip : public QFrame
{
    Q_OBJECT

public:
    struct Actions
    {
        QAction *start, *pause, *stop, *cancel, *addPair, *readSeeds;
    };
    VerdictStrip(Workspace &workspace, OptimizeController &optimizer, const Actions &actions,
                 QWidget *parent = nullptr);

    QString headline() const { return m_headlineText; }
    QString text() const; ///< all texts on the strip: headline, detail and note

Q_SIGNALS:
    void stepRequested(anchorscope::gui::NextStep step);
    void pairsRequested();  ///< reports that the user requests to see the known pairs that the run contradicts
    void savingRequested(); ///< reports that the user requests to save the pairs that the run found

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    enum class Tone { plain, good, doubtful };

    void build();
    void showState();
    void showNothingYet();
    void showRunning();
    void showAnswer(const io::RunRecord &run);
    void showOlder(const QString &verdict, const QString &detail, Tone tone);
    void setTexts(const QString &headline, const QString &detail, const QString &note, Tone tone);
    void showTexts();
    void fitTexts();
    void offer(const std::vector<QWidget *> &buttons);
    void enableStart();
    QPushButton *button(QAction *action, const QString &text, const char *name);

    Workspace &m_workspace;
    OptimizeController &m_optimizer;
    Actions m_actions;
    QLabel *m_headline, *m_detail;
    QPushButton *m_note;
    QProgressBar *m_progress;
    QPushButton *m_start, *m_pause, *m_stop, *m_cancel, *m_addPair, *m_readSeeds, *m_savePairs, *m_next, *m_back,
        *m_continue;
    NextStep m_step = NextStep::None;
    io::RunId m_left = io::RunId::none; ///< run that a change of the setup deselected
    QString m_headlineText, m_detailText, m_noteText;
    Tone m_tone = Tone::plain;
};

} // namespace anchorscope::gui
