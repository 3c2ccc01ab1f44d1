// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrationpairs.h"

#include "core/projection/relative.h"
#include "core/random.h"

#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace anchorscope {

namespace {

using Items = std::vector<ItemIndex>;

Matrix gaussian(Index rows, Index columns, std::uint64_t seed)
{
    Random random(seed);
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = static_cast<float>(random.normal());
    return matrix;
}

Matrix rotation(Index d, std::uint64_t seed)
{
    const Eigen::MatrixXd square = gaussian(d, d, seed).cast<double>();
    return Eigen::MatrixXd(Eigen::HouseholderQR<Eigen::MatrixXd>(square).householderQ()).cast<float>();
}

Items range(Index first, Index count)
{
    Items items(static_cast<std::size_t>(count));
    std::iota(items.begin(), items.end(), static_cast<ItemIndex>(first));
    return items;
}

/// Root mean square of the entries, each column centred.
float standardDeviation(const Matrix &rows)
{
    const Eigen::RowVectorXf mean = rows.colwise().mean();
    return std::sqrt((rows.rowwise() - mean).squaredNorm() / static_cast<float>(rows.size()));
}

/// Adds Gaussian noise with the given share of the spread.
Matrix noisy(const Matrix &rows, double share, std::uint64_t seed)
{
    return rows + static_cast<float>(share) * standardDeviation(rows) * gaussian(rows.rows(), rows.cols(), seed);
}

/// Pair with the rows x of items 0 … n − 1 and the rows y of the items `itemsOfY`, whose order is then drawn. Negative:
/// no partner.
CalibrationPair paired(Matrix x, const Matrix &y, const Items &itemsOfY, std::uint64_t seed)
{
    const Items order = Random(seed).permutation(y.rows());
    CalibrationPair pair{std::move(x), rowsOf(y, order), {}};
    pair.truth = Correspondence(pair.x.rows(), y.rows());
    for (std::size_t j = 0; j < order.size(); ++j) {
        if (const ItemIndex item = itemsOfY[static_cast<std::size_t>(order[j])]; item >= 0)
            pair.truth.pair(item, static_cast<ItemIndex>(j));
    }
    return pair;
}

CalibrationPair pairedByRow(Matrix x, const Matrix &y, std::uint64_t seed)
{
    const Index items = y.rows();
    return paired(std::move(x), y, range(0, items), seed);
}

/// Matrix whose singular values fall evenly (on a logarithmic scale) to 1/condition.
Matrix mapOfCondition(Index d, double condition, std::uint64_t seed)
{
    Matrix map = rotation(d, seed);
    for (Index c = 0; c < d; ++c)
        map.row(c) *= static_cast<float>(std::pow(condition, -static_cast<double>(c) / static_cast<double>(d - 1)));
    return map * rotation(d, seed + 1);
}

/// Moves some items to a tenth of their distance from the mean, and so near to all others.
Matrix withHubs(Matrix rows, Index hubs)
{
    const Eigen::RowVectorXf mean = rows.colwise().mean();
    for (Index i = 0; i < hubs; ++i)
        rows.row(i * rows.rows() / hubs) = mean + 0.1f * (rows.row(i * rows.rows() / hubs) - mean);
    return rows;
}

/// Makes every fourth item nearly a copy of the one before it.
Matrix withDuplicates(Matrix rows, std::uint64_t seed)
{
    const Matrix noise = 0.05f * standardDeviation(rows) * gaussian(rows.rows(), rows.cols(), seed);
    for (Index i = 3; i < rows.rows(); i += 4)
        rows.row(i) = rows.row(i - 1) + noise.row(i);
    return rows;
}

/// Multiplies each row by its own heavy-tailed factor.
Matrix withLengths(Matrix rows, std::uint64_t seed)
{
    Random random(seed);
    for (Index i = 0; i < rows.rows(); ++i)
        rows.row(i) *= static_cast<float>(std::exp(random.normal()));
    return rows;
}

/// Noise of Student's t with 2 degrees of freedom, the same for all entries of a row.
Matrix withTails(Matrix rows, double share, std::uint64_t seed)
{
    Matrix noise = static_cast<float>(share) * standardDeviation(rows) * gaussian(rows.rows(), rows.cols(), seed);
    Random random(seed + 1);
    for (Index i = 0; i < rows.rows(); ++i) {
        const double a = random.normal(), b = random.normal();
        noise.row(i) *= static_cast<float>(1 / std::sqrt((a * a + b * b) / 2 + 1e-3));
    }
    return rows + noise;
}

Matrix standardized(Matrix rows)
{
    const Eigen::RowVectorXf mean = rows.colwise().mean();
    rows.rowwise() -= mean;
    for (Index c = 0; c < rows.cols(); ++c)
        rows.col(c) /= std::sqrt(rows.col(c).squaredNorm() / static_cast<float>(rows.rows())) + 1e-9f;
    return rows;
}

/// Order in which items change places only with items of the same label.
Items permutedWithin(const std::vector<std::int32_t> &labels, std::uint64_t seed)
{
    Items order = range(0, std::ssize(labels));
    Random random(seed);
    std::vector<std::int32_t> kinds = labels;
    std::ranges::sort(kinds);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    for (const std::int32_t kind : kinds) {
        Items members;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i] == kind)
                members.push_back(static_cast<ItemIndex>(i));
        }
        const Items drawn = random.permutation(std::ssize(members));
        for (std::size_t i = 0; i < members.size(); ++i)
            order[static_cast<std::size_t>(members[i])] = members[static_cast<std::size_t>(drawn[i])];
    }
    return order;
}

