// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Results of an experiment so far, in a file (--checkpoint), so that an interrupted one goes on where it stopped.
/// JSON: the command and the data that it belongs to, what was measured, a checksum. Written atomically.
class Checkpoint
{
public:
    /// For the command as it was given: without what changes no repeat (--repeats, --threads, output), with the hashes
    /// of the data. Errors: those of reading DATA.
    static Result<Checkpoint> of(OptionReader &reader, const QString &data, Communicator *communicator);

    /// Nothing if there is no file yet. Errors: "wrong-usage" for a file of another command or other data,
    /// "bad-file" for anything else.
    Result<QJsonObject> load() const;
    Status save(const QJsonObject &measured) const;

private:
    Communicator *m_communicator = nullptr; ///< of several the first writes the file
    std::string m_path;
    QJsonObject m_identity;
};

/// Result that a checkpoint holds, and the checkpoint to save later ones in; both empty without --checkpoint.
struct Continuation
{
    std::any soFar;
    std::function<void(const std::any &result)> onStep;
};
/// Errors: those of a checkpoint; "wrong-usage" if more repeats were measured than are requested.
Result<Continuation> continuationOf(const Experiment &experiment, OptionReader &reader, const QString &data,
                                    int repeats, Communicator *communicator);

} // namespace anchorscope::cli
