// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <QPointer>

namespace anchorscope {

/// A place for results of one kind, of which only the newest counts: starting a job cancels the one before, whose
/// outcome is then dropped. A member of the object that receives the results; use it on the runner's thread.
class JobSlot
{
public:
    explicit JobSlot(Runner &runner) : m_runner(runner) {}
    ~JobSlot() { drop(); }
    JobSlot(const JobSlot &) = delete;
    JobSlot &operator=(const JobSlot &) = delete;

    template <class T> Job *start(const QString &title, Runner::Work<T> work, Runner::Finish<T> finish)
    {
        drop();
        m_ticket = std::make_shared<char>();
        m_job = m_runner.start<T>(
            title, std::move(work),
            [this, ticket = std::weak_ptr<char>(m_ticket), finish = std::move(finish)](Result<T> result) {
                if (ticket.expired())
                    return;
                m_ticket.reset();
                m_job = nullptr;
                finish(std::move(result));
            });
        return m_job;
    }

    /// Cancels the job and forgets it; nothing is handed over.
    void drop()
    {
        if (m_job)
            m_job->cancel();
        m_job = nullptr;
        m_ticket.reset();
    }

    bool running() const { return m_ticket != nullptr; }
    /// The running job, or null. Its cancel() hands over the error "cancelled".
    Job *job() const { return m_job; }

private:
    Runner &m_runner;
    QPointer<Job> m_job;
    std::shared_ptr<char> m_ticket; // there while a result is awaited
};

} // namespace anchorscope