const std::array<const char *, 12> fitted{"rotation and noise",
                                          "lost dimensions",
                                          "lengths",
                                          "partial overlap",
                                          "hubs",
                                          "other sizes",
                                          "words",
                                          "permuted within classes",
                                          "unrelated words",
                                          "missing partners, words",
                                          "missing partners, rotation and noise",
                                          "missing partners, digits"};

constexpr Index itemsOfWords = 800, itemsOfDigits = 900;
constexpr Index itemsOfLarge = 20000;  ///< number of words from which on the suite has large pairs
constexpr Index itemsOfPermuted = 400; ///< for pairs with hints, which are tried in 25 runs

/// Sizes with which the suite has more than 200 pairs of which a part is found and more than 200 that must not be
/// aligned.
constexpr std::uint64_t drawsOfRelated = 3, drawsOfUnrelated = 13;

} // namespace

bool isForFitting(const std::string &kind)
{
    return std::ranges::find(fitted, kind) != fitted.end();
}

CalibrationSuite::CalibrationSuite(const Dataset &words, const Dataset &digits) : m_words(words), m_digits(digits)
{
    addMadePairs();
    addPartialPairs();
    addDigitPairs();
    addWordPairs();
    addUnrelatedPairs();
    addHarderPairs();
    addHintedPairs();
    addMissingPartners();
    if (words.items->count >= itemsOfLarge)
        addLargePairs();
}

void CalibrationSuite::add(const std::string &kind, const std::string &detail, const std::vector<Index> &seeds,
                           const Make &make, std::uint64_t draws, Index wrong, bool related)
{
    for (const Index count : seeds) {
        for (std::uint64_t draw = 0; draw < draws; ++draw) {
            std::string name = kind + ", " + detail + ", " + std::to_string(count) + " seeds";
            name += wrong > 0 ? ", " + std::to_string(wrong) + " of them wrong" : "";
            name += ", draw " + std::to_string(draw);
            m_cases.push_back({kind, name, count, wrong, draw, related, [make, draw] { return make(draw); }});
        }
    }
}

/// The first `count` words of one of the two spaces, or digits of one.
Matrix CalibrationSuite::words(std::size_t space, Index first, Index count) const
{
    return m_words.spaces[space]->vectors.middleRows(first, count);
}
Matrix CalibrationSuite::digits(const char *space, Index count) const
{
    return m_digits.space(space)->vectors.topRows(count);
}

/// The same words in both spaces.
CalibrationSuite::Make CalibrationSuite::sameWords(Index first, Index count) const
{
    return [=, this](auto draw) { return pairedByRow(words(0, first, count), words(1, first, count), draw); };
}

