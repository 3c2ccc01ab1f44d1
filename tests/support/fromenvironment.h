// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace anchorscope::test {

/// Amount of work of a manual test: a positive number in the environment, otherwise the default.
inline int fromEnvironment(const char *name, int usual)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(name, &given);
    return given && value > 0 ? value : usual;
}

} // namespace anchorscope::test
