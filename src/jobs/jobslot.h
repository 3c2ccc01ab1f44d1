// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <QPointer>

namespace anchorscope {

/// A place for results of one kind, of which only the newest counts: starting a job cancels the one before, whose
/// outcome is then dropped. A member of the object that receives the results; use it on the runner's thread.
///
/// The place where ErrorCode::cancelled ends: `finish` gets a result or a real error. Who shows that a job is running
/// passes `onCancelled` and goes back to idle in it.
class JobSlot
{
public:
    explicit JobSlot(Runner &runner) : m_runner(runner) {}
    ~JobSlot() { drop(); }
    JobSlot(const JobSlot &) = delete;
    JobSlot &operator=(const JobSlot &) = delete;

    /// Gets the error, for those who tell the user.
    using OnCancelled = std::function<void(const Error &)>;

    template <class T>
    Job *start(const QString &title, Runner::Work<T> work, Runner::Finish<T> finish, OnCancelled onCancelled = {})
    {
        drop();
        m_ticket = std::make_shared<char>();
        m_job = m_runner.start<T>(title, std::move(work),
                                  [this, ticket = std::weak_ptr<char>(m_ticket), finish = std::move(finish),
                                   onCancelled = std::move(onCancelled)](Result<T> result) {
                                      if (ticket.expired())
                                          return;
                                      m_ticket.reset();
                                      m_job = nullptr;
                                      if (result || result.error().code != ErrorCode::cancelled)
                                          finish(std::move(result));
                                      else if (onCancelled)
                                          onCancelled(result.error());
                                  });
        return m_job;
    }

    /// Cancels the job and forgets it; nothing is handed over, not even that it was cancelled.
    void drop()
    {
        if (m_job)
            m_job->cancel();
        m_job = nullptr;
        m_ticket.reset();
    }

    bool running() const { return m_ticket != nullptr; }
    /// The running job, or null. After its cancel() `onCancelled` is called.
    Job *job() const { return m_job; }

private:
    Runner &m_runner;
    QPointer<Job> m_job;
    std::shared_ptr<char> m_ticket; // there while a result is awaited
};

} // namespace anchorscope