/// The first words, with those of Y paired at random.
CalibrationSuite::Make CalibrationSuite::permutedWords(Index count) const
{
    return [=, this](auto draw) {
        const Matrix y = words(1, 0, count);
        return pairedByRow(words(0, 0, count), rowsOf(y, Random(131 + draw).permutation(y.rows())), draw);
    };
}

/// `count` words in each space, of which `percent` % have a partner in the other.
CalibrationPair CalibrationSuite::overlappingWords(Index first, Index count, int percent, std::uint64_t draw) const
{
    const Index common = count * percent / 100, own = count - common;
    Items itemsOfY = range(0, common);
    Matrix y(count, m_words.spaces[1]->dimension());
    y << words(1, first, common), words(1, first + count, own);
    itemsOfY.resize(static_cast<std::size_t>(count), noItem);
    return paired(words(0, first, count), y, itemsOfY, draw);
}

/// The cloud that generated pairs start from: words or digits in turn.
Matrix CalibrationSuite::cloud(std::uint64_t draw) const
{
    return draw % 2 == 0 ? words(0, 0, itemsOfWords) : digits("ae32_seed0", itemsOfDigits);
}

void CalibrationSuite::addMadePairs()
{
    for (const double noise : {0.3, 0.6, 1.0, 1.4})
        add("rotation and noise", std::to_string(noise).substr(0, 3), {3, 5, 15, 50}, madeNoisy(noise), drawsOfRelated);
    add("rotation and noise", "0.6", {15}, madeNoisy(0.6), 2, 2);
    for (const double condition : {3.0, 30.0, 300.0})
        add(
            "linear map", "condition " + std::to_string(static_cast<int>(condition)), {5, 15, 50},
            [=, this](auto draw) {
                const Matrix x = cloud(draw);
                return pairedByRow(x, noisy(x * mapOfCondition(x.cols(), condition, 21), 0.3, 22 + draw), draw);
            },
            drawsOfRelated);
    for (const double gain : {0.5, 2.0})
        add(
            "bend", "gain " + std::to_string(gain).substr(0, 3), {5, 15, 50},
            [=, this](auto draw) {
                const Matrix x = cloud(draw);
                const Matrix mixed =
                    x * rotation(x.cols(), 31) * static_cast<float>(gain / static_cast<double>(standardDeviation(x)));
                return pairedByRow(x, noisy(mixed.array().tanh().matrix(), 0.3, 32 + draw), draw);
            },
            drawsOfRelated);
    for (const Index part : {2, 4, 8})
        add(
            "lost dimensions", "one of " + std::to_string(part) + " left", {5, 15},
            [=, this](auto draw) {
                const Matrix x = cloud(draw);
                const Matrix y = (x * rotation(x.cols(), 41)).leftCols(x.cols() / part);
                return pairedByRow(x, noisy(y, 0.2, 42 + draw), draw);
            },
            drawsOfRelated);
    add(
        "lengths", "heavy-tailed", {5, 15},
        [this](auto draw) {
            const Matrix x = cloud(draw);
            return pairedByRow(x, withLengths(noisy(x * rotation(x.cols(), 51), 0.5, 52 + draw), 53), draw);
        },
        drawsOfRelated);
    add(
        "standardized", "one of both", {5, 15},
        [this](auto draw) {
            const Matrix x = cloud(draw);
            return pairedByRow(x, standardized(noisy(x, 0.5, 62 + draw)), draw);
        },
        drawsOfRelated);
    add(
        "heavy tails", "t of 2 degrees", {5, 15},
        [this](auto draw) {
            const Matrix x = cloud(draw);
            return pairedByRow(x, withTails(x * rotation(x.cols(), 71), 0.4, 72 + draw), draw);
        },
        drawsOfRelated);
    add(
        "hubs", "every twentieth", {5, 15},
        [this](auto draw) {
            const Matrix x = cloud(draw);
            return pairedByRow(withHubs(x, x.rows() / 20),
                               noisy(withHubs(x, x.rows() / 20) * rotation(x.cols(), 81), 0.4, 82 + draw), draw);
        },
        drawsOfRelated);
    add(
        "duplicates", "every fourth", {5, 15},
        [this](auto draw) {
            const Matrix x = withDuplicates(cloud(draw), 91);
            return pairedByRow(x, noisy(x * rotation(x.cols(), 92), 0.3, 93 + draw), draw);
        },
        drawsOfRelated);
}

