// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/playcontroller.h"

#include <QWidget>

#include <array>
#include <set>
#include <string>
#include <vector>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSlider;
class QVBoxLayout;
QT_END_NAMESPACE

namespace anchorscope::gui {

/// Page of the playground: a control for each field of core's Transform, which is applied to Y, and the resulting
/// scores.
class PlayPage : public QWidget
{
    Q_OBJECT

public:
    PlayPage(Workspace &workspace, PlayController &controller, QWidget *parent = nullptr);

    void addBars(QWidget *bars); ///< adds `bars`, the widget that paints a relative vector as bars, below the scores

    /// Adds `matrices`, the widget with the heat maps of similarities, at the bottom.
    void addMatrices(QWidget *matrices);
    /// Restricts the visible controls to those of `fields`, names of fields of core's Transform; "table" stands for the
    /// table of invariances. If `fields` is empty, all controls that fit the space are visible.
    void showOnly(std::set<std::string> fields);

Q_SIGNALS:
    /// Reports that the user requests to open a generated example; `paths` contains its name, e.g. "toy:rings,n=300".
    void openRequested(const QStringList &paths);

private:
    struct Control
    {
        const TransformField *field = nullptr;
        QLabel *label = nullptr;
        QWidget *row = nullptr;
        QSlider *slider = nullptr; ///< slider for a field of the transform; null if the field has a check box instead
        QDoubleSpinBox *number = nullptr;
        QCheckBox *box = nullptr;
    };
    void orderByTab();
    QWidget *buildViews();
    QWidget *buildControls();
    void buildNames(QFormLayout &form);
    void addControl(const TransformField &field, QFormLayout &form);
    void addSlider(Control &control);
    /// Sets a field of the transform to a value. `merge`: id of the undo step; consecutive steps with equal ids are
    /// merged, so that a drag is one step.
    void choose(const TransformField &field, double value, int merge);
    void showSetup();
    void showView();

    Workspace &m_workspace;
    std::vector<Control> m_controls;
    QComboBox *m_shown, *m_frame;
    QPushButton *m_reset, *m_cloud;
    QCheckBox *m_names;
    QLabel *m_note;
    QVBoxLayout *m_column;
    QWidget *m_table = nullptr;
    QWidget *m_matrices = nullptr;
    std::set<std::string> m_only;
    int m_drag = 0; ///< number of drags until now, from which the id of an undo step is computed
};

} // namespace anchorscope::gui
