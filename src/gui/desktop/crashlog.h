// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// Folder of the crash reports, which only the user can read.
QString crashFolder();

/// Installs a signal handler that writes a report when the program crashes: version, signal and stack, but no data of
/// the user. The ten newest reports are kept. Has no effect if the folder cannot be created, or in builds with
/// sanitizers, which report crashes themselves.
void reportCrashes();

} // namespace anchorscope::gui
