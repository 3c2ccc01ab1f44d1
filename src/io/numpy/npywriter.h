// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/translate/adapter.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Writes a matrix of float32 or float64 as .npy (version 1.0, little-endian, row by row). Error "cannot-save".
Status saveNpy(const std::string &path, const Matrix &matrix);
Status saveNpy(const std::string &path, const MatrixD &matrix);

/// Returns the bytes of a .npy file: float64 with two axes (matrix), one (row) or none (number), or a text.
std::string npyBytes(const MatrixD &matrix);
std::string npyBytes(const Eigen::RowVectorXd &values);
std::string npyBytes(double value);
std::string npyBytes(std::string_view asciiText);

/// One array of an .npz file: its name and its bytes, as npyBytes() returns them.
struct NpzMember
{
    std::string name, bytes;
};
/// Writes arrays to an uncompressed .npz file; equal arrays always give the same bytes. Error "cannot-save".
Status saveNpz(const std::string &path, const std::vector<NpzMember> &members);

/// Writes an adapter as an .npz file. The text `rule` in it is the formula by which the other arrays (float64)
/// translate a vector (cli/output.md, “translate”). Error "cannot-save".
Status saveAdapter(const std::string &path, const Adapter &adapter);

} // namespace anchorscope::io
