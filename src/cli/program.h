// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope {
class Communicator;
}

namespace anchorscope::cli {

/// Runs the program: reads the arguments, runs a command, prints the result, and returns the exit code. `name`: name of
/// the program. With a communicator, several MPI ranks run the same command, and the first one writes the outputs.
/// SIGINT and SIGTERM then end the program immediately, without a result.
int runProgram(int argc, char **argv, const char *name, Communicator *communicator = nullptr);

} // namespace anchorscope::cli
