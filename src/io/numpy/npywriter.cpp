// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/npywriter.h"

#include "io/files/atomicfile.h"
#include "io/numpy/npyarray.h"

#include <bit>

namespace anchorscope::io {

namespace {

static_assert(std::endian::native == std::endian::little);

template <class Values> Status save(const std::string &path, const Values &matrix, const char *type)
{
    std::string header = "{'descr': '";
    header.append(type).append("', 'fortran_order': False, 'shape': (");
    header.append(std::to_string(matrix.rows())).append(", ").append(std::to_string(matrix.cols())).append("), }");
    // Magic, version and length take 10 bytes; the values begin at a multiple of 64 after a line break.
    constexpr std::size_t alignment = 64, before = 10;
    header.append(alignment - (before + header.size() + 1) % alignment, ' ').append("\n");
    std::string bytes(npyMagic);
    bytes.append({'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)});
    bytes.append(header);
    bytes.append(reinterpret_cast<const char *>(matrix.data()),
                 static_cast<std::size_t>(matrix.size()) * sizeof(typename Values::Scalar));
    return writeAtomically(path, bytes);
}

} // namespace

Status saveNpy(const std::string &path, const Matrix &matrix)
{
    return save(path, matrix, "<f4");
}

Status saveNpy(const std::string &path, const MatrixD &matrix)
{
    return save(path, matrix, "<f8");
}

} // namespace anchorscope::io