CalibrationSuite::Make CalibrationSuite::madeNoisy(double noise) const
{
    return [=, this](auto draw) {
        const Matrix x = cloud(draw);
        return pairedByRow(x, noisy(x * rotation(x.cols(), 11), noise, 12 + draw), draw);
    };
}

/// Parts of both spaces of the words: some items with a partner and others without.
void CalibrationSuite::addPartialPairs()
{
    for (const int percent : {80, 60, 40, 20})
        add(
            "partial overlap", std::to_string(percent) + " %", {5, 15, 50},
            [=, this](auto draw) {
                return overlappingWords(static_cast<Index>(draw) * itemsOfWords, itemsOfWords, percent, draw);
            },
            drawsOfRelated);
    for (const int part : {2, 4})
        add(
            "other sizes", "one of " + std::to_string(part), {5, 15},
            [=, this](auto draw) {
                const Items chosen = Random(draw).sample(2 * itemsOfWords, 2 * itemsOfWords / part);
                return paired(words(0, 0, 2 * itemsOfWords), rowsOf(words(1, 0, 2 * itemsOfWords), chosen), chosen,
                              draw);
            },
            drawsOfRelated);
    add(
        "unequal classes", "five of ten digits in Y", {5, 15},
        [this](auto draw) {
            Items chosen;
            for (Index i = 0; i < m_digits.items->count; ++i) {
                if (m_digits.items->labels[static_cast<std::size_t>(i)] % 2 == static_cast<std::int32_t>(draw % 2))
                    chosen.push_back(static_cast<ItemIndex>(i));
            }
            return paired(m_digits.space("ae32_seed0")->vectors, rowsOf(m_digits.space("ae32_seed1")->vectors, chosen),
                          chosen, draw);
        },
        drawsOfRelated);
}

void CalibrationSuite::addDigitPairs()
{
    for (std::size_t a = 0; a < m_digits.spaces.size(); ++a) {
        for (std::size_t b = a + 1; b < m_digits.spaces.size(); ++b)
            add("digits", m_digits.spaces[a]->name + " and " + m_digits.spaces[b]->name, {15}, [=, this](auto draw) {
                return pairedByRow(m_digits.spaces[a]->vectors, m_digits.spaces[b]->vectors, draw);
            });
    }
    const auto encoder = [this](const char *other) {
        return [=, this](auto draw) {
            return pairedByRow(m_digits.space("ae32_seed0")->vectors, m_digits.space(other)->vectors, draw);
        };
    };
    add("digits", "ae32_seed0 and classifier_epoch32", {3, 5, 50, 300}, encoder("classifier_epoch32"), 3);
    add("digits", "ae32_seed0 and ae32_seed1", {3, 5, 50}, encoder("ae32_seed1"));
    add("digits", "ae32_seed0 and classifier_epoch32", {15}, encoder("classifier_epoch32"), 3, 2);
}

void CalibrationSuite::addWordPairs()
{
    for (const Index first : {0, 1000, 2000, 3000})
        add("words", std::to_string(first + 1) + " to " + std::to_string(first + 1000), {3, 5, 15, 50},
            sameWords(first, 1000));
    add("words", "the first 2000", {5, 15, 300}, sameWords(0, 2000));
    add("words", "the first 1000", {15}, sameWords(0, 1000), 3, 2);
    for (const double noise : {0.5, 0.8, 1.1})
        add(
            "noisy words", std::to_string(noise).substr(0, 3), {5, 15, 50},
            [=, this](auto draw) {
                return pairedByRow(noisy(words(0, 0, 1000), noise, 101 + draw),
                                   noisy(words(1, 0, 1000), noise, 103 + draw), draw);
            },
            2);
}

