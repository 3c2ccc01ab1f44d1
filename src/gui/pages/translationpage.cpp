// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/translationpage.h"

#include "core/translate/adapterreport.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/flowlayout.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/resultplotview.h"
#include "ui_translationpage.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace anchorscope::gui {

TranslationPage::TranslationPage(Workspace &workspace, TranslationController &controller, Runner &drawing,
                                 QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::TranslationPage>()), m_workspace(workspace), m_controller(controller),
      m_points(new ScatterView(drawing))
{
    m_ui->setupUi(this);
    inLines(m_ui->tools, m_ui->layout);
    m_points->setObjectName("points");
    m_ui->splitter->insertWidget(0, m_points);
    setTabOrder(m_ui->saveAdapter, m_points);
    setTabOrder(m_points, m_ui->plot);
    m_ui->direction->addItem(tr("X → Y"));
    m_ui->direction->addItem(tr("Y → X"));
    m_ui->omega->setValue(controller.choice().omega);
    m_ui->delta->setValue(controller.choice().delta);
    m_ui->study->setIcon(icon("play"));
    m_points->setTitle(tr("Translated items"));
    m_ui->splitter->setSizes({380, 300});
    connect(m_ui->direction, &QComboBox::currentIndexChanged, this, [this] {
        chooseFromForm();
        fillPlots();
    });
    connect(m_ui->omega, &QSpinBox::valueChanged, this, &TranslationPage::chooseFromForm);
    connect(m_ui->delta, &QDoubleSpinBox::valueChanged, this, &TranslationPage::chooseFromForm);
    connect(m_ui->study, &QPushButton::clicked, &controller, &TranslationController::study);
    offerAdapters();
    connect(m_ui->plot, &QComboBox::currentIndexChanged, this, &TranslationPage::showPlot);
    // A click on a cell of a heat map chooses its ω (number of anchor sets) and δ (minimum distance in a set).
    connect(m_ui->view, &ResultPlotView::cellClicked, this, [this](int row, int column) {
        const ResultPlot &plot = m_plots[static_cast<std::size_t>(m_ui->plot->currentIndex())];
        const QSignalBlocker block(m_ui->omega);
        m_ui->omega->setValue(QString::fromStdString(plot.rows[static_cast<std::size_t>(row)]).toInt());
        m_ui->delta->setValue(QString::fromStdString(plot.columns[static_cast<std::size_t>(column)]).toDouble());
        chooseFromForm();
    });
    connect(&controller, &TranslationController::changed, this, [this] {
        showState();
        showPoints();
        fillPlots();
    });
    connect(&workspace, &Workspace::setupChanged, this, &TranslationPage::showState);
    showState();
    showPoints();
    fillPlots();
}

TranslationPage::~TranslationPage() = default;

void TranslationPage::offerAdapters()
{
    for (const MapKind &kind : mapKinds())
        m_ui->map->addItem(tr(kind.label), kind.id);
    m_ui->map->setCurrentIndex(m_ui->map->findData("canonical"));
    m_ui->saveAdapter->setIcon(icon("save"));
    connect(m_ui->saveAdapter, &QPushButton::clicked, this, [this] {
        const QString path = askWhereToWriteAdapter(this, "adapter.npz");
        if (!path.isEmpty())
            m_controller.saveAdapter(path, m_ui->map->currentData().toString(), m_controller.choice().source);
    });
}

void TranslationPage::chooseFromForm()
{
    m_controller.choose(
        {m_ui->direction->currentIndex() == 0 ? Side::x : Side::y, m_ui->omega->value(), m_ui->delta->value()});
}

QString TranslationPage::stateText() const
{
    if (const QString obstacle = m_controller.obstacle(); !obstacle.isEmpty())
        return obstacle;
    const auto &plot = m_controller.plot();
    if (!plot)
        return tr("Translating…");
    const QString cosine = std::isfinite(plot->cosine)
                               ? tr("Mean cosine to the true partner %1").arg(plot->cosine, 0, 'f', 3)
                               : tr("No true pairs are known, so the cosine is unknown");
    return cosine + tr(" · %1 of %2 anchors kept · condition number %3")
                        .arg(plot->anchorsKept, 0, 'f', 1)
                        .arg(plot->anchors)
                        .arg(plot->conditionNumber, 0, 'f', 1);
}

