// SPDX-License-Identifier: GPL-3.0-or-later
// Calibration suite of the verdict (core/definitions.md, 5e): every case is aligned by `auto` (or --method), gets a
// verdict, and is scored with the truth, which neither of them used. One line of JSON for each case. Cases that the
// file contains are skipped, so an interrupted run can be continued. --part 2/3 runs every third case from the second;
// the lines of all parts, each in a file of its own, are joined by cat.
#include "calibrationpairs.h"

#include "core/anchors/sampling.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matches.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"
#include "core/projection/relative.h"
#include "io/dataset/datasetfile.h"

#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <string_view>

using namespace anchorscope;

namespace {

constexpr Index anchors = 100;

std::set<std::string> finished(const char *path)
{
    std::set<std::string> names;
    std::ifstream file(path);
    const std::string before = "{\"name\": \"";
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(before) && line.ends_with("}"))
            names.insert(line.substr(before.size(), line.find('"', before.size()) - before.size()));
    }
    return names;
}

std::string number(const std::optional<double> &value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", value.value_or(0));
    return value ? text : "null";
}

/// Counts the correct matches that are confirmed (crossvalidation.h), and the items of Y without a partner that keep a
/// match.
struct Confirmed
{
    std::optional<double> correct, without;
};

Confirmed confirm(const OptimizeInput &input, const OptimizeSummary &summary, const Correspondence &truth)
{
    if (summary.metric.empty())
        return {};
    const Matrix x = canonicalCoordinates(input.x.rows, summary.metric, Side::x),
                 y = canonicalCoordinates(input.y.rows, summary.metric, Side::y);
    const MatchLists lists = matchLists(x, y, summary.correspondence, neighboursOfCsls, 0);
    const auto confirmed =
        confirmedMatches(input, mutualOnly(summary.correspondence, lists.matches), summary.metric.ridge).value();
    double correct = 0, correctKept = 0, without = 0, withoutKept = 0;
    for (std::size_t j = 0; j < confirmed.size(); ++j) {
        const ItemIndex partner = truth.xOfY()[j];
        (partner == noItem ? without : correct) += partner == noItem || partner == summary.correspondence[j];
        (partner == noItem ? withoutKept : correctKept) +=
            confirmed[j] && (partner == noItem || partner == summary.correspondence[j]);
    }
    return {correct > 0 ? std::optional(correctKept / correct) : std::nullopt,
            without > 0 ? std::optional(withoutKept / without) : std::nullopt};
}

/// Share of correct ones among all matches, seeds included.
double correctOfAll(const OptimizeSummary &summary, const Correspondence &truth)
{
    double right = 0;
    for (std::size_t j = 0; j < summary.correspondence.size(); ++j)
        right += truth.xOfY()[j] == summary.correspondence[j];
    return right / static_cast<double>(summary.correspondence.size());
}

/// Matches that are kept for a precision, how many of them are right, and the expected number.
std::string keptFields(const OptimizeSummary &summary, const Correspondence &truth)
{
    std::string fields;
    for (const int percent : {50, 70, 80, 90, 95}) {
        int kept = 0, right = 0;
        double expected = 0;
        for (std::size_t j = 0; j < summary.verdict.matchProbability.size(); ++j) {
            const float probability = summary.verdict.matchProbability[j];
            if (probability < static_cast<float>(percent) / 100)
                continue;
            ++kept;
            expected += static_cast<double>(probability);
            right += truth.xOfY()[j] == summary.correspondence[j];
        }
        fields += ", \"kept_" + std::to_string(percent) + "\": [" + std::to_string(kept) + ", " +
                  std::to_string(right) + ", " + number(expected) + "]";
    }
    return fields;
}

