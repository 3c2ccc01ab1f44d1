// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Stores the results of an experiment in the file of --checkpoint, so that it can continue after an interruption: JSON
/// with the command, hashes of the data, the results and a checksum, written atomically.
class Checkpoint
{
public:
    /// Creates a checkpoint for the command of `reader` on the data that `data` names, ignoring options that do not
    /// affect a repeat (--repeats, --threads, output). Errors: those of reading DATA.
    static Result<Checkpoint> of(OptionReader &reader, const QString &data, Communicator *communicator);

    /// Loads the stored result; empty if there is no file. Errors: "wrong-usage" (another command or data), "bad-file".
    Result<QJsonObject> load() const;
    Status save(const QJsonObject &measured) const;

private:
    /// Communicator of several ranks, of which the first writes the file; null: one process.
    Communicator *m_communicator = nullptr;
    std::string m_path;
    QJsonObject m_identity;
};

/// Result to continue from, and a function that stores later results; both empty without --checkpoint.
struct Continuation
{
    std::any partialResult;
    std::function<void(const std::any &result)> onStep;
};
/// Opens the file of --checkpoint. Errors: those of Checkpoint; "wrong-usage" if it has more repeats than requested.
Result<Continuation> continuationOf(const Experiment &experiment, OptionReader &reader, const QString &data,
                                    int repeats, Communicator *communicator);

} // namespace anchorscope::cli
