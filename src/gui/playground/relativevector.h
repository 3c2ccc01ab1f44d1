// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/arcs.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// The relative vectors of the lit item and of its partner, anchor by anchor, while somebody plays: as bars for a view,
/// and as arcs in the two absolute panels.
class RelativeVector : public QObject
{
    Q_OBJECT

public:
    static constexpr Index maxAnchors = 20; ///< more could not be told apart

    struct Panels
    {
        ScatterView &x, &y; ///< absolute
    };
    /// All live as long as this.
    RelativeVector(Workspace &workspace, Selection &selection, ProjectionController &projections, PlayController &play,
                   Runner &runner, Panels panels);

    struct Bar
    {
        QString anchor; ///< its name
        QColor colour;
        std::array<std::optional<float>, 2> similarity; ///< of the items of X and Y; none where there is none
    };
    /// Empty where nothing is lit, or where there are no anchors or too many.
    const std::vector<Bar> &bars() const { return m_bars; }
    /// The length of a bar, 0 … 1, on one scale for all: of a distance half the Earth's circumference, else of the
    /// largest similarity of the pair.
    double share(float similarity) const;
    /// A similarity in words: on a map without centring a cosine is a distance, in kilometres.
    QString text(float similarity) const;
    bool isMap() const;   ///< similarities are distances on the Earth
    QString hint() const; ///< why there are no bars, and what to do

Q_SIGNALS:
    void changed();

private:
    struct Measured
    {
        PreparedPair spaces;
        std::array<Matrix, 2> rows; ///< n × k of both sides
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
    std::shared_ptr<const Measured> m_measured; ///< null: not known
    double m_largest = 1;
    std::vector<Bar> m_bars;
};

} // namespace anchorscope::gui
