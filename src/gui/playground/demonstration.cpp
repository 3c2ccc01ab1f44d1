// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/demonstration.h"

#include "gui/playground/playcontroller.h"
#include "gui/playground/scorebars.h"
#include "gui/scatter/scatterview.h"
#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

namespace anchorscope::gui {

namespace {

struct ShownTransform
{
    const char *name, *object;
    double Transform::*field;
    double value;      ///< value of the field at the end of the movement
    PanelFrame frame;  ///< coordinates in which the transform is visible
    const char *about; ///< reason why the relative vectors stay the same or change
};

constexpr ShownTransform shownTransforms[] = {
    {QT_TRANSLATE_NOOP("Demonstration", "Turn"), "showTurn", &Transform::turn, 70, PanelFrame::Map,
     QT_TRANSLATE_NOOP("Demonstration", "The angles between cities stay the same.")},
    {QT_TRANSLATE_NOOP("Demonstration", "Mirror"), "showMirror", &Transform::mirror, 1, PanelFrame::Map,
     QT_TRANSLATE_NOOP("Demonstration", "The angles between cities stay the same.")},
    {QT_TRANSLATE_NOOP("Demonstration", "Scale"), "showScale", &Transform::scale, 1.6, PanelFrame::Dimensions,
     QT_TRANSLATE_NOOP("Demonstration", "All vectors are longer, but cosine compares only their directions.")},
    {QT_TRANSLATE_NOOP("Demonstration", "Shift"), "showShift", &Transform::shift, 1, PanelFrame::Dimensions,
     QT_TRANSLATE_NOOP("Demonstration", "The directions from the origin change. Centred vectors have no shift.")},
    {QT_TRANSLATE_NOOP("Demonstration", "Stretch"), "showStretch", &Transform::stretch, 2, PanelFrame::Dimensions,
     QT_TRANSLATE_NOOP("Demonstration", "The angles between cities change. Standardizing undoes it.")}};

/// Cities that become seeds; they are in different directions from the centre of the Earth.
constexpr const char *cities[] = {"Rome", "Tokyo", "Lima", "Nairobi", "Auckland"};

/// First id and number of ids for undo steps; these ids differ from those of sliders and handles.
constexpr int firstRound = 900000, rounds = 90000;

/// Relative vectors count as unchanged if their relative change is smaller than this; rounding can cause as much.
constexpr double rounding = 0.001;

} // namespace

Demonstration::Demonstration(Workspace &workspace, ProjectionController &projections, PlayController &play,
                             ScatterView &panel)
    : m_workspace(workspace), m_projections(projections), m_play(play), m_panel(panel),
      m_centred(new QCheckBox(tr("Centred vectors"))), m_caption(new QLabel), m_bars(new ScoreBars),
      m_survived(std::size(shownTransforms))
{
    setObjectName("demonstration");
    setAccessibleName(tr("What survives?"));
    build();
    constexpr int milliseconds = 7000;
    m_motion.setDuration(milliseconds);
    for (const auto &[time, share] : {std::pair(0.0, 0.0), {0.08, 0.0}, {0.36, 1.0}, {0.72, 1.0}, {1.0, 0.0}})
        m_motion.setKeyValueAt(time, share);
    connect(&m_motion, &QVariantAnimation::valueChanged, this,
            [this](const QVariant &share) { setShare(share.toDouble()); });
    connect(&projections, &ProjectionController::projectionsChanged, this, &Demonstration::keepOriginal);
    connect(&play, &PlayController::changed, this, &Demonstration::showState);
    connect(&workspace, &Workspace::setupChanged, this, &Demonstration::showState);
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_current = -1; // the new data have no demonstrated transform that end() would have to remove
        end();
        if (std::exchange(m_awaitsData, false) && m_workspace.hasData())
            begin();
    });
    connect(&workspace, &Workspace::revisionChanged, this, [this] {
        if (m_active)
            m_workspace.setModified(false); // so that no dialog asks whether to save the demonstration
    });
    hide();
}

void Demonstration::build()
{
    auto *buttons = new QHBoxLayout;
    for (const ShownTransform &shown : shownTransforms) {
        auto *button = new QPushButton;
        button->setObjectName(shown.object);
        connect(button, &QPushButton::clicked, this,
                [this, which = static_cast<int>(m_buttons.size())] { demonstrate(which); });
        m_buttons.push_back(button);
        buttons->addWidget(button, 1);
    }
    m_centred->setObjectName("showCentred");
    m_centred->setToolTip(
        tr("Compares vectors from which the mean has been subtracted, instead of the vectors as read"));
    connect(m_centred, &QCheckBox::toggled, this, [this](bool on) {
        m_survived.assign(m_survived.size(), std::nullopt);
        setCentering(m_workspace, on ? Centering::center : Centering::none);
    });
    auto *close = new QPushButton(tr("End"));
    close->setObjectName("endDemonstration");
    connect(close, &QPushButton::clicked, this, &Demonstration::end);
    buttons->addWidget(m_centred);
    buttons->addWidget(close);
    plainText(m_caption);
    m_caption->setObjectName("demonstrationCaption");
    m_caption->setWordWrap(true);
    auto *result = new QHBoxLayout;
    result->setSpacing(24);
    result->addWidget(m_caption, 1);
    result->addWidget(m_bars, 1);
    auto *column = new QVBoxLayout(this);
    column->addLayout(buttons);
    column->addLayout(result);
    fit();
}

