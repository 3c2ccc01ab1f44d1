// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "core/evaluate/metrics.h"
#include "gui/present/tablemodel.h"

#include <QString>

#include <string>

namespace anchorscope::gui {

/// The label of a representation as on screen.
QString representationLabel(const std::string &id);
QString representationAbout(const std::string &id); ///< a sentence

/// "X" or "Y".
QString sideLabel(Side side);
/// "X → Y": the direction in which vectors move. The heading names the roles, such as queries → index.
QString arrowLabel(Side from, Side to);

/// How a metric heads a column of numbers.
TableModel::Column metricColumn(const Metric &metric);

} // namespace anchorscope::gui
