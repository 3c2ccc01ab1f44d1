// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/toys.h"

#include "core/data/transform.h"
#include "core/plaintext.h"
#include "core/random.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace anchorscope {

namespace {

constexpr std::string_view prefix = "toy:";

constexpr ToyShape shapes[] = {
    {"wedges", 2, 0, "Sectors around the origin (RR Fig. 1): the direction determines the class."},
    {"rings", 2, 0, "Rings around the origin: the length determines the class, and cosine loses it."},
    {"letter", 2, 3, "An F: rotations and reflections are seen at once."},
    {"blobs3", 3, 0, "Round groups in three dimensions."},
    {"moons", 2, 2, "Two moons that no line can separate."},
    {"mystery", 2, 0, "Sectors; Y hides one transform that the seed draws."},
};

constexpr ToyField toyNumbers[] = {
    {"n", "Items", 30, 2000, true, "Items of each space.", [](const Toy &toy) { return static_cast<double>(toy.n); },
     [](Toy &toy, double value) { toy.n = static_cast<Index>(value); }},
    {"classes", "Classes", 2, 8, true, "Number of classes, if the shape does not fix it.",
     [](const Toy &toy) { return static_cast<double>(toy.classes); },
     [](Toy &toy, double value) { toy.classes = static_cast<Index>(value); }},
    {"balance", "Balance", 0.01, 1, false, "Size of the smallest class over that of the largest one.",
     [](const Toy &toy) { return toy.balance; }, [](Toy &toy, double value) { toy.balance = value; }},
    {"missing", "Without partner", 0, 0.9, false, "Share of the items of each space that the other space lacks.",
     [](const Toy &toy) { return toy.missing; }, [](Toy &toy, double value) { toy.missing = value; }},
    {"seed", "Random seed", 0, 1e9, true, "Another seed draws another cloud of the same kind.",
     [](const Toy &toy) { return static_cast<double>(toy.seed); },
     [](Toy &toy, double value) { toy.seed = static_cast<std::uint64_t>(value); }},
};

struct Point
{
    double x = 0, y = 0, z = 0;
};

class Cloud
{
public:
    explicit Cloud(const Toy &toy) : m_toy(toy), m_random(hashBits(toy.seed, 0x70f5, 0, 0)) {}
    Point draw(Index label);

private:
    double between(double low, double high) { return low + (high - low) * m_random.uniform(); }
    Point polar(double angle, double length) { return {length * std::cos(angle), length * std::sin(angle)}; }
    Point wedge(Index label);
    Point ring(Index label);
    Point stroke(Index label);
    Point blob(Index label);
    Point moon(Index label);

