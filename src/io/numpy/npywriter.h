// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <string>

namespace anchorscope::io {

/// Writes a matrix as a NumPy array (.npy, version 1.0, little-endian, rows one after the other). Error "cannot-save".
Status saveNpy(const std::string &path, const Matrix &matrix);  ///< float32
Status saveNpy(const std::string &path, const MatrixD &matrix); ///< float64

} // namespace anchorscope::io
