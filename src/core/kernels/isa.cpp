// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include "core/kernels/dense.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace anchorscope::kernels {

namespace {

Isa bestIsa()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        return Isa::v4;
    return __builtin_cpu_supports("x86-64-v3") ? Isa::v3 : Isa::baseline;
}

Isa chosenIsa()
{
    const char *variable = std::getenv("ANCHORSCOPE_ISA");
    const std::string_view forced = variable ? variable : "";
    for (Isa isa : {Isa::baseline, Isa::v3, Isa::v4}) {
        if (forced == isaName(isa))
            return std::min(isa, bestIsa());
    }
    return bestIsa();
}

} // namespace

Isa activeIsa()
{
    static const Isa isa = chosenIsa();
    return isa;
}

const char *isaName(Isa isa)
{
    switch (isa) {
    case Isa::baseline:
        return "baseline";
    case Isa::v3:
        return "v3";
    case Isa::v4:
        return "v4";
    }
    return "";
}

const Functions &active()
{
    static const Functions &functions = activeIsa() == Isa::v4   ? v4::functions
                                        : activeIsa() == Isa::v3 ? v3::functions
                                                                 : baseline::functions;
    return functions;
}

const DenseFunctions &activeDense()
{
    return activeIsa() == Isa::baseline ? baseline::denseFunctions : v3::denseFunctions;
}

} // namespace anchorscope::kernels
