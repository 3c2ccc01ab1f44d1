// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/verdicttext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

QString sentence(const char *text)
{
    return QCoreApplication::translate("Verdict", text);
}

} // namespace

QString wholePercent(double share)
{
    constexpr double rounded = 0.995; // from here on, a share below 1 would be rounded to 100%
    return share >= rounded && share < 1 ? roundedDown(share) : sentence("%1%").arg(100 * share, 0, 'f', 0);
}

QString roundedDown(double share)
{
    // Value added before rounding down, because a product such as 100 · 0.29 is slightly less than 29.
    constexpr double tiny = 1e-9;
    constexpr int maxDecimals = 4;
    const double missing = 100 * (1 - share);
    const int decimals = missing > tiny && missing < 1
                             ? std::min(maxDecimals, static_cast<int>(std::ceil(-std::log10(missing) - tiny)))
                             : 0;
    const double unit = std::pow(10, decimals);
    return sentence("%1%").arg(std::floor(100 * share * unit + tiny) / unit, 0, 'f', decimals);
}

QString estimateText(const ShareEstimate &share)
{
    return sentence("%1 (%2–%3)")
        .arg(wholePercent(share.value), QString::number(100 * share.low, 'f', 0), wholePercent(share.high));
}

QString shortVerdict(const Verdict &verdict)
{
    if (verdict.agreement)
        return sentence("%1 agree").arg(wholePercent(*verdict.agreement));
    if (verdict.alignment == Alignment::notJudged)
        return sentence("–");
    const QString headline = QString::fromUtf8(verdictHeadline(verdict));
    if (!verdict.correct)
        return headline;
    // The estimate of other places is about items with a partner, if some seem to have none.
    const bool ofAll = verdict.withPartner && verdict.withPartner->value < allPartners;
    return (ofAll ? sentence("%1, %2 of all matches") : sentence("%1, %2"))
        .arg(headline, estimateText(*verdict.correct));
}

QString verdictLines(const Verdict &verdict)
{
    QStringList lines{QString::fromStdString(verdictText(verdict))};
    if (verdict.pChance && verdict.pClass)
        lines << sentence("Held-out seeds: p %1 among all items, %2 among similar ones")
                     .arg(*verdict.pChance, 0, 'g', 2)
                     .arg(*verdict.pClass, 0, 'g', 2);
    if (verdict.agreement)
        lines << sentence("Three runs agree on %1 of the matches; no known pairs were available to verify them")
                     .arg(wholePercent(*verdict.agreement));
    return lines.join('\n');
}

} // namespace anchorscope::gui
