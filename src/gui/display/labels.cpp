// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/labels.h"

#include "core/evaluate/representation.h"
#include "core/experiments/outcome.h"

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

} // namespace anchorscope::gui
