// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/cachedsearches.h"

#include "cli/progress.h"

#include <algorithm>

namespace anchorscope::cli {

Result<std::unique_ptr<CachedSearches>> CachedSearches::of(OptionReader &reader, const QString &data,
                                                           Communicator *communicator)
{
    if (!reader.has("checkpoint"))
        return std::unique_ptr<CachedSearches>();
    auto file = Checkpoint::of(reader, data, communicator);
    if (!file)
        return file.error();
    const auto measured = file->load();
    if (!measured)
        return measured.error();
    std::unique_ptr<CachedSearches> kept(new CachedSearches(std::move(*file), reader));
    kept->m_searches = measured->value("searches").toArray();
    return kept;
}

bool CachedSearches::take(std::span<std::byte> result, const std::function<bool()> &possible)
{
    if (m_taken == m_searches.size())
        return false;
    const QByteArray bytes = QByteArray::fromBase64(m_searches[m_taken].toString().toLatin1());
    if (std::ssize(result) != bytes.size())
        return false;
    std::ranges::copy(std::as_bytes(std::span(bytes.data(), result.size())), result.begin());
    if (!possible()) {
        announce("Note: The checkpoint holds matches that are not items of these data; they are searched again.");
        return false;
    }
    ++m_taken;
    return true;
}

void CachedSearches::keep(std::span<const std::byte> result)
{
    while (m_searches.size() > m_taken) // drops results of a different course of the run
        m_searches.removeLast();
    const QByteArray bytes(reinterpret_cast<const char *>(result.data()), std::ssize(result));
    m_searches.append(QString::fromLatin1(bytes.toBase64()));
    m_taken = m_searches.size();
    if (const Status saved = m_file.save({{"searches", m_searches}}); !saved)
        m_reader.announceOnce(saved.error().text());
}

} // namespace anchorscope::cli
