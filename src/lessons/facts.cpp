// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/facts.h"

#include "core/data/transform.h"
#include "core/field.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/similarity.h"
#include "lessons/places.h"

#include <algorithm>

namespace anchorscope::lessons {

namespace {

std::vector<Fact> setupFacts()
{
    using enum FactType;
    return {
        {"seeds", number, "", "seeds", "Known pairs of the spaces."},
        {"seeds.wrong", number, "", "wrong seeds", "Seeds whose items are not true partners."},
        {"suspects", number, "", "suspects", "Seeds that agree less with the others than those do with each other."},
        {"anchors", number, "", "anchors", "Number of anchors, including found ones."},
        {"centring", word, "", "", "The pre-processing of both spaces.", false, idsOf(centeringChoices())},
        {"similarity", word, "", "", "How items are compared with anchors.", false, idsOf(similarities())},
        {"lambda", number, "", "λ", "λ of the whitened similarity."},
    };
}

std::vector<Fact> transformFacts()
{
    using enum FactType;
    std::vector<Fact> result;
    for (const TransformField &field : transformFields()) {
        if (field.value != &Transform::seed)
            result.push_back(
                {field.id, field.isSwitch ? flag : number, field.unit, field.isSwitch ? "" : field.label, field.about});
    }
    return result;
}

std::vector<Fact> scoresFacts()
{
    using enum FactType;
    return {
        {"p1.xy", number, "", "P@1, X → Y", "Share of the items of X whose partner is found first in Y (P@1)."},
        {"mrr.xy", number, "", "MRR, X → Y",
         "Mean reciprocal rank of the partner, from X to Y, with the current anchors."},
        {"jaccard.xy", number, "", "Jaccard, X → Y", "Overlap of the nearest items in both spaces."},
        {"mrr.gt.xy", number, "", "MRR with true anchors",
         "Mean reciprocal rank with the true partners of all anchors."},
        {"mrr.found.xy", number, "", "MRR with found anchors",
         "Mean reciprocal rank with the anchors that a run found."},
        {"error", number, "°", "mean error", "Mean angle in X between an item and the item found for it."},
        {"error.km", number, "km", "mean error", "The same on the Earth's surface."},
        {"bars.moved", number, "%", "bars moved by", "How far the relative vectors of Y moved since Y was changed."},
        {"classes.absolute", number, "", "accuracy, absolute vectors",
         "Accuracy of a classifier trained on the vectors of X and tested on those of Y."},
        {"classes.relative", number, "", "accuracy, relative vectors", "The same on relative vectors."},
        {"stitch.absolute.xy", number, "", "accuracy, absolute",
         "Accuracy of a head trained on X and tested on the raw vectors of Y."},
        {"stitch.found.xy", number, "", "accuracy, found anchors", "The same, with the anchors that a run found."},
        {"stitch.seeds.xy", number, "", "accuracy, seeds", "The same, with the seeds alone."},
        {"stitch.procrustes.xy", number, "", "accuracy, Procrustes", "The same, on Y rotated onto X."},
        {"health.condition", number, "", "condition number", "Condition number of the anchors in X."},
        {"health.rank", number, "", "effective rank", "Effective rank of the anchors in X."},
        {"health.duplicates", number, "", "near-duplicates", "Pairs of anchors that are nearly the same."},
    };
}

std::vector<Fact> runsFacts()
{
    using enum FactType;
    return {
        {"run.state", word, "", "", "State of the optimizer.", false, {"idle", "running", "paused"}},
        {"run.method", word, "", "", "The method of the chosen run.", false, idsOf(optimizers())},
        {"run.count", number, "", "runs", "Number of runs."},
        {"run.seeds", number, "", "seeds of the run", "Seeds of the chosen run."},
        {"run.right", number, "", "correct matches", "Share of the items that the run matched correctly."},
        {"run.estimate", number, "", "estimated correct matches", "The same, estimated without the pairing."},
        {"experiment.done", flag, "", "", "An experiment has ended."},
        {"table.predicted", number, "", "guesses", "Cells of the truth table that were guessed."},
        {"table.measured", flag, "", "", "The truth table was measured."},
        {"table.hits", number, "", "correct guesses", "Guesses that were correct."},
        {"table.holds", number, "", "rows that hold", "Similarities that the current transform leaves unchanged."},
    };
}

std::vector<Fact> screenFacts()
{
    using enum FactType;
    const std::vector<std::string> matrices{"absolute", "seeds", "found", "procrustes"};
    return {
        {"dock", word, "", "", "The dock in front.", true, pages()},
        {"hovered", flag, "", "", "The mouse is on an item, or was since the step began.", true},
        {"stitching", word, "", "", "Whose confusion matrices are shown.", true, matrices},
        {"selected", number, "", "selected", "Items that are selected.", true},
        {"colour", word, "", "", "Meaning of the colours of the points.", true, colourings()},
        {"frame", word, "", "", "Kind of the axes of a panel.", true, frames()},
        {"axes", text, "", "", "The numbers of the two axes shown, of the first panel that does not show 1 and 2.",
         true},
        {"axes.shown", number, "%", "variance shown",
         "Share of the variance that the two axes of X absolute show together.", true},
        {"lines", flag, "", "", "Lines join partners.", true},
        {"scrub", number, "", "iteration", "The iteration that is shown.", true},
        {"scrub.right", number, "", "correct matches", "Share of correct matches at the iteration that is shown.",
         true},
    };
}

std::vector<Fact> allFacts()
{
    std::vector<Fact> result;
    for (const auto &part : {setupFacts(), transformFacts(), scoresFacts(), runsFacts(), screenFacts()})
        result.insert(result.end(), part.begin(), part.end());
    return result;
}

} // namespace

std::span<const Fact> facts()
{
    static const std::vector<Fact> registry = allFacts();
    return registry;
}

const Fact *findFact(std::string_view name)
{
    const auto found = std::ranges::find(facts(), name, &Fact::name);
    return found == facts().end() ? nullptr : &*found;
}

Error expectedButFound(const std::string &what, std::string_view found)
{
    return Error(ErrorCode::wrongUsage, "expected " + what + ", found “" + std::string(found) + "”");
}

} // namespace anchorscope::lessons
