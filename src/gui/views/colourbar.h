// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"
#include "gui/plot/pointstyle.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace anchorscope::gui {

/// “12.5”, “2024-05-17”: text of an end of a scale.
QString scaleText(double value, bool dates);
/// Parses such a text; nullopt if it is neither a number nor a date.
std::optional<double> scaleValue(const QString &text, bool dates);

/// A scale of colours between its two ends, which can be typed.
class ColourBar : public QWidget
{
    Q_OBJECT

public:
    explicit ColourBar(QWidget *parent = nullptr);

    void setScale(const ColourScale &scale);

Q_SIGNALS:
    /// Nothing: as the values suggest.
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
