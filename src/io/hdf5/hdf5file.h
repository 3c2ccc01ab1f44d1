// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "frame/handle.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Number types that we write, little-endian.
enum class Stored { float16, float32, float64, uint8, int32, int64, uint64 };

/// Builds an HDF5 file in memory, so that a full disk can never meet libhdf5, and shows its bytes. The first failure is
/// kept; calls after it do nothing. libhdf5 is not made for threads: other threads wait until a writer is gone.
class Hdf5Writer
{
public:
    Hdf5Writer();

    void group(const std::string &path);
    void attribute(const std::string &path, const std::string &name, std::string_view value);
    void attribute(const std::string &path, const std::string &name, std::int64_t value);
    void attribute(const std::string &path, const std::string &name, double value);

    /// Numbers of type T in row-major order; `stored` is T's own type, or float16 for float. Larger datasets are packed
    /// with shuffle and gzip, except float32 and float64, which hardly shrink. Each dataset carries its checksum.
    template <class T>
    void numbers(const std::string &path, std::span<const T> values, const std::vector<hsize_t> &shape, Stored stored);
    /// Fixed-length UTF-8 strings (variable-length only where one long string would make the file huge).
    void strings(const std::string &path, const std::vector<std::string> &values);

    /// The bytes of the file as it is now; the view lives until the next call. Error "cannot-save".
    Result<std::string_view> bytes();

private:
    void fixedStrings(const std::string &path, const std::vector<std::string> &values, std::size_t length);
    void variableStrings(const std::string &path, const std::vector<std::string> &values);
    void dataset(const std::string &path, hid_t stored, hid_t memory, const void *values,
                 const std::vector<hsize_t> &shape, bool pack);
    template <class Write>
    void scalarAttribute(const std::string &path, const std::string &name, hid_t type, const Write &write);
    void check(bool ok, const std::string &what);

    std::unique_lock<std::recursive_mutex> m_alone; ///< before the file: let go of after it
    Hdf5Handle m_file;
    std::string m_failure;
};

} // namespace anchorscope::io
