// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"
#include "core/translate/translationplot.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

struct TranslationChoice
{
    Side source = Side::x;
    int omega = 8;
    double delta = 0.7;
};

/// Translates the items of one space into the other in the background. The maps are computed from ω sets of anchors;
/// within a set, anchors are at least δ apart. Plots the result for one ω and δ; on request, compares all values.
class TranslationController : public QObject
{
    Q_OBJECT

public:
    TranslationController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    const TranslationChoice &choice() const { return m_choice; }
    void choose(const TranslationChoice &choice);
    /// Sets whether the dock is visible; translations are computed only while it is.
    void setActive(bool active);
    void study();
    /// Fits a map to the matches of the chosen run or, without a run, to the seeds; `map` is one of mapKinds(). Writes
    /// it to a file as an adapter from `source` to the other space.
    void saveAdapter(const QString &path, const QString &map, Side source);

    const std::optional<TranslationPlot> &plot() const { return m_plot; }
    const std::optional<TranslationExperiment> &result() const { return m_result; }
    QString obstacle() const;
    QString studyObstacle() const;
    QString adapterObstacle() const; ///< reason why no adapter can be saved; empty if one can
    bool translating() const { return m_translating.running(); }
    bool studying() const { return m_studying.running(); }
    bool savingAdapter() const { return m_adapting.running(); }

Q_SIGNALS:
    void changed();
    void failed(const QString &sentence);
    void adapterWritten(const QString &path, const QString &sentence);

private:
    void translate();

    Workspace &m_workspace;
    JobSlot m_translating, m_studying, m_adapting;
    TranslationChoice m_choice;
    std::optional<TranslationPlot> m_plot;
    std::optional<TranslationExperiment> m_result;
    bool m_active = false, m_stale = true;
};

} // namespace anchorscope::gui