    const Toy &m_toy;
    Random m_random;
};

Point Cloud::wedge(Index label)
{
    // The points of each class fill two thirds of a circular sector, so that the classes are separated.
    const double sector = 2 * std::numbers::pi / static_cast<double>(m_toy.classes);
    return polar((static_cast<double>(label) + between(1.0 / 6, 5.0 / 6)) * sector, std::sqrt(between(0.1, 1)));
}

Point Cloud::ring(Index label)
{
    const double length = (static_cast<double>(label) + 1) / static_cast<double>(m_toy.classes);
    return polar(between(0, 2 * std::numbers::pi),
                 length + 0.1 * m_random.normal() / static_cast<double>(m_toy.classes));
}

/// Point on the letter F, whose centre is near the origin. Classes are the strokes: stem, upper bar, lower bar.
Point Cloud::stroke(Index label)
{
    constexpr double thick = 0.15;
    const double across = between(0, thick);
    if (label == 0)
        return {across - 0.35, between(-0.5, 0.5)};
    const double top = label == 1 ? 0.5 : 0.1, length = label == 1 ? 0.6 : 0.4;
    return {between(thick, thick + length) - 0.35, top - across};
}

/// Centres of the classes are on a Fibonacci spiral over the sphere, so any number of them is well separated.
Point Cloud::blob(Index label)
{
    const double height = 1 - (2 * static_cast<double>(label) + 1) / static_cast<double>(m_toy.classes);
    const double angle = std::numbers::pi * (3 - std::sqrt(5)) * static_cast<double>(label);
    Point point = polar(angle, std::sqrt(1 - height * height));
    constexpr double spread = 0.2;
    point.x += spread * m_random.normal();
    point.y += spread * m_random.normal();
    point.z = height + spread * m_random.normal();
    return point;
}

Point Cloud::moon(Index label)
{
    const double angle = between(0, std::numbers::pi), side = label == 0 ? 1 : -1;
    Point point = polar(angle, 1 + 0.08 * m_random.normal());
    return {side * (point.x - 0.5), side * (point.y - 0.25)};
}

Point Cloud::draw(Index label)
{
    if (m_toy.shape == "rings")
        return ring(label);
    if (m_toy.shape == "letter")
        return stroke(label);
    if (m_toy.shape == "blobs3")
        return blob(label);
    return m_toy.shape == "moons" ? moon(label) : wedge(label);
}

const ToyShape &shapeOf(const Toy &toy)
{
    return *std::ranges::find(shapes, toy.shape, &ToyShape::id);
}

/// Returns random labels for all items; the sizes of the classes decrease geometrically.
std::vector<std::int32_t> drawLabels(const Toy &toy, Index items)
{
    std::vector<double> shares;
    double sum = 0;
    for (Index c = 0; c < toy.classes; ++c) {
        shares.push_back(std::pow(toy.balance, static_cast<double>(c) / static_cast<double>(toy.classes - 1)));
        sum += shares.back();
    }
    std::vector<std::int32_t> labels;
    double upTo = 0;
    for (Index c = 0; c < toy.classes; ++c) {
        upTo += shares[static_cast<std::size_t>(c)] / sum * static_cast<double>(items);
        while (static_cast<double>(labels.size()) < std::round(upTo))
            labels.push_back(static_cast<std::int32_t>(c));
    }
    return elementsAt(labels, Random(hashBits(toy.seed, 0x70f5, 1, 0)).permutation(items));
}

/// Scales the first dimension to standard deviation 1, all others to ½.
void widen(Matrix &rows)
{
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    for (Index c = 0; c < rows.cols(); ++c) {
        const double deviation =
            std::sqrt((rows.col(c).cast<double>().array() - mean[c]).square().sum() / static_cast<double>(rows.rows()));
        rows.col(c) *= static_cast<float>((c == 0 ? 1 : 0.5) / deviation);
    }
}

Transform hiddenTransform(std::uint64_t seed)
{
    Transform hidden;
    switch (Random(hashBits(seed, 0x70f5, 2, 0)).below(5)) {
    case 0:
        hidden.turn = 70;
        break;
    case 1:
        hidden.scale = 3;
        break;
    case 2:
        hidden.shift = 1.5;
        break;
    case 3:
        hidden.stretch = 3;
        break;
    default:
        hidden.bend = 0.8;
    }
    return hidden;
}

std::shared_ptr<const EmbeddingSet> spaceOf(const char *name, const Toy &toy, const Matrix &all,
                                            const std::vector<std::int32_t> &labels, Index ownFrom)
{
    const auto common = static_cast<Index>(std::lround(static_cast<double>(toy.n) * (1 - toy.missing)));
    auto items = std::make_shared<ItemTable>();
    auto set = std::make_shared<EmbeddingSet>();
    items->count = toy.n;
    set->vectors.resize(toy.n, all.cols());
    for (Index c = 0; c < toy.classes; ++c)
        items->labelNames.emplace_back(1, static_cast<char>('A' + c));
    // Number of items generated so far in each class, over both spaces.
    std::vector<Index> members(static_cast<std::size_t>(toy.classes));
    std::vector<std::string> names;
    for (const std::int32_t label : labels)
        names.push_back(items->labelNames[static_cast<std::size_t>(label)] +
                        std::to_string(++members[static_cast<std::size_t>(label)]));
    for (Index i = 0; i < toy.n; ++i) {
        const Index item = i < common ? i : ownFrom + i;
        items->ids.push_back(names[static_cast<std::size_t>(item)]);
        items->labels.push_back(labels[static_cast<std::size_t>(item)]);
        set->vectors.row(i) = all.row(item);
    }
    set->name = name;
    set->model = shapeOf(toy).about;
    set->storedType = "float32";
    set->items = items;
    return set;
}

Error unknown(std::string_view part)
{
    return Error(ErrorCode::wrongUsage, "Expected toy:SHAPE (" + joinedText(shapes, ", ", &ToyShape::id) +
                                            ") and n=, classes=, balance=, missing=, seed= separated by commas, "
                                            "found “" +
                                            std::string(part) + "”.");
}

Status readPart(std::string_view part, Toy &toy)
{
    const std::string_view name = part.substr(0, part.find('='));
    const std::string_view text = name.size() < part.size() ? part.substr(name.size() + 1) : std::string_view();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto field = std::ranges::find_if(toyNumbers, [name](const ToyField &each) { return each.id == name; });
    if (field == std::end(toyNumbers))
        return unknown(part);
    const bool isNumber = error == std::errc() && !text.empty() && end == text.data() + text.size();
    if (!isNumber || !(value >= field->min && value <= field->max) || (field->isWhole && value != std::floor(value))) {
        const auto shown = [&](double number) { return field->isWhole ? fixedText(number, 0) : numberText(number); };
        return Error(ErrorCode::wrongUsage, "Expected " + std::string(name) + " from " + shown(field->min) + " to " +
                                                shown(field->max) + (field->isWhole ? ", a whole number" : "") +
                                                ", found “" + std::string(text) + "”.");
    }
    field->write(toy, value);
    return Done{};
}

} // namespace

