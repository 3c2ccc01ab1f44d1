// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"
#include "support/sentences.h"

#include <atomic>

namespace anchorscope::test {

/// Opens a file as io::openFile() does. Its warnings or its error must be stored sentences, its progress in [0, 1].
inline Result<io::OpenedFile> openFile(const std::string &path, const io::OpenOptions &options = {},
                                       const RunContext &context = {})
{
    std::atomic<bool> inRange = true;
    RunContext observed = context;
    observed.progress = [&](double share, std::string_view stage) {
        inRange = inRange && share >= 0 && share <= 1;
        context.report(share, stage);
    };
    auto opened = io::openFile(path, options, observed);
    if (!inRange)
        QTest::qFail("reading reports more than its whole", __FILE__, __LINE__);
    expectSaid(opened ? Said(opened->warnings) : Said(opened.error().text()));
    return opened;
}

} // namespace anchorscope::test
