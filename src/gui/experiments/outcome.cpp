// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/outcome.h"

#include <cmath>

namespace anchorscope::gui {

ExperimentOutcome::Cell textCell(const QString &text)
{
    return {text, {}};
}

ExperimentOutcome::Cell numberCell(double value, int decimals)
{
    return std::isfinite(value) ? ExperimentOutcome::Cell{QString::number(value, 'f', decimals), value}
                                : ExperimentOutcome::Cell{QString(QChar(0x2013)), {}};
}

ExperimentOutcome::Cell repeatedCell(const Repeated &values, int decimals)
{
    if (values.empty())
        return {QString(QChar(0x2013)), {}};
    const QString mean = QString::number(values.mean(), 'f', decimals);
    return {values.values.size() < 2 ? mean : mean + " ± " + QString::number(values.std(), 'f', decimals),
            values.mean()};
}

} // namespace anchorscope::gui
