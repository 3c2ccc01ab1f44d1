// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace anchorscope::gui {

/// Line icon by name; see icon() in theme.h.
QIcon themedIcon(const QString &name);

} // namespace anchorscope::gui