/// Pairs that cannot be aligned item by item.
void CalibrationSuite::addUnrelatedPairs()
{
    for (const char *space : {"ae32_seed1", "classifier_epoch08", "classifier_epoch32"})
        add(
            "permuted within classes", space, {15, 50},
            [=, this](auto draw) {
                const Items order = permutedWithin(m_digits.items->labels, 111 + draw);
                return pairedByRow(m_digits.space("ae32_seed0")->vectors, rowsOf(m_digits.space(space)->vectors, order),
                                   draw);
            },
            drawsOfUnrelated, 0, false);
    add(
        "permuted", "digits", {5, 15, 50},
        [this](auto draw) {
            const Matrix &y = m_digits.space("ae32_seed1")->vectors;
            return pairedByRow(m_digits.space("ae32_seed0")->vectors,
                               rowsOf(y, Random(121 + draw).permutation(y.rows())), draw);
        },
        drawsOfUnrelated, 0, false);
    add("permuted", "words", {5, 15, 50}, permutedWords(itemsOfWords), drawsOfUnrelated, 0, false);
    add(
        "unrelated words", "other words", {5, 15},
        [this](auto draw) {
            const auto first = static_cast<Index>(draw % 4) * 500;
            return pairedByRow(words(0, first, itemsOfWords), words(1, first + 2500, itemsOfWords), draw);
        },
        drawsOfUnrelated, 0, false);
    add(
        "words and digits", "the first of both", {5, 15},
        [this](auto draw) {
            return pairedByRow(words(draw % 2, 0, itemsOfWords), digits("ae32_seed0", itemsOfWords), draw);
        },
        drawsOfUnrelated, 0, false);
}

/// Kinds added later; all are excluded from fitting. Classes do not help the nonlinear one: Y is a network of X's
/// hidden factors.
void CalibrationSuite::addHarderPairs()
{
    for (const float gain : {0.5f, 1.0f})
        add(
            "non-linear", "tanh of twelve factors, gain " + std::to_string(gain).substr(0, 3), {15, 100},
            [gain](auto draw) {
                const Matrix factors = gaussian(800, 12, 141 + draw);
                const Matrix hidden = (gain * factors * gaussian(12, 64, 151 + draw)).array().tanh().matrix();
                return pairedByRow(factors * gaussian(12, 32, 161 + draw),
                                   noisy(hidden * gaussian(64, 32, 171 + draw), 0.05, 181 + draw), draw);
            },
            drawsOfRelated);
    for (const Index wrong : {2, 5, 8})
        add(
            "wrong seeds", "two autoencoders", {15},
            [this](auto draw) {
                return pairedByRow(digits("ae32_seed0", itemsOfDigits), digits("ae32_seed1", itemsOfDigits), draw);
            },
            drawsOfRelated, wrong);
    add(
        "half without partner", "two autoencoders", {5, 15, 50},
        [this](auto draw) {
            const Index half = itemsOfDigits / 2;
            Matrix y = m_digits.space("ae32_seed1")->vectors.middleRows(half, itemsOfDigits);
            Items itemsOfY = range(half, half);
            itemsOfY.resize(static_cast<std::size_t>(itemsOfDigits), noItem);
            return paired(digits("ae32_seed0", itemsOfDigits), y, itemsOfY, draw);
        },
        drawsOfRelated);
    add(
        "halves of dimensions", "one autoencoder", {15, 50},
        [this](auto draw) {
            const Matrix all = digits("ae32_seed0", itemsOfDigits);
            return pairedByRow(all.leftCols(16), all.rightCols(16), draw);
        },
        drawsOfRelated, 0, false);
}

/// Uses the digit as a hint, of which a share in Y is replaced by random digits. X's items are the first digits.
CalibrationPair CalibrationSuite::hinted(CalibrationPair pair, double wrong, std::uint64_t seed) const
{
    Random random(seed);
    HintColumn column{"label", false, {}, {}, 0.1f, 0.1f};
    for (ItemIndex i = 0; i < static_cast<ItemIndex>(pair.x.rows()); ++i)
        column.ofX.push_back(static_cast<float>(m_digits.items->labels[static_cast<std::size_t>(i)]));
    for (ItemIndex j = 0; j < static_cast<ItemIndex>(pair.y.rows()); ++j) {
        const bool drawn = static_cast<double>(random.below(1000)) < 1000 * wrong;
        column.ofY.push_back(drawn ? static_cast<float>(random.below(10))
                                   : column.ofX[static_cast<std::size_t>(pair.truth.partnerOfY(j))]);
    }
    pair.hints.columns = {std::move(column)};
    return pair;
}

