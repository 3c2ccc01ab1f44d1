// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/kernels/half.h"

#include <algorithm>

namespace anchorscope::test {

/// Vectors as stored in a file of float32.
inline StoredRows storedRows(const Matrix &vectors)
{
    const auto copy = std::make_shared<const Matrix>(vectors);
    return {copy, std::as_bytes(std::span(copy->data(), static_cast<std::size_t>(copy->size()))), StoredNumber::float32,
            copy->cols()};
}

/// Like the function above, rounded to float16.
inline StoredRows storedHalves(const Matrix &vectors)
{
    const auto halves = std::make_shared<std::vector<std::uint16_t>>(static_cast<std::size_t>(vectors.size()));
    std::transform(vectors.data(), vectors.data() + vectors.size(), halves->begin(), floatToHalf);
    return {halves, std::as_bytes(std::span(*halves)), StoredNumber::float16, vectors.cols()};
}

} // namespace anchorscope::test