DataChoice Demonstration::prepare(const QString &file)
{
    m_awaitsData = true;
    DataChoice choice;
    choice.x.path = choice.y.path = filePath(file);
    choice.x.space = choice.y.space = "earth";
    return choice;
}

/// Sets seeds, pre-processing and view, and shows the buttons.
void Demonstration::begin()
{
    const ItemTable &items = m_workspace.data()->items(Side::x);
    m_workspace.change(tr("What survives?"), [&items](Setup &setup) {
        setup.centering = Centering::none;
        setup.seeds.clear();
        for (const char *city : cities) {
            const auto item = static_cast<ItemIndex>(std::ranges::find(items.ids, city) - items.ids.begin());
            if (item < items.count)
                setup.seeds.push_back({item, item});
        }
    });
    ViewState view;
    view.frame = PanelFrame::Map;
    m_workspace.setView(view);
    m_survived.assign(m_survived.size(), std::nullopt);
    m_current = -1;
    m_active = true;
    const QSignalBlocker quiet(m_centred);
    m_centred->setChecked(false);
    m_play.setAwaited(true, false); // without handles, which would cover the points
    m_workspace.setModified(false);
    show();
    showState();
    Q_EMIT began();
}

void Demonstration::end()
{
    if (!m_active)
        return;
    m_motion.stop();
    setShare(0);
    m_active = false;
    m_panel.setGhost(nullptr);
    m_play.setAwaited(false);
    hide();
    Q_EMIT ended();
}

void Demonstration::go(int steps)
{
    const int count = static_cast<int>(m_buttons.size());
    demonstrate(m_current < 0 ? 0 : (m_current + steps + count) % count);
}

void Demonstration::demonstrate(int which)
{
    m_motion.stop();
    setShare(0);
    m_current = which;
    ++m_round;
    const PanelFrame frame = shownTransforms[which].frame;
    m_workspace.changeView(tr("Frame"), [frame](ViewState &view) { view.frame = frame; });
    m_motion.start();
}

/// Applies a share of the shown transform. Without animations, the share is 0 or 1, so that Y jumps there and back.
void Demonstration::setShare(double share)
{
    if (m_current < 0)
        return;
    const ShownTransform &shown = shownTransforms[m_current];
    const auto field = std::ranges::find(transformFields(), shown.field, &TransformField::value);
    if (field->isSwitch || !QApplication::style()->styleHint(QStyle::SH_Widget_Animate))
        share = std::round(share);
    Transform next;
    next.*shown.field = field->neutral + share * (shown.value - field->neutral);
    m_workspace.change(
        tr("Change Y: %1").arg(tr(shown.name).toLower()), [&next](Setup &setup) { setup.transform = next; },
        firstRound + m_round % rounds);
}

/// Shows a pale copy of the points of the untransformed Y.
void Demonstration::keepOriginal()
{
    if (m_active && m_workspace.setup().transform.isNeutral())
        m_panel.setGhost(m_projections.plot(Panel::AbsoluteY).coordinates);
}

void Demonstration::showState()
{
    if (!m_active)
        return;
    const PlaygroundScores &scores = m_play.scores();
    m_bars->setRows(playgroundRows(m_workspace, scores));
    if (m_current >= 0 && !m_play.busy() && scores.relativeChange) {
        const ShownTransform &shown = shownTransforms[m_current];
        if (m_workspace.setup().transform.*shown.field == shown.value)
            m_survived[static_cast<std::size_t>(m_current)] = *scores.relativeChange < rounding;
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const QString mark = !m_survived[i]   ? QString()
                             : *m_survived[i] ? QStringLiteral("  ✓")
                                              : QStringLiteral("  ✗");
        m_buttons[i]->setText(tr(shownTransforms[i].name) + mark);
    }
    const QString now = transformCaption(m_workspace);
    if (m_current < 0)
        m_caption->setText(
            tr("X and Y are the same Earth. Which changes of Y change the bars of a city? Predict first."));
    else if (m_survived[static_cast<std::size_t>(m_current)])
        m_caption->setText((now.isEmpty() ? tr(shownTransforms[m_current].name) : now) + ": " +
                           tr(shownTransforms[m_current].about));
    else
        m_caption->setText(now);
}

void Demonstration::fit()
{
    constexpr double larger = 1.25; // size of the buttons' text, relative to the usual text
    QFont large = QApplication::font();
    large.setPixelSize(qRound(larger * large.pixelSize()));
    for (QWidget *each : {static_cast<QWidget *>(m_caption), static_cast<QWidget *>(m_centred)})
        each->setFont(large);
    for (QPushButton *button : m_buttons) {
        button->setFont(large);
        button->setMinimumHeight(2 * large.pixelSize());
    }
}

void Demonstration::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace anchorscope::gui
