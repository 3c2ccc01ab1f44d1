// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// Where reports of crashes are: a folder of the user's, closed to others.
QString crashFolder();

/// From now on a program that crashes leaves a report there before it dies as it would have: version, signal, and the
/// functions it was in; nothing of the user's data. The ten newest reports are kept. Nothing happens where the folder
/// cannot be made, or in builds with sanitizers, which report crashes themselves.
void reportCrashes();

} // namespace anchorscope::gui
