// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"
#include "io/text/lineblocks.h"

namespace anchorscope::io {

/// Splits a record into fields, and removes quotes, escapes and padding. Returns false if a quote is not closed.
bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields);

/// True if a tab-separated table uses the backslash escapes of PostgreSQL's COPY, MySQL and ClickHouse: some field is
/// \N, or a letter of these escapes follows each backslash. A backslash after a colon is part of a Windows path.
bool haveEscapes(const TextRows &rows);

/// True if zero bytes only pad fields to a fixed length: another zero byte or the end of the field follows each.
bool isPaddedText(std::string_view text);

} // namespace anchorscope::io
