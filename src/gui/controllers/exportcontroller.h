// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

/// Kinds of data that the user can export; plots, tables and sessions are exported in other ways.
enum class ExportContent {
    Coordinates,     ///< coordinates of the points of one panel
    RelativeVectors, ///< similarities of the items of one space to the anchors
    Anchors,         ///< pairs of anchors as CSV, or the anchors' vectors in Y as NPY
    Correspondences, ///< match of every item of Y, with score, margin, and whether it is mutual
    Selection,       ///< selected items of one space: names as CSV, or vectors as read from the file as NPY
};

/// Writes results to files in the background: NumPy arrays if the path ends in .npy, otherwise CSV.
class ExportController : public QObject
{
    Q_OBJECT

public:
    ExportController(const Workspace &workspace, const ProjectionController &projections, const Selection &selection,
                     Runner &runner, QObject *parent = nullptr);

    /// Reason why this kind of data cannot be exported now; empty if it can.
    QString obstacle(ExportContent content, Panel panel) const;
    /// Exports data to a file. `panel`: panel whose coordinates, or whose space's data, are exported.
    void write(ExportContent content, Panel panel, const QString &path);
    bool busy() const { return m_job.running(); }

Q_SIGNALS:
    void written(const QString &path);
    void failed(const QString &sentence);

private:
    using Work = Runner::Work<Done>;
    Work coordinates(Panel panel, const std::string &path) const;
    Work relativeVectors(Side side, const std::string &path) const;
    Work anchors(const std::string &path) const;
    Work correspondences(const std::string &path) const;
    Work selection(Side side, const std::string &path) const;

    const Workspace &m_workspace;
    const ProjectionController &m_projections;
    const Selection &m_selection;
    JobSlot m_job;
};

} // namespace anchorscope::gui
