// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/healthcontroller.h"
#include "gui/display/colouring.h"
#include "gui/state/selection.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace anchorscope::gui {

class HealthModel;
class HeatMapView;

/// Shows how well the anchors span a space: risks, matrix of similarities, and contribution of each anchor.
class HealthPage : public QWidget
{
    Q_OBJECT

public:
    HealthPage(Workspace &workspace, Selection &selection, HealthController &controller, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Reports that the user requests to colour the points by their coverage by anchors.
    void colourRequested(anchorscope::gui::ColourBy meaning);

private:
    void build();
    void connectParts();
    Side side() const;
    void showState();
    void showResult();
    QString verdict() const;
    QString facts() const;
    void showGram();
    void select(const std::vector<int> &anchors);

    Workspace &m_workspace;
    Selection &m_selection;
    HealthController &m_controller;
    QPushButton *m_measure;
    QComboBox *m_side;
    QToolButton *m_colour;
    QLabel *m_note, *m_facts, *m_provenance;
    HeatMapView *m_gram;
    QTableView *m_table;
    HealthModel *m_model;
};

} // namespace anchorscope::gui
