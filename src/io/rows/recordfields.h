// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"
#include "io/text/lineblocks.h"

namespace anchorscope::io {

/// Splits a record into fields and removes their quotes, escapes and padding. False if a quote is not closed.
bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields);

/// True if tab-separated text uses the escapes of PostgreSQL's COPY, MySQL and ClickHouse: a field is \N alone, or such
/// a letter follows every backslash. In paths of Windows, a single backslash follows a colon.
bool haveEscapes(const TextRows &rows);

/// True if zero bytes only pad the fields of a text: each is followed by another one or by the end of its field.
bool isPaddedText(std::string_view text);

} // namespace anchorscope::io