void CalibrationSuite::addHintedPairs()
{
    const std::array<std::pair<const char *, double>, 3> hints{
        {{"hint, true", 0.0}, {"hint, a fifth wrong", 0.2}, {"hint, useless", 1.0}}};
    for (const auto &[kind, wrong] : hints) {
        for (const char *space : {"classifier_epoch02", "classifier_epoch32"})
            add(
                kind, space, {15},
                [=, this](auto draw) {
                    return hinted(pairedByRow(digits("ae16_seed0", itemsOfDigits), digits(space, itemsOfDigits), draw),
                                  wrong, 151 + draw);
                },
                drawsOfRelated);
    }
    const std::vector<std::int32_t> labels(m_digits.items->labels.begin(),
                                           m_digits.items->labels.begin() + itemsOfPermuted);
    for (const char *space : {"ae32_seed1", "classifier_epoch08", "classifier_epoch32"}) {
        for (const auto &[kind, wrong] : hints)
            add(
                std::string(kind) + ", permuted within classes", space, {15},
                [=, this](auto draw) {
                    const Matrix y = rowsOf(digits(space, itemsOfPermuted), permutedWithin(labels, 161 + draw));
                    return hinted(pairedByRow(digits("ae32_seed0", itemsOfPermuted), y, draw), wrong, 162 + draw);
                },
                drawsOfUnrelated, 0, false);
    }
}

/// Pairs of so many items that the verdict uses a part of them (itemsValidated).
void CalibrationSuite::addLargePairs()
{
    add("large, words", "the first 5000", {5, 15, 50}, sameWords(0, 5000), 2);
    add("large, words", "5001 to 10000", {15, 50}, sameWords(5000, 5000), 2);
    add("large, words", "14001 to 20000", {15, 50}, sameWords(14000, 6000), 2);
    add("large, words", "all", {15, 50}, sameWords(0, itemsOfLarge), 2);
    add("large, words", "of unit length", {15, 50}, [this](auto draw) {
        return pairedByRow(words(0, 0, itemsOfLarge).rowwise().normalized(),
                           words(1, 0, itemsOfLarge).rowwise().normalized(), draw);
    });
    for (const double noise : {1.0, 1.6, 2.0})
        add(
            "large, rotation and noise", std::to_string(noise).substr(0, 3), {15},
            [=, this](auto draw) {
                const Matrix x = words(0, 0, 6000);
                return pairedByRow(x, noisy(x * rotation(x.cols(), 11), noise, 12 + draw), draw);
            },
            2);
    for (const int percent : {50, 20})
        add(
            "large, partial overlap", std::to_string(percent) + " %", {15, 50},
            [=, this](auto draw) { return overlappingWords(0, 6000, percent, draw); }, 2);
    add(
        "large, unrelated words", "other words", {15, 50},
        [this](auto draw) { return pairedByRow(words(0, 0, 6000), words(1, 8000, 6000), draw); }, 4, 0, false);
    add("large, permuted", "words", {15, 50}, permutedWords(6000), 4, 0, false);
}

namespace {

constexpr Index itemsOfMissing = 700;

/// Choice of the items of a pair that lack their partner.
struct Missing
{
    int percent = 100;     ///< share of the items of Y that have a partner
    bool bothSides = true; ///< X has items without a partner as well; at 100 %, only then
    bool inRegion = false; ///< items without a partner are near each other
};

/// Takes some rows of spaces that are paired by row.
CalibrationPair lacking(const Matrix &x, const Matrix &y, const Missing &missing, std::uint64_t draw)
{
    const Index shared = itemsOfMissing * missing.percent / 100, own = itemsOfMissing - shared,
                spare = missing.percent == 100 ? itemsOfMissing / 2 : own;
    Items order = Random(191 + draw).permutation(x.rows());
    order.resize(static_cast<std::size_t>(std::min<Index>(std::ssize(order), shared + own + spare)));
    if (missing.inRegion) {
        const Vector along = x * gaussian(x.cols(), 1, 192 + draw);
        std::ranges::sort(order, [&](ItemIndex a, ItemIndex b) { return along[a] < along[b]; });
    }
    Items rest(order.begin() + shared, order.end());
    const Items mixed = Random(193 + draw).permutation(std::ssize(rest));
    Items ofX(order.begin(), order.begin() + shared), ofY = ofX, itemsOfY = range(0, shared);
    for (std::size_t place = 0; place < mixed.size(); ++place) {
        const ItemIndex item = rest[static_cast<std::size_t>(mixed[place])];
        if (static_cast<Index>(place) < own)
            ofY.push_back(item);
        else if (missing.bothSides)
            ofX.push_back(item);
    }
    itemsOfY.resize(ofY.size(), noItem);
    return paired(rowsOf(x, ofX), rowsOf(y, ofY), itemsOfY, 194 + draw);
}

} // namespace

