// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {
class Communicator;
}

namespace anchorscope::cli {

/// The program but for main(): reads the arguments, runs a command, prints what it found, and returns the exit code.
/// `name` is what it calls itself. With ranks it is one of several processes that run the same command (`optimize`, the
/// only one that shares its work): the first one writes the outputs, and signals end the program as they do by default.
int runProgram(int argc, char **argv, const char *name, Communicator *communicator = nullptr);

} // namespace anchorscope::cli
