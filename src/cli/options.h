// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <QCommandLineParser>
#include <QJsonObject>

#include <string>
#include <vector>

namespace anchorscope::cli {

// Groups of options that several commands share, and how options are read. Errors are "wrong-usage". What is read is
// noted with the value that is used, given or not: JSON repeats it as "settings", and a given option that nothing reads
// is announced. So an option is read where it is used, and nowhere else.

void addOutputOptions(QCommandLineParser &parser);              ///< --json, --progress, --threads
void addReadingOptions(QCommandLineParser &parser);             ///< --max-items, --sample, --sample-seed
void addColumnOptions(QCommandLineParser &parser);              ///< --columns, --columns-y, --ids, --ids-y
void addPairOptions(QCommandLineParser &parser);                ///< --x, --y, --pair, --transform, and those
void addSpacesOptions(QCommandLineParser &parser);              ///< --spaces, --max-items: many spaces of one file
void addSessionOption(QCommandLineParser &parser);              ///< --session
void addForceOption(QCommandLineParser &parser);                ///< --force, of commands that write files
void addRepeatOptions(QCommandLineParser &parser, int repeats); ///< --repeats (so many if not given), --checkpoint

/// Whether the user gave an option; false for one that the command does not have.
bool given(const QCommandLineParser &parser, const QString &name);

/// Error if an option is given twice.
Status checkOptions(const QCommandLineParser &parser);

/// Error if one of the options is given, which would not be used; why, as the end of a sentence.
Status refuse(const QCommandLineParser &parser, const QStringList &options, const QString &why);

/// Notes the value with which an option is used where it is another than what was read: chosen by the program, or taken
/// from a session.
void noteUsed(const QString &option, const QJsonValue &value);
/// All that was read so far, by name (with “_” for “-”).
QJsonObject usedSettings();
/// Those that were given and not read; those about the output do not count.
QStringList unusedOptions(const QCommandLineParser &parser);

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

/// A name, a file or a flag; empty, false if absent.
QString textOption(const QCommandLineParser &parser, const QString &name);
bool flagOption(const QCommandLineParser &parser, const QString &name);
/// One of the choices; the first if absent.
Result<QString> choiceOption(const QCommandLineParser &parser, const QString &name, const QStringList &choices);

Error wrongUsage(const QString &message);

} // namespace anchorscope::cli
