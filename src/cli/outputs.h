// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/optionreader.h"

namespace anchorscope::cli {

/// Checks the files of the command line before anything is read or computed. Every input must have a name. Every output
/// must be writable, different from inputs and other outputs (under any name), and, if it exists, of the kind that the
/// command writes, unless --force is given. Errors: "wrong-usage", "unwritable-file".
Status checkFiles(const Command &command, OptionReader &reader, const QString &data);

/// True for a single process and for the first MPI rank, which writes the results of all ranks.
bool writesFiles(const RunContext &context);

/// Path to write an output to: `path`, or an unused path if another program wrote to `path` after checkFiles().
std::string freeOutput(const std::string &path);

/// Calls `save` to write the output file that an option names, if it was given. Adds the file's name to the report, or
/// the error of writing, so that other outputs and the report are still written.
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
