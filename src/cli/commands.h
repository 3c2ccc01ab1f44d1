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

/// Result of a command, as text for the terminal and as JSON.
struct Report
{
    QJsonObject json;
    QString text;
    std::vector<std::string> warnings;
    std::vector<Error> failures; ///< errors of outputs that could not be written; the exit code is then 1
    bool refused = false;        ///< true if the input is wrong: the exit code is 2
};

/// One command of anchorscope-cli. Experiments are two words, "experiment retrieval"; their descriptions come from the
/// registry of core.
struct Command
{
    /// Kinds of options for reading DATA that a command has.
    enum class Data { own, pair, manySpaces };
    using Run = Result<Report> (*)(OptionReader &, const QString &data, const RunContext &);

    QString name, about;
    Data data = Data::own;
    UsedOptions reads = {};
    int repeats = 0; ///< default of --repeats; 0: the command does not have the option
    void (*addOwnOptions)(OptionReader &) = nullptr;
    Run run = nullptr;
    int arguments = 1; ///< number of arguments, DATA included; anyNumber: one or more
    static constexpr int anyNumber = -1;
    /// Description of the arguments in words.
    const char *expected = "one DATA argument (one file, or two separated by a comma)";
    const Experiment *experiment = nullptr; ///< experiment of the registry that the command runs; null: none

    /// Adds all options of the command.
    void addOptions(OptionReader &reader) const;
};
std::span<const Command> commands();
/// Finds the command that the arguments begin with (two words in `experiment retrieval`); null if unknown.
const Command *findCommand(const QStringList &arguments);
/// Command that the options belong to.
const Command &commandOf(OptionReader &reader);

/// Default of --count: candidates to list.
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

/// Adds the options of an experiment and of the files that it reads or writes.
void addExperimentOptions(OptionReader &reader, const Experiment &experiment);
/// Runs the experiment of the command until its end or a signal, with a checkpoint if one is given.
Result<Report> runExperiment(OptionReader &reader, const QString &data, const RunContext &context);

} // namespace anchorscope::cli
