// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/jobbar.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds patience{250};

} // namespace

JobBar::JobBar(Runner &runner, QWidget *parent)
    : QWidget(parent), m_runner(runner), m_text(new QLabel), m_progress(new QProgressBar), m_cancel(new QToolButton)
{
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 8);
    m_progress->setAccessibleName(tr("Progress of the running job"));
    m_cancel->setIcon(icon("cancel"));
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel this job"));
    m_cancel->setAccessibleName(tr("Cancel this job"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    hide();
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (m_job)
            m_job->cancel();
    });
    auto *timer = new QTimer(this);
    timer->setSingleShot(true);
    connect(timer, &QTimer::timeout, this, &JobBar::follow);
    connect(&runner, &Runner::started, timer, [timer] {
        if (!timer->isActive())
            timer->start(patience);
    });
    connect(&runner, &Runner::ended, this, [this](Job *job) {
        if (job == m_job)
            follow();
    });
}

void JobBar::follow()
{
    if (m_job)
        disconnect(m_job, nullptr, this, nullptr);
    m_job = m_runner.jobs().isEmpty() ? nullptr : m_runner.jobs().last();
    setVisible(m_job);
    if (!m_job)
        return;
    const auto show = [this](double share, const QString &stage) {
        m_text->setText(shownName(stage.isEmpty() ? m_job->title() : tr("%1: %2").arg(m_job->title(), stage)));
        m_progress->setValue(static_cast<int>(1000 * share));
    };
    show(m_job->share(), m_job->stage());
    connect(m_job, &Job::progressed, this, show);
}

} // namespace anchorscope::gui
