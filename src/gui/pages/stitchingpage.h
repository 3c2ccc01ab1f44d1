// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/sessioncontroller.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace Ui {
class StitchingPage;
}

namespace anchorscope::gui {

class HeatMapView;
class Selection;
class ResultTableModel;

/// Page of stitching: a head is trained on one space and tested on the other; four confusion matrices and their scores.
class StitchingPage : public QWidget
{
    Q_OBJECT

public:
    StitchingPage(Workspace &workspace, Selection &selection, ScoreController &scores, const SessionController &session,
                  QWidget *parent = nullptr);
    ~StitchingPage() override;

    /// Sets whether the page's dock is in front; new runs are measured only then.
    void setActive(bool active);
    /// Sets whether the page shows only the matrices of the classifier of X, which fit into a low window in a lesson.
    void setPlotsOnly(bool only);
    /// Shows the confusion matrices of a representation once they are measured.
    void showMethod(const std::string &representation);
    const std::string &shown() const { return m_shown; } ///< id of the representation shown last

private:
    void connectChoices();
    void showState();
    void measureIfSeen();
    void showResult();
    void showMaps();
    void showMap(const StitchScores &cell, const StitchRow &row, double highest);
    HeatMapView *mapOf(Side trained, Side tested) const;
    const StitchRow *shownRow() const;
    void selectCell(Side trained, Side tested, int truth, int predicted);
    QString command() const;

    std::unique_ptr<Ui::StitchingPage> m_ui;
    Workspace &m_workspace;
    Selection &m_selection;
    ScoreController &m_scores;
    const SessionController &m_session;
    ResultTableModel *m_model;
    bool m_active = false;
    std::string m_shown = "AO continuous";
};

} // namespace anchorscope::gui
