// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Stores the results of an experiment in a file (--checkpoint), so that an interrupted experiment can continue. JSON
/// with the command, hashes of the data, the results and a checksum. Written atomically.
class Checkpoint
{
public:
    /// Creates a checkpoint for the given command, without options that affect no repeat (--repeats, --threads,
    /// output), and with the hashes of the data. Errors: those of reading DATA.
    static Result<Checkpoint> of(OptionReader &reader, const QString &data, Communicator *communicator);

    /// Loads the stored result; none without a file. Errors: "wrong-usage" for a file of another command or other
    /// data, "bad-file" for anything else.
    Result<QJsonObject> load() const;
    Status save(const QJsonObject &measured) const;

private:
    Communicator *m_communicator = nullptr; ///< communicator of several ranks, the first of which writes the file
    std::string m_path;
    QJsonObject m_identity;
};

/// Result read from a checkpoint, and the checkpoint for later results; both empty without --checkpoint.
struct Continuation
{
    std::any partialResult;
    std::function<void(const std::any &result)> onStep;
};
/// Opens --checkpoint. Errors: those of Checkpoint; "wrong-usage" if it contains more repeats than requested.
Result<Continuation> continuationOf(const Experiment &experiment, OptionReader &reader, const QString &data,
                                    int repeats, Communicator *communicator);

} // namespace anchorscope::cli
