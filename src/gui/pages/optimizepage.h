// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/optimizers.h"
#include "gui/controllers/replaycontroller.h"
#include "gui/display/runcurves.h"
#include "gui/state/workspace.h"

#include <QObject>
#include <QWidget>

#include <memory>

class OptimizePage;
class QWidget;

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// Widgets for the method and its parameters, fields of OptimizeOptions. Hides parameters that the method does not use.
class OptimizeParameters : public QObject
{
    Q_OBJECT

public:
    OptimizeParameters(Ui::OptimizePage &form, Workspace &workspace, QObject *parent);
    void show();

private:
    struct Bound
    {
        const Field<OptimizeOptions> *field;
        /// Widget of a field, and its label (null if the widget contains the text).
        QWidget *widget, *label;
    };
    template <class Widget, class Signal>
    void bind(const char *id, Widget *widget, Signal changed, QWidget *label = nullptr);
    void edit(const Bound &bound, int merge);

    Ui::OptimizePage &m_ui;
    Workspace &m_workspace;
    std::vector<Bound> m_bound;
};

class HintChooser;
class RunModel;

/// Page of the optimizer: method, curves of the running or chosen run, and list of runs.
class OptimizePage : public QWidget
{
    Q_OBJECT

public:
    OptimizePage(Workspace &workspace, OptimizeController &controller, ReplayController &replay,
                 QWidget *parent = nullptr);
    ~OptimizePage() override;

    /// Sets whether the page shows the method and the curves only, which then fit into a low window during a lesson.
    void setPlotsOnly(bool only);

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
