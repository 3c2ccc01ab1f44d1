// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/mailbox.h"

#include <QCoreApplication>
#include <QEvent>

#include <deque>
#include <mutex>
#include <utility>

namespace anchorscope {

struct Mailbox::Letters
{
    std::mutex mutex;
    std::deque<std::function<void()>> waiting;
    QObject *door = nullptr; ///< null: closed

    bool add(std::function<void()> call)
    {
        const std::lock_guard lock(mutex);
        if (!door)
            return false;
        waiting.push_back(std::move(call));
        QCoreApplication::postEvent(door, new QEvent(QEvent::User));
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
    /// Returns what was the door. The letters end outside the mutex: they own things that may post in turn.
    QObject *close()
    {
        std::deque<std::function<void()>> dropped;
        const std::lock_guard lock(mutex);
        dropped.swap(waiting);
        return std::exchange(door, nullptr);
    }
};

/// Lives with the receiver and is woken once for every letter.
class Mailbox::Door : public QObject
{
public:
    Door(QObject *receiver, std::shared_ptr<Letters> letters) : QObject(receiver), m_letters(std::move(letters)) {}
    ~Door() override { m_letters->close(); }

protected:
    void customEvent(QEvent *) override
    {
        if (const auto call = m_letters->take())
            call();
    }

private:
    const std::shared_ptr<Letters> m_letters;
};

Mailbox::Mailbox(QObject *receiver) : m_letters(std::make_shared<Letters>())
{
    m_letters->door = new Door(receiver, m_letters);
}

bool Mailbox::post(std::function<void()> call)
{
    return m_letters->add(std::move(call));
}

void Mailbox::close()
{
    if (QObject *door = m_letters->close())
        door->deleteLater();
}

} // namespace anchorscope
