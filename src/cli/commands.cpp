// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include "cli/scoring.h"
#include "cli/settings.h"
#include "core/evaluate/inspection.h"
#include "core/evaluate/pairnext.h"
#include "core/experiments/translation.h"
#include "core/translate/adapterreport.h"

namespace anchorscope::cli {

// Functions of the commands. Each is defined in a file of cli/commands/.
Command::Run info, convert, listFacts, validateLessons, optimizeAnchors, predictCosts, suggestHintColumns, suggestPairs,
    checkHealth, listDisagreement, mapNeighbours, listMistakes, inspectOne, proposeMatches, tabulateInvariance,
    translateSpace;

namespace {

void convertOptions(OptionReader &reader)
{
    reader.addPositionalArgument("OUT.h5", "The dataset to write.");
    // Adds only --max-items, --sample and --sample-seed; `convert` has its own options for reading DATA.
    addReadingOptions(reader);
    reader.addOptions({
        {"columns", "Roles of the columns of a table, by name or number: id=word,label=pos,vector=e0:e299.",
         "ROLE=COLUMNS,…"},
        {"ids", "A file of ids, labels or both, one line for each row.", "FILE"},
        {"space", "Name of the space in the dataset, instead of the file's name.", "NAME"},
        {"array", "Which array of an HDF5 file or .npz archive, if it has several.", "NAME"},
        {"shape", "Read a file of float32 numbers without a header as N vectors of D dimensions.", "N,D"},
        {"frame", "A file with the x and y of each item, stored as coordinates under the file's name; may be repeated.",
         "FILE"},
        {"near", "Keep only these items, by name, and those nearest to them by cosine in the first space.", "A,B,…"},
        {"skip-bad-rows", "Skip text rows of the wrong length instead of rejecting the file."},
    });
    reader.addLine("near-count", "Items to keep around each item of --near, itself included",
                   QString::number(usualNear), "N");
    addForceOption(reader);
}

void optimizeOptions(OptionReader &reader)
{
    reader.group("Output");
    reader.addOptions({
        {"out", "Write a session that the window opens.", "FILE.ascope"},
        {"correspondence", "Write the match of every item of Y: y_id,x_id,score,margin,mutual,probability.",
         "FILE.csv"},
        {"partners", "With --correspondence: write the K best matches instead, y_id,rank,x_id,score.", "K"},
        {"confirmed", "With --correspondence: leave x_id empty unless maps fitted to the other half of the pairs find "
                      "the same match."},
        {"precision",
         "With --correspondence: leave x_id empty unless the match is correct with at least this "
         "probability.",
         "P"},
        {"checkpoint", "Save the progress of the matching in this file, and continue from it if it exists.", "FILE"},
    });
    addForceOption(reader);
}

void predictOptions(OptionReader &reader)
{
    reader.group("Size of the run");
    reader.addLine("items", "Items of each space, instead of those of DATA", {}, "N");
    reader.addLine("dimensions", "Dimensions of each space, instead of those of DATA", {}, "D");
    reader.addLine("ranks", "Processes that share the run", "1", "R");
    reader.addLine("bandwidth", "Gigabytes per second between two processes", "1", "GB/s");
    reader.addOption({"scores", "Include the scores that optimize --correspondence writes."});
}

void pairNextOptions(OptionReader &reader)
{
    addSessionOption(reader);
    reader.addLine("count", "Number of items", QString::number(PairNextOptions().items), "N");
}

void infoOptions(OptionReader &reader)
{
    addColumnOptions(reader);
    reader.addOption({"why", "List the parts of the file with their roles and the rules that gave them."});
}

/// Adds --session and --seeds-only, which determine the anchors that a command uses.
void healthOptions(OptionReader &reader)
{
    addSessionOption(reader);
    reader.addOption({"seeds-only", "Take the seeds as the anchors; nothing is optimized."});
}

void mapOptions(OptionReader &reader)
{
    addSessionOption(reader);
    reader.addOption({"apart", "Lay out each space by itself: no run is needed."});
}

void itemOptions(OptionReader &reader)
{
    reader.addPositionalArgument("ITEM", "The item: its id, or its row number if the items have no ids.");
    healthOptions(reader);
    reader.group("Item");
    reader.addLine("from", "The space of the item: x or y", sideId(Side::x), "SIDE");
}

void inspectOptions(OptionReader &reader)
{
    itemOptions(reader);
    reader.addLine("k", "Neighbours in each space", QString::number(InspectionOptions().k), "K");
    reader.addOption({"relative", "Compare relative vectors instead of the spaces themselves."});
}

void candidatesOptions(OptionReader &reader)
{
    itemOptions(reader);
    reader.addLine("count", "Number of candidates", QString::number(usualCandidates), "N");
}

constexpr auto dataAndItem = "DATA (one file, or two separated by a comma) and an item";

void translateOptions(OptionReader &reader)
{
    const InverseProjectionOptions usual;
    addSplitOption(reader);
    addSessionOption(reader);
    reader.group("Translation");
    reader.add<TranslationOptions>("statistics");
    reader.addLine("from", "The space that is translated into the other: x or y", sideId(Side::x), "SIDE");
    reader.addLine("map",
                   "The map; all except irp use the pairs that the run of --session found, not just its anchors: irp "
                   "(inverse relative projection), procrustes, polar, affine, ridge, canonical",
                   mapKinds().front().id, "NAME");
    reader.group("Tuning of inverse relative projection", true);
    reader.addLine("omega", "Number of subspaces whose maps are averaged", QString::number(usual.subspaces), "N");
    reader.addOption({"delta",
                      "Anchors closer than this to one another are pruned; cross-validated on the anchors if not "
                      "given.",
                      "D"});
    reader.add<TranslationOptions>("cutoff");
    reader.addOption({"completion",
                      "The map from T of the subspaces: none (T), completed ((Tᵀ)⁺), polar (its orthogonal factor); "
                      "cross-validated on the anchors if not given.",
                      "HOW"});
    reader.group("Output");
    reader.addOptions({
        {"out", "Write the translated items in the other space's units: an array, or a dataset.", "FILE.npy|FILE.h5"},
        {"adapter",
         "Export the map with everything needed to apply it to new vectors (.npz), and report the retained recall.",
         "FILE.npz"},
    });
    reader.addLine("index-similarity",
                   "The similarity by which the index is searched, and the retained recall of --adapter is measured: "
                   "cosine, inner (product), euclidean (distance)",
                   indexSimilarityId(IndexSimilarity::cosine), "NAME");
    addForceOption(reader);
}

/// Settings that determine the anchors, for commands that need no other settings of a run.
constexpr UsedOptions anchorsThemselves{
    .anchors = true, .seedPairs = true, .seeds = true, .method = true, .search = true, .similarity = true};

Command experimentCommand(const QString &name, const char *about, const Experiment &experiment)
{
    Command command{name, about, experiment.requirements.manySpaces ? Command::Data::manySpaces : Command::Data::pair,
                    experiment.reads};
    command.experiment = &experiment;
    command.run = runExperiment;
    command.oneFile = experiment.requirements.manySpaces;
    if (command.oneFile)
        command.expected = "one DATA argument (one file)";
    return command;
}

/// Makes a command for an experiment that runs once, on new anchors or those of a session.
Command onceCommand(const QString &name, const char *about, std::string_view experiment)
{
    Command command = experimentCommand(name, about, *findExperiment(experiment));
    command.addOwnOptions = addSessionOption;
    return command;
}

std::vector<Command> aligningCommands()
{
    using enum Command::Data;
    UsedOptions optimizing = anchorsThemselves;
    optimizing.side = true;
    return {
        {"info", "List the spaces, items, labels and warnings of a file.", own, {}, 0, infoOptions, info},
        {"convert",
         "Convert any readable file to a dataset: convert IN OUT.h5.",
         own,
         {},
         0,
         convertOptions,
         convert,
         2,
         "two files, one to read and one to write",
         true},
        {"optimize", "Align two spaces: find the anchors of Y that correspond to those of X.", pair, optimizing, 0,
         optimizeOptions, optimizeAnchors},
        {"predict",
         "Predict the time and memory of optimize on larger data, from a trial on DATA.",
         pair,
         {.anchors = true, .seedPairs = true, .seeds = true, .method = true},
         0,
         predictOptions,
         predictCosts},
        {"suggest-hints",
         "Show which columns that both spaces have would help optimize as --hints, and by how much.",
         pair,
         {.seedPairs = true, .seeds = true},
         0,
         nullptr,
         suggestHintColumns},
        {"pair-next",
         "List items of Y to pair by hand: those whose matches a run is unsure of, spread over Y, with candidates.",
         pair, anchorsThemselves, 0, pairNextOptions, suggestPairs},
    };
}

std::vector<Command> evaluatingCommands()
{
    using enum Command::Data;
    return {
        onceCommand("retrieval", "Measure retrieval between the spaces, with new anchors or those of a session.",
                    "retrieval"),
        onceCommand("stitch", "Test classifiers of one space on the other, with new anchors or those of a session.",
                    "stitching"),
        {"health", "Measure how well the anchors span both spaces and how much each contributes.", pair,
         anchorsThemselves, 0, healthOptions, checkHealth},
        {"inspect", "Show the neighbours, relative vectors and ranks of an item in both spaces: inspect DATA ITEM.",
         pair, anchorsThemselves, 0, inspectOptions, inspectOne, 2, dataAndItem},
        {"mistakes", "Show where a run is wrong: by label, column and region, and the worst items.", pair,
         anchorsThemselves, 0, addSessionOption, listMistakes},
        {"map", "Place both spaces on a neighbour map, and measure how far it can be trusted.", pair, anchorsThemselves,
         0, mapOptions, mapNeighbours},
        {"candidates", "List likely partners of an item in the other space: candidates DATA ITEM.", pair,
         anchorsThemselves, 0, candidatesOptions, proposeMatches, 2, dataAndItem},
        {"translate",
         "Translate one space into the other, or export an adapter, by inverse relative projection or another map.",
         pair,
         {.anchors = true, .seedPairs = true, .scoreAnchors = true},
         0,
         translateOptions,
         translateSpace},
    };
}

/// Experiments that run only once. The registry of experiments in core/ does not contain them.
std::vector<Command> studies()
{
    return {{"experiment invariance",
             "Test the invariance of relative vectors: every similarity and pre-processing against rotation, shift, "
             "noise, …",
             Command::Data::pair,
             {.anchors = true, .seedPairs = true, .everyCentring = true},
             0,
             nullptr,
             tabulateInvariance},
            {"experiment disagreement",
             "Find groups of items that are close together in one space and far apart in the other.",
             Command::Data::pair,
             {},
             0,
             nullptr,
             listDisagreement}};
}

std::vector<Command> allCommands()
{
    std::vector<Command> all = aligningCommands();
    for (Command &command : evaluatingCommands())
        all.push_back(std::move(command));
    for (const Experiment &experiment : experiments()) {
        Command &command =
            all.emplace_back(experimentCommand("experiment " + QString(experiment.id), experiment.about, experiment));
        command.repeats = experiment.repeats;
    }
    for (Command &command : studies())
        all.push_back(std::move(command));
    all.push_back({"lesson validate",
                   "Check lessons and list mistakes by file and line: lesson validate FILE….",
                   Command::Data::own,
                   {},
                   0,
                   nullptr,
                   validateLessons,
                   Command::anyNumber,
                   "at least one lesson"});
    all.push_back({"lesson facts",
                   "List what a step of a lesson can wait for and do.",
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

void Command::addOptions(OptionReader &reader) const
{
    if (data == Data::pair)
        addPairOptions(reader);
    else if (data == Data::manySpaces)
        addSpacesOptions(reader);
    if (data != Data::own)
        addSettings(reader, reads);
    if (repeats > 0)
        addRepeatOptions(reader, repeats);
    reader.group(name.startsWith("experiment") ? "Experiment" : "Other");
    if (experiment)
        addExperimentOptions(reader, *experiment);
    if (addOwnOptions)
        addOwnOptions(reader);
    addOutputOptions(reader);
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

const Command &commandOf(OptionReader &reader)
{
    return *findCommand(reader.positionalArguments());
}

} // namespace anchorscope::cli
