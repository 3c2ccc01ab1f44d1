// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/job.h"

namespace anchorscope {

Job::Job(QString title, quint64 generation, QObject *parent)
    : QObject(parent), m_title(std::move(title)), m_generation(generation), m_control(std::make_shared<RunControl>())
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

} // namespace anchorscope
