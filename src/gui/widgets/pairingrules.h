// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;

namespace anchorscope::gui {

/// Fills a list with the rules for pairing items; the data of an entry is its PairingRule as a number.
void fillPairingRules(QComboBox &box);

} // namespace anchorscope::gui
