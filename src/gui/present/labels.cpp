// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/labels.h"

#include "core/evaluate/representation.h"
#include "core/experiments/outcome.h"

#include <QCoreApplication>

namespace anchorscope::gui {

QString representationLabel(const std::string &id)
{
    return QString::fromStdString(rowLabel(id));
}

QString representationAbout(const std::string &id)
{
    for (const Representation &representation : representations()) {
        if (id == representation.id)
            return QString::fromUtf8(representation.about);
    }
    return {};
}

QString sideLabel(Side side)
{
    return QString::fromStdString(sideName(side));
}

QString arrowLabel(Side from, Side to)
{
    return QString::fromStdString(arrowName(from, to));
}

TableModel::Column metricColumn(const Metric &metric)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Metrics", text); };
    const QString better = metric.higherIsBetter ? tr("higher is better") : tr("lower is better");
    // Two short lines keep the column narrow.
    return {tr(metric.label).replace(' ', '\n').replace("@K", "\n@K"),
            QString("%1 (%2; %3)").arg(tr(metric.about), tr(metric.unit), better), true};
}

} // namespace anchorscope::gui
