// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/roles/arrays.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// A file of named arrays, such as an archive or a file of tensors. Each format implements this class and opens its
/// files with openArrays(); arrays are numbered as in parts(). Errors state the array as their place; openArrays() adds
/// the file.
class ArrayFile
{
public:
    virtual ~ArrayFile() = default;

    virtual const std::vector<ArrayPart> &parts() const = 0;
    /// Reads the first rows of a matrix; a list of numbers is a matrix of one column.
    virtual Result<Matrix> matrix(std::size_t array, Index rows, const RunContext &context) = 0;
    /// Reads the first values of a list, as texts.
    virtual Result<std::vector<std::string>> texts(std::size_t array, Index rows) = 0;

    /// Ids of the items whose vectors these arrays are; empty if they have none; nullopt: the array names are the ids.
    virtual std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &) const { return {}; }
    /// Error for a file without a matrix. `chosen`: the name that the user chose, or empty.
    virtual Error noMatrix(const std::string &chosen) const = 0;
    /// Appends sentences about parts of the file that are not arrays, or cannot be read.
    virtual void addNotes(const ArrayRoles &, std::vector<std::string> &) const {}
    /// The format's own word for an array.
    virtual const char *noun() const { return "array"; }
};

/// Opens a file of arrays: finds their roles (assignArrays), reads spaces and lists, and reports omissions. Arrays of
/// one vector each become a single space.
Result<OpenedFile> openArrays(ArrayFile &file, const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
