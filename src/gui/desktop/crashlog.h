// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// Folder of the crash reports; other users cannot read it.
QString crashFolder();

/// Installs a signal handler that writes a report when the program crashes: version, signal and stack, but no data of
/// the user. Keeps the ten newest reports. Does nothing if the folder cannot be created or in builds with sanitizers.
void reportCrashes();

} // namespace anchorscope::gui
