// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// Folder of crash reports, private to the user.
QString crashFolder();

/// Installs a handler that writes a report before a crashing program ends: version, signal and stack, but no user data.
/// The ten newest reports are kept. Has no effect if the folder cannot be created, or in builds with sanitizers, which
/// report crashes themselves.
void reportCrashes();

} // namespace anchorscope::gui
