// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/roles/part.h"
#include "io/text/lineblocks.h"

#include <optional>

namespace anchorscope::io {

constexpr std::size_t layoutSampleRows = 200; ///< by which columns get their roles

/// How a table of numbers, or a list of JSON objects, is read, by its first rows, and by the user's choice of columns.
struct TableLayout
{
    RecordShape shape;
    bool hasHeader = false;
    std::uint64_t dataOffset = 0; ///< of what follows the header
    Index firstLine = 1;          ///< number of the line there
    std::vector<Part> columns;
    std::vector<Index> widths; ///< numbers in a field of each vector column: 1, or more where fields are whole vectors
    std::vector<std::string> notes; ///< sentences: what was guessed and is no matter of course
    std::optional<Error> refusal;   ///< why it cannot be read as it is

    bool has(ColumnUse use) const;
    Index dimensions() const;   ///< of all vector columns together
    std::string idName() const; ///< of the column with the ids; empty: none
};

/// Fills in what the columns named in `layout` are: guessed by the rows from `first` on, then chosen
/// (applyColumnChoice). False if none of them holds numbers.
bool findRoles(const TextRows &rows, std::size_t first, const std::string &choice, TableLayout &layout);

/// None if this is no table, or one without numbers.
std::optional<TableLayout> findTableLayout(const FileCandidate &candidate);

/// Splits a record into fields; quoted ones lose their quotes. False if a quote stays open.
bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields);

} // namespace anchorscope::io
