// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {

/// Takes all access to files, TCP and (where the kernel knows how) signals and abstract sockets outside of this
/// process from it. False where the kernel has no Landlock: the filter of sandbox.h stands
/// without it. Needs one free descriptor and PR_SET_NO_NEW_PRIVS.
bool enterLandlock();

} // namespace anchorscope
