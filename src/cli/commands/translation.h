// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/prepared.h"
#include "core/experiments/translation.h"
#include "core/translate/adapterreport.h"

namespace anchorscope::cli {

/// One direction of a translation: everything named by where it comes from and where it goes.
struct Translation
{
    Side source = Side::x, target = Side::y;
    std::shared_ptr<const EmbeddingSet> from, to;
    PreparedSpace preparedFrom, preparedTo;    ///< their rows are prepared when they are used
    SpannedPairs anchors;                      ///< unit rows, in their spans
    std::vector<ItemIndex> itemsFrom, itemsTo; ///< of the anchors; lengths of the target's say how long rows are
    Correspondence pairing;                    ///< of the items that are scored
    Correspondence truth;                      ///< all that is known
    Index givenPairs = 0;                      ///< of which the anchors were drawn where they are too many
};

/// `foundPairs`: with --session the pairs that its run found take the place of its anchors.
Result<Translation> prepareTranslation(const Prepared &prepared, Side from, Statistics statistics, bool foundPairs,
                                       const RunContext &context);

/// Ids of --map.
QStringList mapIds();

/// Writes --adapter, this map between the spaces, and adds to the report what maps of `fit` keep. Errors: those of the
/// fit.
Status addAdapter(OptionReader &reader, const Translation &translation, const LinearMap &map, const FitMap &fit,
                  std::uint64_t seed, Report &report, const RunContext &context);

} // namespace anchorscope::cli
