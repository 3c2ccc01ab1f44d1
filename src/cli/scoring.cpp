// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/scoring.h"

#include "cli/options.h"
#include "core/evaluate/representation.h"
#include "io/dataset/broughtfile.h"
#include "io/text/itemfile.h"

namespace anchorscope::cli {

namespace {

/// --head, --head-cost, --head-rate, --head-batch, --head-epochs.
void addHeadOptions(QCommandLineParser &parser)
{
    QStringList heads;
    for (const HeadMethod &each : headMethods())
        heads << each.id;
    parser.addOptions({
        {"head", "Kind of classifier: " + heads.join(", ") + " (softmax).", "NAME"},
        {"head-cost", "Of the head softmax: cost of errors, C in ‖W‖²/(2C) (10).", "C"},
        {"head-rate", "Of heads that are networks: learning rate of Adam (0.001).", "R"},
        {"head-batch", "Of the same: items in a step (64).", "N"},
        {"head-epochs", "Of the same: times that all items are gone through (10).", "N"},
    });
}

} // namespace

void addStatisticsOption(QCommandLineParser &parser)
{
    parser.addOption({"statistics",
                      "What centres the spaces and places translated rows: space (all of it) or anchors (space).",
                      "WHAT"});
}

Result<Statistics> readStatistics(const QCommandLineParser &parser)
{
    const auto word = choiceOption(parser, "statistics", {"space", "anchors"});
    if (!word)
        return word.error();
    return *word == "space" ? Statistics::space : Statistics::anchors;
}

Result<std::optional<Completion>> readCompletion(const QCommandLineParser &parser)
{
    if (!given(parser, "completion"))
        return std::optional<Completion>();
    const QString word = textOption(parser, "completion");
    const auto completion = findCompletion(word.toStdString());
    if (!completion)
        return wrongUsage(QString("Expected --completion to be none, completed or polar, found “%1”.").arg(word));
    return completion;
}

Status readHeadOptions(const QCommandLineParser &parser, const std::string &head, bool trained, HeadOptions &options)
{
    const QStringList softmaxOnly{"head-cost"}, networksOnly{"head-rate", "head-batch", "head-epochs"};
    if (!trained)
        return refuse(parser, softmaxOnly + networksOnly, "the accuracies are those of --accuracies");
    if (head == "softmax") {
        const auto cost = numberOption(parser, "head-cost", options.c);
        options.c = cost ? *cost : options.c;
        return cost ? refuse(parser, networksOnly, "the head softmax does not read it, networks do")
                    : Status(cost.error());
    }
    const auto rate = numberOption(parser, "head-rate", options.learningRate);
    const auto batch = integerOption(parser, "head-batch", options.batch, 1);
    const auto epochs = integerOption(parser, "head-epochs", options.epochs, 1);
    if (!rate)
        return rate.error();
    for (const auto *value : {&batch, &epochs}) {
        if (!*value)
            return value->error();
    }
    options.learningRate = *rate;
    options.batch = *batch;
    options.epochs = static_cast<int>(*epochs);
    return refuse(parser, softmaxOnly, QString("the head %1 does not read it, softmax does").arg(head.c_str()));
}

void addScoringOptions(QCommandLineParser &parser, const SettingsRead &reads)
{
    if (reads.k)
        parser.addOption({"k", "Neighbours in Jaccard and cut-off of MRR@K (10).", "K"});
    if (reads.exact)
        parser.addOption({"exact", "Ask for every item, even above 50 000."});
    if (reads.scoreAnchors)
        parser.addOption({"score-anchors", "Score the anchors, too, as the papers do; else they are left out."});
    if (reads.head)
        addHeadOptions(parser);
    if (reads.headInput)
        parser.addOption({"head-input",
                          "How relative vectors enter a head or decoder: none (as they are), l2, standardize (l2).",
                          "HOW"});
    if (reads.trainShare)
        parser.addOption({"train-share", "Share of the items (of each class) that is trained on (0.7).", "SHARE"});
    if (!reads.methods)
        return;
    QStringList ids{"found"};
    for (const Representation &each : representations())
        ids << QString(each.id).toLower().replace(' ', '-');
    parser.addOption({"methods",
                      "Rows to measure, separated by commas: " + ids.join(", ") +
                          " (all; of more than 1024 dimensions without param).",
                      "A,B,…"});
}

void addSplitOption(QCommandLineParser &parser)
{
    parser.addOption({"split",
                      "A file of two columns, an item of X and its part: train, test, or anchor (an anchor and nothing "
                      "else); or a dataset that says it. Anchors are drawn from the items of the part anchor, if there "
                      "are none from those of train.",
                      "FILE"});
}

void addLabelsOption(QCommandLineParser &parser)
{
    parser.addOption(
        {"labels",
         "Labels in place of those of the data: a file of two columns, an item of X and its label, or a set "
         "of labels of a dataset, DATA.h5:NAME.",
         "FILE"});
}

void addDictionaryOption(QCommandLineParser &parser)
{
    parser.addOption(
        {"dictionary",
         "Score translations from X to Y, too: a file of two columns, a word and a right answer; a word may "
         "have several lines, and any of its answers counts.",
         "FILE"});
}

Status readBrought(const QCommandLineParser &parser, PairedData &data, ExperimentOptions &options)
{
    io::SpacePair &pair = data.pair;
    if (given(parser, "dictionary")) {
        auto entries = io::readDictionary(filePath(textOption(parser, "dictionary")), *pair.x->items, *pair.y->items,
                                          pair.warnings);
        if (!entries)
            return entries.error();
        options.dictionary = std::move(*entries);
    }
    if (!given(parser, "split") && !given(parser, "labels"))
        return Done{};
    Result<ItemTable> items = labelledItems(*pair.x, *pair.y, pair.pairing);
    items->ids = pair.x->items->ids;
    if (given(parser, "labels"))
        items = io::readLabels(filePath(textOption(parser, "labels")), *items);
    if (items && given(parser, "split"))
        items = io::readSplit(filePath(textOption(parser, "split")), *items);
    if (!items)
        return items.error();
    std::vector<ItemIndex> train;
    for (ItemIndex item = 0; item < std::ssize(items->parts); ++item) {
        const ItemPart part = items->parts[static_cast<std::size_t>(item)];
        if (part == ItemPart::train)
            train.push_back(item);
        if (part != ItemPart::anchor)
            continue;
        options.anchorOnlyOfX.push_back(item);
        if (pair.pairing.partnerOfX(item) != noItem)
            options.anchorOnlyOfY.push_back(pair.pairing.partnerOfX(item));
    }
    if (!options.anchorOnlyOfX.empty() && !options.dictionary.empty())
        return wrongUsage("Expected --dictionary or a --split with items of the part anchor, found both.");
    if (given(parser, "split") && train.empty() && options.anchorOnlyOfX.empty())
        return Error(ErrorCode::badLine, "expected items of the part train or anchor to draw anchors from, found none")
            .in(filePath(parser.value("split")));
    options.protocol.pool = options.anchorOnlyOfX.empty() ? train : options.anchorOnlyOfX;
    options.itemsOfX = std::make_shared<const ItemTable>(std::move(*items));
    return Done{};
}

} // namespace anchorscope::cli
