// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "support/randomdata.h"

#include <algorithm>
#include <memory>

namespace anchorscope::test {

/// A labelled cloud of clusters with images that are a linear function of it.
struct PictureWorld
{
    static constexpr Index items = 200;

    std::shared_ptr<ItemTable> table = std::make_shared<ItemTable>();
    Matrix cloud;

    explicit PictureWorld(Index count = items)
    {
        table->count = count;
        table->labelNames = {"a", "b", "c", "d"};
        const Matrix centres = 1.5f * randomMatrix(4, 8, 1);
        cloud = randomMatrix(count, 8, 2);
        const Matrix pixels = 0.05f * randomMatrix(8, 12, 3);
        table->thumbnails = {3, 4, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(count * 12))};
        for (Index i = 0; i < count; ++i) {
            table->labels.push_back(static_cast<std::int32_t>(i % 4));
            cloud.row(i) += centres.row(i % 4);
            const Eigen::RowVectorXf picture = cloud.row(i) * pixels;
            for (Index p = 0; p < 12; ++p)
                table->thumbnails.pixels[static_cast<std::size_t>(i * 12 + p)] =
                    static_cast<std::uint8_t>(std::clamp(128 + 255 * picture[p], 0.0f, 255.0f));
        }
    }
    std::shared_ptr<EmbeddingSet> space(const std::string &name, const Matrix &vectors) const
    {
        auto set = std::make_shared<EmbeddingSet>();
        set->name = name;
        set->vectors = vectors;
        set->items = table;
        return set;
    }
    /// The cloud, rotated and noisy.
    std::shared_ptr<EmbeddingSet> rotated(const std::string &name, float noise, std::uint64_t seed) const
    {
        return space(name, cloud * randomRotation(8, seed) + noise * randomMatrix(cloud.rows(), 8, seed + 1));
    }
};

} // namespace anchorscope::test
