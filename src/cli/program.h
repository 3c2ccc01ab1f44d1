// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {
class Communicator;
}

namespace anchorscope::cli {

/// Runs the program, without main(): reads the arguments, runs a command, prints the result, and returns the exit code.
/// `name` is the name of the program. With a communicator it is one of several processes that run the same command: the
/// first one writes the outputs, and signals end the program as by default.
int runProgram(int argc, char **argv, const char *name, Communicator *communicator = nullptr);

} // namespace anchorscope::cli
