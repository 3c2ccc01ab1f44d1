// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes a dataset of many spaces: trains small networks on pictures of handwritten digits and writes what each of them
// makes of every picture. The same pictures give the same file on the same instruction set.
//
//     digits digits_images.h5 examples/data/digits.h5
//
// The input holds `image` (n × 8 × 8, 0 to 16) and `label` (n). Autoencoders of two widths, each from two seeds, see no
// label; a classifier is saved before its first and after some later epochs.
#include "core/heads/network.h"
#include "core/projection/relative.h"
#include "io/dataset/datasetfile.h"

#include <hdf5.h>

#include <algorithm>
#include <cstdio>

using namespace anchorscope;

namespace {

constexpr Index pixels = 64, trainedOn = 1000;
constexpr float brightest = 16;

struct Pictures
{
    std::vector<std::uint8_t> values; ///< n × 64
    std::vector<std::int32_t> labels;
    Index count() const { return static_cast<Index>(labels.size()); }
};

/// Reads one array of the file; false if it is missing or of another kind.
template <class Value> bool readArray(hid_t file, const char *name, hid_t type, std::vector<Value> &values)
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    if (set < 0)
        return false;
    const hid_t space = H5Dget_space(set);
    values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    const bool read = H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
    H5Sclose(space);
    H5Dclose(set);
    return read;
}

bool readPictures(const char *path, Pictures &pictures)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return false;
    const bool read = readArray(file, "image", H5T_NATIVE_UINT8, pictures.values) &&
                      readArray(file, "label", H5T_NATIVE_INT32, pictures.labels);
    H5Fclose(file);
    return read && pictures.count() > trainedOn && pictures.values.size() == pictures.labels.size() * pixels;
}

std::shared_ptr<ItemTable> itemsOf(const Pictures &pictures)
{
    auto items = std::make_shared<ItemTable>();
    items->count = pictures.count();
    items->labels = pictures.labels;
    for (int digit = 0; digit < 10; ++digit)
        items->labelNames.push_back(std::to_string(digit));
    for (Index i = 0; i < items->count; ++i)
        items->ids.push_back("scan " + std::to_string(i));
    items->thumbnails = {8, 8, 1, {}};
    for (const std::uint8_t value : pictures.values)
        items->thumbnails.pixels.push_back(static_cast<std::uint8_t>(std::min(255, value * 255 / 16)));
    return items;
}

/// Outputs of tanh, rounded to what float16 holds exactly, so that the file is small.
void addSpace(Dataset &dataset, const std::string &name, const std::string &model, const Matrix &vectors)
{
    constexpr float steps = 2048;
    auto space = std::make_shared<EmbeddingSet>();
    space->name = name;
    space->model = model;
    space->storedType = "float16";
    space->vectors = (vectors * steps).array().round() / steps;
    space->items = dataset.items;
    dataset.spaces.push_back(std::move(space));
}

/// 64 → 48 → width → 48 → 64, trained to draw its input again; the space is the narrow middle.
void addAutoencoder(Dataset &dataset, const Matrix &rows, const Matrix &train, Index width, std::uint64_t seed)
{
    Random random(seed);
    Network network = startNetwork({pixels, 48, width, 48, pixels}, random);
    TrainingOptions options;
    options.epochs = 150;
    options.learningRate = 2e-3;
    options.seed = seed;
    double error = 0;
    trainNetwork(network, train, squaredLoss(train), options, {}, [&](int, double loss) { error = loss; });
    const std::string name = "ae" + std::to_string(width) + "_seed" + std::to_string(seed);
    std::printf("%s: mean squared error %.4f\n", name.c_str(), error);
    addSpace(dataset, name, "autoencoder 64-48-" + std::to_string(width) + "-48-64, tanh, 150 epochs of Adam",
             network.activations(rows)[2]);
}

/// 64 → 24 → 10, trained to name the digit; the space is the hidden layer, at several ages of one network.
void addClassifier(Dataset &dataset, const Matrix &rows, const Matrix &train, const std::vector<std::int32_t> &labels)
{
    Random random(2);
    Network network = startNetwork({pixels, 24, 10}, random);
    const auto save = [&](int epoch) {
        addSpace(dataset, (epoch < 10 ? "classifier_epoch0" : "classifier_epoch") + std::to_string(epoch),
                 "classifier 64-24-10, tanh, after " + std::to_string(epoch) + " epochs of Adam",
                 network.activations(rows)[1]);
    };
    save(0);
    TrainingOptions options;
    options.epochs = 32;
    options.seed = 2;
    trainNetwork(network, train, classLoss(labels), options, {}, [&](int epoch, double loss) {
        std::printf("classifier, epoch %d: loss %.4f\n", epoch, loss);
        if ((epoch & (epoch - 1)) == 0) // 1, 2, 4, 8, …
            save(epoch);
    });
}

} // namespace

int main(int argc, char **argv)
{
    Pictures pictures;
    if (argc != 3 || !readPictures(argv[1], pictures)) {
        std::fprintf(stderr,
                     "Usage: digits PICTURES.h5 OUT.h5, where PICTURES holds image (n × 8 × 8) and label (n).\n");
        return 2;
    }
    Matrix rows(pictures.count(), pixels);
    for (Index i = 0; i < rows.size(); ++i)
        rows.data()[i] = static_cast<float>(pictures.values[static_cast<std::size_t>(i)]) / brightest;
    std::vector<ItemIndex> seen = Random(0).permutation(pictures.count());
    seen.resize(trainedOn);
    const Matrix train = rowsOf(rows, seen);
    std::vector<std::int32_t> labels;
    for (const ItemIndex item : seen)
        labels.push_back(pictures.labels[static_cast<std::size_t>(item)]);

    Dataset dataset;
    dataset.title = "Handwritten digits in several small networks";
    dataset.license = "CC BY 4.0";
    dataset.source =
        "Pictures: E. Alpaydin, C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning "
        "Repository, 1998, CC BY 4.0, as packaged with scikit-learn. Spaces: examples/api/digits.cpp.";
    dataset.items = itemsOf(pictures);
    for (const Index width : {16, 32}) {
        for (const std::uint64_t seed : {0, 1})
            addAutoencoder(dataset, rows, train, width, seed);
    }
    addClassifier(dataset, rows, train, labels);
    if (const Status saved = io::saveDataset(argv[2], dataset); !saved) {
        std::fprintf(stderr, "%s\n", saved.error().text().c_str());
        return 1;
    }
    return 0;
}
