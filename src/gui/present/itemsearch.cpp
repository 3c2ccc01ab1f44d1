// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/itemsearch.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

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

} // namespace anchorscope::gui
