// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "gui/state/loadeddata.h"
#include "support/randomdata.h"

#include <Eigen/Cholesky>

namespace anchorscope::test {

/// Two spaces over the same items: clusters in 8 dimensions, and the same after a random rotation into 10 dimensions,
/// plus noise. Item i of X is item i of Y. Label of an item: its cluster.
inline Dataset twoSpaces(Index items, int classes = 4, double noise = 0.02, bool thumbnails = false)
{
    Random random(7);
    auto table = std::make_shared<ItemTable>();
    table->count = items;
    const Matrix centres = 2 * randomMatrix(classes, 8, random);
    Matrix x = randomMatrix(items, 8, random);
    for (Index i = 0; i < items; ++i) {
        table->ids.push_back("item" + std::to_string(i));
        table->labels.push_back(static_cast<std::int32_t>(i % classes));
        x.row(i) += centres.row(i % classes);
    }
    for (int label = 0; label < classes; ++label)
        table->labelNames.push_back("class " + std::to_string(label));
    if (thumbnails) {
        table->thumbnails = {4, 4, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(16 * items))};
        for (std::size_t i = 0; i < table->thumbnails.pixels.size(); ++i)
            table->thumbnails.pixels[i] = static_cast<std::uint8_t>(i % 251);
    }
    const Matrix mixing = randomMatrix(8, 10, random);
    Eigen::MatrixXf square = mixing * mixing.transpose();
    // Orthonormal rows by Cholesky: (L⁻¹ M)(L⁻¹ M)ᵀ = I.
    const Matrix rotation = square.llt().matrixL().solve(Eigen::MatrixXf(mixing));
    Matrix y = x * rotation + static_cast<float>(noise) * randomMatrix(items, 10, random);

    Dataset dataset;
    dataset.path = "memory";
    dataset.title = "Two spaces of a test";
    dataset.items = table;
    for (auto &[name, vectors] : {std::pair<const char *, Matrix *>{"left", &x}, {"right", &y}}) {
        auto set = std::make_shared<EmbeddingSet>();
        set->name = name;
        set->storedType = "float32";
        set->vectors = std::move(*vectors);
        set->items = table;
        dataset.spaces.push_back(set);
    }
    return dataset;
}

inline std::shared_ptr<const gui::LoadedData> loaded(Dataset dataset, bool paired = true)
{
    auto data = std::make_shared<gui::LoadedData>();
    data->choice.x.path = data->choice.y.path = dataset.path;
    data->choice.x.space = dataset.spaces[0]->name;
    data->choice.y.space = dataset.spaces[1]->name;
    data->pair = {dataset.spaces[0],
                  dataset.spaces[1],
                  paired ? Correspondence::byRow(dataset.items->count)
                         : Correspondence(dataset.items->count, dataset.items->count),
                  PairingRule::byRow,
                  {}};
    data->pair.factsX = inspect(dataset.spaces[0]->vectors);
    data->pair.factsY = inspect(dataset.spaces[1]->vectors);
    data->datasetX = data->datasetY = std::make_shared<Dataset>(std::move(dataset));
    return data;
}

/// The first pairs of the pairing.
inline std::vector<SeedPair> truePairs(Index count)
{
    std::vector<SeedPair> pairs;
    for (ItemIndex i = 0; i < static_cast<ItemIndex>(count); ++i)
        pairs.push_back({.x = i, .y = i});
    return pairs;
}

} // namespace anchorscope::test
