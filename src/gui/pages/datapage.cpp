// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/datapage.h"

#include "gui/present/itemtext.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/pairingrules.h"
#include "ui_datapage.h"

#include <QStandardItemModel>

#include <algorithm>
#include <array>

namespace anchorscope::gui {

namespace {

constexpr double byRows = -0.05; ///< in place of a λ: Ledoit and Wolf's
constexpr int mergeNumber = 40;
constexpr std::array fits{PcaFit::joint, PcaFit::first, PcaFit::each}; ///< as listed

} // namespace

DataPage::DataPage(Workspace &workspace, SessionController &session, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::DataPage>()), m_workspace(workspace), m_session(session)
{
    m_ui->setupUi(this);
    fillChoices();
    for (QToolButton *button : {m_ui->openX, m_ui->openY})
        button->setIcon(icon("open"));
    connect(m_ui->openX, &QToolButton::clicked, this, [this] { openSide(Side::x); });
    connect(m_ui->openY, &QToolButton::clicked, this, [this] { openSide(Side::y); });
    connect(m_ui->apply, &QPushButton::clicked, this, [this] { Q_EMIT choiceWanted(choice()); });
    connect(m_ui->rule, &QComboBox::activated, this, &DataPage::chooseRule);
    for (QComboBox *box : {m_ui->spaceX, m_ui->spaceY})
        connect(box, &QComboBox::activated, this, &DataPage::updateApply);
    connect(m_ui->maxItems, &QSpinBox::valueChanged, this, &DataPage::updateApply);
    connect(m_ui->centering, &QComboBox::activated, this, [this](int row) {
        m_workspace.change(tr("Pre-processing: %1").arg(m_ui->centering->currentText()), [row](Setup &setup) {
            setup.centering = centeringChoices()[static_cast<std::size_t>(row)].value;
        });
    });
    connect(m_ui->similarity, &QComboBox::activated, this, [this](int row) {
        m_workspace.change(tr("Similarity: %1").arg(m_ui->similarity->currentText()), [row](Setup &setup) {
            setup.similarity = similarities()[static_cast<std::size_t>(row)].id;
        });
    });
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

void DataPage::fillChoices()
{
    fillPairingRules(*m_ui->rule);
    m_ui->relativeFit->addItems({tr("of both spaces together"), tr("of X, for Y too"), tr("of each by itself")});
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
    for (QWidget *group : {static_cast<QWidget *>(m_ui->groupPairing), static_cast<QWidget *>(m_ui->groupProcessing)})
        group->setEnabled(known);
    m_ui->source->clear();
    if (known) {
        const LoadedData &loaded = *m_workspace.data();
        m_pathX = loaded.choice.pathX;
        m_pathY = loaded.choice.pathY;
        m_pairingFile = loaded.choice.pairingFile;
        const auto fill = [](QComboBox *box, const Dataset &dataset, const std::string &chosen) {
            box->clear();
            for (const auto &set : dataset.spaces)
                box->addItem(shownName(QString::fromStdString(set->name)), QString::fromStdString(set->name));
            box->setCurrentIndex(box->findData(QString::fromStdString(chosen)));
        };
        fill(m_ui->spaceX, *loaded.datasetX, loaded.choice.spaceX);
        fill(m_ui->spaceY, *loaded.datasetY, loaded.choice.spaceY);
        m_ui->groupX->setToolTip(tooltipText(pathText(m_pathX)));
        m_ui->groupY->setToolTip(tooltipText(pathText(m_pathY)));
        m_ui->rule->setCurrentIndex(m_ui->rule->findData(static_cast<int>(loaded.choice.rule)));
        m_ui->maxItems->setPrefix(loaded.choice.sample ? tr("a sample of ") : tr("the first "));
        m_ui->maxItems->setValue(static_cast<int>(loaded.choice.maxItems));
        m_ui->aboutPairs->setText(
            loaded.hasTruth()
                ? tr("%1 pairs are known. They are used to score results and never shown to an optimizer.")
                      .arg(countText(loaded.pair.pairing.pairs()))
                : tr("No pairs are known: results cannot be scored, but anchors can still be found."));
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
    for (std::size_t i = 0; i < centeringChoices().size(); ++i) {
        if (centeringChoices()[i].value == setup.centering)
            m_ui->centering->setCurrentIndex(static_cast<int>(i));
    }
    const auto *choices = qobject_cast<QStandardItemModel *>(m_ui->similarity->model());
    for (std::size_t i = 0; i < similarities().size(); ++i) {
        const int row = static_cast<int>(i);
        choices->item(row)->setEnabled(canUse(similarities()[i].id, m_workspace.runs(), setup.chosenRun));
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
        threshold ? tr("Items are clustered up to this mean cosine distance, and each is replaced by its cluster")
                  : tr("Share of the isotropic covariance; the lowest value takes that of Ledoit and Wolf, which each "
                       "space's rows decide"));
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
    DataChoice wanted = choice();
    (side == Side::x ? wanted.pathX : wanted.pathY) = filePath(path);
    (side == Side::x ? wanted.spaceX : wanted.spaceY).clear();
    (side == Side::x ? wanted.arrayX : wanted.arrayY).clear();
    (side == Side::x ? wanted.columnsX : wanted.columnsY).clear();
    (side == Side::x ? wanted.itemsX : wanted.itemsY).clear();
    Q_EMIT choiceWanted(wanted);
}

void DataPage::chooseRule()
{
    if (m_ui->rule->currentData().toInt() == static_cast<int>(PairingRule::list))
        m_pairingFile = filePath(askForPairs(this));
    updateApply();
}

DataChoice DataPage::choice() const
{
    // What cannot be chosen here (arrays and columns of files, a sample, bad rows) stays as it was opened.
    DataChoice wanted = m_workspace.hasData() ? m_workspace.data()->choice : DataChoice();
    wanted.pathX = m_pathX;
    wanted.pathY = m_pathY;
    wanted.spaceX = m_ui->spaceX->currentData().toString().toStdString();
    wanted.spaceY = m_ui->spaceY->currentData().toString().toStdString();
    wanted.rule = static_cast<PairingRule>(m_ui->rule->currentData().toInt());
    wanted.pairingFile = wanted.rule == PairingRule::list ? m_pairingFile : std::string();
    wanted.maxItems = m_ui->maxItems->value();
    return wanted;
}

/// The space that is chosen, before it is opened, too.
void DataPage::describeChosen()
{
    if (!m_workspace.hasData())
        return;
    const LoadedData &loaded = *m_workspace.data();
    for (const Side side : {Side::x, Side::y}) {
        const Dataset &file = side == Side::x ? *loaded.datasetX : *loaded.datasetY;
        const std::string name =
            (side == Side::x ? m_ui->spaceX : m_ui->spaceY)->currentData().toString().toStdString();
        const auto chosen = std::ranges::find(file.spaces, name, [](const auto &set) { return set->name; });
        QString text = describeSpace(loaded, side);
        if (chosen != file.spaces.end() && name != loaded.set(side).name)
            text = tr("%1 items · %2 dimensions\nOpened by Apply.")
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
