// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/registry.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string>
#include <vector>

namespace anchorscope::cli {

/// Output of a command: its text for the terminal and its JSON.
struct Report
{
    QJsonObject json;
    QString text;
    std::vector<std::string> warnings;
    /// Errors of output files that could not be written; the exit code is 1 if this is not empty.
    std::vector<Error> failures;
    bool refused = false; ///< true if the command rejects the contents of its input; the exit code is then 2
};

/// Command of anchorscope-cli. The name of an experiment is two words, "experiment retrieval"; the description of an
/// experiment comes from core's registry.
struct Command
{
    /// Kind of the options for reading DATA: the command's own, those for two spaces, or those for many spaces of one
    /// file.
    enum class Data { own, pair, manySpaces };
    using Run = Result<Report> (*)(OptionReader &, const QString &data, const RunContext &);

    QString name, about;
    Data data = Data::own;
    UsedOptions reads = {};
    int repeats = 0; ///< default of --repeats; 0: the command does not have this option
    void (*addOwnOptions)(OptionReader &) = nullptr;
    Run run = nullptr;
    int arguments = 1; ///< number of positional arguments, including DATA; anyNumber: one or more
    static constexpr int anyNumber = -1;
    /// Description of the positional arguments, for the error message if their number is wrong.
    const char *expected = "one DATA argument (one file, or two separated by a comma)";
    /// Experiment of core's registry that the command runs; null: the command is not such an experiment.
    const Experiment *experiment = nullptr;

    /// Adds all options of the command.
    void addOptions(OptionReader &reader) const;
};
std::span<const Command> commands();
/// Finds the command that is named by the first argument (for experiments by the first two); null if unknown.
const Command *findCommand(const QStringList &arguments);
/// Command that the command line names; `reader` contains its options.
const Command &commandOf(OptionReader &reader);

/// Default of --count, the number of candidates that a command lists.
constexpr Index usualCandidates = 8;

Result<Report> info(OptionReader &, const QString &data, const RunContext &);
Result<Report> convert(OptionReader &, const QString &data, const RunContext &);
Result<Report> listFacts(OptionReader &, const QString &data, const RunContext &);
Result<Report> validateLessons(OptionReader &, const QString &data, const RunContext &);
Result<Report> optimizeAnchors(OptionReader &, const QString &data, const RunContext &);
Result<Report> predictCosts(OptionReader &, const QString &data, const RunContext &);
Result<Report> suggestHintColumns(OptionReader &, const QString &data, const RunContext &);
Result<Report> suggestPairs(OptionReader &, const QString &data, const RunContext &);
Result<Report> checkHealth(OptionReader &, const QString &data, const RunContext &);
Result<Report> listDisagreement(OptionReader &, const QString &data, const RunContext &);
Result<Report> mapNeighbours(OptionReader &, const QString &data, const RunContext &);
Result<Report> listMistakes(OptionReader &, const QString &data, const RunContext &);
Result<Report> inspectOne(OptionReader &, const QString &data, const RunContext &);
Result<Report> proposeMatches(OptionReader &, const QString &data, const RunContext &);
Result<Report> tabulateInvariance(OptionReader &, const QString &data, const RunContext &);
Result<Report> translateSpace(OptionReader &, const QString &data, const RunContext &);

// Functions that run any experiment of core's registry as a command (experiments/experimentcommand.cpp).

/// Adds the options of an experiment, including those for the files that it reads or writes.
void addExperimentOptions(OptionReader &reader, const Experiment &experiment);
/// Runs the command's experiment until its end or a signal; with --checkpoint, continues from the file and updates it.
Result<Report> runExperiment(OptionReader &reader, const QString &data, const RunContext &context);

} // namespace anchorscope::cli
