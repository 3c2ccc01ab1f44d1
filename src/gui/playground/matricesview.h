// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/selfsimilaritycontroller.h"

#include <QWidget>

class QLabel;

namespace anchorscope::gui {

class HeatMapView;

/// View of three heat maps: similarities between the items of X, similarities between the items of Y, and the
/// difference of these.
class MatricesView : public QWidget
{
    Q_OBJECT

public:
    /// Creates the view. `workspace` and `matrices` must outlive it.
    MatricesView(const Workspace &workspace, const SelfSimilarityController &matrices);

private:
    void show();

    const Workspace &m_workspace;
    const SelfSimilarityController &m_matrices;
    std::array<HeatMapView *, 3> m_maps;
    QLabel *m_note;
};

} // namespace anchorscope::gui
