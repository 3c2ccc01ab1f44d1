// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/experimentcontroller.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace Ui {
class ExperimentsPage;
}

namespace anchorscope::gui {

/// Page of experiments from the papers: choose one, run it, view its plots and table, and export both.
class ExperimentsPage : public QWidget
{
    Q_OBJECT

public:
    ExperimentsPage(Workspace &workspace, ExperimentController &controller, QWidget *parent = nullptr);
    ~ExperimentsPage() override;

Q_SIGNALS:
    /// A cell of a plot with spaces as rows and columns was clicked.
    void pairRequested(const QString &spaceX, const QString &spaceY);

private:
    const Experiment &experiment() const; ///< the chosen experiment
    /// Control of an option that belongs to one experiment.
    struct Choice
    {
        const Experiment *experiment;
        std::string key; ///< key as in Option::oldId
        QWidget *control = nullptr;
        QLabel *label = nullptr; ///< null if the control has its own text
    };

    void makeChoices();
    void makeControl(Choice &choice, const Option &option);
    void showChoices();
    void showState();
    void showOutcome();
    void showPicture();
    void exportPicture();

    std::unique_ptr<Ui::ExperimentsPage> m_ui;
    Workspace &m_workspace;
    ExperimentController &m_controller;
    std::vector<Choice> m_choices;
    std::shared_ptr<const ExperimentOutcome> m_outcome;
    const Experiment *m_running = nullptr; ///< experiment that was running at the last update
};

} // namespace anchorscope::gui
