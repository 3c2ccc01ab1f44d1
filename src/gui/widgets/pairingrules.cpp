// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/pairingrules.h"

#include "core/data/correspondence.h"

#include <QComboBox>
#include <QCoreApplication>

namespace anchorscope::gui {

void fillPairingRules(QComboBox &box)
{
    const auto add = [&box](const char *text, PairingRule rule) {
        box.addItem(QCoreApplication::translate("PairingRules", text), static_cast<int>(rule));
    };
    add("by id, otherwise by row", PairingRule::automatic);
    add("by id", PairingRule::byId);
    add("by row", PairingRule::byRow);
    add("none: the pairing is unknown", PairingRule::none);
    add("from a file, scoring only…", PairingRule::list);
}

} // namespace anchorscope::gui
