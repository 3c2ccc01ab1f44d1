// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;

namespace anchorscope::gui {

/// Fills a list with the rules for pairing the items of two spaces. The data of each entry is its PairingRule,
/// converted to a number.
void fillPairingRules(QComboBox &box);

} // namespace anchorscope::gui
