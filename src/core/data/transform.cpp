// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/transform.h"

#include "core/parallel.h"
#include "core/plaintext.h"
#include "core/product.h"
#include "core/random.h"

#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace anchorscope {

namespace {

constexpr double unlimited = 100000; ///< nominal maximum of a parameter whose real limit is the number of dimensions

constexpr std::array<TransformField, 13> fields{{
    {"bend", "Bend", "", -1, 1, 0, false, "Curves straight lines; no linear map undoes it.", &Transform::bend},
    {"stretch", "Stretch", "×", 0.2, 5, 1, false, "Stretches some directions and not others.", &Transform::stretch},
    {"shear", "Shear", "", -1, 1, 0, false, "Slants the axes against each other.", &Transform::shear},
    {"mirror", "Mirror", "", 0, 1, 0, true, "Mirrors the space, which no rotation can undo.", &Transform::mirror},
    {"turn", "Turn", "°", -180, 180, 0, false, "Rotates the space about its origin.", &Transform::turn},
    {"tilt", "Tilt", "°", -180, 180, 0, false, "Rotates three dimensions about the first one.", &Transform::tilt},
    {"roll", "Roll", "°", -180, 180, 0, false, "Rotates three dimensions about the second one.", &Transform::roll},
    {"scale", "Scale", "×", 0.1, 10, 1, false, "Scales all vectors alike.", &Transform::scale},
    {"shift", "Shift", "radii", -3, 3, 0, false, "Moves the origin away from the items.", &Transform::shift},
    {"noise", "Noise", "radii", 0, 1, 0, false, "Moves every item at random.", &Transform::noise},
    {"lost", "Lost dimensions", "", 0, unlimited, 0, false, "Sets the last dimensions to zero.", &Transform::lost},
    {"shuffled", "Shuffled dimensions", "", 0, 1, 0, true, "Reorders the dimensions.", &Transform::shuffled},
    {"seed", "Seed", "", 0, 1e9, 0, false, "Random seed of the noise, the planes and the order of dimensions.",
     &Transform::seed},
}};

constexpr std::uint64_t turnStream = 1, shiftStream = 2, noiseStream = 3, orderStream = 4;
constexpr Index blockRows = 256;

/// Random generator for one step of a transform; steps do not share random numbers.
Random drawsOf(const Transform &transform, std::uint64_t stream)
{
    return Random(hashBits(static_cast<std::uint64_t>(transform.seed), 0x7a5f, stream, 0));
}

template <class Change> void forRows(Matrix &rows, const RunContext &context, const Change &change)
{
    forBlocks(
        rows.rows(), blockRows,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                change(rows.row(i), i);
        },
        context);
}

double meanSquare(const Matrix &rows, Index column)
{
    return rows.col(column).cast<double>().squaredNorm() / static_cast<double>(rows.rows());
}

constexpr Index maxDrawn = 2048; // maximum dimension for which a rotation is computed as a d × d matrix

void bend(Matrix &rows, double strength, const RunContext &context)
{
    // Coefficient with which the square of dimension c is added to dimension c + 1; 0 for odd c.
    Vector factors = Vector::Zero(rows.cols());
    for (Index c = 0; c + 1 < rows.cols(); c += 2) {
        const double spread = std::sqrt(meanSquare(rows, c));
        factors[c] = static_cast<float>(spread > 0 ? strength / spread : 0);
    }
    forRows(rows, context, [&](auto row, Index) {
        for (Index c = 0; c + 1 < row.cols(); c += 2)
            row[c + 1] += factors[c] * row[c] * row[c];
    });
}

void shear(Matrix &rows, double slant, const RunContext &context)
{
    forRows(rows, context, [&](auto row, Index) {
        for (Index c = 0; c + 1 < row.cols(); c += 2)
            row[c] += static_cast<float>(slant) * row[c + 1];
    });
}

void turnColumns(MatrixD &rows, Index first, Index second, double degrees)
{
    const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const Eigen::VectorXd a = rows.col(first), b = rows.col(second);
    rows.col(first) = c * a - s * b;
    rows.col(second) = s * a + c * b;
}

