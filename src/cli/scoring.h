// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/registry.h"
#include "core/experiments/translation.h"

#include <QCommandLineParser>

namespace anchorscope::cli {

// What a user brings to score with, and what is scored (core/README.md, 6).

void addStatisticsOption(QCommandLineParser &parser); ///< --statistics
/// Errors "wrong-usage".
Result<Statistics> readStatistics(const QCommandLineParser &parser);
/// What --completion says; none without it. Error "wrong-usage".
Result<std::optional<Completion>> readCompletion(const QCommandLineParser &parser);

/// Those that are read of --k, --exact, --score-anchors, --head and what it is trained with, --head-input,
/// --train-share, --methods.
void addScoringOptions(QCommandLineParser &parser, const SettingsRead &reads);
/// --head-cost, --head-rate, --head-batch, --head-epochs, for this head; refuses those that this kind does not read,
/// and all if none is `trained`.
Status readHeadOptions(const QCommandLineParser &parser, const std::string &head, bool trained, HeadOptions &options);

void addSplitOption(QCommandLineParser &parser);      ///< --split
void addLabelsOption(QCommandLineParser &parser);     ///< --labels
void addDictionaryOption(QCommandLineParser &parser); ///< --dictionary
/// Reads what --split, --labels and --dictionary name. Errors of the files, "wrong-usage".
Status readBrought(const QCommandLineParser &parser, PairedData &data, ExperimentOptions &options);

} // namespace anchorscope::cli
