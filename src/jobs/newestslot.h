// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/jobslot.h"

namespace anchorscope {

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
