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

/// One space carried over into the other: where its items land among the other's, and which ω and δ do it best.
class TranslationPage : public QWidget
{
    Q_OBJECT

public:
    /// `drawing` is for many points, see ScatterView.
    TranslationPage(Workspace &workspace, TranslationController &controller, Runner &drawing,
                    QWidget *parent = nullptr);
    ~TranslationPage() override;

private:
    void offerAdapters();
    void chooseFromForm();
    void showState();
    void showPoints();
    void fillPictures();
    void showPicture();
    QString stateText() const;

    std::unique_ptr<Ui::TranslationPage> m_ui;
    Workspace &m_workspace;
    TranslationController &m_controller;
    ScatterView *m_points;
    std::vector<ResultPlot> m_pictures;
};

} // namespace anchorscope::gui
