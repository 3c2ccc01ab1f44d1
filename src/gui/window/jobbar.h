// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/runner.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace anchorscope::gui {

/// Newest running job in the status bar, with a button to cancel it; shown after 250 ms.
class JobBar : public QWidget
{
    Q_OBJECT

public:
    explicit JobBar(Runner &runner, QWidget *parent = nullptr);

private:
    void follow();

    Runner &m_runner;
    QPointer<Job> m_job;
    QLabel *m_text;
    QProgressBar *m_progress;
    QToolButton *m_cancel;
};

} // namespace anchorscope::gui
