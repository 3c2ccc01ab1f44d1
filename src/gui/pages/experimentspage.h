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

/// The experiments of the papers: choose one, run it, look at its pictures and its table, export both.
class ExperimentsPage : public QWidget
{
    Q_OBJECT

public:
    ExperimentsPage(Workspace &workspace, ExperimentController &controller, QWidget *parent = nullptr);
    ~ExperimentsPage() override;

Q_SIGNALS:
    /// A cell of a map of spaces was clicked.
    void pairRequested(const QString &spaceX, const QString &spaceY);

private:
    const Experiment &experiment() const; ///< the chosen one
    /// Control of an option that a single experiment has.
    struct Choice
    {
        const Experiment *experiment;
        std::string key; ///< Option::oldId
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
    const Experiment *m_running = nullptr; ///< known to run
};

} // namespace anchorscope::gui
