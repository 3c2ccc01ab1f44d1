// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/mailbox.h"
#include "jobs/throttle.h"

#include <atomic>
#include <memory>

namespace anchorscope {

/// Delivers intermediate states of a job to the screen: at most one per interval, and none while the receiver is busy.
template <class T> class Snapshots
{
public:
    using Take = std::function<void(T)>;

    /// `take` is called on the receiver's thread.
    Snapshots(QObject *receiver, std::chrono::milliseconds interval, Take take)
        : m_mailbox(receiver), m_throttle(interval), m_take(std::move(take))
    {
    }

    /// True if a snapshot may be published now. Call on the worker's thread.
    bool due() { return !m_underway && m_throttle.pass(); }

    /// Delivers a snapshot. Call on the worker's thread, after due().
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
    bool m_open = true; // false after close(), which drops snapshots; used on the receiver's thread only
};

} // namespace anchorscope
