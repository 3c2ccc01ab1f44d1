// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "core/evaluate/pairnext.h"

namespace anchorscope::cli {

Result<Report> suggestPairs(OptionReader &reader, const QString &data, const RunContext &context)
{
    const PairNextOptions usual;
    const Index count = reader.integer("count", usual.items, 1);
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto anchored = prepareRun(reader, data, context);
    if (!anchored)
        return anchored.error();
    const ProtocolRun &run = anchored->run;
    const auto next =
        pairNext(anchored->pair(), run.summary.correspondence,
                 {.items = count, .search = anchored->prepared.options.protocol.optimize.candidates, .seed = run.seed},
                 context.part(0.9, 1));
    if (!next)
        return next.error();
    Report report = anchored->report();
    QJsonArray all;
    report.text = "To pair next, with the likeliest candidates:\n";
    for (const PairingSuggestion &each : *next) {
        QJsonArray candidates;
        QStringList names;
        for (const Neighbour &candidate : each.candidates) {
            names << anchored->name(Side::x, candidate.item);
            candidates.append(QJsonObject{{"item", names.back()}, {"score", number(candidate.similarity)}});
        }
        const QString name = anchored->name(Side::y, each.item);
        all.append(QJsonObject{{"item", name}, {"candidates", candidates}});
        report.text += "    " + name + ": " + names.join(", ") + '\n';
    }
    report.json["pair_next"] = all;
    return report;
}

} // namespace anchorscope::cli
