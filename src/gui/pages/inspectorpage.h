// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/inspectorcontroller.h"

#include <QWidget>

#include <memory>

namespace Ui {
class InspectorPage;
}

namespace anchorscope::gui {

class AnchorComparisonView;
class NeighbourModel;

/// Page with the neighbours of the item in focus in both spaces, and its similarity to every anchor.
class InspectorPage : public QWidget
{
    Q_OBJECT

public:
    InspectorPage(Workspace &workspace, Selection &selection, InspectorController &inspector,
                  QWidget *parent = nullptr);
    ~InspectorPage() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void showInspection();
    void showImage(Side side, ItemIndex item);
    QString about(Side side, ItemIndex item) const;

    std::unique_ptr<Ui::InspectorPage> m_ui;
    Workspace &m_workspace;
    Selection &m_selection;
    InspectorController &m_inspector;
    NeighbourModel *m_model;
    AnchorComparisonView *m_anchors;
};

} // namespace anchorscope::gui
