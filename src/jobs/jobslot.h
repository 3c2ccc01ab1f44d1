// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <QPointer>

namespace anchorscope {

/// Runs jobs of one kind. Starting a job cancels the previous one and drops its result. The object that receives
/// results has the slot as a member and uses it on the runner's thread. If a job is cancelled otherwise, `onCancelled`
/// is called, not `finish`. `onChange` is called after a job was started and after it has ended, for receivers that
/// show whether a job is running; drop() does not call it.
class JobSlot
{
public:
    explicit JobSlot(Runner &runner, std::function<void()> onChange = {})
        : m_runner(runner), m_onChange(std::move(onChange))
    {
    }
    ~JobSlot() { drop(); }
    JobSlot(const JobSlot &) = delete;
    JobSlot &operator=(const JobSlot &) = delete;

    using OnCancelled = std::function<void(const Error &)>;

    template <class T>
    Job *start(const QString &title, Runner::Work<T> work, Runner::Finish<T> finish, OnCancelled onCancelled = {})
    {
        drop();
        m_ticket = std::make_shared<char>();
        m_job = m_runner.start<T>(title, std::move(work),
                                  [this, ticket = std::weak_ptr<char>(m_ticket), finish = std::move(finish),
                                   onCancelled = std::move(onCancelled), onChange = m_onChange](Result<T> result) {
                                      if (ticket.expired())
                                          return;
                                      m_ticket.reset();
                                      m_job = nullptr;
                                      if (result || result.error().code != ErrorCode::cancelled)
                                          finish(std::move(result));
                                      else if (onCancelled)
                                          onCancelled(result.error());
                                      if (onChange)
                                          onChange();
                                  });
        if (m_onChange)
            m_onChange();
        return m_job;
    }

    /// Cancels the job; neither `finish` nor `onCancelled` is called.
    void drop()
    {
        if (m_job)
            m_job->cancel();
        m_job = nullptr;
        m_ticket.reset();
    }

    bool running() const { return m_ticket != nullptr; }
    /// Running job, or null. If it is cancelled, `onCancelled` is called.
    Job *job() const { return m_job; }

private:
    Runner &m_runner;
    std::function<void()> m_onChange;
    QPointer<Job> m_job;
    // Expires when the slot no longer waits for the job; a result that arrives later is dropped.
    std::shared_ptr<char> m_ticket;
};

/// Returns the `finish` of a job that passes the result to `take`, or an error's text to the receiver's signal
/// `failed`.
template <class Receiver, class Take> auto orFailed(Receiver *receiver, Take take)
{
    return [receiver, take = std::move(take)](auto result) {
        if (result)
            take(std::move(*result));
        else
            Q_EMIT receiver->failed(QString::fromStdString(result.error().text()));
    };
}

/// Like JobSlot, but lets the running job finish and then starts only the latest request: results appear during a drag.
class NewestSlot
{
public:
    explicit NewestSlot(Runner &runner) : m_slot(runner) {}

    template <class T>
    void start(const QString &title, Runner::Work<T> work, Runner::Finish<T> finish,
               JobSlot::OnCancelled onCancelled = {})
    {
        if (m_slot.running()) {
            m_waiting = [this, title, work = std::move(work), finish = std::move(finish),
                         onCancelled = std::move(onCancelled)]() mutable {
                start<T>(title, std::move(work), std::move(finish), std::move(onCancelled));
            };
            return;
        }
        m_slot.start<T>(
            title, std::move(work),
            [this, finish = std::move(finish)](Result<T> result) {
                finish(std::move(result));
                startWaiting();
            },
            [this, onCancelled = std::move(onCancelled)](const Error &error) {
                m_waiting = {};
                if (onCancelled)
                    onCancelled(error);
            });
    }

    void drop()
    {
        m_waiting = {};
        m_slot.drop();
    }
    bool running() const { return m_slot.running(); }

private:
    void startWaiting()
    {
        if (!m_slot.running() && m_waiting)
            std::exchange(m_waiting, {})();
    }

    JobSlot m_slot;
    std::function<void()> m_waiting;
};

} // namespace anchorscope
