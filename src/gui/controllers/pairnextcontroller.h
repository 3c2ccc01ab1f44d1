// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/pairnext.h"
#include "gui/state/pairtool.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

class CandidateController;

/// Asks the user, one after another, for partners of the items whose pairing would help the chosen run most. The pair
/// tool holds the current item and proposes candidates. Ends if the user chooses another item or deactivates the tool.
class PairNextController : public QObject
{
    Q_OBJECT

public:
    PairNextController(Workspace &workspace, PairTool &pairTool, CandidateController &finder, Runner &runner,
                       QObject *parent = nullptr);

    QString obstacle() const; ///< reason why suggest() cannot be called now; empty if it can
    void suggest();
    void skip(); ///< leaves the current item unpaired and continues with the next
    bool isAsking() const;
    /// Current question as a text for the user; empty unless isAsking().
    QString hint() const;

Q_SIGNALS:
    void changed();
    void finished(const QString &sentence);
    void failed(const QString &sentence);

private:
    using Items = std::vector<PairingSuggestion>;

    void begin(Items items);
    ItemIndex asked() const; ///< item of Y in the current question; call only while isAsking()
    void ask();              ///< asks about the first unpaired item from index m_place on
    void follow();
    void stop();

    Workspace &m_workspace;
    PairTool &m_pairTool;
    CandidateController &m_finder;
    JobSlot m_job;
    /// Index, in m_finder.suggestions(), of the item in the current question; without a question, their number.
    std::size_t m_place = 0;
    int m_paired = 0;
};

} // namespace anchorscope::gui
