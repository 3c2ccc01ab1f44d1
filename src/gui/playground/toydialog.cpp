// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/toydialog.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>

#include <algorithm>

namespace anchorscope::gui {

ToyDialog::ToyDialog(QWidget *parent) : QDialog(parent, Qt::Popup), m_shape(new QComboBox), m_about(new QLabel)
{
    setObjectName("toyDialog");
    setAccessibleName(tr("New cloud"));
    auto *form = new QFormLayout(this);
    for (const ToyShape &shape : toyShapes())
        m_shape->addItem(QString::fromUtf8(shape.id));
    m_shape->setAccessibleName(tr("Shape"));
    m_about->setWordWrap(true);
    form->addRow(tr("&Shape:"), m_shape);
    form->addRow(m_about);
    for (const ToyField &field : toyFields()) {
        auto *number = new QDoubleSpinBox;
        number->setObjectName(field.id);
        number->setDecimals(field.isWhole ? 0 : 2);
        number->setSingleStep(field.isWhole ? 1 : 0.05);
        number->setRange(field.min, field.max);
        number->setValue(field.read({}));
        number->setToolTip(QString::fromUtf8(field.about));
        number->setAccessibleName(QString::fromUtf8(field.label));
        form->addRow(QString::fromUtf8(field.label) + ':', number);
        m_numbers.push_back(number);
        if (std::string_view(field.id) == "classes")
            m_classes = number;
    }
    auto *open = new QPushButton(tr("&Open"));
    open->setDefault(true);
    open->setToolTip(tr("Replaces the data that are open"));
    form->addRow(open);
    connect(m_shape, &QComboBox::currentIndexChanged, this, &ToyDialog::showShape);
    connect(open, &QPushButton::clicked, this, [this] {
        close();
        Q_EMIT toyChosen(QString::fromStdString(toyName(toy())));
    });
    showShape();
}

Toy ToyDialog::toy() const
{
    Toy toy;
    toy.shape = m_shape->currentText().toStdString();
    for (std::size_t i = 0; i < m_numbers.size(); ++i)
        toyFields()[i].write(toy, m_numbers[i]->value());
    return toy;
}

void ToyDialog::showShape()
{
    const ToyShape &shape = toyShapes()[static_cast<std::size_t>(m_shape->currentIndex())];
    m_about->setText(QString::fromUtf8(shape.about));
    m_classes->setEnabled(shape.classes == 0);
    if (shape.classes > 0)
        m_classes->setValue(static_cast<double>(shape.classes));
}

void ToyDialog::openBelow(const QWidget &button)
{
    adjustSize();
    const QRect room = button.screen()->availableGeometry();
    const QPoint below = button.mapToGlobal(QPoint(0, button.height()));
    move(std::clamp(below.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(below.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    show();
    m_shape->setFocus();
}

} // namespace anchorscope::gui
