// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/sessioncontroller.h"

#include <QWidget>

#include <memory>

namespace Ui {
class StitchingPage;
}

namespace anchorscope::gui {

class HeatMapView;
class StitchModel;

/// A head trained on one space and tested on the other: four confusion matrices and their scores.
class StitchingPage : public QWidget
{
    Q_OBJECT

public:
    StitchingPage(Workspace &workspace, ScoreController &scores, const SessionController &session,
                  QWidget *parent = nullptr);
    ~StitchingPage() override;

private:
    void connectChoices();
    void showState();
    void showResult();
    void showMaps();

    std::unique_ptr<Ui::StitchingPage> m_ui;
    Workspace &m_workspace;
    ScoreController &m_scores;
    const SessionController &m_session;
    StitchModel *m_model;
};

} // namespace anchorscope::gui
