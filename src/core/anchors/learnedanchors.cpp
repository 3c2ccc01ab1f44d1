// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/learnedanchors.h"

#include "core/heads/adamstep.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/stopwatch.h"
#include "core/svd.h"

#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

/// Converts a gradient with respect to the values `p` of a softmax to one with respect to its arguments.
MatrixD throughSoftmax(const MatrixD &p, const MatrixD &gradient, double temperature)
{
    const VectorD mean = p.cwiseProduct(gradient).rowwise().sum();
    return (p.array() * (gradient.colwise() - mean).array()) / temperature;
}

/// Standardizes columns to zero mean and unit (population) variance. `inverse`: 1/σ per column, 0 for constant columns.
MatrixD standardized(const MatrixD &f, Eigen::RowVectorXd &inverse)
{
    const MatrixD centred = f.rowwise() - f.colwise().mean();
    const Eigen::RowVectorXd deviation = (centred.colwise().squaredNorm() / static_cast<double>(f.rows())).cwiseSqrt();
    inverse = (deviation.array() > 0).select(deviation.array().max(1e-300).inverse(), 0.0);
    return centred.array().rowwise() * inverse.array();
}

MatrixD throughStandardizing(const MatrixD &values, const Eigen::RowVectorXd &inverse, const MatrixD &gradient)
{
    const Eigen::RowVectorXd mean = gradient.colwise().mean();
    const Eigen::RowVectorXd along = gradient.cwiseProduct(values).colwise().mean();
    const MatrixD projected = (gradient.rowwise() - mean) - MatrixD(values.array().rowwise() * along.array());
    return projected.array().rowwise() * inverse.array();
}

MatrixD unitRows(const MatrixD &f, VectorD &norms)
{
    norms = f.rowwise().norm().cwiseMax(1e-12);
    return f.array().colwise() / norms.array();
}

MatrixD throughUnitRows(const MatrixD &unit, const VectorD &norms, const MatrixD &gradient)
{
    const VectorD along = unit.cwiseProduct(gradient).rowwise().sum();
    const MatrixD projected = gradient - MatrixD(unit.array().colwise() * along.array());
    return projected.array().colwise() / norms.array();
}

/// Returns half of log mean_{i≠j} exp(−2 ‖f_i − f_j‖²) for unit rows and adds its gradient to `gradient`.
double halfUniformity(const MatrixD &unit, MatrixD &gradient)
{
    const auto pairs = static_cast<double>(unit.rows() * (unit.rows() - 1));
    // exponent −2 ‖f_i − f_j‖² = −2 (2 − 2 cos) of unit rows
    MatrixD weight = (4 * (unit * unit.transpose()).array() - 4).exp();
    weight.diagonal().setZero();
    const double sum = weight.sum();
    const VectorD rowSums = weight.rowwise().sum();
    // The gradient of exp(−2‖f_i − f_j‖²) is −4 (f_i − f_j) exp(−2‖f_i − f_j‖²); the sum has each pair twice.
    gradient += (0.5 / sum) * -8 * (MatrixD(unit.array().colwise() * rowSums.array()) - weight * unit);
    return 0.5 * std::log(sum / pairs);
}

