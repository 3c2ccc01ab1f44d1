// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <mutex>

namespace anchorscope {

/// The way from a worker thread to an object of another thread that may be gone by the time something is sent.
class Mailbox
{
public:
    explicit Mailbox(QObject *receiver) : m_receiver(receiver) {}

    /// Has the receiver's thread call the function later. False, and nothing happens, after close(). Any thread.
    bool post(std::function<void()> call)
    {
        std::lock_guard lock(m_mutex);
        return m_receiver && QMetaObject::invokeMethod(m_receiver, std::move(call), Qt::QueuedConnection);
    }

    /// To be called on the receiver's thread before it is destroyed.
    void close()
    {
        std::lock_guard lock(m_mutex);
        m_receiver = nullptr;
    }

private:
    std::mutex m_mutex;
    QObject *m_receiver;
};

} // namespace anchorscope
