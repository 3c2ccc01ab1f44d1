// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/resulttable.h"
#include "gui/present/tablemodel.h"
#include "gui/views/linechart.h"

#include <Eigen/Core>

#include <QImage>

#include <any>

namespace anchorscope::gui {

/// One series of a picture.
struct BandSeries
{
    using Kind = LineChart::Series::Kind;
    QString name;
    Kind kind = Kind::Line;
    std::vector<double> x, y;
    std::vector<double> band; ///< half-width of a band around y; empty: none
    QStringList labels;       ///< of each point, for tooltips; empty: none
    bool dashed = false;
    std::vector<double> bandAbove = {}; ///< of a band that is not symmetric: its width above y

    double below(std::size_t point) const { return point < band.size() ? band[point] : 0; }
    double above(std::size_t point) const { return point < bandAbove.size() ? bandAbove[point] : below(point); }
};

/// One picture of an outcome: curves, a map, or an image; those that are empty are not meant.
struct OutcomePicture
{
    QString title, xTitle, yTitle;
    bool logarithmicX = false;
    std::vector<BandSeries> series;
    Eigen::MatrixXd map;
    QStringList rows, columns; ///< of the map
    QString unit;
    bool spaces = false; ///< rows and columns of the map are spaces: a click opens the pair
    QImage image;
};

/// What an experiment hands over to the page: made by the job, only shown by the views.
struct ExperimentOutcome
{
    struct Cell
    {
        QString text;
        QVariant value; ///< for sorting and exports; invalid: the text
    };
    QString id, label;
    QList<TableModel::Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<OutcomePicture> pictures;
    QString provenance;
    QString summary;       ///< a sentence, may be empty
    int repeats = 0;       ///< behind the numbers
    bool complete = false; ///< false: more was to come
    std::any measured;     ///< the experiment of core, to go on from
};

/// An outcome of that table, without pictures.
ExperimentOutcome outcomeOf(const ResultTable &table);

} // namespace anchorscope::gui
