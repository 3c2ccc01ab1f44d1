// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <QObject>
#include <QString>

namespace anchorscope {

/// Handle of a background computation. Lives on the runner's thread; the runner deletes it after ended().
class Job : public QObject
{
    Q_OBJECT

public:
    Job(QString title, quint64 generation, QObject *parent);

    const QString &title() const { return m_title; }
    /// Number of the job, ascending. If a newer job of the same kind exists, the results of this one are outdated.
    quint64 generation() const { return m_generation; }
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
    const quint64 m_generation;
    const std::shared_ptr<RunControl> m_control;
    double m_share = 0;
    QString m_stage;
};

} // namespace anchorscope