MatrixD rowsOfGram(const MatrixD &gram, const std::vector<ItemIndex> &rows)
{
    MatrixD result(static_cast<Index>(rows.size()), gram.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        result.row(static_cast<Index>(i)) = gram.row(rows[i]);
    return result;
}

MatrixD sumOf(const std::vector<MatrixD> &grams)
{
    MatrixD sum = grams.front();
    for (std::size_t b = 1; b < grams.size(); ++b)
        sum += grams[b];
    return sum;
}

/// Returns the weighted cohesion Σ_ij p_ij ‖z_j − (P z)_i‖² / k, summed over spaces, and adds its gradient to
/// `toMixture`. `gram`: sum of the spaces' Gram matrices, which suffices because cohesion is linear in them. `weight`:
/// LearnedAnchorsOptions::cohesionWeight divided by the number of spaces.
double addCohesion(const MatrixD &gram, const MatrixD &mixture, double weight, MatrixD &toMixture)
{
    const auto k = static_cast<double>(mixture.rows());
    const MatrixD cross = mixture * gram; // inner products ⟨a_i, z_j⟩ of anchors and items, k × k_sub
    const Eigen::RowVectorXd squares = gram.diagonal().transpose();
    const double value = ((mixture * squares.transpose()).sum() - cross.cwiseProduct(mixture).sum()) / k;
    toMixture += weight / k * ((-2 * cross).rowwise() + squares);
    return weight * value;
}

void addWeighted(const PairLoss &loss, double weight, MatrixD &toF, MatrixD &toG, double &term, double scale)
{
    toF += weight * scale * loss.gradientF;
    toG += weight * scale * loss.gradientG;
    term += weight * scale * loss.value;
}

std::vector<MatrixD> whitenedGrams(const std::vector<const Matrix *> &banks,
                                   const std::vector<std::vector<ItemIndex>> &subset,
                                   const LearnedAnchorsOptions &options, const RunContext &context)
{
    std::vector<MatrixD> grams;
    for (std::size_t b = 0; b < banks.size(); ++b) {
        const Whitening whitening = Whitening::fit(*banks[b], options.similarity, context);
        if (whitening.empty())
            return {};
        grams.push_back(whitening.gram(rowsOf(*banks[b], subset[b]), context));
    }
    return grams;
}

Termination reasonToEnd(const RunContext &context, const LearnedAnchorsStep &step)
{
    if (context.cancelled())
        return Termination::cancelled;
    if (context.stopRequested())
        return Termination::stopped;
    return std::isfinite(step.loss) ? Termination::notRun : Termination::diverged;
}

/// Logits Q by which each anchor starts near one item of the subset, like a randomly sampled anchor.
MatrixD startLogits(Index anchors, Index items, double temperature, Random &random)
{
    MatrixD logits(anchors, items);
    for (Index i = 0; i < logits.size(); ++i)
        logits.data()[i] = 0.01 * random.normal();
    const std::vector<ItemIndex> order = random.permutation(items);
    for (Index a = 0; a < anchors; ++a)
        logits(a, order[static_cast<std::size_t>(a % items)]) += temperature * std::log(static_cast<double>(items));
    return logits;
}

Status checkInput(const std::vector<const Matrix *> &banks, const std::vector<std::vector<ItemIndex>> &subset)
{
    if (banks.size() < 2 || banks.size() != subset.size())
        return Error(ErrorCode::tooFewSpaces,
                     "Expected at least 2 spaces to learn anchors from, found " + std::to_string(banks.size()) + ".");
    for (const auto &rows : subset) {
        if (rows.size() < 2 || rows.size() != subset.front().size())
            return Error(ErrorCode::tooFewPairs, "Expected at least 2 parallel items, the same in every space, found " +
                                                     std::to_string(rows.size()) + ".");
    }
    return Done{};
}

std::vector<ItemIndex> drawBatch(Index items, Index batch, Random &random)
{
    std::vector<ItemIndex> rows = random.permutation(items);
    rows.resize(static_cast<std::size_t>(std::min(batch, items)));
    return rows;
}

std::vector<MatrixD> drawBanks(const std::vector<MatrixD> &grams, Random &random)
{
    constexpr Index maxPerStep = 4; // maximum number of spaces in a learning step; four spaces form six pairs
    const auto count = static_cast<Index>(grams.size());
    if (count <= maxPerStep)
        return grams;
    std::vector<ItemIndex> order = random.permutation(count);
    order.resize(maxPerStep);
    return elementsAt(grams, order);
}

Matrix closedFormMixture(const std::vector<MatrixD> &grams, Index anchors)
{
    const Eigenvectors agreement = eigenvectorsOf(sumOf(grams));
    const auto items = static_cast<double>(agreement.values.size());
    const double negligible = 1e-9 * agreement.values.maxCoeff();
    const Index count = std::min<Index>(anchors, (agreement.values.array() > negligible).count());
    MatrixD weights = agreement.vectors.rightCols(count).rowwise().reverse().transpose() / std::sqrt(items);
    const VectorD lacking = (1 - weights.rowwise().sum().array()) / items;
    weights.colwise() += lacking;
    return weights.cast<float>();
}

void endRun(double seconds, LearnedAnchorsSummary &summary)
{
    summary.seconds = seconds;
    if (summary.termination == Termination::notRun)
        summary.termination = Termination::iterationLimit;
    if (summary.termination == Termination::cancelled)
        summary.mixture.resize(0, 0);
}

/// Applies the softmax to each row divided by `temperature`.
MatrixD softmaxRows(const MatrixD &f, double temperature)
{
    MatrixD p = f / temperature;
    p.colwise() -= VectorD(p.rowwise().maxCoeff());
    p = p.array().exp();
    p.array().colwise() /= VectorD(p.rowwise().sum()).array();
    return p;
}

} // namespace

