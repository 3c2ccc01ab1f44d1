// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/matricesview.h"

#include "gui/display/itemtext.h"
#include "gui/style/textsize.h"
#include "gui/views/heatmapview.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>

#include <algorithm>

namespace anchorscope::gui {

MatricesView::MatricesView(const Workspace &workspace, const SelfSimilarityController &matrices)
    : m_workspace(workspace), m_matrices(matrices), m_note(new QLabel)
{
    setObjectName("matrices");
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    const std::array titles{tr("X"), tr("Y"), tr("Y − X")};
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        m_maps[i] = new HeatMapView;
        m_maps[i]->setTitles(titles[i], {}, {});
        m_maps[i]->leaveOut({HeatMapView::RowNames | HeatMapView::ColumnNames});
        m_maps[i]->setMessage(tr("Paired items are compared with each other."));
        m_maps[i]->setAccessibleName(tr("Similarities of the items among themselves: %1").arg(titles[i]));
        m_maps[i]->setFixedHeight(qRound(200 * sizeFactor()));
        m_maps[i]->setMinimumWidth(120);

        // Places the heat maps in two columns, which fit into a narrow dock.
        grid->addWidget(m_maps[i], static_cast<int>(i) / 2, static_cast<int>(i) % 2);
    }
    m_note->setWordWrap(true);
    m_note->setObjectName("matricesNote");
    grid->addWidget(m_note, 2, 0, 1, 2);
    connect(&matrices, &SelfSimilarityController::changed, this, &MatricesView::show);
    show();
}

void MatricesView::show()
{
    const auto &own = m_matrices.similarities();
    m_note->setText(tr("How each space compares the same items. Two spaces can agree only in these similarities."));
    if (!own || !m_workspace.hasData()) {
        for (HeatMapView *map : m_maps)
            map->setMatrix({}, {}, {});
        return;
    }
    const Eigen::MatrixXd x = own->x.cast<double>(), y = own->y.cast<double>();
    const double low = std::min(x.minCoeff(), y.minCoeff()), high = std::max(x.maxCoeff(), y.maxCoeff());
    const double apart = std::max((y - x).cwiseAbs().maxCoeff(), 0.05 * std::max(std::abs(low), std::abs(high)));
    QStringList names;
    for (const ItemIndex item : own->itemsOfX)
        names << itemName(*m_workspace.data(), Side::x, item);
    m_maps[0]->setRange(low, high, tr("similarity"));
    m_maps[1]->setRange(low, high, tr("similarity"));
    m_maps[2]->setRange(-apart, apart, tr("difference"));
    m_maps[0]->setMatrix(x, names, names);
    m_maps[1]->setMatrix(y, names, names);
    m_maps[2]->setMatrix(y - x, names, names);
    m_note->setText(tr("%1 items, sorted by class. The difference is %2% of the spread of X's own similarities. Two "
                       "spaces can agree only in these similarities.")
                        .arg(names.size())
                        .arg(QLocale().toString(100 * own->difference(), 'f', 1)));
}

} // namespace anchorscope::gui
