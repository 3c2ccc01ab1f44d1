// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/labels.h"

#include "core/evaluate/representation.h"

namespace anchorscope::gui {

QString representationLabel(const std::string &id)
{
    for (const Representation &representation : representations()) {
        if (id == representation.id)
            return QString::fromUtf8(representation.label);
    }
    return QString::fromStdString(id);
}

} // namespace anchorscope::gui
