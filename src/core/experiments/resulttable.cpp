// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/resulttable.h"

#include "core/plaintext.h"

#include <cmath>

namespace anchorscope {

namespace {

constexpr const char *unknown = "–";

} // namespace

ResultCell numberCell(double value, int decimals)
{
    return std::isfinite(value) ? ResultCell{fixedText(value, decimals), value} : ResultCell{unknown};
}

ResultCell repeatedCell(const Repeated &values, int decimals)
{
    if (values.empty())
        return {unknown};
    ResultCell cell = numberCell(values.mean(), decimals);
    if (values.values.size() > 1 && cell.value)
        cell.text += " ± " + fixedText(values.std(), decimals);
    return cell;
}

std::string sideName(Side side)
{
    return side == Side::x ? "X" : "Y";
}

std::string arrowName(Side from, Side to)
{
    return sideName(from) + " → " + sideName(to);
}

} // namespace anchorscope