std::string lineOf(const CalibrationCase &one, const CalibrationPair &pair, const OptimizeSummary &summary,
                   const Confirmed &confirmed)
{
    const Verdict &verdict = summary.verdict;
    double mutual = 0;
    for (const IterationStats &stats : summary.history)
        mutual = std::max(mutual, stats.mutual.value_or(0));
    const auto of = [](const std::optional<ShareEstimate> &estimate, double ShareEstimate::*member) {
        return number(estimate ? std::optional((*estimate).*member) : std::nullopt);
    };
    const std::optional<ShareEstimate> &given =
        verdict.correctGivenPartner ? verdict.correctGivenPartner : verdict.correct;
    const auto bound = [&](double ShareEstimate::*member) { return of(given, member); };
    const auto ofAll = [&](double ShareEstimate::*member) { return of(verdict.correct, member); };
    const auto partners = [&](double ShareEstimate::*member) { return of(verdict.withPartner, member); };
    const auto field = [](const char *name, const std::string &value) {
        return std::string(", \"") + name + "\": " + value;
    };
    return "{\"name\": \"" + one.name + "\"" + field("kind", "\"" + one.kind + "\"") +
           field("for_fitting", isForFitting(one.kind) ? "true" : "false") +
           field("related", one.related ? "true" : "false") + field("items_x", std::to_string(pair.x.rows())) +
           field("items_y", std::to_string(pair.y.rows())) + field("pairs", std::to_string(pair.truth.pairs())) +
           field("seeds", std::to_string(one.seeds)) + field("wrong_seeds", std::to_string(one.wrongSeeds)) +
           field("start", "\"" + summary.start + "\"") + field("right", number(summary.correct)) +
           field("mutual", number(mutual)) +
           field("alignment", std::string("\"") + alignmentId(verdict.alignment) + "\"") +
           field("p_chance", number(verdict.pChance)) + field("p_class", number(verdict.pClass)) +
           field("estimate", bound(&ShareEstimate::value)) + field("low", bound(&ShareEstimate::low)) +
           field("high", bound(&ShareEstimate::high)) + field("suspects", std::to_string(verdict.suspectSeeds.size())) +
           field("known_found", std::to_string(verdict.found)) +
           field("hint_weight", "\"" + summary.hint.weight + "\"") + field("hint_right", number(summary.hint.correct)) +
           field("confirmed_right", number(confirmed.correct)) + field("confirmed_without", number(confirmed.without)) +
           field("right_of_all", number(correctOfAll(summary, pair.truth))) +
           field("estimate_of_all", ofAll(&ShareEstimate::value)) + field("low_of_all", ofAll(&ShareEstimate::low)) +
           field("high_of_all", ofAll(&ShareEstimate::high)) + field("partners", partners(&ShareEstimate::value)) +
           field("partners_low", partners(&ShareEstimate::low)) +
           field("partners_high", partners(&ShareEstimate::high)) +
           field("headline", std::string("\"") + verdictHeadline(verdict) + "\"") + keptFields(summary, pair.truth) +
           field("seconds", number(summary.seconds)) + field("verdict_seconds", number(verdict.seconds)) + "}";
}

std::optional<std::string> run(const CalibrationCase &one, const std::string &method)
{
    const CalibrationPair pair = one.make();
    Random random(one.draw);
    const Index drawn = std::max(std::min(anchors, pair.truth.pairs()), one.seeds);
    auto chosen = drawAnchors(pair.truth, drawn, one.seeds, random);
    if (!chosen)
        return std::nullopt;
    // Makes seeds wrong by exchanging their partners cyclically.
    std::rotate(chosen->seedsOfY.begin(), chosen->seedsOfY.begin() + (one.wrongSeeds > 0),
                chosen->seedsOfY.begin() + one.wrongSeeds);
    const PreparedSpace x = prepare(pair.x, Centering::center), y = prepare(pair.y, Centering::center);
    OptimizeInput input{x, y, chosen->itemsOfX, chosen->seedsOfY, &pair.truth};
    input.hints = pair.hints;
    OptimizeOptions options;
    options.method = method;
    options.seed = one.draw;
    auto summary = optimize(input, options);
    if (!summary)
        return std::nullopt;
    summary->verdict = validateAlignment(input, options, *summary).value_or(Verdict());
    return lineOf(one, pair, *summary, confirm(input, *summary, pair.truth));
}

/// Options of the command line in addition to the files.
struct Requested
{
    std::string method = "auto", only;
    unsigned part = 1, parts = 1;
};

std::optional<Requested> requestedFrom(int argc, char **argv)
{
    Requested requested;
    if (argc < 4 || argc % 2 != 0)
        return std::nullopt;
    for (int i = 4; i < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--method")
            requested.method = argv[i + 1];
        else if (option == "--only")
            requested.only = argv[i + 1];
        else if (option != "--part" || std::sscanf(argv[i + 1], "%u/%u", &requested.part, &requested.parts) != 2)
            return std::nullopt;
    }
    const bool valid = findOptimizer(requested.method) && requested.part >= 1 && requested.part <= requested.parts;
    return valid ? std::optional(requested) : std::nullopt;
}

} // namespace

int main(int argc, char **argv)
{
    const std::optional<Requested> requested = requestedFrom(argc, argv);
    if (!requested) {
        std::fprintf(stderr,
                     "Usage: calibrate WORDS.h5 DIGITS.h5 OUT.jsonl [--method NAME] [--only TEXT] [--part K/N]\n");
        return 2;
    }
    const auto words = io::openDataset(argv[1]), digits = io::openDataset(argv[2]);
    if (!words || !digits) {
        std::fprintf(stderr, "%s\n", (words ? digits : words).error().text().c_str());
        return 2;
    }
    const std::set<std::string> done = finished(argv[3]);
    std::ofstream out(argv[3], std::ios::app);
    const CalibrationSuite suite(*words, *digits);
    // Runs in a random order, so that each part is representative.
    const std::vector<ItemIndex> order = Random(0).permutation(std::ssize(suite.cases()));
    for (std::size_t place = requested->part - 1; place < order.size(); place += requested->parts) {
        const CalibrationCase &one = suite.cases()[static_cast<std::size_t>(order[place])];
        if (done.contains(one.name) || one.name.find(requested->only) == std::string::npos)
            continue;
        const auto line = run(one, requested->method);
        if (!line) {
            std::fprintf(stderr, "%s: cannot be run.\n", one.name.c_str());
            return 1;
        }
        out << *line << std::endl;
        std::printf("%s\n", line->c_str());
        std::fflush(stdout);
    }
    return out ? 0 : 1;
}
