// SPDX-License-Identifier: GPL-3.0-or-later
// Empty: the precompiled headers of the tests need a target (tests/CMakeLists.txt).
