// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Stores the results of an experiment in the file of --checkpoint, so that an interrupted experiment can continue. The
/// file is JSON with the command, hashes of the data, the results and a checksum; it is written atomically.
class Checkpoint
{
public:
    /// Creates a checkpoint for a command on the data that `data` names; `reader` contains its options. Options that do
    /// not affect the result of a repeat are ignored (--repeats, --threads, output). Errors: those of reading DATA.
    static Result<Checkpoint> of(OptionReader &reader, const QString &data, Communicator *communicator);

    /// Loads the stored result; empty if the file does not exist. Errors: "wrong-usage" if the file is of another
    /// command or other data, "bad-file" if it is not a valid checkpoint.
    Result<QJsonObject> load() const;
    Status save(const QJsonObject &measured) const;

private:
    /// Communicator of several ranks, of which the first writes the file; null: one process.
    Communicator *m_communicator = nullptr;
    std::string m_path;
    QJsonObject m_identity;
};

/// Result that an experiment continues from, and a function that stores later results; both empty without --checkpoint.
struct Continuation
{
    std::any partialResult;
    std::function<void(const std::any &result)> onStep;
};
/// Opens the file of --checkpoint. Errors: those of Checkpoint; "wrong-usage" if the file contains more repeats than
/// requested.
Result<Continuation> continuationOf(const Experiment &experiment, OptionReader &reader, const QString &data,
                                    int repeats, Communicator *communicator);

} // namespace anchorscope::cli
