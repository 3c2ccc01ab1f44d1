// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/selfsimilaritycontroller.h"

#include <QWidget>

class QLabel;

namespace anchorscope::gui {

class HeatMapView;

/// X's own similarities, Y's, and their difference, side by side.
class MatricesView : public QWidget
{
    Q_OBJECT

public:
    /// Both live as long as the view.
    MatricesView(const Workspace &workspace, const SelfSimilarityController &matrices);

private:
    void show();

    const Workspace &m_workspace;
    const SelfSimilarityController &m_matrices;
    std::array<HeatMapView *, 3> m_maps;
    QLabel *m_note;
};

} // namespace anchorscope::gui
