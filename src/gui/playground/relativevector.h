// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/arcs.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// Relative vectors of the highlighted item and of its partner while the playground is active. They are painted as bars
/// in a view, and as arcs in the two absolute panels.
class RelativeVector : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of anchors that all get bars; of more anchors, only the first fewAnchors do, so that the bars
    /// leave room for the controls below them.
    static constexpr Index maxAnchors = 20, fewAnchors = 8;

    struct Panels
    {
        ScatterView &x, &y; ///< views of the absolute panels of X and of Y
    };
    /// Creates the object. All arguments must outlive it.
    RelativeVector(Workspace &workspace, Selection &selection, ProjectionController &projections, PlayController &play,
                   Runner &runner, Panels panels);

    struct Bar
    {
        QString anchor; ///< name of the anchor to which a bar shows the similarity
        QColor colour;
        /// Similarities to the anchor: of the item in X, and of its partner in Y; nullopt without such an item.
        std::array<std::optional<float>, 2> similarity;
    };
    /// Bars of the highlighted item, one for each anchor that gets one; empty without a highlighted item or anchors.
    const std::vector<Bar> &bars() const { return m_bars; }
    /// Length of a bar, 0 … 1. If isMap(), it is the distance divided by half the Earth's circumference; otherwise the
    /// absolute similarity divided by the largest one of all items of X and Y.
    double share(float similarity) const;
    /// Formats a similarity: as a distance in kilometres if isMap(), otherwise as a number.
    QString text(float similarity) const;
    /// True if the similarities are shown as distances on the Earth: the panel is a world map, the similarity is
    /// cosine, and the vectors are not centred.
    bool isMap() const;
    QString hint() const; ///< reason why no bars are visible, and what the user can do
    QString note() const; ///< number of anchors without bars; empty if all have bars

Q_SIGNALS:
    void changed();

private:
    struct Measured
    {
        PreparedPair spaces;
        std::array<Matrix, 2> rows; ///< relative vectors of all items of X and of Y, n × k each
    };

    AnchorSet drawnAnchors() const;
    void measure(const PreparedPair &spaces);
    void show();
    void showArcs(Side side);
    std::optional<std::vector<ItemIndex>> anchorItems(Side side) const;

    Workspace &m_workspace;
    Selection &m_selection;
    ProjectionController &m_projections;
    PlayController &m_play;
    Panels m_panels;
    NewestSlot m_slot;
    std::shared_ptr<const Measured> m_measured;
    double m_largest = 1;
    std::vector<Bar> m_bars;
};

} // namespace anchorscope::gui
