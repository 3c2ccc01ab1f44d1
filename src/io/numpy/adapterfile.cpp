// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/adapterfile.h"

#include "io/numpy/npywriter.h"

namespace anchorscope::io {

namespace {

constexpr std::string_view rule =
    "t = unit(unit((x - mean_of_source) / scale_of_source) @ matrix + offset); y = t * length * scale_of_target + "
    "mean_of_target; unit(y) if unit_length; clip(round(y), least, greatest) if least < greatest";

} // namespace

Status saveAdapter(const std::string &path, const Adapter &adapter)
{
    const auto range = adapter.form.wholeNumbers.value_or(std::pair(0.0f, 0.0f));
    return saveNpz(path, {{"mean_of_source", npyBytes(adapter.meanOfSource)},
                          {"scale_of_source", npyBytes(adapter.scaleOfSource)},
                          {"matrix", npyBytes(adapter.matrix)},
                          {"offset", npyBytes(adapter.offset)},
                          {"length", npyBytes(adapter.length)},
                          {"unit_length", npyBytes(adapter.form.unitLength ? 1.0 : 0.0)},
                          {"least", npyBytes(static_cast<double>(range.first))},
                          {"greatest", npyBytes(static_cast<double>(range.second))},
                          {"scale_of_target", npyBytes(adapter.scaleOfTarget)},
                          {"mean_of_target", npyBytes(adapter.meanOfTarget)},
                          {"rule", npyBytes(rule)}});
}

} // namespace anchorscope::io
