// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/itemsearch.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace anchorscope::gui {

Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options)
{
    std::vector<ItemIndex> found;
    if (text.isEmpty())
        return found;
    const QRegularExpression expression(options.regularExpression ? text : QRegularExpression::escape(text),
                                        QRegularExpression::CaseInsensitiveOption |
                                            QRegularExpression::UseUnicodePropertiesOption);
    if (!expression.isValid()) {
        const QString sentence =
            QCoreApplication::translate("Search", "This is not a regular expression: %1, at character %2.")
                .arg(expression.errorString())
                .arg(expression.patternErrorOffset() + 1);
        return Error(ErrorCode::badExpression, sentence.toStdString());
    }
    const auto matches = [&](const std::string &candidate) {
        return expression.match(QString::fromStdString(candidate)).hasMatch();
    };
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(items.count); ++item) {
        if (matches(items.name(item)) || (options.labelsToo && matches(items.labelName(item))))
            found.push_back(item);
    }
    std::stable_partition(found.begin(), found.end(), [&](ItemIndex item) {
        return QString::fromStdString(items.name(item)).compare(text, Qt::CaseInsensitive) == 0;
    });
    return found;
}

std::optional<int> matchRank(const QString &name, const QString &typed)
{
    const qsizetype at = name.indexOf(typed, 0, Qt::CaseInsensitive);
    if (at < 0)
        return std::nullopt;
    if (at == 0)
        return name.size() == typed.size() ? 0 : 1;
    for (qsizetype next = at; next >= 0; next = name.indexOf(typed, next + 1, Qt::CaseInsensitive)) {
        if (!name[next - 1].isLetterOrNumber())
            return 2;
    }
    return 3;
}

Result<FoundItems> rankedItems(const ItemTable &items, const QString &typed, std::size_t most,
                               const RunContext &context)
{
    constexpr int byLabel = 4;
    constexpr ItemIndex between = 4096; // number of items between two checks for cancelling
    struct Hit
    {
        int rank;
        qsizetype length;
        ItemIndex item;
    };
    std::vector<char> labelMatches;
    for (const std::string &label : items.labelNames)
        labelMatches.push_back(matchRank(QString::fromStdString(label), typed).has_value());
    FoundItems found;
    std::vector<Hit> hits;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(items.count); ++item) {
        if (item % between == 0 && context.cancelled())
            return cancelledError();
        const QString name = QString::fromStdString(items.name(item));
        const std::int32_t label = items.hasLabels() ? items.labels[static_cast<std::size_t>(item)] : unlabelled;
        if (const auto rank = matchRank(name, typed)) {
            hits.push_back({*rank, name.size(), item});
            found.all.push_back(item);
        } else if (label >= 0 && labelMatches[static_cast<std::size_t>(label)]) {
            hits.push_back({byLabel, 0, item});
        }
    }
    const std::size_t kept = std::min(most, hits.size());
    std::partial_sort(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(kept), hits.end(),
                      [](const Hit &a, const Hit &b) {
                          return std::tie(a.rank, a.length, a.item) < std::tie(b.rank, b.length, b.item);
                      });
    for (std::size_t i = 0; i < kept; ++i)
        found.best.push_back(hits[i].item);
    return found;
}

} // namespace anchorscope::gui
