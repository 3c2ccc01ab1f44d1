// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/replaycontroller.h"
#include "gui/present/runcurves.h"

#include <QWidget>

#include <memory>

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

class HintChooser;
class OptimizeParameters;
class RunModel;

/// Method, parameters, the run at work with its curves, and the runs made so far.
class OptimizePage : public QWidget
{
    Q_OBJECT

public:
    OptimizePage(Workspace &workspace, OptimizeController &controller, ReplayController &replay,
                 QWidget *parent = nullptr);
    ~OptimizePage() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildButtons();
    void connectRuns();
    void connectReplay();
    void offerRunActions();
    void renameRun(io::RunId run);
    void deleteRun(io::RunId run);
    void showSetup();
    void showState();
    void showProgress();
    void showCurves();
    void showMarker(bool ofResult);
    void addRuns(const std::vector<int> &rows, std::vector<LineChart::Series> &losses,
                 std::vector<LineChart::Series> &shares) const;
    void addStarts(const std::vector<StartOfRun> &starts, std::vector<LineChart::Series> &losses,
                   std::vector<LineChart::Series> &shares) const;
    int iterationsBefore() const;
    void showReplay();
    std::vector<int> comparedRuns() const;
    QString progressText() const;

    std::unique_ptr<Ui::OptimizePage> m_ui;
    Workspace &m_workspace;
    OptimizeController &m_controller;
    ReplayController &m_replay;
    RunModel *m_runs;
    OptimizeParameters *m_parameters = nullptr;
    HintChooser *m_hints = nullptr;
};

} // namespace anchorscope::gui
