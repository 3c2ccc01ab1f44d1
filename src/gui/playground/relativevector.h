// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/arcs.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// Relative vectors of the highlighted item and of its partner, while the playground is active: as bars for a view, and
/// as arcs in the two absolute panels.
class RelativeVector : public QObject
{
    Q_OBJECT

public:
    static constexpr Index maxAnchors = 20; ///< maximum number of anchors; more bars could not be distinguished

    struct Panels
    {
        ScatterView &x, &y; ///< views of the two absolute panels
    };
    /// Creates the object. All arguments outlive it.
    RelativeVector(Workspace &workspace, Selection &selection, ProjectionController &projections, PlayController &play,
                   Runner &runner, Panels panels);

    struct Bar
    {
        QString anchor; ///< name of the anchor that the bar belongs to
        QColor colour;
        std::array<std::optional<float>, 2> similarity; ///< similarities of the item in X and of its partner in Y;
                                                        ///< nullopt without an item
    };
    /// Bars of the highlighted item; empty without an item, without anchors, or with more than maxAnchors.
    const std::vector<Bar> &bars() const { return m_bars; }
    /// Length of a bar, 0 … 1, on one scale for all bars: relative to half the Earth's circumference for distances,
    /// otherwise to the largest similarity of the pair.
    double share(float similarity) const;
    /// Text of a similarity; on a map without centring, the cosine as a distance in kilometres.
    QString text(float similarity) const;
    bool isMap() const;   ///< true if similarities are distances on the Earth
    QString hint() const; ///< reason why there are no bars, and what to do

Q_SIGNALS:
    void changed();

private:
    struct Measured
    {
        PreparedPair spaces;
        std::array<Matrix, 2> rows; ///< relative vectors of each side, n × k
    };

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
    std::shared_ptr<const Measured> m_measured; ///< measured vectors; null: not measured yet
    double m_largest = 1;
    std::vector<Bar> m_bars;
};

} // namespace anchorscope::gui
