// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/pairnext.h"
#include "gui/state/pairtool.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

class CandidateController;

/// Requests from the user, one after another, the partners of those items whose pairing would help the chosen run most.
/// The pair tool waits for each, with the run's candidates as proposals. Ends if the user chooses another item or
/// deactivates the tool.
class PairNextController : public QObject
{
    Q_OBJECT

public:
    PairNextController(Workspace &workspace, PairTool &pairTool, CandidateController &finder, Runner &runner,
                       QObject *parent = nullptr);

    QString obstacle() const; ///< reason why suggest() has no effect; empty if it has
    void suggest();
    void skip(); ///< continues with the next item without pairing this one
    bool isAsking() const;
    /// Question about the current item; empty unless isAsking().
    QString hint() const;

Q_SIGNALS:
    void changed();
    void finished(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Items = std::vector<PairingSuggestion>;

    void begin(Items items);
    ItemIndex asked() const; ///< item of Y in the current question; only while isAsking()
    void ask();              ///< opens the question for the first unpaired item from m_place on
    void follow();
    void stop();

    Workspace &m_workspace;
    PairTool &m_pairTool;
    CandidateController &m_finder;
    JobSlot m_job;
    std::size_t m_place = 0; ///< position of the question in the finder's suggestions; their number if no question is
                             ///< open
    int m_paired = 0;
};

} // namespace anchorscope::gui
