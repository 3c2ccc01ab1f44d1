// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/checkpoint.h"
#include "core/distributed/resultcache.h"

#include <QJsonArray>

#include <memory>

namespace anchorscope::cli {

/// Results of a run's searches for matches, stored in its --checkpoint. A restarted run reuses them and so gets the
/// same result, on any number of threads and ranks.
class CachedSearches : public ResultCache
{
public:
    /// Null without --checkpoint. Errors: as of Checkpoint.
    static Result<std::unique_ptr<CachedSearches>> of(OptionReader &reader, const QString &data,
                                                      Communicator *communicator);

    bool take(std::span<std::byte> result, const std::function<bool()> &possible) override;
    void keep(std::span<const std::byte> result) override;

private:
    CachedSearches(Checkpoint file, OptionReader &reader) : m_file(std::move(file)), m_reader(reader) {}

    Checkpoint m_file;
    OptionReader &m_reader; ///< reports failures to save
    QJsonArray m_searches;  ///< results in base64, in order
    qsizetype m_taken = 0;
};

} // namespace anchorscope::cli
