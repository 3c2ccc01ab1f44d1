// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"
#include "gui/controllers/translationcontroller.h"

#include <QWidget>

#include <memory>

namespace Ui {
class TranslationPage;
}

namespace anchorscope::gui {

class ScatterView;

/// Page with a plot of translated items, and heat maps of scores by ω (anchor sets) and δ (distance in a set).
class TranslationPage : public QWidget
{
    Q_OBJECT

public:
    /// `drawing` runs the jobs that draw many points (see ScatterView).
    TranslationPage(Workspace &workspace, TranslationController &controller, Runner &drawing,
                    QWidget *parent = nullptr);
    ~TranslationPage() override;

private:
    void offerAdapters();
    void chooseFromForm();
    void showState();
    void showPoints();
    void fillPlots();
    void showPlot();
    QString stateText() const;

    std::unique_ptr<Ui::TranslationPage> m_ui;
    Workspace &m_workspace;
    TranslationController &m_controller;
    ScatterView *m_points;
    std::vector<ResultPlot> m_plots;
};

} // namespace anchorscope::gui
