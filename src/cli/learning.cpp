// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/learning.h"

namespace anchorscope::cli {

namespace {

struct Number
{
    const char *option;
    double LearnedAnchorsOptions::*value;
};
constexpr Number numbers[] = {{"param-rate", &LearnedAnchorsOptions::learningRate},
                              {"param-temperature", &LearnedAnchorsOptions::temperature},
                              {"jaccard-weight", &LearnedAnchorsOptions::jaccardWeight},
                              {"jaccard-temperature", &LearnedAnchorsOptions::jaccardTemperature},
                              {"barlow-weight", &LearnedAnchorsOptions::barlowWeight},
                              {"off-diagonal", &LearnedAnchorsOptions::barlowOffDiagonal},
                              {"alignment-weight", &LearnedAnchorsOptions::alignmentWeight},
                              {"cohesion-weight", &LearnedAnchorsOptions::cohesionWeight}};

} // namespace

void addLearningOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"param-subset",
         "Learned anchors: parallel items that they are mixtures of (the anchors; 300 where their number is studied).",
         "N"},
        {"param-steps", "Learned anchors: steps of Adam (60).", "N"},
        {"param-batch", "Learned anchors: items in a step (128).", "N"},
        {"param-rate", "Learned anchors: learning rate of Adam (0.1).", "R"},
        {"param-temperature", "Learned anchors: of the softmax that makes the mixtures (1).", "T"},
        {"jaccard-weight", "Learned anchors: weight of the soft Jaccard loss (1).", "W"},
        {"jaccard-temperature", "Learned anchors: of the softmax of relative vectors in it (0.1).", "T"},
        {"barlow-weight", "Learned anchors: weight of the Barlow Twins loss (1).", "W"},
        {"off-diagonal", "Learned anchors: weight of what is off the diagonal in it (0.005).", "W"},
        {"alignment-weight", "Learned anchors: weight of the alignment and uniformity loss (1).", "W"},
        {"cohesion-weight", "Learned anchors: weight of the cohesion of mixtures (0.1).", "W"},
    });
}

Result<LearningChoice> readLearning(const QCommandLineParser &parser)
{
    LearningChoice choice;
    for (const auto &[option, value] : numbers) {
        const auto read = numberOption(parser, option, choice.options.*value);
        if (!read)
            return read.error();
        choice.options.*value = *read;
    }
    const auto subset = integerOption(parser, "param-subset", 0, 2);
    const auto steps = integerOption(parser, "param-steps", choice.options.steps, 1);
    const auto batch = integerOption(parser, "param-batch", choice.options.batch, 2);
    for (const auto *value : {&subset, &steps, &batch}) {
        if (!*value)
            return value->error();
    }
    if (given(parser, "param-subset"))
        choice.subset = *subset;
    else
        noteUsed("param-subset", QJsonValue());
    choice.options.steps = static_cast<int>(*steps);
    choice.options.batch = *batch;
    return choice;
}

Status refuseLearning(const QCommandLineParser &parser, const QString &why)
{
    QStringList options{"param-subset", "param-steps", "param-batch"};
    for (const Number &each : numbers)
        options << each.option;
    return refuse(parser, options, why);
}

} // namespace anchorscope::cli