PairLoss softJaccardLoss(const MatrixD &f, const MatrixD &g, double temperature)
{
    const MatrixD p = softmaxRows(f, temperature);
    const MatrixD q = softmaxRows(g, temperature);
    // Rows of p and q sum to 1, so Σ max(p, q) = 2 − Σ min(p, q).
    const VectorD shared = p.cwiseMin(q).rowwise().sum();
    const auto batch = static_cast<double>(f.rows());
    PairLoss loss;
    loss.value = 1 - (shared.array() / (2 - shared.array())).mean();
    const VectorD slope = -2.0 / (batch * (2 - shared.array()).square());
    const MatrixD pSmaller = (p.array() < q.array()).cast<double>() + 0.5 * (p.array() == q.array()).cast<double>();
    const MatrixD toP = pSmaller.array().colwise() * slope.array();
    const MatrixD toQ = (1 - pSmaller.array()).matrix().array().colwise() * slope.array();
    loss.gradientF = throughSoftmax(p, toP, temperature);
    loss.gradientG = throughSoftmax(q, toQ, temperature);
    return loss;
}

PairLoss barlowTwinsLoss(const MatrixD &f, const MatrixD &g, double offDiagonal)
{
    Eigen::RowVectorXd inverseF, inverseG;
    const MatrixD a = standardized(f, inverseF);
    const MatrixD b = standardized(g, inverseG);
    const auto batch = static_cast<double>(f.rows());
    const auto k = static_cast<double>(f.cols());
    const MatrixD c = a.transpose() * b / batch;
    MatrixD toC = 2 * offDiagonal * c / k;
    toC.diagonal() = -2 * (1 - c.diagonal().array()) / k;
    PairLoss loss;
    const VectorD diagonal = c.diagonal();
    loss.value = ((1 - diagonal.array()).square().sum() + offDiagonal * (c.squaredNorm() - diagonal.squaredNorm())) / k;
    loss.gradientF = throughStandardizing(a, inverseF, b * toC.transpose() / batch);
    loss.gradientG = throughStandardizing(b, inverseG, a * toC / batch);
    return loss;
}

PairLoss alignmentUniformityLoss(const MatrixD &f, const MatrixD &g)
{
    VectorD normsF, normsG;
    const MatrixD a = unitRows(f, normsF);
    const MatrixD b = unitRows(g, normsG);
    const auto batch = static_cast<double>(f.rows());
    MatrixD toA = 2 / batch * (a - b);
    MatrixD toB = -toA;
    PairLoss loss;
    loss.value = (a - b).squaredNorm() / batch + halfUniformity(a, toA) + halfUniformity(b, toB);
    loss.gradientF = throughUnitRows(a, normsF, toA);
    loss.gradientG = throughUnitRows(b, normsG, toB);
    return loss;
}

template <> std::span<const Field<LearnedAnchorsOptions>> fields()
{
    using O = LearnedAnchorsOptions;
    static const Field<O> rows[] = {
        {"", "Learned anchors", "", "", &O::anchors, 1, anyCount},
        {"param-steps", "Steps", "Learned anchors: steps of Adam; 0: closed form", "N", &O::steps, 0, 1e8},
        {"param-batch", "Batch", "Learned anchors: items in a step", "N", &O::batch, 2, anyCount},
        {"param-rate", "Learning rate", "Learned anchors: learning rate of Adam", "R", &O::learningRate, 1e-12, 1000},
        {"param-temperature", "Temperature", "Learned anchors: temperature of the mixture softmax", "T",
         &O::temperature, 1e-6, 1e6},
        {"jaccard-weight", "Jaccard weight", "Learned anchors: weight of the soft Jaccard loss", "W", &O::jaccardWeight,
         0},
        {"jaccard-temperature", "Jaccard temperature",
         "Learned anchors: temperature of the softmax in the Jaccard loss", "T", &O::jaccardTemperature, 1e-3, 1e6},
        {"barlow-weight", "Barlow Twins weight", "Learned anchors: weight of the Barlow Twins loss", "W",
         &O::barlowWeight, 0},
        {"off-diagonal", "Off-diagonal weight",
         "Learned anchors: weight of the off-diagonal terms of the Barlow Twins loss", "W", &O::barlowOffDiagonal, 0},
        {"alignment-weight", "Alignment weight", "Learned anchors: weight of the alignment and uniformity loss", "W",
         &O::alignmentWeight, 0},
        {"cohesion-weight", "Cohesion weight", "Learned anchors: weight of the cohesion of mixtures", "W",
         &O::cohesionWeight, 0},
    };
    return rows;
}

