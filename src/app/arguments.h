// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/style/theme.h"

#include <QCommandLineParser>
#include <QSize>

#include <optional>
#include <utility>

namespace anchorscope::app {

inline constexpr std::pair<const char *, gui::ThemeChoice> themeWords[] = {
    {"system", gui::ThemeChoice::System}, {"light", gui::ThemeChoice::Light}, {"dark", gui::ThemeChoice::Dark}};

void describeArguments(QCommandLineParser &parser);

/// First error of the arguments, in one sentence; empty if they are valid. The options --screenshot and --lesson must
/// not ask the user, so with them the function also checks that the files can be opened.
QString wrongArgument(const QCommandLineParser &parser);

std::optional<QSize> windowSize(const QCommandLineParser &parser);

} // namespace anchorscope::app
