// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include "cli/scoring.h"
#include "cli/settings.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

void convertOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument("OUT.h5", "The dataset to write.");
    addReadingOptions(parser);
    parser.addOptions({
        {"columns", "Roles of the columns of a table, by name or number: id=word,label=pos,vector=e0:e299.",
         "ROLE=COLUMNS,…"},
        {"ids", "A file of ids, labels or both for the rows, a line each.", "FILE"},
        {"space", "Name of the space in the dataset, in place of the file's name.", "NAME"},
        {"array", "Which array of an HDF5 file or .npz archive, if it has several.", "NAME"},
        {"frame", "A file of x and y of each item, kept as coordinates named like it; may be given several times.",
         "FILE"},
        {"skip-bad-rows", "Leave out rows of wrong length in text instead of refusing the file."},
    });
    addForceOption(parser);
}

void optimizeOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"out", "Write a session that the window opens.", "FILE.ascope"},
        {"correspondence", "Write the found partner of every item of Y: y_id,x_id,score,margin,mutual.", "FILE.csv"},
        {"partners", "With --correspondence: write the K best partners instead, y_id,rank,x_id,score.", "K"},
        {"confirmed",
         "With --correspondence: leave x_id empty where maps from the other half of the pairs find another partner."},
        {"checkpoint", "Keep what searches for partners found in this file, and continue from it if it exists.",
         "FILE"},
        {"predict",
         "Print the time and memory of a run of this size in place of a run: items, dimensions, ranks, bandwidth in "
         "GB/s (1); others are those of DATA, on which a few seconds are measured.",
         "KEY=VALUE,…"},
    });
    addForceOption(parser);
}

void retrievalOptions(QCommandLineParser &parser)
{
    addSplitOption(parser);
    addDictionaryOption(parser);
}

void retrieveOnceOptions(QCommandLineParser &parser)
{
    retrievalOptions(parser);
    addSessionOption(parser);
}

void stitchingOptions(QCommandLineParser &parser)
{
    addSplitOption(parser);
    addLabelsOption(parser);
}

void stitchOnceOptions(QCommandLineParser &parser)
{
    stitchingOptions(parser);
    addSessionOption(parser);
}

/// Of commands that look at the anchors themselves: found, a session's, or the seeds alone.
void healthOptions(QCommandLineParser &parser)
{
    addSessionOption(parser);
    parser.addOption({"seeds-only", "Take the seeds as the anchors; nothing is optimised."});
}

/// Of commands about one item.
void itemOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument("ITEM", "The item: its id, or its row number where items have no ids.");
    healthOptions(parser);
    parser.addOption({"from", "The space of the item: x or y (x).", "SIDE"});
}

void inspectOptions(QCommandLineParser &parser)
{
    itemOptions(parser);
    parser.addOptions({
        {"k", "Neighbours in each space (12).", "K"},
        {"relative", "Neighbours by the relative vectors, not in the spaces themselves."},
    });
}

void candidatesOptions(QCommandLineParser &parser)
{
    itemOptions(parser);
    parser.addOption({"count", "Number of candidates (8).", "N"});
}

constexpr auto dataAndItem = "DATA (one file, or two separated by a comma) and an item";

void translateOptions(QCommandLineParser &parser)
{
    addSplitOption(parser);
    addStatisticsOption(parser);
    addSessionOption(parser);
    parser.addOptions({
        {"from", "The space that is translated into the other: x or y (x).", "SIDE"},
        {"map",
         "The map: irp (inverse relative projection), procrustes, polar, affine, ridge, canonical (irp). All but irp "
         "take the pairs that the run of --session found, not its anchors alone.",
         "NAME"},
        {"omega", "Number of subspaces whose maps are averaged (8).", "N"},
        {"delta", "Anchors closer than this to one another are pruned; cross-validated on the anchors if not given.",
         "D"},
        {"cutoff", "Singular values below this share of the largest count as zero (0.05).", "SHARE"},
        {"completion",
         "The map from T of the subspaces: none (T), completed ((Tᵀ)⁺), polar (its orthogonal factor); cross-validated "
         "on the anchors if not given.",
         "HOW"},
        {"out", "Write the translated items in the other space's units: an array, or a dataset.", "FILE.npy|FILE.h5"},
        {"adapter",
         "Write the map with all that other vectors need, as NumPy arrays, and report what a search with it keeps.",
         "FILE.npz"},
    });
    addForceOption(parser);
}

void anchorCountOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"counts", "Numbers of anchors (10,30,100,300).", "K,K,…"},
        {"samplers", "How anchors are chosen (uniform,farthest,kmeans,balanced).", "NAME,…"},
        {"no-learned", "Leave out the learned anchors (PARAM), which take most of the time."},
    });
}

void knownPairsOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"pairs", "Number of known pairs, drawn from all (all of --seed-pairs; else half of them, at most 1000).", "N"},
        {"counts", "Numbers of pairs given to the engine (3,5,10,20,50,… up to four fifths of the known ones).",
         "N,N,…"},
        {"session", "Take the seeds of this session as the known pairs.", "FILE.ascope"},
    });
}

void translationOptions(QCommandLineParser &parser)
{
    addStatisticsOption(parser);
    addSplitOption(parser);
    addLabelsOption(parser);
    parser.addOptions({
        {"omegas", "Numbers of subspaces (1,4,16).", "N,N,…"},
        {"deltas", "Pruning distances (0.1,0.3,0.5,0.6,0.7,0.8,0.9).", "D,D,…"},
        {"cutoff", "Singular values below this share of the largest count as zero (0.05).", "SHARE"},
        {"completion", "Of the maps of omega and delta: none, completed, polar (none).", "HOW"},
        {"norms", "Norms of the scale-invariance curve (0.01 to 100).", "A,A,…"},
    });
}

void proxyOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"reference", "The space to compare with; the one of highest accuracy if not given.", "NAME"},
        {"groups", "Correlate within each group, a model at several epochs: names up to their last “_” name a group."},
        {"least-accuracy", "Leave out groups (without --groups: spaces) whose best accuracy is below (0).", "A"},
        {"accuracies",
         "Known accuracies in place of measured ones: a file of two columns, a space and a number, or a dataset.",
         "FILE"},
    });
}

void pairsOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"verdicts", "Align each pair from N known pairs by the default method, too, and judge what it found.", "N"},
    });
}

void reconstructionOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"hidden", "Hidden units of the decoder (128).", "N"},
        {"epochs", "Epochs of the decoder's training (30).", "N"},
        {"strip", "Write the original and the reconstructed pictures.", "FILE.png"},
        {"pictures", "Pictures side by side in the strip (12).", "N"},
    });
    addForceOption(parser);
}

void quantizationOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {"linkage",
         "How far two clusters are apart: average (mean cosine distance) or ward "
         "(as RR's published code) (average).",
         "NAME"},
        {"thresholds", "Linkages up to which clusters merge (0,0.05,…,0.6; ward: 0,0.25,…,2).", "T,T,…"},
    });
}

/// How an experiment of the registry runs on the command line.
struct ExperimentCommand
{
    QLatin1StringView id;
    void (*addOwnOptions)(QCommandLineParser &);
    Command::Run run;
    int repeats = 5;
};

constexpr ExperimentCommand experimentCommands[] = {
    {QLatin1StringView("retrieval"), retrievalOptions, measureRetrieval},
    {QLatin1StringView("stitching"), stitchingOptions, measureStitching},
    {QLatin1StringView("anchor-count"), anchorCountOptions, countAnchors},
    {QLatin1StringView("known-pairs"), knownPairsOptions, countKnownPairs, 3},
    {QLatin1StringView("learned-anchors"), nullptr, studyLearning},
    {QLatin1StringView("weak-encoder"), stitchingOptions, compareEncoders},
    {QLatin1StringView("translation"), translationOptions, studyTranslation},
    {QLatin1StringView("quantization"), quantizationOptions, studyQuantization},
    {QLatin1StringView("proxy"), proxyOptions, studyProxy},
    {QLatin1StringView("reconstruction"), reconstructionOptions, reconstruct},
    {QLatin1StringView("pairs"), pairsOptions, comparePairs, 1},
};

/// What an experiment reads, also where it is a command of its own.
SettingsRead readsOf(std::string_view experiment)
{
    return findExperiment(experiment)->reads;
}

/// Of commands that look at the anchors themselves.
constexpr SettingsRead anchorsThemselves{
    .anchors = true, .seedPairs = true, .seeds = true, .method = true, .search = true, .similarity = true};

