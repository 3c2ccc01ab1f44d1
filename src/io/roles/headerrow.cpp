// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/assign.h"

#include <charconv>
#include <cmath>

namespace anchorscope::io {

bool hasHeaderRow(const TextRows &rows)
{
    if (rows.size() < 2)
        return false;
    bool counts = true, whole = true, telling = false;
    std::size_t numeric = 0, fractions = 0;
    double before = -1;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        const PartFacts facts = factsOf(rows, i, 1), own = factsOf({{rows[0][i]}}, 0, 0);
        const bool unnamed = rows[0][i].empty();
        const bool vectors = facts.holdsVectors() || facts.holdsLists() || facts.holdsNested() || facts.holdsEncoded();
        if (vectors && own.vectors + own.lists + own.nested + own.encoded + own.missing == 0)
            return true; // a text above vectors
        if (!facts.isNumeric() && !facts.hasDecimalCommas() && !facts.hasGroupedDigits()) {
            telling = telling || isPlainName(trimmed(rows[0][i]));
            continue;
        }
        if (own.numbers + own.commas + own.thousands + own.missing == 0)
            return true; // a text above numbers
        telling = telling || (unnamed && i == 0 && facts.isWhole() && facts.growing);
        if (unnamed)
            continue;
        double number = -INFINITY;
        if (own.whole)
            std::from_chars(own.example.data(), own.example.data() + own.example.size(), number);
        counts = counts && (number == before + 1 || (before == -1 && number == 1));
        before = number;
        whole = whole && own.whole > 0;
        ++numeric;
        fractions += facts.whole < facts.numbers;
    }
    const bool others = fractions * 2 > numeric; // the numbers below are of another kind
    return numeric >= 2 && (counts ? telling || others : whole && telling && others);
}

} // namespace anchorscope::io
