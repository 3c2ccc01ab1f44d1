// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "jobs/mailbox.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <deque>
#include <mutex>
#include <optional>

namespace anchorscope {

/// Handle of a background computation. Lives on the runner's thread; the runner deletes it after ended().
class Job : public QObject
{
    Q_OBJECT

public:
    Job(QString title, QObject *parent);

    const QString &title() const { return m_title; }
    double share() const { return m_share; }
    const QString &stage() const { return m_stage; }
    bool isPaused() const { return m_control->paused(); }

    void stop() { m_control->stop(); }
    void cancel() { m_control->cancel(); }
    void pause();
    void resume();

    const std::shared_ptr<RunControl> &control() const { return m_control; }
    void setProgress(double share, const QString &stage);

Q_SIGNALS:
    /// Reports progress, at most 20 times a second.
    void progressed(double share, const QString &stage);
    void pausedChanged(bool paused);
    void ended();

private:
    const QString m_title;
    const std::shared_ptr<RunControl> m_control;
    double m_share = 0;
    QString m_stage;
};

/// Runs functions on its own threads, at a lower priority than the window. A work function owns all that it reads (by
/// shared_ptr to const). The result is delivered once, on the runner's thread, unless the runner is destroyed.
class Runner : public QObject
{
    Q_OBJECT

public:
    template <class T> using Work = std::function<Result<T>(const RunContext &)>;
    template <class T> using Finish = std::function<void(Result<T>)>;

    /// Default number of threads. Computers usually have fewer cores, but a paused job keeps its thread.
    static constexpr int usualThreads = 8;

    explicit Runner(QObject *parent = nullptr, int threads = usualThreads);
    /// Cancels all jobs and waits for their threads; no result is delivered.
    ~Runner() override;

    /// Starts a job. `finish` gets the result, or the error `cancelled`, `outOfMemory` or `internalError` (exceptions).
    template <class T> Job *start(const QString &title, Work<T> work, Finish<T> finish)
    {
        auto result = std::make_shared<std::optional<Result<T>>>();
        return run(
            title, [work = std::move(work), result](const RunContext &context) { result->emplace(work(context)); },
            [finish = std::move(finish), result](const std::optional<Error> &error) {
                finish(error ? Result<T>(*error) : std::move(**result));
            });
    }

    /// Jobs that have not ended, oldest first.
    const QList<Job *> &jobs() const { return m_jobs; }

Q_SIGNALS:
    void started(anchorscope::Job *job);
    /// Reports that a job has ended, before its result is delivered.
    void ended(anchorscope::Job *job);

private:
    using AnyWork = std::function<void(const RunContext &)>;
    using AnyFinish = std::function<void(const std::optional<Error> &)>;

    Job *run(const QString &title, AnyWork work, AnyFinish finish);
    RunContext contextFor(Job *job) const;
    std::function<void()> takeWork();
    void finished(Job *job, const AnyFinish &finish, const std::optional<Error> &error);

    std::shared_ptr<Mailbox> m_mailbox;
    QList<Job *> m_jobs;
    std::mutex m_workMutex;
    std::deque<std::function<void()>> m_work;
    QThreadPool m_pool;
};

} // namespace anchorscope