LearnedAnchorsStep learnedAnchorsObjective(const std::vector<MatrixD> &grams, const std::vector<ItemIndex> &rows,
                                           const MatrixD &logits, const LearnedAnchorsOptions &options,
                                           MatrixD &gradient)
{
    const MatrixD mixture = softmaxRows(logits, options.temperature);
    const auto banks = static_cast<double>(grams.size());
    const double perPair = 2 / (banks * (banks - 1));
    LearnedAnchorsStep step;
    MatrixD toMixture = MatrixD::Zero(mixture.rows(), mixture.cols());
    std::vector<MatrixD> inputs, relative, toRelative;
    for (const MatrixD &gram : grams) {
        // An anchor is a mixture a = P z of items, so ⟨z_i, a⟩ is a row of the Gram matrix times Pᵀ.
        inputs.push_back(rowsOfGram(gram, rows));
        relative.push_back(inputs.back() * mixture.transpose());
        toRelative.push_back(MatrixD::Zero(relative.back().rows(), relative.back().cols()));
    }
    step.cohesion = addCohesion(sumOf(grams), mixture, options.cohesionWeight / banks, toMixture);
    for (std::size_t b = 0; b < grams.size(); ++b) {
        for (std::size_t c = b + 1; c < grams.size(); ++c) {
            const MatrixD &f = relative[b];
            const MatrixD &g = relative[c];
            addWeighted(softJaccardLoss(f, g, options.jaccardTemperature), options.jaccardWeight, toRelative[b],
                        toRelative[c], step.jaccard, perPair);
            addWeighted(barlowTwinsLoss(f, g, options.barlowOffDiagonal), options.barlowWeight, toRelative[b],
                        toRelative[c], step.barlow, perPair);
            addWeighted(alignmentUniformityLoss(f, g), options.alignmentWeight, toRelative[b], toRelative[c],
                        step.alignment, perPair);
        }
    }
    for (std::size_t b = 0; b < grams.size(); ++b)
        toMixture += toRelative[b].transpose() * inputs[b];
    const VectorD along = mixture.cwiseProduct(toMixture).rowwise().sum();
    gradient = mixture.array() * (toMixture.colwise() - along).array() / options.temperature;
    step.loss = step.jaccard + step.barlow + step.alignment + step.cohesion;
    return step;
}

namespace {

/// Takes steps of Adam on the logits and keeps the weights P of the step with the lowest loss.
void learnByAdam(const std::vector<MatrixD> &grams, const LearnedAnchorsOptions &options, const Stopwatch &clock,
                 LearnedAnchorsSummary &summary, const RunContext &context,
                 const std::function<void(const LearnedAnchorsStep &)> &onStep)
{
    const Index items = grams.front().rows();
    Random random(options.seed);
    MatrixD logits = startLogits(options.anchors, items, options.temperature, random);
    MatrixD gradient;
    AdamStep<MatrixD> adam(options.learningRate);
    double lowest = std::numeric_limits<double>::infinity();
    for (int number = 1; number <= options.steps; ++number) {
        context.waitWhilePaused();
        const std::vector<ItemIndex> rows = drawBatch(items, options.batch, random);
        LearnedAnchorsStep step = learnedAnchorsObjective(drawBanks(grams, random), rows, logits, options, gradient);
        step.step = number;
        step.seconds = clock.seconds();
        summary.termination = reasonToEnd(context, step);
        if (summary.termination == Termination::cancelled || summary.termination == Termination::diverged)
            break;
        if (step.loss < lowest) {
            lowest = step.loss;
            summary.mixture = softmaxRows(logits, options.temperature).cast<float>();
        }
        summary.history.push_back(step);
        if (onStep)
            onStep(step);
        context.report(static_cast<double>(number) / options.steps, "Learning anchors");
        if (summary.termination != Termination::notRun)
            break;
        adam(gradient, logits);
    }
}

} // namespace

Result<LearnedAnchorsSummary> learnAnchors(const std::vector<const Matrix *> &banks,
                                           const std::vector<std::vector<ItemIndex>> &subset,
                                           const LearnedAnchorsOptions &options, const RunContext &context,
                                           const std::function<void(const LearnedAnchorsStep &)> &onStep)
{
    if (const Status status = checkFields(options); !status)
        return status.error();
    if (const Status status = checkInput(banks, subset); !status)
        return status.error();
    const Stopwatch clock;
    LearnedAnchorsSummary summary;
    const std::vector<MatrixD> grams = whitenedGrams(banks, subset, options, context.withoutProgress());
    if (grams.empty()) {
        summary.termination = Termination::cancelled;
        return summary;
    }
    if (options.steps > 0)
        learnByAdam(grams, options, clock, summary, context, onStep);
    else
        summary.mixture = closedFormMixture(grams, options.anchors);
    endRun(clock.seconds(), summary);
    return summary;
}

} // namespace anchorscope
