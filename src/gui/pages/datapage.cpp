// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/datapage.h"

#include "gui/display/itemtext.h"
#include "gui/models/spacemodel.h"
#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/pairingrules.h"
#include "gui/widgets/tableview.h"
#include "ui_datapage.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStandardItemModel>

#include <algorithm>
#include <array>

namespace anchorscope::gui {

namespace {

/// Value of the spin box that stands for an estimated shrinkage λ (method of Ledoit and Wolf).
constexpr double byRows = -0.05;
constexpr int mergeNumber = 40;
constexpr int maxLines = 8; ///< maximum height of the list of spaces, in rows

/// Values of Setup::relativeFit, in the order of the drop-down list.
constexpr std::array fits{PcaFit::joint, PcaFit::first, PcaFit::each};

} // namespace

DataPage::DataPage(Workspace &workspace, SessionController &session, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::DataPage>()), m_workspace(workspace), m_session(session),
      m_spaces(new SpaceModel(workspace, this))
{
    m_ui->setupUi(this);
    fillChoices();
    listSpaces();
    for (QPushButton *button : {m_ui->openX, m_ui->openY})
        button->setIcon(icon("open"));
    connect(m_ui->openX, &QPushButton::clicked, this, [this] { openSide(Side::x); });
    connect(m_ui->openY, &QPushButton::clicked, this, [this] { openSide(Side::y); });
    connect(m_ui->apply, &QPushButton::clicked, this, [this] { Q_EMIT choiceRequested(choice()); });
    connect(m_ui->rule, &QComboBox::activated, this, &DataPage::chooseRule);
    connect(m_ui->maxItems, &QSpinBox::valueChanged, this, &DataPage::updateApply);
    connect(m_ui->centering, &QComboBox::activated, this,
            [this](int row) { setCentering(m_workspace, centeringChoices()[static_cast<std::size_t>(row)].value); });
    connect(m_ui->similarity, &QComboBox::activated, this,
            [this](int row) { setSimilarity(m_workspace, similarities()[static_cast<std::size_t>(row)].id); });
    connect(m_ui->similarityNumber, &QDoubleSpinBox::valueChanged, this, &DataPage::chooseNumber);
    connect(m_ui->relativeFit, &QComboBox::activated, this, [this](int row) {
        m_workspace.change(tr("Relative axes: %1").arg(m_ui->relativeFit->currentText()),
                           [row](Setup &setup) { setup.relativeFit = fits[static_cast<std::size_t>(row)]; });
    });
    connect(&workspace, &Workspace::dataChanged, this, &DataPage::showData);
    connect(&workspace, &Workspace::setupChanged, this, &DataPage::showSetup);
    showData();
}

DataPage::~DataPage() = default;

void DataPage::listSpaces()
{
    QTableView *table = m_ui->spaces;
    table->setModel(m_spaces);
    configureTable(table, {SpaceModel::Name});
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->installEventFilter(this);
    connect(table, &QTableView::clicked, this, [this](const QModelIndex &cell) {
        if (cell.column() == SpaceModel::IsX || cell.column() == SpaceModel::IsY)
            m_spaces->choose(cell.column() == SpaceModel::IsX ? Side::x : Side::y, cell.row());
    });
    connect(table, &QTableView::doubleClicked, this, [this](const QModelIndex &cell) {
        if (cell.column() != SpaceModel::IsX && cell.column() != SpaceModel::IsY)
            m_spaces->choose(Side::y, cell.row());
        m_ui->apply->click();
    });
    connect(m_spaces, &SpaceModel::chosenChanged, this, &DataPage::updateApply);
}

/// Keys of the list of spaces. The keys X and Y choose the current row's space as X or Y. Enter opens the chosen
/// spaces; if they are open already, Enter first chooses the current row's space as Y.
bool DataPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_ui->spaces && event->type() == QEvent::KeyPress) {
        const auto &key = static_cast<const QKeyEvent &>(*event);
        const bool plain = (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
        if (plain && (key.key() == Qt::Key_X || key.key() == Qt::Key_Y)) {
            m_spaces->choose(key.key() == Qt::Key_X ? Side::x : Side::y, m_ui->spaces->currentIndex().row());
            return true;
        }
        if (plain && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)) {
            if (!m_ui->apply->isEnabled())
                m_spaces->choose(Side::y, m_ui->spaces->currentIndex().row());
            m_ui->apply->click();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// Fits the height of the list of spaces to at most maxLines. The focus starts at Y, which is changed most often.
void DataPage::showSpaces()
{
    QTableView *table = m_ui->spaces;
    const auto height = [table](int lines) {
        return table->horizontalHeader()->sizeHint().height() + lines * table->verticalHeader()->defaultSectionSize() +
               2 * table->frameWidth();
    };
    table->setMinimumHeight(height(2));
    table->setMaximumHeight(height(std::clamp(m_spaces->rowCount(), 2, maxLines)));
    const int row = m_spaces->rowOf(m_spaces->chosen(Side::y), Side::y);
    // Does not scroll to Y, so that the row of X, which is usually above, stays visible.
    table->setAutoScroll(false);
    table->selectionModel()->setCurrentIndex(m_spaces->index(row, SpaceModel::Name), QItemSelectionModel::NoUpdate);
    table->setAutoScroll(true);
}

void DataPage::fillChoices()
{
    fillPairingRules(*m_ui->rule);
    m_ui->relativeFit->addItems({tr("both spaces together"), tr("X, also used for Y"), tr("each space by itself")});
    for (const CenteringChoice &choice : centeringChoices())
        m_ui->centering->addItem(QString::fromUtf8(choice.label));
    for (const Similarity &similarity : similarities()) {
        m_ui->similarity->addItem(QString::fromUtf8(similarity.label));
        m_ui->similarity->setItemData(m_ui->similarity->count() - 1, QString::fromUtf8(similarity.formula),
                                      Qt::ToolTipRole);
    }
}

void DataPage::showData()
{
    const bool known = m_workspace.hasData();
    for (QWidget *part : {static_cast<QWidget *>(m_ui->spaces), static_cast<QWidget *>(m_ui->groupPairing),
                          static_cast<QWidget *>(m_ui->groupProcessing)})
        part->setEnabled(known);
    showSpaces();
    m_ui->source->clear();
    if (known) {
        const LoadedData &loaded = *m_workspace.data();
        m_pairingFile = loaded.choice.pairingFile;
        m_ui->openX->setToolTip(tooltipText(tr("Open a file for X, now %1").arg(pathText(loaded.choice.x.path))));
        m_ui->openY->setToolTip(tooltipText(tr("Open a file for Y, now %1").arg(pathText(loaded.choice.y.path))));
        m_ui->rule->setCurrentIndex(m_ui->rule->findData(static_cast<int>(loaded.choice.rule)));
        m_ui->maxItems->setPrefix(loaded.choice.sample ? tr("a sample of ") : tr("the first "));
        m_ui->maxItems->setValue(static_cast<int>(loaded.choice.maxItems));
        const Dataset &of = *loaded.datasetX;
        QStringList facts;
        for (const std::string &fact : {of.title, of.source, of.license}) {
            if (!fact.empty())
                facts << QString::fromStdString(fact);
        }
        m_ui->source->setText(shownText(facts.join('\n')));
    }
    showSetup();
    updateApply();
}

void DataPage::showSetup()
{
    const Setup &setup = m_workspace.setup();
    if (m_workspace.hasData())
        m_ui->aboutPairs->setText(
            m_workspace.data()->hasTruth()
                ? tr("%1 pairs are known. They are used to score results and, apart from the seeds, never shown to an "
                     "optimizer.")
                      .arg(countText(m_workspace.data()->pair.pairing.pairs()))
            : setup.pairingHidden
                ? tr("The pairing is hidden in the Playground: results are not scored.")
                : tr("No pairs are known: results cannot be scored, but anchors can still be found."));
    for (std::size_t i = 0; i < centeringChoices().size(); ++i) {
        if (centeringChoices()[i].value == setup.centering)
            m_ui->centering->setCurrentIndex(static_cast<int>(i));
    }
    const auto *choices = qobject_cast<QStandardItemModel *>(m_ui->similarity->model());
    for (std::size_t i = 0; i < similarities().size(); ++i) {
        const int row = static_cast<int>(i);
        choices->item(row)->setEnabled(canUse(similarities()[i].id, m_workspace.runs(), setup.run));
        if (setup.similarity == similarities()[i].id)
            m_ui->similarity->setCurrentIndex(row);
    }
    m_ui->relativeFit->setCurrentIndex(static_cast<int>(std::ranges::find(fits, setup.relativeFit) - fits.begin()));
    showNumber(*findSimilarity(setup.similarity), setup.similarityNumbers);
}

void DataPage::showNumber(const Similarity &similarity, const SimilarityOptions &numbers)
{
    const bool threshold = similarity.reads == SimilarityNumbers::threshold;
    m_ui->similarityNumber->setVisible(similarity.reads != SimilarityNumbers::none);
    m_ui->similarityNumberLabel->setVisible(similarity.reads != SimilarityNumbers::none);
    m_ui->similarityNumberLabel->setText(threshold ? tr("T&hreshold") : tr("S&hrinkage λ"));
    m_ui->similarityNumber->setToolTip(
        threshold ? tr("Items are clustered up to this mean cosine distance, and each is replaced by the centroid of "
                       "its cluster")
                  : tr("Share of the isotropic covariance; the lowest value uses the estimate of Ledoit and Wolf for "
                       "each space"));
    const QSignalBlocker block(m_ui->similarityNumber);
    m_ui->similarityNumber->setSpecialValueText(threshold ? QString() : tr("by Ledoit and Wolf"));
    m_ui->similarityNumber->setRange(threshold ? 0 : byRows, threshold ? 2 : 1);
    m_ui->similarityNumber->setValue(threshold            ? numbers.quantizeThreshold
                                     : numbers.ledoitWolf ? byRows
                                                          : numbers.shrinkage);
}

void DataPage::chooseNumber(double value)
{
    const QString label = m_ui->similarityNumberLabel->text().remove('&');
    const bool threshold = findSimilarity(m_workspace.setup().similarity)->reads == SimilarityNumbers::threshold;
    const auto choose = [value, threshold](Setup &setup) {
        SimilarityOptions &numbers = setup.similarityNumbers;
        if (threshold)
            numbers.quantizeThreshold = value;
        else if (numbers.ledoitWolf = value < 0; !numbers.ledoitWolf)
            numbers.shrinkage = value;
    };
    m_workspace.change(tr("%1: %2").arg(label, m_ui->similarityNumber->text()), choose, mergeNumber);
}

void DataPage::openSide(Side side)
{
    const QString path = askForDataset(this);
    if (path.isEmpty())
        return;
    if (!m_workspace.hasData()) {
        m_session.open({path});
        return;
    }
    DataChoice changed = choice();
    changed.of(side) = {.path = filePath(path)};
    Q_EMIT choiceRequested(changed);
}

void DataPage::chooseRule()
{
    if (m_ui->rule->currentData().toInt() == static_cast<int>(PairingRule::list))
        m_pairingFile = filePath(askForPairs(this));
    updateApply();
}

DataChoice DataPage::choice() const
{
    // Settings without a widget (files, arrays, columns, sample, bad rows) keep their values.
    DataChoice changed = m_workspace.hasData() ? m_workspace.data()->choice : DataChoice();
    changed.x.space = m_spaces->chosen(Side::x);
    changed.y.space = m_spaces->chosen(Side::y);
    changed.rule = static_cast<PairingRule>(m_ui->rule->currentData().toInt());
    changed.pairingFile = changed.rule == PairingRule::list ? m_pairingFile : std::string();
    changed.maxItems = m_ui->maxItems->value();
    return changed;
}

void DataPage::describeChosen()
{
    if (!m_workspace.hasData())
        return;
    const LoadedData &loaded = *m_workspace.data();
    for (const Side side : {Side::x, Side::y}) {
        const Dataset &file = side == Side::x ? *loaded.datasetX : *loaded.datasetY;
        const std::string &name = m_spaces->chosen(side);
        const auto chosen = std::ranges::find(file.spaces, name, [](const auto &set) { return set->name; });
        QString text = describeSpace(loaded, side);
        if (chosen != file.spaces.end() && name != loaded.set(side).name)
            text = tr("%1 items · %2 dimensions\nPress Apply to open it.")
                       .arg(countText((*chosen)->size()), countText((*chosen)->dimension()));
        (side == Side::x ? m_ui->aboutX : m_ui->aboutY)->setText(text);
    }
}

void DataPage::updateApply()
{
    describeChosen();
    const bool complete = choice().rule != PairingRule::list || !m_pairingFile.empty();
    m_ui->apply->setEnabled(m_workspace.hasData() && complete && !(choice() == m_workspace.data()->choice));
}

} // namespace anchorscope::gui
