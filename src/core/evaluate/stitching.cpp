// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/stitching.h"

#include "core/random.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace anchorscope {

namespace {

void standardizeColumns(Matrix &rows)
{
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    const Eigen::RowVectorXd variance =
        (rows.cast<double>().rowwise() - mean).array().square().colwise().mean().matrix();
    const Eigen::RowVectorXd factor = (variance.array() > 0).select(variance.array().rsqrt(), 0.0);
    rows = ((rows.cast<double>().rowwise() - mean).array().rowwise() * factor.array()).cast<float>();
}

/// Number of items of a class to train on; if the class has two or more, at least one remains for testing.
Index trainMembers(Index members, double share)
{
    const auto requested = static_cast<Index>(std::lround(share * static_cast<double>(members)));
    return std::clamp<Index>(requested, 1, std::max<Index>(1, members - 1));
}

std::map<std::int32_t, std::vector<ItemIndex>> membersByLabel(const ItemTable &items, const Correspondence &pairing)
{
    std::map<std::int32_t, std::vector<ItemIndex>> members;
    if (!items.hasLabels())
        return members;
    for (const ItemIndex item : pairing.pairedItemsOfX()) {
        const std::int32_t label = items.labels[static_cast<std::size_t>(item)];
        if (label != unlabelled)
            members[label].push_back(item);
    }
    return members;
}

Status checkClasses(const std::map<std::int32_t, std::vector<ItemIndex>> &members, const ItemTable &items,
                    const Correspondence &pairing)
{
    if (pairing.empty())
        return Error(ErrorCode::tooFewPairs,
                     "Stitching trains and tests on items whose partner is known, and no item of these spaces has one. "
                     "Pair them by id, by row or with a pairing file.");
    if (members.empty())
        return Error(ErrorCode::noLabels,
                     "Expected items with a class label, found none among the paired items. Stitching needs labels.");
    if (members.size() == 1)
        return Error(ErrorCode::oneClass,
                     "Expected at least two classes, found only “" + items.labelName(members.begin()->second.front()) +
                         "” among the labelled, paired items. A classifier has nothing to distinguish.");
    return Done{};
}

using SplitItems = std::vector<std::pair<ItemIndex, std::int32_t>>;

/// Splits the items of a class at random: all anchors are for training, others until the training share is reached.
void drawParts(const std::vector<ItemIndex> &items, std::int32_t index, double share,
               const std::set<ItemIndex> &anchored, Random &random, SplitItems &train, SplitItems &test)
{
    const auto count = static_cast<Index>(items.size());
    auto order = random.sample(items, count);
    const auto others =
        std::stable_partition(order.begin(), order.end(), [&](ItemIndex item) { return anchored.contains(item); });
    const Index trained = std::max<Index>(trainMembers(count, share), others - order.begin());
    for (Index i = 0; i < count; ++i)
        (i < trained ? train : test).emplace_back(order[static_cast<std::size_t>(i)], index);
}

void readParts(const std::vector<ItemIndex> &items, std::int32_t index, const std::vector<ItemPart> &parts,
               SplitItems &train, SplitItems &test)
{
    for (const ItemIndex item : items) {
        const ItemPart part = parts[static_cast<std::size_t>(item)];
        if (part == ItemPart::train)
            train.emplace_back(item, index);
        else if (part == ItemPart::test)
            test.emplace_back(item, index);
    }
}

} // namespace

ClassificationScores scoreClasses(const std::vector<std::int32_t> &truth, const std::vector<std::int32_t> &predicted,
                                  Eigen::Index classes, const std::vector<double> &values)
{
    assert(truth.size() == predicted.size());
    ClassificationScores scores;
    scores.confusion = Eigen::MatrixXi::Zero(classes, classes);
    if (truth.empty())
        return scores;
    for (std::size_t i = 0; i < truth.size(); ++i)
        ++scores.confusion(truth[i], predicted[i]);

    const auto items = static_cast<double>(truth.size());
    double f1Sum = 0, weightedSum = 0, distanceSum = 0;
    int occurring = 0;
    for (Eigen::Index c = 0; c < classes; ++c) {
        const int members = scores.confusion.row(c).sum(), claimed = scores.confusion.col(c).sum();
        for (Eigen::Index other = 0; other < classes && !values.empty(); ++other)
            distanceSum += std::abs(values[static_cast<std::size_t>(other)] - values[static_cast<std::size_t>(c)]) *
                           scores.confusion(c, other);
        if (members + claimed == 0)
            continue;
        // F1 = 2·precision·recall / (precision + recall), written with counts; 0 for 0/0
        const double f1 = 2.0 * scores.confusion(c, c) / (members + claimed);
        ++occurring;
        f1Sum += f1;
        weightedSum += f1 * members;
    }
    scores.accuracy = scores.confusion.diagonal().sum() / items;
    scores.weightedF1 = weightedSum / items;
    scores.macroF1 = f1Sum / occurring;
    if (!values.empty())
        scores.mae = distanceSum / items;
    return scores;
}

std::vector<double> labelValues(const std::vector<std::string> &names)
{
    std::vector<double> values;
    for (const std::string &name : names) {
        double value = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
        if (error != std::errc() || end != name.data() + name.size() || !std::isfinite(value))
            return {};
        values.push_back(value);
    }
    return values;
}

const char *headInputId(HeadInput input)
{
    constexpr const char *ids[] = {"none", "l2", "standardize"};
    return ids[static_cast<int>(input)];
}

