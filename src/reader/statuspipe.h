// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anchorscope {

/// Pipe on which the reader process reports its position to the parent process, in lines: "!" when the process has
/// entered the sandbox, "@/items/id" before an object is read, "%0.25" for the share of bytes read, "." whenever
/// another piece of the file has been read. If the reader process dies, the error message names the place of the last
/// "@" line.
class StatusPipe
{
public:
    explicit StatusPipe(int descriptor) : m_descriptor(descriptor) {}
    void sandboxed() const { write("!"); }
    void alive() const { write("."); }
    void enter(const std::string &path) const;
    void progress(double share) const;

private:
    void write(std::string line) const;
    int m_descriptor;
};

} // namespace anchorscope