/// Those that are no experiments of the registry.
std::vector<Command> ownCommands()
{
    using enum Command::Data;
    SettingsRead optimizing = anchorsThemselves;
    optimizing.side = true;
    return {
        {"info", "Spaces, items, labels and warnings of a file.", own, {}, 0, addColumnOptions, info},
        {"convert",
         "Convert any readable file to a dataset: convert IN OUT.h5.",
         own,
         {},
         0,
         convertOptions,
         convert,
         2,
         "two files, what to read and what to write"},
        {"optimize", "Find the anchors of Y that belong to anchors of X.", pair, optimizing, 0, optimizeOptions,
         optimizeAnchors},
        {"retrieval", "Find anchors and measure retrieval between the spaces.", pair, readsOf("retrieval"), 0,
         retrieveOnceOptions, measureRetrieval},
        {"stitch", "Find anchors and test classifiers of one space on the other.", pair, readsOf("stitching"), 0,
         stitchOnceOptions, measureStitching},
        {"health", "How well the anchors span both spaces, and what each is worth.", pair, anchorsThemselves, 0,
         healthOptions, checkHealth},
        {"inspect", "An item in both spaces: its neighbours, its fingerprint, its ranks: inspect DATA ITEM.", pair,
         anchorsThemselves, 0, inspectOptions, inspectOne, 2, dataAndItem},
        {"mistakes", "Where a run is wrong: by label, by column, by region, and the worst items.", pair,
         anchorsThemselves, 0, addSessionOption, listMistakes},
        {"candidates", "Likely partners of an item in the other space: candidates DATA ITEM.", pair, anchorsThemselves,
         0, candidatesOptions, proposePartners, 2, dataAndItem},
        {"translate",
         "Translate one space into the other by inverse relative projection.",
         pair,
         {.anchors = true, .seedPairs = true, .scoreAnchors = true},
         0,
         translateOptions,
         translateSpace},
    };
}

/// Experiments without repeats, which are not in the registry.
std::vector<Command> studies()
{
    return {{"experiment invariance",
             "What relative vectors bear: every similarity and pre-processing against turns, shifts, noise, …",
             Command::Data::pair,
             {.anchors = true, .seedPairs = true, .everyCentring = true},
             0,
             nullptr,
             tabulateInvariance},
            {"experiment disagreement",
             "Groups of items that one space holds together and the other tears apart.",
             Command::Data::pair,
             {},
             0,
             nullptr,
             listDisagreement}};
}

std::vector<Command> allCommands()
{
    std::vector<Command> all = ownCommands();
    for (const Experiment &experiment : experiments()) {
        const auto found =
            std::ranges::find(experimentCommands, QLatin1StringView(experiment.id), &ExperimentCommand::id);
        if (found != std::end(experimentCommands))
            all.push_back({"experiment " + QString(experiment.id), experiment.about,
                           experiment.needs.manySpaces ? Command::Data::manySpaces : Command::Data::pair,
                           experiment.reads, found->repeats, found->addOwnOptions, found->run});
    }
    for (Command &command : studies())
        all.push_back(std::move(command));
    all.push_back({"lesson validate",
                   "What is wrong in lessons, file and line: lesson validate FILE….",
                   Command::Data::own,
                   {},
                   0,
                   nullptr,
                   validateLessons,
                   Command::anyNumber,
                   "at least one lesson"});
    all.push_back({"lesson facts",
                   "What a step of a lesson can wait for, and do.",
                   Command::Data::own,
                   {},
                   0,
                   nullptr,
                   listFacts,
                   0,
                   "nothing else"});
    return all;
}

} // namespace

std::span<const Command> commands()
{
    static const std::vector<Command> all = allCommands();
    return all;
}

void Command::addOptions(QCommandLineParser &parser) const
{
    if (data == Data::pair)
        addPairOptions(parser);
    else if (data == Data::manySpaces)
        addSpacesOptions(parser);
    if (data != Data::own)
        addSettings(parser, reads);
    if (repeats > 0)
        addRepeatOptions(parser, repeats);
    if (addOwnOptions)
        addOwnOptions(parser);
}

const Command *findCommand(const QStringList &arguments)
{
    for (const Command &command : commands()) {
        const QStringList words = command.name.split(' ');
        if (arguments.mid(0, words.size()) == words)
            return &command;
    }
    return nullptr;
}

const Command &commandOf(const QCommandLineParser &parser)
{
    return *findCommand(parser.positionalArguments());
}

} // namespace anchorscope::cli
