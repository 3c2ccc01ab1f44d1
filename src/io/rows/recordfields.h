// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"
#include "io/text/lineblocks.h"

namespace anchorscope::io {

/// Splits a record of a table into fields and removes their quotes, escapes and padding. Returns false if a quote is
/// not closed.
bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields);

/// True if a tab-separated table uses the backslash escapes of PostgreSQL's COPY, MySQL and ClickHouse: some field is
/// \N, or each backslash is followed by a letter that these escapes use. A backslash after a colon is taken as part of
/// a Windows path instead.
bool haveEscapes(const TextRows &rows);

/// True if zero bytes in a text only pad its fields to a fixed length: after a zero byte comes another one or the end
/// of the field.
bool isPaddedText(std::string_view text);

} // namespace anchorscope::io
