// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <memory>

namespace anchorscope {

/// The way from a worker thread to an object of another thread that may be gone by the time something is sent. Letters
/// go through a mutex of our own and Qt only wakes the receiver: the thread sanitizer sees the one and not the other.
class Mailbox
{
public:
    /// On the receiver's thread.
    explicit Mailbox(QObject *receiver);

    /// Has the receiver's thread call the function later, in the order of posting. False, and nothing happens, after
    /// close() or when the receiver is gone. Any thread.
    bool post(std::function<void()> call);

    /// On the receiver's thread: what was not yet called never will be.
    void close();

private:
    struct Letters;
    class Door;
    std::shared_ptr<Letters> m_letters;
};

} // namespace anchorscope
