// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/foreignpairs.h"

#include "core/translate/foreignpairs.h"

#include <QJsonArray>

#include <algorithm>

namespace anchorscope::cli {

void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context)
{
    constexpr std::size_t named = 5;
    const ForeignPairs foreign = findForeignPairs(from, to, context);
    QJsonArray pairs;
    std::string list;
    for (const Index place : foreign.places) {
        const auto &[x, y] = names[static_cast<std::size_t>(place)];
        if (std::size_t(pairs.size()) < named)
            list += (list.empty() ? "" : ", ") + x + (x == y ? "" : " – " + y);
        pairs.append(QJsonArray{QString::fromStdString(x), QString::fromStdString(y)});
    }
    report.json["suspect_pairs"] = pairs;
    report.json["suspect_pairs_follow_a_map"] = foreign.ownMap;
    if (foreign.places.empty())
        return;
    if (foreign.places.size() > named)
        list += ", …";
    const auto share = 100 * foreign.places.size() / std::min<std::size_t>(names.size(), 2000);
    report.warnings.push_back(
        std::to_string(foreign.places.size()) + " known pairs, " + std::to_string(share) +
        "% of those checked, do not follow the map of the others (" + list + "); " +
        (foreign.ownMap ? "they follow a map of their own: one of the files seems to hold vectors of two models."
                        : "they are suspected to be wrong."));
}

} // namespace anchorscope::cli
