// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"
#include "reader/statuspipe.h"

#include <hdf5.h>

namespace anchorscope {

/// Lists every object of an HDF5 file that hard links reach from the root, with its attributes; soft, external and
/// user-defined links are listed as links and never followed. Each dataset is checked without reading it. Node::problem
/// states what is wrong: a declared size that its storage cannot hold, parts that were never written, storage in other
/// files, missing filters or an unsupported type. Throws std::runtime_error if the structure of the file cannot be
/// traversed.
std::vector<frame::Node> listNodes(hid_t file, bool keepDouble, const StatusPipe &status);

/// Shape of the chunks of an HDF5 dataset; empty if it is not chunked.
std::vector<hsize_t> chunkShape(hid_t dataset);

} // namespace anchorscope
