// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/selfsimilaritycontroller.h"

#include <QWidget>

class QLabel;

namespace anchorscope::gui {

class HeatMapView;

/// Heat maps of the similarities within X, within Y, and of their difference.
class MatricesView : public QWidget
{
    Q_OBJECT

public:
    /// Creates the view. `workspace` and `matrices` outlive it.
    MatricesView(const Workspace &workspace, const SelfSimilarityController &matrices);

private:
    void show();

    const Workspace &m_workspace;
    const SelfSimilarityController &m_matrices;
    std::array<HeatMapView *, 3> m_maps;
    QLabel *m_note;
};

} // namespace anchorscope::gui
