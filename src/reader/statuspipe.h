// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace anchorscope {

/// Pipe on which the reader process reports its position to the parent process, one line each: "!" after it has entered
/// the sandbox, "@/items/id" before it reads an object, "%0.25" for the fraction of bytes read, "." after a piece of
/// the file, "=4096" before 4096 bytes of the values of the last "@" line's object. If the reader process dies, the
/// error message contains the path of the last "@" line.
class StatusPipe
{
public:
    explicit StatusPipe(int descriptor) : m_descriptor(descriptor) {}
    void sandboxed() const { write("!"); }
    void alive() const { write("."); }
    void enter(const std::string &path) const { write("@" + path); }
    void progress(double share) const;
    /// Sends a piece of the values of the object that was entered last.
    void send(std::span<const std::byte> values) const;

private:
    void write(std::string line) const;
    void writeBytes(std::span<const std::byte> bytes) const;
    int m_descriptor;
};

} // namespace anchorscope
