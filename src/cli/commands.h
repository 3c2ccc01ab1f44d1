// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/registry.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <QCommandLineParser>
#include <QJsonObject>

#include <span>
#include <string>
#include <vector>

namespace anchorscope::cli {

/// What a command found, for programs and for people.
struct Report
{
    QJsonObject json;
    QString text;
    std::vector<std::string> warnings;
    std::vector<Error> failures; ///< outputs that could not be written; the exit code is 1 then
    bool refused = false;        ///< what was read is wrong: the exit code is 2
};

/// One command of anchorscope-cli. Experiments are two words, "experiment retrieval"; the registry of core says what
/// they are about.
struct Command
{
    /// Where its options for reading DATA come from.
    enum class Data { own, pair, manySpaces };
    using Run = Result<Report> (*)(const QCommandLineParser &, const QString &data, const RunContext &);

    QString name, about;
    Data data = Data::own;
    SettingsRead reads = {};
    int repeats = 0; ///< --repeats, if not given; 0: the command has none
    void (*addOwnOptions)(QCommandLineParser &) = nullptr;
    Run run = nullptr;
    int arguments = 1; ///< DATA, and what else follows it; anyNumber: one or more
    static constexpr int anyNumber = -1;
    const char *expected = "one DATA argument (one file, or two separated by a comma)"; ///< in other words

    /// All its options but those of every command.
    void addOptions(QCommandLineParser &parser) const;
};
std::span<const Command> commands();
/// The command that the arguments begin with (two words of `experiment retrieval`), or null.
const Command *findCommand(const QStringList &arguments);
/// The command that a parser was made for.
const Command &commandOf(const QCommandLineParser &parser);

Result<Report> info(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> convert(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> listFacts(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> validateLessons(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> optimizeAnchors(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> measureRetrieval(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> measureStitching(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> checkHealth(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> listDisagreement(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> listMistakes(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> inspectOne(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> proposePartners(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> tabulateInvariance(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> translateSpace(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> countAnchors(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> countKnownPairs(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> studyTranslation(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> studyProxy(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> reconstruct(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> studyQuantization(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> studyLearning(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> compareEncoders(const QCommandLineParser &, const QString &data, const RunContext &);
Result<Report> comparePairs(const QCommandLineParser &, const QString &data, const RunContext &);

} // namespace anchorscope::cli
