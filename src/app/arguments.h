// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/style/theme.h"

#include <QCommandLineParser>
#include <QSize>

#include <optional>
#include <utility>

namespace anchorscope::app {

/// Values of --theme.
inline constexpr std::pair<const char *, gui::ThemeChoice> themeWords[] = {
    {"system", gui::ThemeChoice::System}, {"light", gui::ThemeChoice::Light}, {"dark", gui::ThemeChoice::Dark}};

/// The options and files of the window's command line.
void describeArguments(QCommandLineParser &parser);

/// Why the window cannot do what these arguments ask for, in one sentence; empty: it can. Files that only a person
/// could be asked about are opened for a look.
QString wrongArgument(const QCommandLineParser &parser);

/// Of --size; none where it is no size.
std::optional<QSize> windowSize(const QCommandLineParser &parser);

} // namespace anchorscope::app
