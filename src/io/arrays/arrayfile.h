// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/roles/arrays.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// File of named arrays, such as an archive. Each format derives a class from it and opens files by openArrays().
/// Arrays are given by their index in parts(). Errors name the array as their place; openArrays() adds the file.
class ArrayFile
{
public:
    virtual ~ArrayFile() = default;

    virtual const std::vector<ArrayPart> &parts() const = 0;
    /// Reads the first `rows` rows of an array that is a matrix; a list of numbers is a matrix of one column.
    virtual Result<Matrix> matrix(std::size_t array, Index rows, const RunContext &context) = 0;
    /// Reads, as texts, the first `rows` values of an array that is a list, or rows of a matrix, one after the other.
    virtual Result<std::vector<std::string>> texts(std::size_t array, Index rows) = 0;

    /// Returns the ids of items if each array is one item's vector: empty without ids; nullopt if array names are the
    /// ids.
    virtual std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &) const { return {}; }
    /// Returns the error for a file without a matrix. `chosen`: name of the array that the user chose; empty: none.
    virtual Error noMatrix(const std::string &chosen) const = 0;
    /// Appends sentences for the user about parts of the file that are not arrays or cannot be read.
    virtual void addNotes(const ArrayRoles &, std::vector<std::string> &) const {}
    /// Returns the format's word for an array, such as “tensor”.
    virtual const char *noun() const { return "array"; }
};

/// Opens a file of arrays: infers their roles (assignArrays()), reads spaces and lists, and warns about other arrays.
/// If each array is one item's vector, they form one space together.
Result<OpenedFile> openArrays(ArrayFile &file, const FileCandidate &candidate, const RunContext &context);

/// Reads the lists of a file of arrays as columns (tableOf()), lists of texts first. Without lists, reads the first
/// matrix of whole numbers or texts, whose columns have no names.
Result<TextTable> textsOfArrays(ArrayFile &file, const std::string &path);
/// Arranges the texts of an array, row after row, in the rows of a table without names.
TextTable rowsOf(std::vector<std::string> texts, const ArrayPart &array);

} // namespace anchorscope::io