/// Shares of partners from all to a twentieth, missing on one side or both, anywhere or in a region.
void CalibrationSuite::addMissingPartners()
{
    using Spaces = std::function<std::pair<Matrix, Matrix>(std::uint64_t draw)>;
    const auto madeOf = [this](std::uint64_t draw, const auto &make) {
        const Matrix x = words(0, 0, 2 * itemsOfMissing);
        return std::pair(x, make(x, draw));
    };
    const std::vector<std::pair<const char *, Spaces>> kinds{
        {"words", [this](auto) { return std::pair(words(0, 0, 2500), words(1, 0, 2500)); }},
        {"rotation and noise",
         [=](auto draw) {
             return madeOf(draw,
                           [](const Matrix &x, auto d) { return noisy(x * rotation(x.cols(), 11), 0.8, 12 + d); });
         }},
        {"digits",
         [this](auto) {
             return std::pair(m_digits.space("ae32_seed0")->vectors, m_digits.space("ae32_seed1")->vectors);
         }},
        {"other digits",
         [this](auto) {
             return std::pair(m_digits.space("ae16_seed0")->vectors, m_digits.space("ae32_seed1")->vectors);
         }},
        {"rarer words", [this](auto) { return std::pair(words(0, 2500, 2500), words(1, 2500, 2500)); }},
        {"linear map",
         [=](auto draw) {
             return madeOf(draw, [](const Matrix &x, auto d) {
                 return noisy(x * mapOfCondition(x.cols(), 30, 21), 0.3, 22 + d);
             });
         }},
        {"bend",
         [=](auto draw) {
             return madeOf(draw, [](const Matrix &x, auto d) {
                 const Matrix mixed = x * rotation(x.cols(), 31) * (2 / standardDeviation(x));
                 return noisy(mixed.array().tanh().matrix(), 0.3, 32 + d);
             });
         }},
        {"heavy tails",
         [=](auto draw) {
             return madeOf(draw,
                           [](const Matrix &x, auto d) { return withTails(x * rotation(x.cols(), 71), 0.4, 72 + d); });
         }},
        {"twelve factors", [](auto draw) {
             const Matrix factors = gaussian(2 * itemsOfMissing, 12, 201 + draw);
             return std::pair(noisy(factors * gaussian(12, 30, 202 + draw), 0.12, 203 + draw),
                              noisy(factors * gaussian(12, 30, 204 + draw), 0.12, 205 + draw));
         }}};
    constexpr std::array<Index, 3> seeds{15, 50, 200};
    std::size_t turn = 0;
    for (const auto &[name, spaces] : kinds) {
        for (const int percent : {100, 70, 40, 20, 5}) {
            for (const bool both : {true, false}) {
                for (const bool region : {false, true}) {
                    const Index shared = itemsOfMissing * percent / 100,
                                known = std::min(seeds[turn++ % 3], shared * 4 / 5);
                    add(std::string("missing partners, ") + name,
                        std::to_string(percent) + " %, " + (both ? "both sides" : "one side") + ", " +
                            (region ? "a region" : "anywhere"),
                        {known}, [=](auto draw) {
                            const auto [x, y] = spaces(draw);
                            return lacking(x, y, {percent, both, region}, draw);
                        });
                }
            }
            ++turn; // so that every share of partners meets every number of seeds
        }
    }
}

} // namespace anchorscope
