// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Revokes this process's access to all files, to TCP and, if the kernel supports it, to signals and abstract sockets
/// of other processes. Returns false without Landlock in the kernel; the system call filter (sandbox.h) works without
/// it. Needs one free descriptor and PR_SET_NO_NEW_PRIVS.
bool enterLandlock();

} // namespace anchorscope
