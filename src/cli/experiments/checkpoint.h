// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/fields.h"
#include "cli/optionreader.h"

namespace anchorscope::cli {

/// What an experiment has measured, in a file (--checkpoint), so that an interrupted one goes on where it stopped.
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

/// How a command goes on after what its checkpoint holds, and keeps its steps; without --checkpoint from the beginning.
/// Error "wrong-usage" too if more repeats were measured than are asked for.
template <class Experiment>
Result<Resume<Experiment>> resumeFrom(OptionReader &reader, const QString &data, int repeats,
                                      Communicator *communicator)
{
    if (!reader.has("checkpoint"))
        return Resume<Experiment>();
    const auto checkpoint = Checkpoint::of(reader, data, communicator);
    if (!checkpoint)
        return checkpoint.error();
    const auto measured = checkpoint->load();
    if (!measured)
        return measured.error();
    Resume<Experiment> resume;
    resume.soFar = Fields::read<Experiment>(*measured);
    if (resume.soFar.repeats > repeats)
        return wrongUsage(QString("The checkpoint holds %1 repeats, more than the %2 of --repeats. Increase --repeats, "
                                  "or choose another --checkpoint.")
                              .arg(resume.soFar.repeats)
                              .arg(repeats));
    resume.onStep = [checkpoint = *checkpoint, &reader](const Experiment &experiment) {
        if (const Status saved = checkpoint.save(Fields::written(experiment)); !saved)
            reader.announceOnce(saved.error().text());
    };
    return resume;
}

} // namespace anchorscope::cli
