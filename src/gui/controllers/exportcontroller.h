// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

/// Kinds of data that can be exported, apart from plots, tables and sessions.
enum class ExportContent {
    Coordinates,     ///< principal components of one panel
    RelativeVectors, ///< similarities of one space's items to the anchors
    Anchors,         ///< anchor pairs (CSV), or their vectors in Y (NPY)
    Correspondences, ///< match of every item of Y, with score, margin and whether it is mutual
    Selection,       ///< selected items of one space: names (CSV), or their vectors as read (NPY)
};

/// Writes results to files in the background: CSV, or a NumPy array if the path ends in .npy.
class ExportController : public QObject
{
    Q_OBJECT

public:
    ExportController(const Workspace &workspace, const ProjectionController &projections, const Selection &selection,
                     Runner &runner, QObject *parent = nullptr);

    /// Returns the reason why this kind of data cannot be exported now, or an empty string.
    QString obstacle(ExportContent content, Panel panel) const;
    /// Exports a kind of data to a file. `panel` selects the panel of the coordinates, or the space of other contents.
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
