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
    Correspondences, ///< match of every item of Y, with its score, its margin and whether the match is mutual
    Selection,       ///< selected items of one space: their names as CSV, or their vectors as read from the file as NPY
};

/// Writes results to files in the background, as CSV or, if the path ends in .npy, as a NumPy array.
class ExportController : public QObject
{
    Q_OBJECT

public:
    ExportController(const Workspace &workspace, const ProjectionController &projections, const Selection &selection,
                     Runner &runner, QObject *parent = nullptr);

    /// Returns the reason why this kind of data cannot be exported now, or an empty string.
    QString obstacle(ExportContent content, Panel panel) const;
    /// Exports a kind of data to a file. `panel`: the panel whose coordinates are exported; for other kinds of data, it
    /// determines the space.
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
