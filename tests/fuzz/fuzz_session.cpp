// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: sessions decoded from frames of the helper process. Accepted sessions can be written again.

#include "fuzz/frametrial.h"
#include "io/session/session.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto content = decodeTrial(data, size);
    if (!content)
        return 0;
    const auto session = io::decodeSession(*content, "a.ascope");
    if (!session) {
        require(!session.error().message.empty() && errorCodeOf(errorId(session.error().code)) == session.error().code);
        return 0;
    }
    for (const io::RunRecord &run : session->runs)
        require(run.seedsOfY.size() <= run.anchorsOfX.size());
    require(session->chosenRun < static_cast<int>(session->runs.size()));
    require(io::encodeSession(*session).ok());
    return 0;
}
