// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/optionreader.h"

namespace anchorscope::cli {

/// Checks the files that the command line names, before anything is read or computed. Every input must have a name, and
/// every output must be writable, must not be an input (the same file under any name) or another output, and, if it
/// exists, must be of the kind that the command writes, unless --force is given. Errors: "wrong-usage",
/// "unwritable-file".
Status checkFiles(const Command &command, OptionReader &reader, const QString &data);

/// True for a single process and for the first of several MPI ranks, which writes the results of all ranks.
bool writesFiles(const RunContext &context);

/// Path to which an output is written: the given one or, if another program has written to that file since
/// checkFiles(), an unused one beside it.
std::string freeOutput(const std::string &path);

/// Calls `save` to write the output file that an option names; does nothing if the option was not given. Adds the
/// file's name to the report, or the error if writing fails, so that other outputs and the report are still written.
template <class Save> void saveOutput(OptionReader &reader, const QString &option, Report &report, const Save &save)
{
    report.json[option] = QJsonValue();
    reader.text(option);
    if (!reader.isSet(option))
        return;
    const std::string path = filePath(reader.value(option)), free = freeOutput(path);
    if (path != free)
        report.warnings.push_back("Another program wrote to " + path +
                                  " during the run, so it was kept; the output is " + free + ".");
    if (const Status saved = save(free); !saved)
        report.failures.push_back(saved.error());
    else
        report.json[option] = path == free ? reader.value(option) : QString::fromStdString(free);
}

} // namespace anchorscope::cli
