// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {
class Communicator;
}

namespace anchorscope::cli {

/// Runs the program: reads the arguments, runs a command, prints the result, and returns the exit code. `name`: name of
/// the program. With a communicator, several MPI ranks run the same command: the first one writes the outputs, and a
/// signal ends the program, as by default.
int runProgram(int argc, char **argv, const char *name, Communicator *communicator = nullptr);

} // namespace anchorscope::cli
