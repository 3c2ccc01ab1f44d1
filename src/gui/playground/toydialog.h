// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/toys.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace anchorscope::gui {

/// Dialog for a new generated example: its shape, and the other parameters of core's Toy. It opens below a button and
/// closes on a click outside.
class ToyDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ToyDialog(QWidget *parent);

    void openBelow(const QWidget &button);
    Toy toy() const;

Q_SIGNALS:
    /// Reports that the user chose a generated example, by its name, e.g. "toy:rings,n=300".
    void toyChosen(const QString &name);

private:
    void showShape();

    QComboBox *m_shape;
    QLabel *m_about;
    std::vector<QDoubleSpinBox *> m_numbers; ///< input fields for the numeric parameters, in the order of toyFields()
    QDoubleSpinBox *m_classes = nullptr;     ///< input field for the number of classes, one of m_numbers
};

} // namespace anchorscope::gui
