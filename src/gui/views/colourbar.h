// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"
#include "gui/plot/pointstyle.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace anchorscope::gui {

/// Text for an end of a colour scale, e.g. “12.5” or “2024-05-17”.
QString scaleText(double value, bool dates);
/// Value that the user entered for an end of a colour scale; nullopt if it is neither a number nor a date.
std::optional<double> scaleValue(const QString &text, bool dates);

/// Colour scale with fields for the values at its two ends, which the user can edit.
class ColourBar : public QWidget
{
    Q_OBJECT

public:
    explicit ColourBar(QWidget *parent = nullptr);

    void setScale(const ColourScale &scale);

Q_SIGNALS:
    /// Reports that the user has chosen the range of the scale; nullopt: the default range.
    void rangeChosen(std::optional<anchorscope::ValueRange> range);

protected:
    void changeEvent(QEvent *event) override;

private:
    class Strip;
    void take();
    void setWidths();

    ColourScale m_scale;
    QLineEdit *m_low, *m_high;
    Strip *m_strip;
    QPushButton *m_usual;
};

} // namespace anchorscope::gui