/// Returns the rotation of a transform as a d × d matrix R, applied to row vectors as y R.
Matrix rotationOf(const Transform &transform, Index d)
{
    MatrixD rotation = MatrixD::Identity(d, d);
    if (d <= 3) {
        if (d >= 2)
            turnColumns(rotation, 0, 1, transform.turn);
        if (d == 3) {
            turnColumns(rotation, 1, 2, transform.tilt);
            turnColumns(rotation, 2, 0, transform.roll);
        }
        return rotation.cast<float>();
    }
    Random random = drawsOf(transform, turnStream);
    MatrixD drawn(d, d);
    for (Index i = 0; i < d * d; ++i)
        drawn.data()[i] = random.normal();
    const MatrixD basis = Eigen::HouseholderQR<MatrixD>(drawn).householderQ();
    MatrixD planes = basis;
    for (Index c = 0; c + 1 < d; c += 2)
        turnColumns(planes, c, c + 1, transform.turn);
    return (planes * basis.transpose()).cast<float>();
}

/// Rotates in ⌊d/2⌋ planes like rotationOf(), but the basis that spans them is a product of a few random reflections
/// (Householder): a random d × d basis would need quadratic memory and cubic time.
void turnWide(Matrix &rows, const Transform &transform, const RunContext &context)
{
    constexpr Index reflections = 8;
    const Index d = rows.cols();
    Random random = drawsOf(transform, turnStream);
    MatrixD mirrors(reflections, d);
    for (Index i = 0; i < mirrors.size(); ++i)
        mirrors.data()[i] = random.normal();
    mirrors.rowwise().normalize();
    const double angle = transform.turn * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
    forRows(rows, context, [&](auto row, Index) {
        Eigen::RowVectorXd now = row.template cast<double>();
        const auto reflect = [&](Index m) { now -= 2 * now.dot(mirrors.row(m)) * mirrors.row(m); };
        for (Index m = 0; m < reflections; ++m)
            reflect(m);
        for (Index c = 0; c + 1 < d; c += 2) {
            const double a = now[c], b = now[c + 1];
            now[c] = cosine * a - sine * b;
            now[c + 1] = sine * a + cosine * b;
        }
        for (Index m = reflections; m-- > 0;)
            reflect(m);
        row = now.template cast<float>();
    });
}

void shift(Matrix &rows, const Transform &transform, double radius, const RunContext &context)
{
    const Index d = rows.cols();
    Eigen::RowVectorXd direction = Eigen::RowVectorXd::Unit(d, 0);
    if (d > 3) {
        Random random = drawsOf(transform, shiftStream);
        for (Index c = 0; c < d; ++c)
            direction[c] = random.normal();
        direction.normalize();
    }
    const Eigen::RowVectorXf added = (transform.shift * radius * direction).cast<float>();
    forRows(rows, context, [&](auto row, Index) { row += added; });
}

/// Adds normal noise (Box & Muller 1958) that depends only on the random seed and the position in the matrix.
void addNoise(Matrix &rows, const Transform &transform, double radius, const RunContext &context)
{
    const double spread = transform.noise * radius / std::sqrt(static_cast<double>(rows.cols()));
    const auto seed = static_cast<std::uint64_t>(transform.seed);
    forRows(rows, context, [&](auto row, Index i) {
        for (Index c = 0; c < row.cols(); ++c) {
            const auto place = static_cast<std::uint64_t>(i), column = static_cast<std::uint64_t>(c);
            // uniform random number in (0, 1]
            const double length = 1 - hashUniform(seed, noiseStream, place, 2 * column);
            const double angle = 2 * std::numbers::pi * hashUniform(seed, noiseStream, place, 2 * column + 1);
            row[c] += static_cast<float>(spread * std::sqrt(-2 * std::log(length)) * std::cos(angle));
        }
    });
}

Matrix shuffledColumns(const Matrix &rows, const Transform &transform)
{
    const auto order = drawsOf(transform, orderStream).permutation(rows.cols());
    Matrix result(rows.rows(), rows.cols());
    for (Index c = 0; c < rows.cols(); ++c)
        result.col(c) = rows.col(order[static_cast<std::size_t>(c)]);
    return result;
}

