// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anchorscope::gui {

/// The Markdown of a lesson as rich text that names no file: tags in it are text, and its pictures are read from the
/// folder of the lesson. In place of a picture that is not shown stands why: one that lies elsewhere, is no PNG, JPEG,
/// GIF, BMP or WebP, has more than 8 MB or 8 million pixels, or comes after the fourth.
QString lessonText(const QString &markdown, const QString &folder);

} // namespace anchorscope::gui
