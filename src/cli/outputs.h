// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/optionreader.h"

namespace anchorscope::cli {

/// Checks the files of the command line before anything is read or computed: its inputs are named, and every output can
/// be written. An output must not be one of the inputs (the same file under any name) or another output; an existing
/// file must be of the kind that the command writes, unless --force is given. Errors: "wrong-usage", "unwritable-file".
Status checkFiles(const Command &command, OptionReader &reader, const QString &data);

/// True on the first of several ranks, which writes the common results.
bool writesFiles(const RunContext &context);

/// Path for an output: the given name, or a free one beside it if another program has written to that file since
/// checkFiles().
std::string freeOutput(const std::string &path);

/// Runs `save` on the file of an option and notes the name in the report, or the error if it fails, so that other
/// outputs and the report are kept. Does nothing without the option.
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
