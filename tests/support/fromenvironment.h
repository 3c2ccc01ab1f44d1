// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace anchorscope::test {

/// How much a test by hand shall do: a positive number in the environment, else the usual one.
inline int fromEnvironment(const char *name, int usual)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(name, &given);
    return given && value > 0 ? value : usual;
}

} // namespace anchorscope::test
