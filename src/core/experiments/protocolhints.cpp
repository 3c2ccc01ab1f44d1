// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/protocolhints.h"

#include "core/data/hintcolumns.h"

namespace anchorscope {

Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes)
{
    options.hints.reset();
    if (options.optimize.hints.empty())
        return Done{};
    auto hints = readHints(x, y, options.optimize.hints, notes);
    if (!hints)
        return hints.error();
    options.hints = std::move(*hints);
    return Done{};
}

Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context)
{
    const bool exchanged = options.optimizedSide == Side::x;
    const PreparedSpace &ofX = exchanged ? input.y : input.x, &ofY = exchanged ? input.x : input.y;
    auto anchors =
        drawRunAnchors(exchanged ? input.truth.swapped() : input.truth, options, seed, {ofX.zeroRows, ofY.zeroRows});
    if (!anchors)
        return anchors.error();
    std::vector<ReadHint> columns = sharedColumns(x, y);
    if (columns.empty())
        return Error(ErrorCode::wrongUsage, "The two spaces have no column in common that can be a hint. Expected one "
                                            "with the same name or the same values.");
    for (ReadHint &each : columns) {
        if (exchanged)
            std::swap(each.column.ofX, each.column.ofY);
    }
    auto offers = suggestHints({ofX, ofY, std::move(anchors->itemsOfX), std::move(anchors->seedsOfY)},
                               std::move(columns), seed, context);
    if (!offers)
        return cancelledError();
    return std::move(*offers);
}

} // namespace anchorscope
