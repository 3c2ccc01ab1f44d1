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

/// Page for choosing and running an experiment; exports its plots and table.
class ExperimentsPage : public QWidget
{
    Q_OBJECT

public:
    ExperimentsPage(Workspace &workspace, ExperimentController &controller, QWidget *parent = nullptr);
    ~ExperimentsPage() override;

    /// Sets whether the page shows no options and no table, so that the plot fits into a low window during a lesson.
    void setPlotsOnly(bool only);

Q_SIGNALS:
    /// Reports a click on a heat map whose rows and columns are spaces.
    void pairRequested(const QString &spaceX, const QString &spaceY);

private:
    const Experiment &experiment() const;

    /// Control for an option of one experiment.
    struct Choice
    {
        const Experiment *experiment;
        std::string key; ///< key of the option in sessions (Option::oldId)
        QWidget *control = nullptr;
        QLabel *label = nullptr; ///< label beside the control; null if the control contains the text
    };

    void makeChoices();
    void makeControl(Choice &choice, const Option &option);
    void showChoices();
    void showState();
    void showOutcome();
    void showPlot();
    void exportImage();

    std::unique_ptr<Ui::ExperimentsPage> m_ui;
    Workspace &m_workspace;
    ExperimentController &m_controller;
    std::vector<Choice> m_choices;
    bool m_plotsOnly = false;
    std::shared_ptr<const ExperimentOutcome> m_outcome;
    const Experiment *m_running = nullptr; ///< experiment that was running when the page was last updated
};

} // namespace anchorscope::gui