Matrix deformed(Matrix rows, const Transform &transform, const RunContext &context)
{
    const Index d = rows.cols();
    if (transform.bend != 0)
        bend(rows, transform.bend, context);
    if (transform.stretch != 1)
        rows.leftCols(d > 3 ? d / 2 : 1) *= static_cast<float>(transform.stretch);
    if (transform.shear != 0)
        shear(rows, transform.shear, context);
    if (transform.mirror != 0)
        rows.col(0) *= -1;
    if (d > maxDrawn && transform.turn != 0)
        turnWide(rows, transform, context);
    else if (d <= maxDrawn && (transform.turn != 0 || transform.tilt != 0 || transform.roll != 0))
        rows = productTransposed(rows, rotationOf(transform, d).transpose(), context);
    return rows;
}

} // namespace

std::span<const TransformField> transformFields()
{
    return fields;
}

bool Transform::isNeutral() const
{
    return std::ranges::all_of(fields, [&](const TransformField &field) {
        return field.value == &Transform::seed || this->*field.value == field.neutral;
    });
}

Status Transform::validate(Index dimensions) const
{
    for (const TransformField &field : fields) {
        const double found = this->*field.value;
        if (!(found >= field.min && found <= field.max))
            return Error(ErrorCode::wrongUsage, std::string("Expected ") + field.id + " from " + numberText(field.min) +
                                                    " to " + numberText(field.max) + ", found " + numberText(found) +
                                                    ".");
    }
    if ((tilt != 0 || roll != 0) && dimensions != 3)
        return Error(ErrorCode::wrongUsage,
                     "Expected a space of 3 dimensions for tilt and roll, found " + std::to_string(dimensions) + ".");
    if ((turn != 0 || shear != 0 || bend != 0) && dimensions < 2)
        return Error(ErrorCode::wrongUsage,
                     "Expected a space of at least 2 dimensions to turn, shear or bend, found 1.");
    if (lost != std::floor(lost) || lost >= static_cast<double>(dimensions))
        return Error(ErrorCode::wrongUsage, "Expected fewer lost dimensions than the space has (" +
                                                std::to_string(dimensions) + "), a whole number, found " +
                                                numberText(lost) + ".");
    return Done{};
}

double radiusOf(const Matrix &rows)
{
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    double sum = 0;
    for (Index i = 0; i < rows.rows(); ++i)
        sum += (rows.row(i).cast<double>() - mean).squaredNorm();
    return std::sqrt(sum / static_cast<double>(rows.rows()));
}

Result<Transform> readTransform(std::string_view text)
{
    Transform transform;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const std::string_view id = part.substr(0, part.find('='));
        const auto field = std::ranges::find(fields, id, &TransformField::id);
        const bool withNumber = id.size() < part.size();
        if (field == fields.end() || (!withNumber && !field->isSwitch)) {
            const auto name = [](const TransformField &each) {
                return each.id + std::string(each.isSwitch ? "" : "=NUMBER");
            };
            return Error(ErrorCode::wrongUsage, "Expected transforms separated by commas (",
                         joinedText(fields, ", ", name), "), found “", part, "”.");
        }
        double value = 1;
        if (withNumber) {
            const std::string_view number = part.substr(id.size() + 1);
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
            if (error != std::errc() || end != number.data() + number.size())
                return Error(ErrorCode::wrongUsage,
                             "Expected a number for " + std::string(id) + ", found “" + std::string(number) + "”.");
        }
        transform.*(field->value) = value;
    }
    return transform;
}

std::string transformText(const Transform &transform)
{
    std::string text;
    for (const TransformField &field : fields) {
        const double value = transform.*(field.value);
        if (value == field.neutral)
            continue;
        text.append(text.empty() ? "" : ",").append(field.id);
        if (!field.isSwitch)
            text.append("=").append(numberText(value));
    }
    return text;
}

Matrix transformed(const Matrix &vectors, const Transform &transform, const RunContext &context)
{
    const bool needsRadius = transform.shift != 0 || transform.noise != 0;
    const double radius = needsRadius ? radiusOf(vectors) : 0;
    Matrix rows = deformed(vectors, transform, context);
    if (transform.scale != 1)
        rows *= static_cast<float>(transform.scale);
    if (transform.shift != 0)
        shift(rows, transform, radius, context);
    if (transform.noise != 0)
        addNoise(rows, transform, radius, context);
    if (transform.lost != 0)
        rows.rightCols(static_cast<Index>(transform.lost)).setZero();
    return transform.shuffled != 0 ? shuffledColumns(rows, transform) : rows;
}

} // namespace anchorscope
