// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// Converts the Markdown of a lesson to rich text that refers to no file: HTML tags are shown as text, and images are
/// read from the lesson's folder and embedded. An image is replaced by the reason if it is outside of the folder, is
/// not a PNG, JPEG, GIF, BMP or WebP, has more than 8 MB or 8 million pixels, or comes after the fourth.
QString lessonText(const QString &markdown, const QString &folder);

} // namespace anchorscope::gui
