// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/mailbox.h"

#include <QCoreApplication>
#include <QEvent>

#include <deque>
#include <mutex>
#include <utility>

namespace anchorscope {

struct Mailbox::Queue
{
    std::mutex mutex;
    std::deque<std::function<void()>> waiting;
    QObject *waker = nullptr; ///< object that performs the queued calls; null: the mailbox is closed

    bool add(std::function<void()> call)
    {
        const std::lock_guard lock(mutex);
        if (!waker)
            return false;
        waiting.push_back(std::move(call));
        QCoreApplication::postEvent(waker, new QEvent(QEvent::User));
        return true;
    }
    std::function<void()> take()
    {
        const std::lock_guard lock(mutex);
        if (waiting.empty())
            return {};
        std::function<void()> call = std::move(waiting.front());
        waiting.pop_front();
        return call;
    }
    /// Closes the queue and returns its waker. Destroys pending calls after unlocking, as they may post calls.
    QObject *close()
    {
        std::deque<std::function<void()>> dropped;
        const std::lock_guard lock(mutex);
        dropped.swap(waiting);
        return std::exchange(waker, nullptr);
    }
};

/// Child object of the receiver that performs the queued calls; it closes the queue when the receiver is destroyed.
class Mailbox::Waker : public QObject
{
public:
    Waker(QObject *receiver, std::shared_ptr<Queue> queue) : QObject(receiver), m_queue(std::move(queue)) {}
    ~Waker() override { m_queue->close(); }

protected:
    void customEvent(QEvent *) override
    {
        if (const auto call = m_queue->take())
            call();
    }

private:
    const std::shared_ptr<Queue> m_queue;
};

Mailbox::Mailbox(QObject *receiver) : m_queue(std::make_shared<Queue>())
{
    m_queue->waker = new Waker(receiver, m_queue);
}

bool Mailbox::post(std::function<void()> call)
{
    return m_queue->add(std::move(call));
}

void Mailbox::close()
{
    if (QObject *waker = m_queue->close())
        waker->deleteLater();
}

} // namespace anchorscope
