// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/options.h"
#include "core/evaluate/representation.h"

namespace anchorscope::cli {

/// --param-subset, --param-steps and the other options of learned anchors (PARAM).
void addLearningOptions(QCommandLineParser &parser);
Result<LearningChoice> readLearning(const QCommandLineParser &parser);
/// Error if one of them is given, though no anchors are learned.
Status refuseLearning(const QCommandLineParser &parser, const QString &why);

} // namespace anchorscope::cli
