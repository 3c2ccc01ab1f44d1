// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/numpy/npyarray.h"
#include "io/roles/arrays.h"

#include <zip.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

using ZipArchive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
/// Opens an archive by the file's descriptor, because its path may refer to another file by now; null on failure.
ZipArchive openZip(const InputFile &file);
/// Returns a stream of the bytes of a member of an archive. Its error, if they cannot be read, is `broken`.
ByteStream memberStream(const ZipArchive &archive, zip_uint64_t member, const Error &broken);

/// File of named arrays, such as an archive, whose numbers have types of NumPy. Each format derives a class from it and
/// opens files by openArrays(). `array` in a function is an index in parts(). Errors contain the name of the array;
/// openArrays() adds the name of the file.
class ArrayFile
{
public:
    /// `format`: name of the format in errors. `checked`: true if reading an array to its end compares a checksum.
    explicit ArrayFile(const char *format, bool checked = true) : m_format(format), m_checked(checked) {}
    virtual ~ArrayFile() = default;
    const std::vector<ArrayPart> &parts() const { return m_parts; }
    /// Reads the first `rows` rows of an array that is a matrix; a list of numbers is a matrix of one column.
    Result<Matrix> matrix(std::size_t array, Index rows, const RunContext &context);
    /// Reads an array as texts: the first `rows` values of a list, or all values in the first `rows` rows of a matrix.
    virtual Result<std::vector<std::string>> texts(std::size_t array, Index rows);
    /// Returns the ids of items, for a file in which each array is the vector of one item. Empty: the items have no
    /// ids; nullopt: the names of the arrays are the ids.
    virtual std::optional<std::vector<std::string>> idsOf(const std::vector<std::size_t> &) const { return {}; }
    /// Returns the error for a file without a matrix. `chosen`: name of the array that the user chose; empty: none.
    virtual Error noMatrix(const std::string &chosen) const;
    /// Appends sentences for the user about parts of the file that are not arrays or cannot be read.
    virtual void addNotes(const ArrayRoles &, std::vector<std::string> &) const {}
    /// Returns the format's word for an array, such as “tensor”.
    virtual const char *noun() const { return "array"; }

protected:
    /// Adds an array. `header`: its element type and shape; `dataOffset` counts from the beginning of the stream.
    void add(ArrayPart part, NpyHeader header = {});
    const NpyHeader &headerOf(std::size_t array) const { return m_headers[array]; }
    /// Returns a stream that contains the elements of an array.
    virtual Result<ByteStream> open(std::size_t array) const = 0;
    /// Selects the elements of an array from a stream that begins at NpyHeader::dataOffset.
    virtual ByteStream elements(std::size_t, const ByteStream &stream) const { return stream; }

private:
    template <class T, class Read> Result<T> readArray(std::size_t array, std::uint64_t bytes, const Read &read);

    const char *m_format;
    bool m_checked;
    std::vector<ArrayPart> m_parts;
    std::vector<NpyHeader> m_headers;
    FileBudget m_budget; ///< limit of memory, because a small archive may become very large
};

/// Opens a file of arrays: infers their roles (assignArrays()), reads spaces and lists, and warns about other arrays.
/// If each array is one item's vector, they form one space together.
Result<OpenedFile> openArrays(ArrayFile &file, const FileCandidate &candidate, const RunContext &context);

/// Reads the lists of a file of arrays as columns (tableOf()), lists of texts first. Without lists, reads the first
/// matrix of whole numbers or texts, whose columns have no names.
Result<TextTable> textsOfArrays(ArrayFile &file, const std::string &path);
/// Creates a table without column names. `texts`: the values of `array`, row by row.
TextTable rowsOf(std::vector<std::string> texts, const ArrayPart &array);

} // namespace anchorscope::io
