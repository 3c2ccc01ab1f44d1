// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: frames of the helper process as read by the parent, and datasets decoded from them.

#include "fuzz/frametrial.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/arrays/anyhdf5.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto content = decodeTrial(data, size);
    if (!content)
        return 0;
    test::touchEverything(*content);
    if (const auto dataset = io::decodeDataset(*content, "a.h5"))
        require(dataset->items->count > 0);
    if (const auto choice = io::chooseHdf5(*content, "", "a.h5"))
        (void)io::decodeHdf5(*content, *choice, {}, "a.h5", {});
    return 0;
}
