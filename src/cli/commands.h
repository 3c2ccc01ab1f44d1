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

/// Output of a command: text for the terminal, and JSON.
struct Report
{
    QJsonObject json;
    QString text;
    std::vector<std::string> warnings;
    /// Errors of output files that could not be written; with errors, the exit code is 1.
    std::vector<Error> failures;
    bool refused = false; ///< true if the command rejects its input; the exit code is then 2
};

/// Default of --near-count, as in the paper RR, Table 1.
inline constexpr Index usualNear = 200;

/// Command of anchorscope-cli. Names of experiments have two words, such as "experiment retrieval"; core's registry
/// describes the experiments.
struct Command
{
    /// Options for reading DATA: the command's own, those for two spaces, or those for many spaces of one file.
    enum class Data { own, pair, manySpaces };
    using Run = Result<Report>(OptionReader &, const QString &data, const RunContext &);

    QString name, about;
    Data data = Data::own;
    UsedOptions reads = {};
    int repeats = 0; ///< default of --repeats; 0: the command has no such option
    void (*addOwnOptions)(OptionReader &) = nullptr;
    Run *run = nullptr;
    int arguments = 1; ///< number of positional arguments, including DATA; anyNumber: one or more
    static constexpr int anyNumber = -1;
    const char *expected = "one DATA argument (one file, or two separated by a comma)";
    bool oneFile = false; ///< true if DATA is one file; otherwise it may be two, separated by a comma
    /// Experiment of core's registry; null for other commands.
    const Experiment *experiment = nullptr;

    void addOptions(OptionReader &reader) const;
    /// Help for the argument DATA.
    const char *dataHelp() const
    {
        return oneFile ? "The file to read." : "A dataset file, or two files separated by a comma.";
    }
};
std::span<const Command> commands();
/// Finds the command that the first argument (for experiments the first two) names; null if unknown.
const Command *findCommand(const QStringList &arguments);
const Command &commandOf(OptionReader &reader);

/// Default of --count, the number of candidates that a command lists.
constexpr Index usualCandidates = 8;

// Functions that run any experiment of core's registry (experiments/experimentcommand.cpp).

void addExperimentOptions(OptionReader &reader, const Experiment &experiment);
/// Runs the experiment until its end or a signal; with --checkpoint, continues from the file and updates it.
Result<Report> runExperiment(OptionReader &reader, const QString &data, const RunContext &context);

} // namespace anchorscope::cli
