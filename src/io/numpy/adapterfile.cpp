// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/adapterfile.h"

#include "io/numpy/npywriter.h"

namespace anchorscope::io {

namespace {

constexpr std::string_view rule = "t = unit(unit((x - mean_of_source) / scale_of_source) @ matrix + offset); "
                                  "y = t * length * scale_of_target + mean_of_target; unit(y) if unit_length";

} // namespace

Status saveAdapter(const std::string &path, const Adapter &adapter)
{
    return saveNpz(path, {{"mean_of_source", npyBytes(adapter.meanOfSource)},
                          {"scale_of_source", npyBytes(adapter.scaleOfSource)},
                          {"matrix", npyBytes(adapter.matrix)},
                          {"offset", npyBytes(adapter.offset)},
                          {"length", npyBytes(adapter.length)},
                          {"unit_length", npyBytes(adapter.unitLength ? 1.0 : 0.0)},
                          {"scale_of_target", npyBytes(adapter.scaleOfTarget)},
                          {"mean_of_target", npyBytes(adapter.meanOfTarget)},
                          {"rule", npyBytes(rule)}});
}

} // namespace anchorscope::io
