// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/playpage.h"

#include "gui/display/framechoice.h"
#include "gui/playground/invariancetableview.h"
#include "gui/playground/scorebars.h"
#include "gui/playground/toydialog.h"
#include "gui/style/pagearea.h"
#include "gui/style/plaintext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int playSteps = 360; ///< number of steps of a slider; for a rotation, a step is one degree

/// First id and number of ids for undo steps by the controls; these ids differ from those of other pages.
constexpr int firstMerge = 1000, drags = 500000;
constexpr Index solid = 3; ///< minimum number of dimensions for rotations by more than one angle

/// True if a field of the transform is a factor; its slider is then logarithmic.
bool isFactor(const TransformField &field)
{
    return field.min > 0;
}

double maxOf(const TransformField &field, Index dimensions)
{
    return field.value == &Transform::lost ? static_cast<double>(dimensions - 1) : field.max;
}

double valueAt(const TransformField &field, int step, double max)
{
    const double share = static_cast<double>(step) / playSteps;
    const double value =
        isFactor(field) ? field.min * std::pow(max / field.min, share) : field.min + share * (max - field.min);
    // Factor for rounding values of a slider as in the field's spin box: 1 for whole numbers, 100 for hundredths.
    const double unit = field.value == &Transform::lost || max > 100 ? 1 : 100;
    return std::round(value * unit) / unit;
}

int stepOf(const TransformField &field, double value, double max)
{
    const double share = isFactor(field) ? std::log(value / field.min) / std::log(max / field.min)
                                         : (value - field.min) / std::max(max - field.min, 1e-9);
    return static_cast<int>(std::lround(share * playSteps));
}

/// True if a field of the transform is applicable to spaces with this number of dimensions.
bool fits(const TransformField &field, Index dimensions)
{
    if (field.value == &Transform::tilt || field.value == &Transform::roll)
        return dimensions == solid;
    return dimensions > 1;
}

} // namespace

