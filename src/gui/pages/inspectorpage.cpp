// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/inspectorpage.h"

#include "gui/display/itemtext.h"
#include "gui/display/tablemodel.h"
#include "gui/models/neighbourmodel.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/anchorcomparisonview.h"
#include "gui/widgets/tableview.h"
#include "ui_inspectorpage.h"

#include <QEvent>

namespace anchorscope::gui {

namespace {

constexpr int imageSize = 64;

} // namespace

InspectorPage::InspectorPage(Workspace &workspace, Selection &selection, InspectorController &inspector,
                             QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::InspectorPage>()), m_workspace(workspace), m_selection(selection),
      m_inspector(inspector), m_model(new NeighbourModel(workspace, inspector, this)),
      m_anchors(new AnchorComparisonView(workspace))
{
    m_ui->setupUi(this);
    inLines(m_ui->tools, m_ui->layout);
    for (QLabel *about : {m_ui->aboutX, m_ui->aboutY})
        about->setTextFormat(Qt::RichText); // rich text is safe, because names and labels are escaped
    m_ui->space->addItem(tr("absolute spaces"), static_cast<int>(InspectorController::Space::Absolute));
    m_ui->space->addItem(tr("relative spaces"), static_cast<int>(InspectorController::Space::Relative));
    m_ui->neighbours->setModel(m_model);
    configureTable(m_ui->neighbours, {NeighbourModel::ItemX, NeighbourModel::ItemY});
    offerCopies(m_ui->neighbours, *m_model, "neighbours.csv");
    m_ui->splitter->addWidget(m_anchors);
    m_ui->splitter->setSizes({320, 260});
    connect(m_ui->space, &QComboBox::activated, this, [this] {
        m_inspector.setSpace(static_cast<InspectorController::Space>(m_ui->space->currentData().toInt()));
    });
    connect(m_ui->k, &QSpinBox::valueChanged, &inspector, [&inspector](int k) { inspector.setK(k); });
    connect(&inspector, &InspectorController::changed, this, &InspectorPage::showInspection);
    connect(&workspace, &Workspace::retrievalChanged, this, &InspectorPage::showInspection);
    connect(m_ui->neighbours, &QTableView::activated, this, [this](const QModelIndex &index) {
        const bool ofY = index.column() >= NeighbourModel::MarkY;
        const NeighbourPair &pair = m_model->pair(index.row());
        const ItemIndex item = ofY ? pair.y : pair.x;
        if (item == noItem)
            return;
        m_selection.select(ofY ? Side::y : Side::x, {item});
        m_selection.setFocus(ofY ? Side::y : Side::x, item);
    });
    connect(m_anchors, &AnchorComparisonView::anchorChosen, this,
            [this](ItemIndex item) { m_selection.select(Side::x, {item}); });
    showInspection();
}

InspectorPage::~InspectorPage() = default;

QString InspectorPage::about(Side side, ItemIndex item) const
{
    const QString letter = side == Side::x ? tr("X") : tr("Y");
    if (item == noItem)
        return tr("%1: no known partner").arg(letter);
    const QString label = QString::fromStdString(m_workspace.data()->items(side).labelName(item));
    const QString name = richName(itemName(*m_workspace.data(), side, item));
    return "<span style='color:" + mutedText().name() + "'>" + letter + "</span> <b>" + name + "</b>" +
           (label.isEmpty() ? QString() : " · " + richName(label));
}

void InspectorPage::showImage(Side side, ItemIndex item)
{
    QLabel *label = side == Side::x ? m_ui->imageX : m_ui->imageY;
    const QImage image = item == noItem ? QImage() : thumbnail(m_workspace.data()->items(side), item);
    label->setVisible(!image.isNull());
    if (!image.isNull())
        label->setPixmap(QPixmap::fromImage(image.scaled(imageSize, imageSize, Qt::KeepAspectRatio)));
}

void InspectorPage::showInspection()
{
    const Inspection &inspection = m_inspector.inspection();
    const bool some = inspection.item.item != noItem;
    m_ui->hint->setVisible(!some);
    for (QWidget *widget : {static_cast<QWidget *>(m_ui->aboutX), static_cast<QWidget *>(m_ui->aboutY),
                            static_cast<QWidget *>(m_ui->scores), static_cast<QWidget *>(m_ui->splitter)})
        widget->setVisible(some);
    showImage(Side::x, some ? inspection.item.of(Side::x) : noItem);
    showImage(Side::y, some ? inspection.item.of(Side::y) : noItem);
    m_anchors->setBars(some ? inspection.fingerprint : std::vector<AnchorComparison>());
    if (!some)
        return;
    m_ui->aboutX->setText(about(Side::x, inspection.item.of(Side::x)));
    m_ui->aboutY->setText(about(Side::y, inspection.item.of(Side::y)));
    QStringList scores{
        tr("%1 of the neighbours shared (Jaccard, K = %2)").arg(inspection.overlap, 0, 'f', 2).arg(m_inspector.k())};
    if (inspection.cosine)
        scores << tr("cosine of the relative vectors %1").arg(decimals(3)(*inspection.cosine));
    if (const auto known = itemScores(m_workspace, inspection.item.side, inspection.item.item))
        scores << tr("rank of the partner %1%2 (%3)")
                      .arg(known->rank)
                      .arg(known->margin ? tr(", margin %1").arg(decimals(3)(*known->margin)) : QString(),
                           known->method);
    const Selection::Hover &item = inspection.item;
    if (const QString own = ownValues(*m_workspace.data(), item.side, item.item); !own.isEmpty())
        scores << own;
    m_ui->scores->setText(scores.join('\n'));
}

void InspectorPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showInspection();
}

} // namespace anchorscope::gui