std::span<const ToyShape> toyShapes()
{
    return shapes;
}

std::span<const ToyField> toyFields()
{
    return toyNumbers;
}

bool isToyName(std::string_view name)
{
    return name.starts_with(prefix);
}

Result<Toy> readToy(std::string_view name)
{
    std::string_view text = isToyName(name) ? name.substr(prefix.size()) : name;
    Toy toy;
    toy.shape = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), toy.shape.size() + 1));
    const auto shape = std::ranges::find(shapes, toy.shape, &ToyShape::id);
    if (shape == std::end(shapes))
        return unknown(toy.shape);
    if (shape->classes > 0)
        toy.classes = shape->classes;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (const Status read = readPart(part, toy); !read)
            return read.error();
        if (shape->classes > 0 && toy.classes != shape->classes)
            return Error(ErrorCode::wrongUsage, "The shape " + toy.shape + " has " + std::to_string(shape->classes) +
                                                    " classes of its own, found “" + std::string(part) + "”.");
    }
    return toy;
}

std::string toyName(const Toy &toy)
{
    std::string name(prefix);
    name += toy.shape;
    for (const ToyField &field : toyNumbers) {
        const double value = field.read(toy);
        if (value == field.read({}) || (shapeOf(toy).classes > 0 && field.id == std::string_view("classes")))
            continue;
        char text[32];
        const auto end = std::to_chars(std::begin(text), std::end(text), value, std::chars_format::fixed).ptr;
        name.append(",").append(field.id).append("=").append(text, end);
    }
    return name;
}

Dataset makeToy(const Toy &toy)
{
    const auto own = toy.n - static_cast<Index>(std::lround(static_cast<double>(toy.n) * (1 - toy.missing)));
    const Index items = toy.n + own;
    const std::vector<std::int32_t> labels = drawLabels(toy, items);
    Matrix all(items, shapeOf(toy).dimensions);
    Cloud cloud(toy);
    for (Index i = 0; i < items; ++i) {
        const Point point = cloud.draw(labels[static_cast<std::size_t>(i)]);
        const double values[] = {point.x, point.y, point.z};
        for (Index c = 0; c < all.cols(); ++c)
            all(i, c) = static_cast<float>(values[c]);
    }
    widen(all);
    const Matrix ofY = toy.shape == "mystery" ? transformed(all, hiddenTransform(toy.seed)) : all;
    Dataset dataset;
    dataset.title = std::string("Toy: ") + shapeOf(toy).about;
    dataset.license = "CC0-1.0";
    dataset.source = "generated by the program";
    dataset.spaces = {spaceOf("x", toy, all, labels, 0), spaceOf("y", toy, ofY, labels, own)};
    dataset.items = dataset.spaces.front()->items;
    if (own == 0) { // a single table for both spaces, so that rows are paired
        auto sharing = std::make_shared<EmbeddingSet>(*dataset.spaces.back());
        sharing->items = dataset.items;
        dataset.spaces.back() = std::move(sharing);
    }
    return dataset;
}

} // namespace anchorscope