PlayPage::PlayPage(Workspace &workspace, PlayController &controller, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_shown(new QComboBox), m_frame(new QComboBox),
      m_reset(new QPushButton(tr("Reset Y"))), m_cloud(new QPushButton(tr("New cloud…"))),
      m_names(new QCheckBox(tr("Hide the pairing (keep only the seeds)"))), m_note(new QLabel)
{
    m_note->setWordWrap(true);
    m_note->setText(tr("Transform Y and see which scores change. All other docks use the transformed Y."));
    auto *content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->addWidget(m_note);
    auto *scores = new ScoreBars;
    scores->setObjectName("headline");
    m_column->addWidget(scores);
    m_column->addWidget(buildControls());
    m_column->addWidget(buildViews());
    m_table = new InvarianceTableView(controller.table());
    m_column->addWidget(m_table);
    m_column->addStretch();
    auto *area = new PageArea(content);
    area->setAccessibleName(tr("Playground"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
    m_reset->setToolTip(tr("Y as it was read"));
    orderByTab();
    connect(m_reset, &QPushButton::clicked, this,
            [this] { m_workspace.change(tr("Reset Y"), [](Setup &setup) { setup.transform = {}; }); });
    connect(&workspace, &Workspace::dataChanged, this, &PlayPage::showSetup);
    connect(&workspace, &Workspace::dataChanged, this, &PlayPage::showView);
    connect(&workspace, &Workspace::setupChanged, this, &PlayPage::showSetup);
    connect(&workspace, &Workspace::viewChanged, this, &PlayPage::showView);
    const auto showScores = [&workspace, &controller, scores] {
        scores->setRows(playgroundRows(workspace, controller.scores()));
    };
    connect(&controller, &PlayController::changed, this, showScores);
    showSetup();
    showView();
    showScores();
}

void PlayPage::addBars(QWidget *bars)
{
    constexpr int belowScores = 2;
    m_column->insertWidget(belowScores, bars);
}

void PlayPage::addMatrices(QWidget *matrices)
{
    m_matrices = matrices;
    // The last element of the column is empty space, which stays below the heat maps.
    m_column->insertWidget(m_column->count() - 1, matrices);
}

void PlayPage::orderByTab()
{
    QWidget *before = nullptr;
    const auto next = [&before](QWidget *widget) {
        if (before && widget)
            setTabOrder(before, widget);
        before = widget ? widget : before;
    };
    for (const Control &control : m_controls) {
        for (QWidget *part : {static_cast<QWidget *>(control.number), static_cast<QWidget *>(control.slider),
                              static_cast<QWidget *>(control.box)})
            next(part);
    }
    for (QWidget *last :
         {static_cast<QWidget *>(m_reset), static_cast<QWidget *>(m_cloud), static_cast<QWidget *>(m_names),
          static_cast<QWidget *>(m_shown), static_cast<QWidget *>(m_frame)})
        next(last);
}

QWidget *PlayPage::buildViews()
{
    auto *box = new QWidget;
    auto *form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_shown->addItems({tr("Automatic"), tr("Vectors as read"), tr("After pre-processing"), tr("As compared")});
    m_shown->setToolTip(
        tr("Which vectors the absolute panels show. As compared: scaled to unit length, as cosine compares them."));
    m_shown->setAccessibleName(tr("Show"));
    m_frame->setToolTip(tr("The coordinates of the points in the absolute panels. A map shows longitude and latitude; "
                           "coordinates of the file come last."));
    m_frame->setAccessibleName(tr("Frame"));
    buildNames(*form);
    form->addRow(tr("Show:"), m_shown);
    form->addRow(tr("Frame:"), m_frame);
    connect(m_shown, &QComboBox::activated, this, [this](int index) {
        m_workspace.changeView(tr("Show other vectors"),
                               [index](ViewState &view) { view.shown = static_cast<Shown>(index); });
    });
    connect(m_frame, &QComboBox::activated, this, [this](int index) {
        chooseFrame(m_workspace, frameChoices(m_workspace)[static_cast<std::size_t>(index)]);
    });
    return box;
}

void PlayPage::buildNames(QFormLayout &form)
{
    m_names->setObjectName("names");
    m_names->setToolTip(tr("Hides the pairing from everything except the seeds. The bars above are still computed with "
                           "the true pairing."));
    form.addRow(m_names);
    connect(m_names, &QCheckBox::toggled, this, [this](bool on) {
        m_workspace.change(on ? tr("Hide the pairing") : tr("Show the pairing"),
                           [on](Setup &setup) { setup.pairingHidden = on; });
    });
}

QWidget *PlayPage::buildControls()
{
    auto *box = new QWidget;
    auto *form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    // Order of the controls on the page, beginning with those that users try first; the transforms are applied in the
    // order of transformFields().
    std::vector<const TransformField *> order;
    for (double Transform::*first : {&Transform::turn, &Transform::tilt, &Transform::roll, &Transform::mirror,
                                     &Transform::scale, &Transform::shift, &Transform::stretch})
        order.push_back(&*std::ranges::find(transformFields(), first, &TransformField::value));
    for (const TransformField &field : transformFields()) {
        if (std::ranges::find(order, &field) == order.end() && field.value != &Transform::seed)
            order.push_back(&field);
    }
    for (const TransformField *field : order)
        addControl(*field, *form);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_reset, 1);
    buttons->addWidget(m_cloud, 1);
    form->addRow(buttons);
    m_cloud->setObjectName("newCloud");
    m_cloud->setToolTip(tr("A synthetic cloud of points instead of these data"));
    auto *cloud = new ToyDialog(this);
    connect(m_cloud, &QPushButton::clicked, cloud, [this, cloud] { cloud->openBelow(*m_cloud); });
    connect(cloud, &ToyDialog::toyChosen, this, [this](const QString &name) { Q_EMIT openRequested({name}); });
    return box;
}

void PlayPage::addControl(const TransformField &field, QFormLayout &form)
{
    Control control{&field, new QLabel(QString::fromUtf8(field.label) + ':')};
    const QString about = QString::fromUtf8(field.about);
    control.label->setToolTip(about);
    if (field.isSwitch) {
        control.box = new QCheckBox;
        control.row = control.box;
        connect(control.box, &QCheckBox::toggled, this, [this, &field](bool on) { choose(field, on ? 1 : 0, -1); });
        control.box->setAccessibleName(QString::fromUtf8(field.label));
    } else
        addSlider(control);
    control.row->setObjectName(field.id);
    control.row->setToolTip(about);
    control.label->setBuddy(control.slider ? static_cast<QWidget *>(control.slider) : control.box);
    control.slider ? form.addRow(control.row) : form.addRow(control.label, control.row);
    m_controls.push_back(control);
}

void PlayPage::addSlider(Control &control)
{
    const TransformField &field = *control.field;
    control.row = new QWidget;
    auto *grid = new QGridLayout(control.row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    control.slider = new QSlider(Qt::Horizontal);
    control.slider->setRange(0, playSteps);
    control.slider->setPageStep(playSteps / 24); // a page step of the slider is 15°
    control.slider->setAccessibleName(QString::fromUtf8(field.label));
    control.number = new QDoubleSpinBox;
    control.number->setKeyboardTracking(false);
    control.number->setDecimals(field.max > 100 ? 0 : 2);
    control.number->setSingleStep(field.max > 100 ? 1 : 0.05);
    const QString unit = QString::fromUtf8(field.unit);
    control.number->setSuffix(unit.isEmpty() || unit == "×" ? QString() : unit == "°" ? unit : ' ' + unit);
    control.number->setPrefix(unit == "×" ? unit : QString());
    control.number->setMinimumWidth(control.number->fontMetrics().horizontalAdvance(tr("-0.00 radii")) + 40);
    control.number->setAccessibleName(tr("%1, as a number").arg(QString::fromUtf8(field.label)));
    // The slider has the whole width, so that the user can set an angle to within one degree.
    grid->addWidget(control.label, 0, 0);
    grid->addWidget(control.number, 0, 1, Qt::AlignRight);
    grid->addWidget(control.slider, 1, 0, 1, 2);
    connect(control.slider, &QSlider::sliderPressed, this, [this] { ++m_drag; });
    connect(control.slider, &QSlider::valueChanged, this, [this, &field, slider = control.slider](int step) {
        if (!slider->isSliderDown())
            ++m_drag; // each step by the keyboard is an undo step of its own
        choose(field, valueAt(field, step, maxOf(field, m_workspace.originalData()->pair.y->dimension())),
               firstMerge + m_drag % drags);
    });
    connect(control.number, &QDoubleSpinBox::valueChanged, this,
            [this, &field](double value) { choose(field, value, -1); });
}

void PlayPage::choose(const TransformField &field, double value, int merge)
{
    m_workspace.change(
        tr("Change Y: %1").arg(QString::fromUtf8(field.label).toLower()),
        [&](Setup &setup) { setup.transform.*(field.value) = value; }, merge);
}

void PlayPage::showSetup()
{
    setEnabled(m_workspace.hasData());
    if (!m_workspace.hasData())
        return;
    const Index dimensions = m_workspace.originalData()->pair.y->dimension();
    const Transform &transform = m_workspace.setup().transform;
    for (const Control &control : m_controls) {
        const TransformField &field = *control.field;
        const double value = transform.*(field.value), max = maxOf(field, dimensions);
        const bool shown = fits(field, dimensions) && (m_only.empty() || m_only.contains(field.id));
        control.label->setVisible(shown);
        control.row->setVisible(shown);
        if (control.box) {
            const QSignalBlocker quiet(control.box);
            control.box->setChecked(value != 0);
            continue;
        }
        const QSignalBlocker quietSlider(control.slider), quietNumber(control.number);
        control.number->setRange(field.min, max);
        control.number->setValue(value);
        if (!control.slider->isSliderDown())
            control.slider->setValue(stepOf(field, value, max));
    }
    m_reset->setEnabled(!transform.isNeutral());
    const QSignalBlocker quiet(m_names);
    m_names->setChecked(m_workspace.setup().pairingHidden);
    m_names->setEnabled(m_workspace.originalData()->hasTruth());
}

void PlayPage::showOnly(std::set<std::string> fields)
{
    m_only = std::move(fields);
    m_table->setVisible(m_only.empty() || m_only.contains("table"));
    if (m_matrices)
        m_matrices->setVisible(m_only.empty() || m_only.contains("matrices"));
    for (QWidget *other : {static_cast<QWidget *>(m_cloud), static_cast<QWidget *>(m_names)})
        other->setVisible(m_only.empty());
    showSetup();
}

void PlayPage::showView()
{
    m_shown->setCurrentIndex(static_cast<int>(m_workspace.view().shown));
    const std::vector<FrameChoice> choices = frameChoices(m_workspace);
    m_frame->clear();
    for (const FrameChoice &choice : choices)
        m_frame->addItem(choice.name);
    m_frame->setCurrentIndex(chosenFrame(m_workspace, choices));
}

} // namespace anchorscope::gui
