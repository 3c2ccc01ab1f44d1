// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"
#include "support/sentences.h"

namespace anchorscope::test {

/// Opens a file as io::openFile() does. Its warnings or its error must be stored sentences.
inline Result<io::OpenedFile> openFile(const std::string &path, const io::OpenOptions &options = {},
                                       const RunContext &context = {})
{
    auto opened = io::openFile(path, options, context);
    expectSaid(opened ? Said(opened->warnings) : Said(opened.error().text()));
    return opened;
}

} // namespace anchorscope::test
