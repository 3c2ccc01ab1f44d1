// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/prepared.h"
#include "core/experiments/translation.h"
#include "core/translate/adapterreport.h"

namespace anchorscope::cli {

/// Data of one direction of a translation, named by source and target.
struct Translation
{
    Side source = Side::x, target = Side::y;
    std::shared_ptr<const EmbeddingSet> from, to;
    PreparedSpace preparedFrom, preparedTo;    ///< rows may be prepared on access
    SpannedPairs anchors;                      ///< unit rows, in their spans
    std::vector<ItemIndex> itemsFrom, itemsTo; ///< items of the anchors; the target's define the length of rows
    Correspondence pairing;                    ///< pairing of the scored items
    Correspondence truth;                      ///< all known pairs
    Index givenPairs = 0; ///< number of given pairs that the anchors were drawn from; 0: all are used
};

/// `foundPairs`: with --session, the pairs that its run found replace its anchors.
Result<Translation> prepareTranslation(const Prepared &prepared, Side from, Statistics statistics, bool foundPairs,
                                       const RunContext &context);

/// Ids of --map.
QStringList mapIds();

/// Writes --adapter, this map between the spaces, and adds to the report the recall that maps of `fit` retain. Errors:
/// those of the fit.
Status addAdapter(OptionReader &reader, const Translation &translation, const LinearMap &map, const FitMap &fit,
                  std::uint64_t seed, Report &report, const RunContext &context);

} // namespace anchorscope::cli
