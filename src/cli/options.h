// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/result.h"

#include <QCommandLineParser>

namespace anchorscope::cli {

// Groups of options that several commands share, and how they are read. Errors are "wrong-usage".

void addOutputOptions(QCommandLineParser &parser);    ///< --json, --progress, --threads
void addReadingOptions(QCommandLineParser &parser);   ///< --max-items, --sample, --sample-seed
void addColumnOptions(QCommandLineParser &parser);    ///< --columns, --columns-y
void addPairOptions(QCommandLineParser &parser);      ///< --x, --y, --pair, and those
void addDrawOptions(QCommandLineParser &parser);      ///< anchors, pre-processing, similarity and its numbers
void addSearchOptions(QCommandLineParser &parser);    ///< those, seeds, method and its parameters
void addProtocolOptions(QCommandLineParser &parser);  ///< those and the side whose anchors are found
void addSpacesOptions(QCommandLineParser &parser);    ///< --spaces, --max-items: many spaces of one file
void addRetrievalOptions(QCommandLineParser &parser); ///< --k, --exact
void addMethodsOption(QCommandLineParser &parser);    ///< --methods
void addStitchOptions(QCommandLineParser &parser);    ///< --head, --head-input, --train-share
void addSessionOption(QCommandLineParser &parser);    ///< --session
void addForceOption(QCommandLineParser &parser);      ///< --force, of commands that write files
void addRepeatOptions(QCommandLineParser &parser, int repeats = 5); ///< --repeats (so many if not given), --checkpoint

/// Whether the user gave an option; false for one that the command does not have.
bool given(const QCommandLineParser &parser, const QString &name);

/// Error if an option is given twice.
Status checkOptions(const QCommandLineParser &parser);

/// A number given to an option, or `fallback` if it is absent. The error names both limits (numberlimits.h).
Result<Index> integerOption(const QCommandLineParser &parser, const QString &name, Index fallback, Index least);
Result<double> numberOption(const QCommandLineParser &parser, const QString &name, double fallback);

/// Numbers or words given to an option, separated by commas; `fallback` if it is absent.
Result<std::vector<double>> numbersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<double> fallback);
Result<std::vector<Index>> integersOption(const QCommandLineParser &parser, const QString &name,
                                          std::vector<Index> fallback, Index least);
std::vector<std::string> wordsOption(const QCommandLineParser &parser, const QString &name,
                                     std::vector<std::string> fallback);

/// All but the seed pairs, which need the data. Stitching has its own defaults for some methods (AO Table 3).
/// trueAnchors: nothing is optimised. `repeats` where the user gives no number.
enum class Purpose { retrieval, stitching, trueAnchors };
Result<ExperimentOptions> readExperiment(const QCommandLineParser &parser, Purpose purpose, int repeats);

Error wrongUsage(const QString &message);

} // namespace anchorscope::cli
