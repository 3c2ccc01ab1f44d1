// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/npywriter.h"

#include "io/files/atomicfile.h"
#include "io/numpy/npyarray.h"

#include <zip.h>

#include <bit>

namespace anchorscope::io {

namespace {

static_assert(std::endian::native == std::endian::little);

/// Date of each file in an archive, 1 January 1980, so that equal arrays give the same bytes.
constexpr zip_uint16_t dosDate = 0x21;

/// Returns the bytes of a .npy file. `shape` is in NumPy's notation: "(3, 2)".
std::string npyFile(const char *type, const std::string &shape, const void *values, std::size_t size)
{
    std::string header = "{'descr': '";
    header.append(type).append("', 'fortran_order': False, 'shape': ").append(shape).append(", }");
    // Magic number, version and length take 10 bytes; blanks and a line break align the values to 64 bytes.
    constexpr std::size_t alignment = 64, before = 10;
    header.append(alignment - (before + header.size() + 1) % alignment, ' ').append("\n");
    std::string bytes(npyMagic);
    bytes.append({'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)});
    return bytes.append(header).append(static_cast<const char *>(values), size);
}

template <class Values> std::string npyFile(const char *type, const Values &matrix)
{
    const std::string shape = "(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ")";
    return npyFile(type, shape, matrix.data(),
                   static_cast<std::size_t>(matrix.size()) * sizeof(typename Values::Scalar));
}

std::string zipped(const std::vector<NpzMember> &members)
{
    zip_source_t *const room = zip_source_buffer_create(nullptr, 0, 0, nullptr);
    zip_t *const archive = room ? zip_open_from_source(room, ZIP_TRUNCATE, nullptr) : nullptr;
    if (!archive) {
        zip_source_free(room);
        return {};
    }
    // zip_close() frees `room` unless the program holds a second reference
    zip_source_keep(room);
    bool whole = true;
    for (const NpzMember &member : members) {
        zip_source_t *const bytes = zip_source_buffer(archive, member.bytes.data(), member.bytes.size(), 0);
        const zip_int64_t place = zip_file_add(archive, (member.name + ".npy").c_str(), bytes, ZIP_FL_ENC_UTF_8);
        if (place < 0)
            zip_source_free(bytes);
        whole = whole && place >= 0 &&
                zip_set_file_compression(archive, static_cast<zip_uint64_t>(place), ZIP_CM_STORE, 0) == 0 &&
                zip_file_set_dostime(archive, static_cast<zip_uint64_t>(place), 0, dosDate, 0) == 0;
    }
    std::string result;
    zip_stat_t facts;
    if (!whole || zip_close(archive) != 0)
        zip_discard(archive);
    else if (zip_source_stat(room, &facts) == 0 && zip_source_open(room) == 0) {
        result.resize(facts.size);
        if (zip_source_read(room, result.data(), facts.size) != static_cast<zip_int64_t>(facts.size))
            result.clear();
        zip_source_close(room);
    }
    zip_source_free(room);
    return result;
}

constexpr std::string_view rule =
    "t = unit(unit((x - mean_of_source) / scale_of_source) @ matrix + offset); y = t * length * scale_of_target + "
    "mean_of_target; unit(y) if unit_length; clip(round(y), least, greatest) if least < greatest";

} // namespace

Status saveNpy(const std::string &path, const Matrix &matrix)
{
    return writeAtomically(path, npyFile("<f4", matrix));
}

Status saveNpy(const std::string &path, const MatrixD &matrix)
{
    return writeAtomically(path, npyBytes(matrix));
}

std::string npyBytes(const MatrixD &matrix)
{
    return npyFile("<f8", matrix);
}

std::string npyBytes(const Eigen::RowVectorXd &values)
{
    return npyFile("<f8", "(" + std::to_string(values.size()) + ",)", values.data(),
                   static_cast<std::size_t>(values.size()) * sizeof(double));
}

std::string npyBytes(double value)
{
    return npyFile("<f8", "()", &value, sizeof value);
}

std::string npyBytes(std::string_view asciiText)
{
    const std::u32string wide(asciiText.begin(), asciiText.end());
    const std::string type = "<U" + std::to_string(wide.size());
    return npyFile(type.c_str(), "()", wide.data(), wide.size() * sizeof(char32_t));
}

Status saveNpz(const std::string &path, const std::vector<NpzMember> &members)
{
    const std::string bytes = zipped(members);
    return bytes.empty() ? Status(Error(ErrorCode::cannotSave, "The archive cannot be created.").in(path))
                         : writeAtomically(path, bytes);
}

Status saveAdapter(const std::string &path, const Adapter &adapter)
{
    const auto range = adapter.form.wholeNumbers.value_or(std::pair(0.0f, 0.0f));
    return saveNpz(path, {{"mean_of_source", npyBytes(adapter.meanOfSource)},
                          {"scale_of_source", npyBytes(adapter.scaleOfSource)},
                          {"matrix", npyBytes(adapter.matrix)},
                          {"offset", npyBytes(adapter.offset)},
                          {"length", npyBytes(adapter.length)},
                          {"unit_length", npyBytes(adapter.form.unitLength ? 1.0 : 0.0)},
                          {"least", npyBytes(static_cast<double>(range.first))},
                          {"greatest", npyBytes(static_cast<double>(range.second))},
                          {"scale_of_target", npyBytes(adapter.scaleOfTarget)},
                          {"mean_of_target", npyBytes(adapter.meanOfTarget)},
                          {"rule", npyBytes(rule)}});
}

} // namespace anchorscope::io
