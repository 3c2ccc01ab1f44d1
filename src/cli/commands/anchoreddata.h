// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/experiments/experimentinput.h"
#include "core/data/side.h"

namespace anchorscope::cli {

/// Two spaces and their anchors: found by --method, taken from --session, or only the seeds (--seeds-only).
struct AnchoredData
{
    ExperimentInput prepared;
    PreparedSpace x, y;
    ProtocolRun run; ///< the run; without a summary if nothing was optimized

    AnchoredPair pair() const;
    const Correspondence &truth() const { return prepared.data.pair.pairing; }
    const ItemTable &items(Side side) const;
    QString name(Side side, ItemIndex item) const;
    /// Returns a report with the JSON members of retrieval, the number of anchors, and a warning if a run did not end
    /// well.
    Report report() const;
};
/// Opens the data and obtains their anchors. Errors: those of runProtocol(), "no-result", "no-seeds".
Result<AnchoredData> withAnchors(OptionReader &reader, ExperimentInput prepared, const RunContext &context);
/// Loads data as withAnchors() does, for commands that need a run: never with seeds only.
Result<AnchoredData> withFoundAnchors(ExperimentInput prepared, const RunContext &context);
/// Input of a command about a run: the data with the anchors that were found. Takes the progress up to 0.9. Errors:
/// those of prepareExperiment() and withFoundAnchors().
Result<AnchoredData> prepareRun(OptionReader &reader, const QString &data, const RunContext &context);

/// Partner of every item of the other side, as far as known: by ground truth, otherwise by the seeds and the run.
struct KnownPartners
{
    std::vector<ItemIndex> yOfX, xOfY;
    const std::vector<ItemIndex> &of(Side side) const { return side == Side::x ? yOfX : xOfY; }
};
KnownPartners knownPartners(const AnchoredData &data);

/// Item of the command line, ITEM, which belongs to the space of --from. Errors of reading it: "unknown-item",
/// "wrong-usage".
struct ItemChoice
{
    Side side = Side::x;
    ItemIndex item = noItem;
};
Result<ItemChoice> readItem(OptionReader &reader, const PairedData &data);

/// Input of a command about one ITEM: the data with their anchors, and the item. A wrong ITEM is detected before any
/// optimization. Errors: those of prepareExperiment(), readItem() and withAnchors().
struct AnchoredItem
{
    AnchoredData data;
    ItemChoice choice;
};
Result<AnchoredItem> prepareItem(OptionReader &reader, const QString &data, const RunContext &context);

/// Name of an item in JSON; null for noItem.
QJsonValue nameJson(const AnchoredData &data, Side side, ItemIndex item);

} // namespace anchorscope::cli
