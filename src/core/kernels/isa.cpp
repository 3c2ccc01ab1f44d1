// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include "core/kernels/levels.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace anchorscope::kernels {

namespace {

Isa bestIsa()
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        return Isa::v4;
    if (__builtin_cpu_supports("x86-64-v3"))
        return Isa::v3;
#endif
    return Isa::baseline;
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

const Functions &functionsOf([[maybe_unused]] Isa isa)
{
#ifdef __x86_64__
    if (isa != Isa::baseline)
        return isa == Isa::v3 ? v3::functions : v4::functions;
#endif
    return baseline::functions;
}

const DenseFunctions &denseFunctionsOf([[maybe_unused]] Isa isa)
{
#ifdef __x86_64__
    if (isa != Isa::baseline)
        return v3::denseFunctions;
#endif
    return baseline::denseFunctions;
}

const Functions &active()
{
    static const Functions &functions = functionsOf(activeIsa());
    return functions;
}

const DenseFunctions &activeDense()
{
    return denseFunctionsOf(activeIsa());
}

} // namespace anchorscope::kernels
