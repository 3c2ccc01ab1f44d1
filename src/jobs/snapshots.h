// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/mailbox.h"
#include "jobs/throttle.h"

#include <atomic>
#include <memory>

namespace anchorscope {

/// Intermediate states of a job on their way to the screen: at most one per interval, and none while the receiver has
/// not yet taken the one before, so that a slow window never has a queue of old pictures.
template <class T> class Snapshots
{
public:
    using Take = std::function<void(T)>;

    /// `take` is called on the receiver's thread.
    Snapshots(QObject *receiver, std::chrono::milliseconds interval, Take take)
        : m_mailbox(receiver), m_throttle(interval), m_take(std::move(take))
    {
    }

    /// On the worker: whether a snapshot is wanted now. Only then it is worth making one.
    bool due() { return !m_underway && m_throttle.pass(); }

    /// On the worker, after due().
    static void publish(const std::shared_ptr<Snapshots> &self, T value)
    {
        self->m_underway = true;
        auto content = std::make_shared<T>(std::move(value));
        self->m_mailbox.post([self, content] {
            self->m_underway = false;
            if (self->m_open)
                self->m_take(std::move(*content));
        });
    }

    /// On the receiver's thread: nothing is taken any more.
    void close()
    {
        m_open = false;
        m_mailbox.close();
    }

private:
    Mailbox m_mailbox;
    Throttle m_throttle;
    Take m_take;
    std::atomic<bool> m_underway{false};
    bool m_open = true; // receiver's thread only
};

} // namespace anchorscope
