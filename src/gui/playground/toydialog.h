// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/toys.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace anchorscope::gui {

/// Dialog for a new synthetic cloud: its shape and the numbers of core's Toy. Opens below a button and closes on any
/// click outside.
class ToyDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ToyDialog(QWidget *parent);

    void openBelow(const QWidget &button);
    Toy toy() const;

Q_SIGNALS:
    void toyChosen(const QString &name); ///< reports that the user chose a toy, e.g. "toy:rings,n=300"

private:
    void showShape();

    QComboBox *m_shape;
    QLabel *m_about;
    std::vector<QDoubleSpinBox *> m_numbers; ///< input fields of the numbers, in the order of toyFields()
    QDoubleSpinBox *m_classes = nullptr;     ///< element of m_numbers that sets the number of classes
};

} // namespace anchorscope::gui
