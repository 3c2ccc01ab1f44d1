// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anchorscope {

/// Pipe on which the helper reports its position to the parent, in lines: "!" when the sandbox is closed, "@/items/id"
/// before an object is read, "%0.25" for the share of bytes read, "." for another piece of the file. If the helper
/// dies, the last "@" line is the place in the error message.
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