const char *headInputLabel(HeadInput input)
{
    constexpr const char *labels[] = {"As they are", "Unit length", "Standardized"};
    return labels[static_cast<int>(input)];
}

Matrix headInput(Matrix rows, HeadInput input)
{
    if (input == HeadInput::l2)
        normalizeRows(rows);
    else if (input == HeadInput::standardized)
        standardizeColumns(rows);
    return rows;
}

template <> std::span<const Field<StitchOptions>> fields()
{
    using O = StitchOptions;
    static constexpr FieldChoice inputs[] = {{1, "l2"}, {0, "none"}, {2, "standardize"}};
    static const Field<O> rows[] = {
        {"head", "Head", "Kind of classifier", "NAME", &O::head, 0, 0, "stitching.head", 0,
         [] { return idsOf(headMethods()); }},
        {"head-input", "Input of the head",
         "How relative vectors enter a head or decoder: none (as they are), l2, standardize", "HOW",
         enumMember<O, &O::input>(inputs), 0, 2, "stitching.input"},
        {"train-share", "Training share", "Share of the items (of each class) that is used for training", "SHARE",
         &O::trainShare, 0.001, 0.999},
    };
    return rows;
}

Status StitchOptions::validate() const
{
    const Status valid = checkFields(*this);
    return valid ? checkFields(headOptions) : valid;
}

Result<StitchSplit> splitForStitching(const ItemTable &itemsOfX, const Correspondence &pairing,
                                      const StitchOptions &options, const std::vector<ItemIndex> &anchors)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const auto members = membersByLabel(itemsOfX, pairing);
    if (const Status valid = checkClasses(members, itemsOfX, pairing); !valid)
        return valid.error();
    StitchSplit split;
    SplitItems train, test;
    Random random(options.seed);
    const std::set<ItemIndex> anchored(anchors.begin(), anchors.end());
    for (const auto &[label, items] : members) {
        const auto index = static_cast<std::int32_t>(split.classes.size());
        split.classes.push_back(itemsOfX.labelName(items.front()));
        if (itemsOfX.parts.empty())
            drawParts(items, index, options.trainShare, anchored, random, train, test);
        else
            readParts(items, index, itemsOfX.parts, train, test);
    }
    if (!itemsOfX.parts.empty() && (train.empty() || test.empty()))
        return Error(ErrorCode::tooFewPairs, "Expected labelled, paired items to train and to test on in the split, "
                                             "found " +
                                                 std::to_string(train.size()) + " and " + std::to_string(test.size()) +
                                                 ".");
    if (test.empty())
        return Error(ErrorCode::tooFewPairs,
                     anchors.empty()
                         ? "Expected a class with at least two labelled, paired items, found one item in each class: "
                           "nothing is left to test on."
                         : "Expected labelled, paired items that are not anchors, found none: nothing is left to test "
                           "on. Choose fewer anchors.");
    std::ranges::sort(train);
    std::ranges::sort(test);
    for (const auto &[item, label] : train)
        split.trainX.push_back(item), split.trainLabels.push_back(label);
    for (const auto &[item, label] : test)
        split.testX.push_back(item), split.testLabels.push_back(label);
    split.values = labelValues(split.classes);
    return split;
}

Result<ClassificationScores> scoreOwnHead(const PreparedSpace &space, const std::vector<ItemIndex> &train,
                                          const std::vector<ItemIndex> &test, const StitchSplit &split,
                                          const StitchOptions &options, const RunContext &context)
{
    const auto classes = static_cast<Index>(split.classes.size());
    const auto head = findHead(options.head)
                          ->train(rowsOf(space.rows, train), split.trainLabels, classes, options.headOptions, context);
    if (!head)
        return cancelledError();
    const auto predicted = head->predict(rowsOf(space.rows, test), context);
    if (context.cancelled())
        return cancelledError();
    return scoreClasses(split.testLabels, predicted, classes);
}

Result<StitchRow> stitch(const RepresentationPair &pair, const Correspondence &pairing, const StitchSplit &split,
                         const StitchOptions &options, const RunContext &context)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const auto trainY = pairing.partnersOfX(split.trainX), testY = pairing.partnersOfX(split.testX);
    const Matrix x = headInput(pair.x(), options.input), y = headInput(pair.y(), options.input);
    struct Space
    {
        Side side;
        Matrix train, ownTest, otherTest;
    };
    const Space spaces[2] = {
        {Side::x, rowsOf(x, split.trainX), rowsOf(x, split.testX),
         rowsOf(headInput(pair.yAmongX(), options.input), testY)},
        {Side::y, rowsOf(y, trainY), rowsOf(y, testY), rowsOf(headInput(pair.xAmongY(), options.input), split.testX)}};
    const auto classes = static_cast<Index>(split.classes.size());
    StitchRow row;
    row.representation = pair.method;
    for (std::size_t trained = 0; trained < 2; ++trained) {
        const RunContext half = context.step(trained, 2);
        half.report(0, "Training heads");
        const auto head =
            findHead(options.head)->train(spaces[trained].train, split.trainLabels, classes, options.headOptions, half);
        if (!head)
            return cancelledError();
        for (std::size_t other = 0; other < 2; ++other) {
            const auto predicted =
                head->predict(other == 0 ? spaces[trained].ownTest : spaces[trained].otherTest, half);
            if (context.cancelled())
                return cancelledError();
            row.cells[2 * trained + other] = {spaces[trained].side, spaces[other == 0 ? trained : 1 - trained].side,
                                              scoreClasses(split.testLabels, predicted, classes, split.values),
                                              predicted};
        }
    }
    return row;
}

} // namespace anchorscope
