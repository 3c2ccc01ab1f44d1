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
    /// Run that found the anchors. Has no summary if the anchors were given, so that nothing was optimized.
    ProtocolRun run;

    AnchoredPair pair() const;
    const Correspondence &truth() const { return prepared.data.pair.pairing; }
    const ItemTable &items(Side side) const;
    QString name(Side side, ItemIndex item) const; ///< “–” for noItem
    /// Returns a report with the JSON members that all experiments have, the numbers of anchors and seeds, and a
    /// warning if the run was cancelled or did not succeed.
    Report report() const;
};
AnchoredData withoutAnchors(ExperimentInput prepared, const RunContext &context);
/// Obtains anchors from --session, --seeds-only or a run. Errors: those of runProtocol(), "no-result", "no-seeds".
Result<AnchoredData> withAnchors(OptionReader &reader, ExperimentInput prepared, const RunContext &context);
/// Like withAnchors(), for commands that need a run, so that they do not have the option --seeds-only.
Result<AnchoredData> withFoundAnchors(ExperimentInput prepared, const RunContext &context);
/// Opens DATA and obtains the anchors of a run. The reported progress is 0.9 at the end. Errors: those of
/// prepareExperiment() and withFoundAnchors().
Result<AnchoredData> prepareRun(OptionReader &reader, const QString &data, const RunContext &context);

/// For each item of X and Y, its partner in the other space, or noItem. The partners are those of the ground truth; if
/// it is unknown, the seeds and the matches that the run found.
struct KnownPartners
{
    std::vector<ItemIndex> yOfX, xOfY;
    const std::vector<ItemIndex> &of(Side side) const { return side == Side::x ? yOfX : xOfY; }
};
KnownPartners knownPartners(const AnchoredData &data);

/// Item that the argument ITEM names, in the space of --from. Errors of readItem(): "unknown-item", "wrong-usage".
struct ItemChoice
{
    Side side = Side::x;
    ItemIndex item = noItem;
};
Result<ItemChoice> readItem(OptionReader &reader, const PairedData &data);

/// Input of a command about an item (ITEM). The argument is read before anything is optimized, so that a wrong one is
/// reported immediately. Errors: those of prepareExperiment(), readItem() and withAnchors().
struct AnchoredItem
{
    AnchoredData data;
    ItemChoice choice;
};
Result<AnchoredItem> prepareItem(OptionReader &reader, const QString &data, const RunContext &context);

/// Name of an item as JSON; null for noItem.
QJsonValue nameJson(const AnchoredData &data, Side side, ItemIndex item);

} // namespace anchorscope::cli
