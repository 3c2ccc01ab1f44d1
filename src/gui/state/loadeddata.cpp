// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/loadeddata.h"

namespace anchorscope::gui {

Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context)
{
    auto data = io::loadPair(choice, open, context);
    if (!data)
        return data.error();
    return std::shared_ptr<const LoadedData>(std::make_shared<LoadedData>(std::move(*data)));
}

} // namespace anchorscope::gui
