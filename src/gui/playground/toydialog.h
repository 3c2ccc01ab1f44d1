// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/toys.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace anchorscope::gui {

/// What a new cloud is like: its shape and the numbers of core's Toy. Opens below a button and closes on any click
/// beside it.
class ToyDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ToyDialog(QWidget *parent);

    void openBelow(const QWidget &button);
    Toy toy() const;

Q_SIGNALS:
    void toyChosen(const QString &name); ///< of the cloud, as files are named

private:
    void showShape();

    QComboBox *m_shape;
    QLabel *m_about;
    std::vector<QDoubleSpinBox *> m_numbers; ///< of toyFields(), in their order
    QDoubleSpinBox *m_classes = nullptr;     ///< one of them
};

} // namespace anchorscope::gui
