// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/runner.h"

#include "jobs/throttle.h"

#include <QPointer>
#include <QThread>

#include <algorithm>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace anchorscope {

namespace {

constexpr std::chrono::milliseconds progressInterval{50};

/// Lowers the priority of this thread; the threads of its parallel loops inherit it.
void lowerPriority()
{
#ifdef Q_OS_LINUX
    // Linux' default scheduler ignores QThread's priorities, hence the nice value.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);
#else
    QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

std::optional<Error> guarded(const std::function<void(const RunContext &)> &work, const RunContext &context,
                             const std::string &title)
{
    try {
        if (!context.cancelled())
            work(context);
    } catch (const std::bad_alloc &) {
        return Error(ErrorCode::outOfMemory, title + ": there is not enough memory for this. Close other programs, or "
                                                     "use fewer items, dimensions or anchors.");
    } catch (const std::exception &exception) {
        return Error(ErrorCode::internalError, title + " failed: " + exception.what() + ".");
    } catch (...) {
        return Error(ErrorCode::internalError, title + " failed for an unknown reason.");
    }
    if (context.cancelled())
        return Error(ErrorCode::cancelled, title + " was cancelled.");
    return std::nullopt;
}

struct ProgressNote
{
    std::mutex mutex;
    double share = 0;
    std::string stage;
    bool underway = false;
    Throttle throttle{progressInterval};
};

/// Limits glibc's memory arenas to one per core. By default there are up to eight per core, which return little memory.
void limitArenas()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, std::max(2, QThread::idealThreadCount()));
#endif
}

} // namespace

Job::Job(QString title, QObject *parent)
    : QObject(parent), m_title(std::move(title)), m_control(std::make_shared<RunControl>())
{
}

void Job::pause()
{
    m_control->pause();
    Q_EMIT pausedChanged(true);
}

void Job::resume()
{
    m_control->resume();
    Q_EMIT pausedChanged(false);
}

void Job::setProgress(double share, const QString &stage)
{
    m_share = share;
    m_stage = stage;
    Q_EMIT progressed(share, stage);
}

Runner::Runner(QObject *parent, int threads) : QObject(parent), m_mailbox(std::make_shared<Mailbox>(this))
{
    m_pool.setMaxThreadCount(threads);
    limitArenas();
}

Runner::~Runner()
{
    m_mailbox->close();
    for (Job *job : m_jobs)
        job->cancel();
    m_pool.waitForDone();
}

RunContext Runner::contextFor(Job *job) const
{
    RunContext context;
    context.control = job->control();
    context.progress = [note = std::make_shared<ProgressNote>(), mailbox = m_mailbox,
                        target = QPointer<Job>(job)](double share, std::string_view stage) {
        if (!note->throttle.pass())
            return;
        std::lock_guard lock(note->mutex);
        note->share = share;
        note->stage = stage;
        if (note->underway)
            return;
        note->underway = mailbox->post([note, target] {
            std::unique_lock taking(note->mutex);
            note->underway = false;
            const double newest = note->share;
            const QString text = QString::fromStdString(note->stage);
            taking.unlock();
            if (target)
                target->setProgress(newest, text);
        });
    };
    return context;
}

Job *Runner::run(const QString &title, AnyWork work, AnyFinish finish)
{
    auto *job = new Job(title, this);
    m_jobs.append(job);
    Q_EMIT started(job);
    const std::lock_guard lock(m_workMutex);
    m_work.push_back([this, job, work = std::move(work), finish = std::move(finish), mailbox = m_mailbox,
                      context = contextFor(job), name = title.toStdString()] {
        lowerPriority();
        const std::optional<Error> error = guarded(work, context, name);
        mailbox->post([this, job, finish, error] { finished(job, finish, error); });
    });
    m_pool.start([this] { takeWork()(); });
    return job;
}

std::function<void()> Runner::takeWork()
{
    const std::lock_guard lock(m_workMutex);
    std::function<void()> work = std::move(m_work.front());
    m_work.pop_front();
    return work;
}

void Runner::finished(Job *job, const AnyFinish &finish, const std::optional<Error> &error)
{
    m_jobs.removeOne(job);
    Q_EMIT job->ended();
    Q_EMIT ended(job);
    job->deleteLater();
    finish(error);
}

} // namespace anchorscope
