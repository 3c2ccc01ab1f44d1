// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/pairnext.h"
#include "gui/state/pairtool.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

class CandidateController;

/// Asks for the partners of the items whose pairing would help the chosen run most, one after another: the pair tool
/// waits for each, with the run's candidates as proposals. Choosing another item, or putting the tool away, ends it.
class PairNextController : public QObject
{
    Q_OBJECT

public:
    PairNextController(Workspace &workspace, PairTool &pairTool, CandidateController &finder, Runner &runner,
                       QObject *parent = nullptr);

    QString obstacle() const; ///< why suggest() does nothing; empty: nothing
    void suggest();
    void skip(); ///< to the next item
    bool isAsking() const;
    /// Which item is asked for; empty: none.
    QString hint() const;

Q_SIGNALS:
    void changed();
    void finished(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Items = std::vector<PairingSuggestion>;

    void begin(Items items);
    ItemIndex asked() const; ///< of Y; only while isAsking()
    void ask();              ///< for the first item from here on that is not paired
    void follow();
    void stop();

    Workspace &m_workspace;
    PairTool &m_pairTool;
    CandidateController &m_finder;
    JobSlot m_job;
    std::size_t m_place = 0; ///< among the finder's suggestions; their number: nothing is asked
    int m_paired = 0;
};

} // namespace anchorscope::gui
