// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"
#include "reader/statuspipe.h"

#include <hdf5.h>

namespace anchorscope {

/// Lists every object that hard links of an HDF5 file reach from the root, with its attributes; soft, external and
/// user-defined links are listed and never followed. Each dataset is checked without reading it. Node::problem: a
/// declared size that its storage cannot hold, parts that were never written, storage in other files, missing filters
/// or an unsupported type. Throws std::runtime_error if the structure cannot be traversed.
std::vector<frame::Node> listNodes(hid_t file, bool keepDouble, const StatusPipe &status);

/// Shape of a dataset's chunks; empty if it is not chunked.
std::vector<hsize_t> chunkShape(hid_t dataset);

} // namespace anchorscope
