// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <memory>

namespace anchorscope {

/// Queue of calls from worker threads to an object of another thread; the object may already be destroyed. Uses Qt only
/// to wake the receiver, because the thread sanitizer does not recognize the synchronization inside Qt.
class Mailbox
{
public:
    /// Creates the queue. Call on the receiver's thread.
    explicit Mailbox(QObject *receiver);

    /// Queues a function for the receiver's thread, which calls functions in the order of posting. Returns false,
    /// without effect, after close() or if the receiver is destroyed. May be called on any thread.
    bool post(std::function<void()> call);

    /// Drops all pending calls. Call on the receiver's thread.
    void close();

private:
    struct Queue;
    class Waker;
    std::shared_ptr<Queue> m_queue;
};

} // namespace anchorscope
