// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Writes a matrix as a NumPy array (.npy, version 1.0, little-endian, row by row). Error "cannot-save".
Status saveNpy(const std::string &path, const Matrix &matrix);  ///< writes the values as float32
Status saveNpy(const std::string &path, const MatrixD &matrix); ///< writes the values as float64

/// Returns the bytes of a .npy file for a value.
std::string npyBytes(const MatrixD &matrix);            ///< array of float64 with two axes
std::string npyBytes(const Eigen::RowVectorXd &values); ///< array of float64 with one axis
std::string npyBytes(double value);                     ///< single float64 number, without axes
std::string npyBytes(std::string_view asciiText);       ///< single text, without axes

/// One array of an .npz file: its name and npyBytes().
struct NpzMember
{
    std::string name, bytes;
};
/// Writes the arrays of an .npz file uncompressed, as numpy.savez does; equal members give equal bytes. Error
/// "cannot-save".
Status saveNpz(const std::string &path, const std::vector<NpzMember> &members);

} // namespace anchorscope::io