void TranslationPage::showState()
{
    m_ui->note->setText(stateText());
    m_ui->study->setEnabled(m_controller.studyObstacle().isEmpty() && !m_controller.studying());
    m_ui->study->setToolTip(m_controller.studyObstacle().isEmpty()
                                ? tr("Measure a grid of ω and δ, other maps, scale invariance and the lengths of the "
                                     "rows, with true anchors")
                                : m_controller.studyObstacle());
    const QString obstacle = m_controller.adapterObstacle();
    m_ui->saveAdapter->setEnabled(obstacle.isEmpty() && !m_controller.savingAdapter());
    m_ui->saveAdapter->setToolTip(obstacle.isEmpty() ? tr("Export the map with everything needed to apply it to new "
                                                          "vectors (.npz), and measure the retained recall")
                                                     : obstacle);
    m_ui->provenance->setText(
        m_controller.result()
            ? tr("Maps and curves: true anchors, one draw. Points: the anchors of the chosen run, or the seeds.")
            : QString());
}

void TranslationPage::showPoints()
{
    const auto &plot = m_controller.plot();
    if (!plot)
        return m_points->clear(m_controller.obstacle());
    const bool xToY = m_controller.choice().source == Side::x;
    const QString from = xToY ? tr("X") : tr("Y"), to = xToY ? tr("Y") : tr("X");
    auto colours = std::make_shared<PointColours>();
    colours->classOfPoint.assign(static_cast<std::size_t>(plot->points->rows()), 1);
    std::fill_n(colours->classOfPoint.begin(), plot->translated, std::uint16_t(0));
    colours->palette = categoricalPalette(2);
    colours->legend = {{tr("%1, translated").arg(from), colours->palette[0]},
                       {tr("%1 itself").arg(to), colours->palette[1]}};
    m_points->setTitle(tr("%1 in %2").arg(from, to), tr("principal components of %1").arg(to));
    m_points->setAxisTitles(tr("PC 1 (%1%)").arg(100 * plot->explained[0], 0, 'f', 1),
                            plot->explained.size() > 1 ? tr("PC 2 (%1%)").arg(100 * plot->explained[1], 0, 'f', 1)
                                                       : QString());
    m_points->setColours(colours);
    m_points->setPoints(plot->points, ScatterView::Frame::Fit, true);
}

void TranslationPage::fillPlots()
{
    const int before = m_ui->plot->currentIndex();
    m_plots.clear();
    if (m_controller.result()) {
        const TranslationExperiment &result = *m_controller.result();
        const Side source = m_ui->direction->currentIndex() == 0 ? Side::x : Side::y;
        m_plots = gridPlots(result, source);
        std::ranges::move(curvePlots(result), std::back_inserter(m_plots));
    }
    {
        const QSignalBlocker block(m_ui->plot);
        m_ui->plot->clear();
        for (const ResultPlot &plot : m_plots)
            m_ui->plot->addItem(tr(plot.title.c_str()));
        m_ui->plot->setCurrentIndex(std::clamp(before, 0, std::max(0, m_ui->plot->count() - 1)));
        m_ui->plot->setVisible(!m_plots.empty());
    }
    showPlot();
}

void TranslationPage::showPlot()
{
    const int index = m_ui->plot->currentIndex();
    if (index >= 0 && static_cast<std::size_t>(index) < m_plots.size())
        m_ui->view->showPlot(m_plots[static_cast<std::size_t>(index)]);
    else
        m_ui->view->clear(m_controller.studying() ? tr("Trying all ω and δ…")
                                                  : tr("Which ω and δ translate best? Press “Try all ω and δ”."));
}

} // namespace anchorscope::gui
