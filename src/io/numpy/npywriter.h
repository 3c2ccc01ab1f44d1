// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Writes a matrix as a NumPy array (.npy, version 1.0, little-endian, row by row). Error "cannot-save".
Status saveNpy(const std::string &path, const Matrix &matrix);  ///< overload that writes float32
Status saveNpy(const std::string &path, const MatrixD &matrix); ///< overload that writes float64

/// Returns the bytes of a .npy file that contains a matrix, a row, a number or a text.
std::string npyBytes(const MatrixD &matrix);            ///< overload for a matrix: an array of float64 with two axes
std::string npyBytes(const Eigen::RowVectorXd &values); ///< overload for a row: an array of float64 with one axis
std::string npyBytes(double value);                     ///< overload for one number: a float64 array with no axes
std::string npyBytes(std::string_view asciiText);       ///< overload for a text: an array with no axes

/// One array of an .npz file: its name and its bytes, as npyBytes() returns them.
struct NpzMember
{
    std::string name, bytes;
};
/// Writes arrays to an uncompressed .npz file, as numpy.savez does; equal arrays always give the same bytes. Error
/// "cannot-save".
Status saveNpz(const std::string &path, const std::vector<NpzMember> &members);

} // namespace anchorscope::io
